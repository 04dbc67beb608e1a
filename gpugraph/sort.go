package gpugraph

import (
	"cmp"

	"github.com/tricycle-graph/tricycle/gpu"
)

const (
	tileKeys  = 3072 // keys that a block moves at once
	digitBits = 8
	digits    = 1 << digitBits
)

// field is what keys are sorted by: their high half, and below it width bits
// of the low half, the lowest skip left out. bits are those in use, both
// halves together.
type field struct{ skip, width, bits int }

// digit returns where the kernels find the digit that begins at a bit of the
// field: up to 8 bits of the low half and, above these, of the high half.
func (f field) digit(begin int) []gpu.Arg {
	low := min(max(f.width-begin, 0), digitBits)
	place := [...]int{f.skip + begin, 1<<low - 1, max(begin-f.width, 0), low, digits - 1<<low}
	if low == 0 {
		place[0] = 0 // the shift must be less than 32
	}
	var arguments []gpu.Arg
	for _, v := range place {
		arguments = append(arguments, gpu.Uint32(uint32(v)))
	}
	return arguments
}

// sorter sorts keys by a least significant digit radix sort: each pass counts
// the digits of each block's range, scans the counts and moves the keys, 24
// bytes of traffic a key.
type sorter struct {
	kernels *kernels
	stream  *gpu.Stream
	blocks  int           // at most
	counts  array[uint64] // of each digit and block; or of each warp
	totals  array[uint64] // of each digit
}

func newSorter(dev *gpu.Device, k *kernels, stream *gpu.Stream) (*sorter, error) {
	resident, err := k.moveKeys.BlocksPerMultiprocessor(threads, 0)
	if err != nil {
		return nil, err
	}
	s := &sorter{kernels: k, stream: stream, blocks: max(resident, 1) * dev.Info().Multiprocessors}
	if s.counts, err = allocate[uint64](dev, max(digits*s.blocks, k.wide*warps)); err != nil {
		return nil, err
	}
	if s.totals, err = allocate[uint64](dev, digits); err != nil {
		return nil, cmp.Or(err, s.free())
	}
	return s, nil
}

func (s *sorter) free() error { return cmp.Or(s.counts.free(), s.totals.free()) }

// sort sorts the first n keys by a field. Keys of one field keep their order.
// The arrays change places with each pass: the result is in keys.
func (s *sorter) sort(keys, spare *array[uint64], n int, f field) error {
	tiles := (n + tileKeys - 1) / tileKeys
	if tiles == 0 {
		return nil
	}
	each := (tiles + s.blocks - 1) / s.blocks
	blocks := (tiles + each - 1) / each
	shape := gpu.Shape{Grid: gpu.Dim{X: blocks}, Block: gpu.Dim{X: threads}}
	for begin := 0; begin < f.bits; begin += digitBits {
		arguments := []gpu.Arg{
			keys.Arg(), gpu.Uint64(uint64(n)), gpu.Uint64(uint64(each)),
		}
		arguments = append(append(arguments, f.digit(begin)...), s.counts.Arg())
		if err := s.stream.Launch(s.kernels.countDigits, shape, arguments...); err != nil {
			return err
		}
		if err := s.scan(digits, blocks); err != nil {
			return err
		}
		if err := s.stream.Launch(s.kernels.moveKeys, shape, append(arguments, s.totals.Arg(), spare.Arg())...); err != nil {
			return err
		}
		*keys, *spare = *spare, *keys
	}
	return nil
}

// scan replaces the counts, in rows, by the sums of those before each in its
// row, and writes the totals of the rows.
func (s *sorter) scan(rows, length int) error {
	shape := gpu.Shape{Grid: gpu.Dim{X: rows}, Block: gpu.Dim{X: threads}}
	return s.stream.Launch(s.kernels.scanRows, shape, s.counts.Arg(), gpu.Uint64(uint64(length)), s.totals.Arg())
}
