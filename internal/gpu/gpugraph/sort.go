package gpugraph

import (
	"math/bits"

	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph/kernels"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
)

// digitBits is the width of a digit.
const digitBits = 8

// field is what keys are sorted by: their high half, the lowest skipHigh bits left
// out, and below it width bits of the low half, the lowest skipLow left out. bits
// are those in use, both halves together.
type field struct{ skipLow, width, skipHigh, bits int }

// passes returns how many digits the field has.
func (f field) passes() int { return (f.bits + digitBits - 1) / digitBits }

// digit is where a digit is found in a key, as moveKeys takes it.
type digit struct{ lowShift, lowMask, highRight, highLeft, highMask uint32 }

// digit returns where the digit is that begins at a bit of the field: up to 8
// bits of the low half and, above these, of the high half.
func (f field) digit(begin int) digit {
	low := min(max(f.width-begin, 0), digitBits)
	d := digit{
		lowShift: uint32(f.skipLow + begin), lowMask: 1<<low - 1,
		highRight: uint32(f.skipHigh + max(begin-f.width, 0)), highLeft: uint32(low), highMask: kernels.Digits - 1<<low,
	}
	if low == 0 {
		d.lowShift = 0 // a shift must be less than 32
	}
	return d
}

// reserve makes room to sort n keys, and to merge as many.
func (w *work) reserve(n int) {
	if w.known.Len() < knownWords(n) {
		gpurun.Free(w.Run, &w.known)
		w.known = gpurun.Array[uint64](w.Run, knownWords(n))
	}
}

// knownWords is the words that sorting n keys needs beside them.
func knownWords(n int) int { return kernels.Digits*((n+kernels.TileKeys-1)/kernels.TileKeys) + 1 }

// sort sorts keys by a field, by a least significant digit radix sort: the digits
// of all passes are counted at once, and each pass reads and writes every key
// once. spare is as long. Keys of one field keep their order. The keys move with
// each pass: it returns whether they are in spare at the end. Once they are sorted
// by the low half it passes them to look, which may be nil and must leave them as
// they are.
func (w *work) sort(keys, spare gpu.Array[uint64], f field, look func(keys gpu.Array[uint64])) (moved bool) {
	w.countDigits(keys, f)
	return w.sortCounted(keys, spare, f, look)
}

