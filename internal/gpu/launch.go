package gpu

import (
	"encoding/binary"
	"fmt"
	"math"
	"sync"

	"github.com/tricycle-graph/tricycle/internal/gpu/cuda"
)

// Dim is a size in up to three dimensions; 0 in Y or Z is 1.
type Dim struct{ X, Y, Z int }

// Shape is how a kernel is launched: the blocks of the grid, the threads of a
// block, and the bytes of dynamic shared memory that a block has.
type Shape struct {
	Grid, Block Dim
	Shared      int
}

// Grid1D is the shape with a thread for each of n items.
func Grid1D(n, threads int) Shape {
	return Shape{Grid: Dim{X: (n + threads - 1) / threads}, Block: Dim{X: threads}}
}

// Arg is an argument of a kernel.
type Arg struct {
	bits uint64
	size uintptr
}

// Arg passes the array as the address of its first element.
func (a Array[T]) Arg() Arg { return Arg{uint64(a.at), 8} }

// Uint32 passes a 32-bit number.
func Uint32(v uint32) Arg { return Arg{uint64(v), 4} }

// Uint64 passes a 64-bit number.
func Uint64(v uint64) Arg { return Arg{v, 8} }

// Launch runs a kernel in the stream. The arguments must be those of the kernel's
// [Entry]; they are not the caller's any more. An empty grid does nothing.
func (s *Stream) Launch(f *Function, shape Shape, arguments *Packed) error {
	if shape.Grid.X == 0 {
		return nil
	}
	grid, err := shape.Grid.checked()
	if err != nil {
		return fmt.Errorf("gpu: grid of %s: %w", f.name, err)
	}
	block, err := shape.Block.checked()
	if err != nil {
		return fmt.Errorf("gpu: block of %s: %w", f.name, err)
	}
	err = s.do("cuLaunchKernel", f.launch, func() cuda.Result {
		return s.device.table.LaunchKernel(f.handle, grid, block, uint32(shape.Shared), s.handle, (*cuda.Parameters)(arguments))
	})
	idle.Put(arguments) // of which the driver has a copy
	return err
}

// checked returns the dimensions as the driver takes them, which checks them
// further.
func (d Dim) checked() ([3]uint32, error) {
	if d.X < 1 || d.Y < 0 || d.Z < 0 || max(d.X, d.Y, d.Z) > math.MaxInt32 {
		return [3]uint32{}, fmt.Errorf("dimensions %d, %d, %d", d.X, d.Y, d.Z)
	}
	return [3]uint32{uint32(d.X), uint32(max(d.Y, 1)), uint32(max(d.Z, 1))}, nil
}

// Packed are arguments as a kernel finds them: each aligned to its size.
type Packed cuda.Parameters

// idle is room for arguments that launches have given back.
var idle = sync.Pool{New: func() any { return new(Packed) }}

// NewPacked returns room for the arguments of a launch.
func NewPacked() *Packed {
	p := idle.Get().(*Packed)
	p.Size = 0
	return p
}

// Add adds arguments behind those that are there. It panics where they are more than there is room for.
func (p *Packed) Add(arguments ...Arg) {
	for _, a := range arguments {
		for ; p.Size%a.size != 0; p.Size++ {
			p.Bytes[p.Size] = 0
		}
		if a.size == 4 {
			binary.LittleEndian.PutUint32(p.Bytes[p.Size:], uint32(a.bits))
		} else {
			binary.LittleEndian.PutUint64(p.Bytes[p.Size:], a.bits)
		}
		p.Size += a.size
	}
}
