package gpugraph

import (
	"cmp"

	"github.com/tricycle-graph/tricycle/gpu"
)

const (
	tileKeys    = 5120 // keys that a block moves
	countedKeys = 8    // keys that a thread counts at once
	digitBits   = 8
	digits      = 1 << digitBits
	// Shared memory in which a block moves them: the keys, and counters.
	moveShared = tileKeys*keyBytes + warps*digits*4
	passes     = 64 / digitBits // at most
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

// sorter sorts keys by a least significant digit radix sort: the digits of all
// passes are counted at once, and each pass reads and writes every key once.
type sorter struct {
	device  *gpu.Device
	kernels *kernels
	stream  *gpu.Stream
	counts  array[uint64] // of the digits of each pass; or of each warp
	totals  array[uint64] // of rows of counts
	known   array[uint64] // of each tile and digit, and the next tile
}

func newSorter(dev *gpu.Device, k *kernels, stream *gpu.Stream) (_ *sorter, err error) {
	s := &sorter{device: dev, kernels: k, stream: stream}
	if s.counts, err = allocate[uint64](dev, max(digits*passes, k.wide*warps)); err != nil {
		return nil, err
	}
	if s.totals, err = allocate[uint64](dev, passes); err != nil {
		return nil, cmp.Or(err, s.free())
	}
	return s, nil
}

// reserve makes room to sort n keys.
func (s *sorter) reserve(n int) (err error) {
	if err := s.known.free(); err != nil {
		return err
	}
	s.known, err = allocate[uint64](s.device, knownWords(n))
	return err
}

// knownWords is the words that sorting n keys needs beside them.
func knownWords(n int) int { return digits*((n+tileKeys-1)/tileKeys) + 1 }

func (s *sorter) free() error { return cmp.Or(s.counts.free(), s.totals.free(), s.known.free()) }

// sort sorts the first n keys by a field; there must be room for them. Keys of
// one field keep their order. The arrays change places with each pass: the
// result is in keys.
func (s *sorter) sort(keys, spare *array[uint64], n int, f field) error {
	words := knownWords(n)
	needed := (f.bits + digitBits - 1) / digitBits
	if n == 0 || needed == 0 {
		return nil
	}
	length := gpu.Uint64(uint64(n))
	if err := gpu.Memset(s.stream, s.counts.Slice(0, needed*digits), 0); err != nil {
		return err
	}
	err := s.stream.Launch(s.kernels.countDigits, s.kernels.over((n+countedKeys-1)/countedKeys), keys.Arg(), length,
		gpu.Uint32(uint32(f.skip)), gpu.Uint32(uint32(f.width)), gpu.Uint32(uint32(needed)), s.counts.Arg())
	if err != nil {
		return err
	}
	if err := s.scan(needed, digits); err != nil {
		return err
	}
	shape := gpu.Shape{Grid: gpu.Dim{X: words / digits}, Block: gpu.Dim{X: threads}, Shared: moveShared}
	for pass := range needed {
		if err := gpu.Memset(s.stream, s.known.Slice(0, words), 0); err != nil {
			return err
		}
		arguments := append([]gpu.Arg{keys.Arg(), length}, f.digit(pass*digitBits)...)
		first, ticket := s.counts.Slice(pass*digits, (pass+1)*digits), s.known.Slice(words-1, words)
		arguments = append(arguments, first.Arg(), s.known.Arg(), ticket.Arg(), spare.Arg())
		if err := s.stream.Launch(s.kernels.moveKeys, shape, arguments...); err != nil {
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