// sortCounted is sort where the digits have been counted.
func (w *work) sortCounted(keys, spare gpu.Array[uint64], f field, look func(keys gpu.Array[uint64])) (moved bool) {
	if keys.Len() == 0 {
		return false
	}
	needed := f.passes()
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
func (w *work) countDigits(keys gpu.Array[uint64], f field) {
	if keys.Len() == 0 || f.passes() == 0 {
		return
	}
	w.countInto(f.passes(), func() {
		gpurun.Launch(w.Run, kernels.CountDigits, w.overCounted(keys.Len()), kernels.CountDigitsArgs{
			Keys: keys, N: uint64(keys.Len()), SkipLow: uint32(f.skipLow), Width: uint32(f.width), SkipHigh: uint32(f.skipHigh),
			Passes: uint32(f.passes()), Counts: w.counts,
		})
	})
}

// countInto has a launch count the digits of so many passes, and makes of them the keys with
// smaller ones.
func (w *work) countInto(passes int, launch func()) {
	if passes > 0 {
		gpurun.Zero(w.Run, w.counts.Slice(0, passes*kernels.Digits))
	}
	launch()
	if passes > 0 {
		w.scan(passes, kernels.Digits)
	}
}

// overCounted is the shape with which digits of n keys are counted.
func (w *work) overCounted(n int) gpu.Shape {
	return w.over((n + kernels.CountedKeys - 1) / kernels.CountedKeys)
}

// move sorts by one digit.
func (w *work) move(keys, spare gpu.Array[uint64], f field, pass int) {
	words := knownWords(keys.Len())
	gpurun.Zero(w.Run, w.known.Slice(0, words))
	place := f.digit(pass * digitBits)
	gpurun.Launch(w.Run, kernels.MoveKeys, blocksOf(words/kernels.Digits), kernels.MoveKeysArgs{
		Keys: keys, N: uint64(keys.Len()), Sorted: spare,
		LowShift: place.lowShift, LowMask: place.lowMask, HighRight: place.highRight, HighLeft: place.highLeft, HighMask: place.highMask,
		First: w.counts.Slice(pass*kernels.Digits, (pass+1)*kernels.Digits), Known: w.known, Ticket: w.known.Slice(words-1, words),
	})
}

// sortFirst sorts the first n keys of an array. The arrays change places where
// the keys moved.
func (w *work) sortFirst(keys, spare *gpu.Array[uint64], n int, f field) {
	w.countDigits(keys.Slice(0, n), f)
	w.sortFirstCounted(keys, spare, n, f)
}

// sortFirstCounted is sortFirst where the digits have been counted.
func (w *work) sortFirstCounted(keys, spare *gpu.Array[uint64], n int, f field) {
	if w.sortCounted(keys.Slice(0, n), spare.Slice(0, n), f, nil) {
		*keys, *spare = *spare, *keys
	}
}

// sortIDs sorts the ids for which there are counts, by falling counts and then rising
// ids, beside nothing but an array as long. The two change places where the ids
// moved. It returns the sorted ids as kernels take them: null, and nothing written,
// where all counts are 0.
func (w *work) sortIDs(counts gpu.Array[uint32], largest uint32, sorted, spare *gpu.Array[uint32]) (from gpu.Array[uint32]) {
	n, passes := counts.Len(), (bits.Len32(largest)+digitBits-1)/digitBits
	if n == 0 || passes == 0 {
		return from
	}
	w.countInto(passes, func() {
		gpurun.Launch(w.Run, kernels.CountIDDigits, w.overCounted(n), kernels.CountIDDigitsArgs{
			Counts: counts, N: uint64(n), Largest: largest, Passes: uint32(passes), Digits: w.counts,
		})
	})
	words := knownWords(n)
	for pass := range passes {
		gpurun.Zero(w.Run, w.known.Slice(0, words))
		gpurun.Launch(w.Run, kernels.MoveIDs, blocksOf(words/kernels.Digits), kernels.MoveIDsArgs{
			IDs: from, Counts: counts, N: uint64(n), Largest: largest, Shift: uint32(pass * digitBits), Sorted: *spare,
			First: w.counts.Slice(pass*kernels.Digits, (pass+1)*kernels.Digits), Known: w.known, Ticket: w.known.Slice(words-1, words),
		})
		*sorted, *spare = *spare, *sorted
		from = *sorted
	}
	return from
}

// mergeRuns merges two sorted runs of records.
func (w *work) mergeRuns(left, right, to gpu.Array[uint64]) {
	tiles := (to.Len() + kernels.MergedKeys - 1) / kernels.MergedKeys
	splits := w.known.Slice(0, tiles+1)
	gpurun.Launch(w.Run, kernels.SplitRuns, gpu.Grid1D(tiles+1, kernels.Threads), kernels.SplitRunsArgs{
		Left: left, M: uint64(left.Len()), Right: right, N: uint64(right.Len()), Splits: splits,
	})
	gpurun.Launch(w.Run, kernels.MergeRuns, blocksOf(tiles), kernels.MergeRunsArgs{
		Left: left, M: uint64(left.Len()), Right: right, N: uint64(right.Len()), Splits: splits, Merged: to,
	})
}

// scan replaces the counts, in rows, by the sums of those before each in its
// row, and writes the totals of the rows.
func (w *work) scan(rows, length int) {
	gpurun.Launch(w.Run, kernels.ScanRows, blocksOf(rows), kernels.ScanRowsArgs{
		Values: w.counts, Length: uint64(length), Totals: w.totals,
	})
}
