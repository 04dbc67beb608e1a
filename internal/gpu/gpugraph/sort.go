package gpugraph

import (
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
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

// reserve makes room to sort n keys, and to merge as many.
func (w *work) reserve(n int) {
	if w.known.Len() < knownWords(n) {
		gpurun.Free(w.Run, &w.known)
		w.known = gpurun.Array[uint64](w.Run, knownWords(n))
	}
}

// knownWords is the words that sorting n keys needs beside them.
func knownWords(n int) int { return digits*((n+tileKeys-1)/tileKeys) + 1 }

// sort sorts keys by a field, by a least significant digit radix sort: the digits
// of all passes are counted at once, and each pass reads and writes every key
// once. spare is as long. Keys of one field keep their order. The keys move with
// each pass: it returns whether they are in spare at the end. Once they are sorted
// by the low half it passes them to look, which may be nil and must leave them as
// they are.
func (w *work) sort(keys, spare gpu.Array[uint64], f field, look func(keys gpu.Array[uint64])) (moved bool) {
	if keys.Len() == 0 {
		return false
	}
	needed := (f.bits + digitBits - 1) / digitBits
	w.countDigits(keys, f, needed)
	low := min((f.width+digitBits-1)/digitBits, needed)
	for pass := 0; ; pass++ {
		if pass == low && look != nil {
			look(keys)
		}
		if pass == needed {
			return needed%2 == 1
		}
		w.move(keys, spare, f, pass)
		keys, spare = spare, keys
	}
}

// countDigits counts the digits of each pass, and the keys with smaller ones.
func (w *work) countDigits(keys gpu.Array[uint64], f field, passes int) {
	if passes == 0 {
		return
	}
	gpurun.Zero(w.Run, w.counts.Slice(0, passes*digits))
	n := keys.Len()
	w.Launch(w.kernels.countDigits, w.kernels.over((n+countedKeys-1)/countedKeys), keys.Arg(), gpu.Uint64(uint64(n)),
		gpu.Uint32(uint32(f.skip)), gpu.Uint32(uint32(f.width)), gpu.Uint32(uint32(passes)), w.counts.Arg())
	w.scan(passes, digits)
}

// move sorts by one digit.
func (w *work) move(keys, spare gpu.Array[uint64], f field, pass int) {
	words := knownWords(keys.Len())
	gpurun.Zero(w.Run, w.known.Slice(0, words))
	arguments := append([]gpu.Arg{keys.Arg(), gpu.Uint64(uint64(keys.Len()))}, f.digit(pass*digitBits)...)
	first, ticket := w.counts.Slice(pass*digits, (pass+1)*digits), w.known.Slice(words-1, words)
	arguments = append(arguments, first.Arg(), w.known.Arg(), ticket.Arg(), spare.Arg())
	w.Launch(w.kernels.moveKeys, blocksOf(words/digits), arguments...)
}

// sortFirst sorts the first n keys of an array. The arrays change places where
// the keys moved.
func (w *work) sortFirst(keys, spare *gpu.Array[uint64], n int, f field) {
	if w.sort(keys.Slice(0, n), spare.Slice(0, n), f, nil) {
		*keys, *spare = *spare, *keys
	}
}

// mergeRuns merges two sorted runs of records.
func (w *work) mergeRuns(left, right, to gpu.Array[uint64]) {
	tiles := (to.Len() + mergedKeys - 1) / mergedKeys
	runs := []gpu.Arg{
		left.Arg(), gpu.Uint64(uint64(left.Len())), right.Arg(), gpu.Uint64(uint64(right.Len())), w.known.Slice(0, tiles+1).Arg(),
	}
	w.Launch(w.kernels.splitRuns, gpu.Grid1D(tiles+1, threads), runs...)
	w.Launch(w.kernels.mergeRuns, blocksOf(tiles), append(runs, to.Arg())...)
}

// scan replaces the counts, in rows, by the sums of those before each in its
// row, and writes the totals of the rows.
func (w *work) scan(rows, length int) {
	w.Launch(w.kernels.scanRows, blocksOf(rows), w.counts.Arg(), gpu.Uint64(uint64(length)), w.totals.Arg())
}
