package gpu

import (
	"fmt"

	"github.com/tricycle-graph/tricycle/internal/gpu/cuda"
)

// Function is a kernel of a module.
type Function struct {
	device *Device
	module *Module
	handle cuda.Function
	name   string
	launch string // what a launch does, for its error
}

// Function returns a kernel of the module.
func (m *Module) Function(name string) (*Function, error) {
	f := &Function{device: m.device, module: m, name: name, launch: "launch " + name}
	err := m.device.do("cuModuleGetFunction", fmt.Sprintf("find %s in %s", name, m.name), func() cuda.Result {
		return m.device.table.ModuleGetFunction(&f.handle, m.handle, name)
	})
	if err != nil {
		return nil, err
	}
	return f, nil
}

// Attributes are what the compiler made of a kernel.
type Attributes struct {
	Registers  int // a thread
	Local      int // bytes a thread: spilled registers, arrays
	Shared     int // bytes a block, without what launches ask for
	MaxThreads int // a block
}

// Attributes returns what the compiler made of the kernel.
func (f *Function) Attributes() (Attributes, error) {
	var a Attributes
	for _, x := range []struct {
		attribute cuda.FunctionAttribute
		value     *int
	}{
		{cuda.FunctionRegisters, &a.Registers},
		{cuda.FunctionLocal, &a.Local},
		{cuda.FunctionShared, &a.Shared},
		{cuda.FunctionMaxThreads, &a.MaxThreads},
	} {
		var value int32
		err := f.device.do("cuFuncGetAttribute", "describe "+f.name, func() cuda.Result {
			return f.device.table.FuncGetAttribute(&value, x.attribute, f.handle)
		})
		if err != nil {
			return Attributes{}, err
		}
		*x.value = int(value)
	}
	return a, nil
}

// AllowShared allows launches with up to that many bytes of dynamic shared
// memory. Without it they may have 48 KiB; [Info.SharedPerBlock] is the most
// that static and dynamic together can be. It allows no less than it did before:
// all who found the kernel in this module share what is allowed.
func (f *Function) AllowShared(bytes int) error {
	m := f.module
	m.mu.Lock()
	defer m.mu.Unlock()
	if bytes <= m.allowed[f.name] {
		return nil
	}
	what := fmt.Sprintf("allow %s %d bytes of shared memory", f.name, bytes)
	err := f.device.do("cuFuncSetAttribute", what, func() cuda.Result {
		return f.device.table.FuncSetAttribute(f.handle, cuda.FunctionMaxDynamicShared, int32(bytes))
	})
	if err == nil {
		m.allowed[f.name] = bytes
	}
	return err
}

// BlocksPerMultiprocessor returns how many blocks of the kernel a
// multiprocessor runs at once, with that many threads and bytes of dynamic
// shared memory a block.
func (f *Function) BlocksPerMultiprocessor(threads, shared int) (int, error) {
	var blocks int32
	err := f.device.do("cuOccupancyMaxActiveBlocksPerMultiprocessor", "ask for the occupancy of "+f.name, func() cuda.Result {
		return f.device.table.OccupancyBlocks(&blocks, f.handle, int32(threads), uint64(shared))
	})
	return int(blocks), err
}
