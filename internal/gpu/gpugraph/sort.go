package gpugraph

import (
	"cmp"

	"github.com/tricycle-graph/tricycle/internal/gpu"
)

const (
	tileKeys    = 4608 // keys that a block moves
	mergedKeys  = 2816 // keys that a block merges
	countedKeys = 8    // keys that a thread counts at once
	digitBits   = 8
	digits      = 1 << digitBits
	passes      = 64 / digitBits // at most
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
	known   array[uint64] // of each tile and digit, and the next tile; or where runs split
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

// reserve makes room to sort n keys, and to merge as many.
func (s *sorter) reserve(n int) (err error) {
	if s.known.Len() >= knownWords(n) {
		return nil
	}
	if err := s.known.free(); err != nil {
		return err
	}
	s.known, err = allocate[uint64](s.device, knownWords(n))
	return err
}

// knownWords is the words that sorting n keys needs beside them.
func knownWords(n int) int { return digits*((n+tileKeys-1)/tileKeys) + 1 }

// bytes is what the sorter holds.
func (s *sorter) bytes() int64 {
	return int64(s.counts.Len()+s.totals.Len()+s.known.Len()) * keyBytes
}

func (s *sorter) free() error { return cmp.Or(s.counts.free(), s.totals.free(), s.known.free()) }

// sort sorts keys by a field; spare is as long. Keys of one field keep their
// order. The keys move with each pass: it returns whether they are in spare at
// the end. Once they are sorted by the low half it passes them to look, which
// may be nil and must leave them as they are.
func (s *sorter) sort(keys, spare gpu.Array[uint64], f field, look func(keys gpu.Array[uint64]) error) (moved bool, err error) {
	if keys.Len() == 0 {
		return false, nil
	}
	needed := (f.bits + digitBits - 1) / digitBits
	if err := s.countDigits(keys, f, needed); err != nil {
		return false, err
	}
	low := min((f.width+digitBits-1)/digitBits, needed)
	for pass := 0; ; pass++ {
		if pass == low && look != nil {
			if err := look(keys); err != nil {
				return false, err
			}
		}
		if pass == needed {
			return needed%2 == 1, nil
		}
		if err := s.move(keys, spare, f, pass); err != nil {
			return false, err
		}
		keys, spare = spare, keys
	}
}

// countDigits counts the digits of each pass, and the keys with smaller ones.
func (s *sorter) countDigits(keys gpu.Array[uint64], f field, passes int) error {
	if passes == 0 {
		return nil
	}
	if err := gpu.Memset(s.stream, s.counts.Slice(0, passes*digits), 0); err != nil {
		return err
	}
	n := keys.Len()
	err := s.stream.Launch(s.kernels.countDigits, s.kernels.over((n+countedKeys-1)/countedKeys), keys.Arg(), gpu.Uint64(uint64(n)),
		gpu.Uint32(uint32(f.skip)), gpu.Uint32(uint32(f.width)), gpu.Uint32(uint32(passes)), s.counts.Arg())
	if err != nil {
		return err
	}
	return s.scan(passes, digits)
}

// move sorts by one digit.
func (s *sorter) move(keys, spare gpu.Array[uint64], f field, pass int) error {
	words := knownWords(keys.Len())
	if err := gpu.Memset(s.stream, s.known.Slice(0, words), 0); err != nil {
		return err
	}
	arguments := append([]gpu.Arg{keys.Arg(), gpu.Uint64(uint64(keys.Len()))}, f.digit(pass*digitBits)...)
	first, ticket := s.counts.Slice(pass*digits, (pass+1)*digits), s.known.Slice(words-1, words)
	arguments = append(arguments, first.Arg(), s.known.Arg(), ticket.Arg(), spare.Arg())
	shape := gpu.Shape{Grid: gpu.Dim{X: words / digits}, Block: gpu.Dim{X: threads}}
	return s.stream.Launch(s.kernels.moveKeys, shape, arguments...)
}

// sortFirst sorts the first n keys of an array. The arrays change places where
// the keys moved.
func (s *sorter) sortFirst(keys, spare *array[uint64], n int, f field) error {
	moved, err := s.sort(keys.Slice(0, n), spare.Slice(0, n), f, nil)
	if moved {
		*keys, *spare = *spare, *keys
	}
	return err
}

// merge merges two sorted runs of records.
func (s *sorter) merge(left, right, to gpu.Array[uint64]) error {
	tiles := (to.Len() + mergedKeys - 1) / mergedKeys
	runs := []gpu.Arg{
		left.Arg(), gpu.Uint64(uint64(left.Len())), right.Arg(), gpu.Uint64(uint64(right.Len())), s.known.Slice(0, tiles+1).Arg(),
	}
	if err := s.stream.Launch(s.kernels.splitRuns, gpu.Grid1D(tiles+1, threads), runs...); err != nil {
		return err
	}
	shape := gpu.Shape{Grid: gpu.Dim{X: tiles}, Block: gpu.Dim{X: threads}}
	return s.stream.Launch(s.kernels.mergeRuns, shape, append(runs, to.Arg())...)
}

// scan replaces the counts, in rows, by the sums of those before each in its
// row, and writes the totals of the rows.
func (s *sorter) scan(rows, length int) error {
	shape := gpu.Shape{Grid: gpu.Dim{X: rows}, Block: gpu.Dim{X: threads}}
	return s.stream.Launch(s.kernels.scanRows, shape, s.counts.Arg(), gpu.Uint64(uint64(length)), s.totals.Arg())
}
