//go:build amd64 && !noasm

package simd

import (
	"math"
	"unsafe"

	"golang.org/x/sys/cpu"

	"github.com/tricycle-graph/tricycle/graph"
)

//go:noescape
func countRowsAVX512(rows, offsets *uint64, neighbors *uint32, begin, end, from, to, last uint64, bitmap *uint32) (count uint64)

//go:noescape
func countRowsAVX2(rows, offsets *uint64, neighbors *uint32, begin, end, from, to, last uint64, bitmap *uint32) (count uint64)

//go:noescape
func countFlatAVX512(offsets *uint64, neighbors *uint32, begin, end, last uint64) (count, longest uint64)

//go:noescape
func countFlatAVX2(offsets *uint64, neighbors *uint32, begin, end, last uint64) (count, longest uint64)

//go:noescape
func countSymmetricAVX2(offsets *uint64, neighbors *uint32, begin, end, last uint64, bitmap *uint32) (count, longest uint64)

//go:noescape
func countSymmetricAVX512(offsets *uint64, neighbors *uint32, begin, end, last uint64, bitmap *uint32) (count, longest uint64)

//go:noescape
func countHubsAVX512(hubs *uint32, n uint64, lines *uint32, words, matrix *uint64) (count uint64)

//go:noescape
func countHubsAVX2(hubs *uint32, n uint64, lines *uint32, words, matrix *uint64) (count uint64)

//go:noescape
func fillStripAVX2(rows *StripRow, n uint64, neighbors *uint32, column uint64, table *uint64)

//go:noescape
func countStripAVX2(rows *StripRow, n uint64, neighbors *uint32, column, from uint64, table *uint64) (count uint64)

//go:noescape
func fillStripAVX512(rows *StripRow, n uint64, neighbors *uint32, column uint64, table *uint64)

//go:noescape
func countStripAVX512(rows *StripRow, n uint64, neighbors *uint32, column, from uint64, table *uint64) (count uint64)

//go:noescape
func countStretchesAVX2(neighbors *uint32, begin, end uint64, stretches *Stretch, n uint64, bitmap *uint32) (count uint64)

//go:noescape
func countLinesAVX512(rows *uint32, n uint64, bounds *uint32, lines *uint32, most uint64, set, matrix *uint64) (count uint64)

//go:noescape
func countStretchesAVX512(neighbors *uint32, begin, end uint64, stretches *Stretch, n uint64, bitmap *uint32) (count uint64)

//go:noescape
func countNearAhead(row *uint32, n uint64, near *uint16, stretches *Stretch, m uint64, marks *uint8) (count uint64)

//go:noescape
func countWindowsAVX2(offsets *uint64, neighbors *uint32, begin, end uint64, starts *uint32, windows *Window, bitmap *uint32) (count uint64)

//go:noescape
func countWindowsAVX512(offsets *uint64, neighbors *uint32, begin, end uint64, starts *uint32, windows *Window, bitmap *uint32) (count uint64)

//go:noescape
func listRowsAVX512(rows, offsets *uint64, neighbors *uint32, last, end, from, to, begin, at uint64, bitmap *uint32, pairs *Pair, most uint64, third *uint32, room uint64) (row, pos, found uint64)

//go:noescape
func tallyRowsAVX512(rows, offsets *uint64, neighbors *uint32, last, end, from, to, begin, at uint64, bitmap, places, counts *uint32, first uint64, corners *uint32, room uint64, edges *uint64, edgeRoom uint64) (row, pos, listed uint64)

//go:noescape
func creditRowsAVX512(rows, offsets *uint64, neighbors *uint32, last, end, from, to, begin, at, first uint64, bitmap *uint32, low *uint8, lows uint64, credits *Credit, corners *uint32, room uint64) (row, pos, listed, found uint64)

//go:noescape
func countEachHubAVX512(hubs *uint32, n uint64, lines *uint32, most uint64, words, matrix *uint64, stride uint64, counts *uint32)

//go:noescape
func listSharedAVX512(runs *Run, n uint64, index *uint32, words, row *uint64, found *uint32, shared *uint64, room uint64) (done, listed uint64)

//go:noescape
func addSharedAVX512(found *uint32, shared *uint64, n uint64, sums *uint16)

//go:noescape
func dueAVX512(keys, values *uint32, n uint64, add *uint32, limit uint32, due *uint32) (found uint64)

//go:noescape
func scatterAhead(ends *Ends, from, to uint64, at *uint16, lanes *Lane) (done uint64)

//go:noescape
func sortFewAVX512(keys *uint32, n uint64)

//go:noescape
func lookAVX512(records *graph.Edge, n uint64, limit uint32, kept, odd, mix uint64) (done, sum uint64)

//go:noescape
func splitAVX512(records *graph.Edge, n, bits, less uint64, limit uint32, ends *Ends) (found uint64, below bool)

//go:noescape
func listBitsVBMI2(set *uint64, stride uint64, hubs *uint32, n, at uint64, matrix *uint64, third *uint32, room uint64, ends *uint32) (next uint64)

//go:noescape
func cornersAVX512(third *uint32, n uint64, head, names *uint32, low, high uint32, least, middle, most *uint32)

// In a variable initializer, so that it runs before anything that asks for the
// best kernels.
var variants = available()

func available() []Kernels {
	all := []Kernels{generic}
	x := &cpu.X86
	if x.HasAVX2 && x.HasBMI2 && x.HasPOPCNT {
		wide := kernels("avx2", countRowsAVX2, countFlatAVX2, countHubsAVX2)
		wide.Symmetric, wide.CountSymmetric = true, symmetricLists(countSymmetricAVX2)
		wide.Strips, wide.FillStrip, wide.CountStrip = true, fillStrips(fillStripAVX2), countStrips(countStripAVX2)
		wide.Stretches, wide.CountStretches = true, stretches(countStretchesAVX2)
		wide.Windows, wide.CountWindows = true, windowed(countWindowsAVX2)
		all = append(all, wide)
	}
	if x.HasAVX512F && x.HasAVX512CD && x.HasAVX512BW && x.HasAVX512DQ && x.HasAVX512VL && x.HasAVX512VPOPCNTDQ && x.HasBMI1 && x.HasBMI2 && x.HasPOPCNT {
		best := kernels("avx512", countRowsAVX512, countFlatAVX512, countHubsAVX512)
		best.ListRows, best.CountEachHub, best.ListShared, best.Due, best.Corners = listRowsWide, countEachHubWide, listSharedWide, dueWide, cornersWide
		best.Looks, best.Look = true, lookWide
		best.Split = splitWide
		best.SortsFew, best.SortFew = true, sortFewWide
		best.Symmetric, best.CountSymmetric = true, symmetricLists(countSymmetricAVX512)
		best.Strips, best.FillStrip, best.CountStrip = true, fillStrips(fillStripAVX512), countStrips(countStripAVX512)
		best.Stretches, best.CountStretches = true, stretches(countStretchesAVX512)
		best.Lines, best.CountLines = true, countLinesWide
		best.Windows, best.CountWindows = true, windowed(countWindowsAVX512)
		best.TallyRows, best.CreditRows, best.AddShared = tallyRowsWide, creditRowsWide, addSharedWide
		all = append(all, best)
		if x.HasAVX512VBMI2 {
			best.Name, best.ListBits = "avx512vbmi2", listBitsWide
			all = append(all, best)
		}
	}
	return all
}

// kernels gives assembly the signatures of Kernels: slices, which may be empty,
// instead of pointers.
func kernels(
	name string,
	rows func(rows, offsets *uint64, neighbors *uint32, begin, end, from, to, last uint64, bitmap *uint32) uint64,
	flat func(offsets *uint64, neighbors *uint32, begin, end, last uint64) (count, longest uint64),
	hubs func(hubs *uint32, n uint64, lines *uint32, words, matrix *uint64) uint64,
) Kernels {
	return Kernels{
		Name: name,
		CountRows: func(upper, offsets []uint64, neighbors []uint32, begin, end, from, to int, bitmap []uint32) uint64 {
			if begin >= end || len(neighbors) == 0 {
				return 0
			}
			return rows(&upper[0], &offsets[0], &neighbors[0], uint64(begin), uint64(end), uint64(from), uint64(to), uint64(len(neighbors)-1), &bitmap[0])
		},
		CountFlat: func(offsets []uint64, neighbors []uint32, begin, end int) (count, longest uint64) {
			if begin >= end || len(neighbors) == 0 {
				return 0, 0
			}
			return flat(&offsets[0], &neighbors[0], uint64(begin), uint64(end), uint64(len(neighbors)-1))
		},
		CountHubs: func(set, lines []uint32, words, matrix []uint64) uint64 {
			if len(set) == 0 {
				return 0
			}
			return hubs(&set[0], uint64(len(set)), &lines[0], &words[0], &matrix[0])
		},
		CountSymmetric: countSymmetric,
		FillStrip:      fillStrip,
		CountStrip:     countStrip,
		CountStretches: countStretches,
		CountNear:      countNearMarked,
		CountLines:     countLines,
		CountWindows:   countWindows,
		ListRows:       listRows,
		TallyRows:      tallyRows,
		CreditRows:     creditRows,
		CountEachHub:   countEachHub,
		ListShared:     listShared,
		AddShared:      addShared,
		Due:            due,
		Look:           look,
		Split:          split,
		SortFew:        sortFew,
		Scatter:        scatterWords,
		ListBits:       listBits,
		Corners:        corners,
	}
}

// symmetricLists makes CountSymmetric of assembly.
func symmetricLists(count func(offsets *uint64, neighbors *uint32, begin, end, last uint64, bitmap *uint32) (uint64, uint64)) func([]uint64, []uint32, int, int, []uint32) (uint64, uint64) {
	return func(offsets []uint64, neighbors []uint32, begin, end int, bitmap []uint32) (uint64, uint64) {
		if begin >= end || len(neighbors) == 0 {
			return 0, 0
		}
		return count(&offsets[0], &neighbors[0], uint64(begin), uint64(end), uint64(len(neighbors)-1), &bitmap[0])
	}
}

// stretches makes CountStretches of assembly.
func stretches(count func(neighbors *uint32, begin, end uint64, stretches *Stretch, n uint64, bitmap *uint32) uint64) func([]uint32, uint64, uint64, uint64, []Stretch, []uint32) uint64 {
	return func(neighbors []uint32, begin, end, from uint64, stretches []Stretch, bitmap []uint32) uint64 {
		if begin >= end || len(stretches) == 0 {
			return 0
		}
		// A row before `from` has bounds below zero.
		return count(&neighbors[from], begin-from, end-from, &stretches[0], uint64(len(stretches)), &bitmap[0])
	}
}

// countNearMarked is CountNear in assembly.
func countNearMarked(neighbors []uint32, begin, end uint64, near []uint16, stretches []Stretch, marks []uint8) uint64 {
	if begin >= end || len(stretches) == 0 {
		return 0
	}
	return countNearAhead(&neighbors[begin], end-begin, unsafe.SliceData(near), &stretches[0], uint64(len(stretches)), &marks[0])
}

// fillStrips makes FillStrip of assembly.
func fillStrips(fill func(rows *StripRow, n uint64, neighbors *uint32, column uint64, table *uint64)) func([]StripRow, []uint32, int, []uint64) {
	return func(rows []StripRow, neighbors []uint32, column int, table []uint64) {
		if len(rows) > 0 {
			fill(&rows[0], uint64(len(rows)), &neighbors[0], uint64(column), &table[0])
		}
	}
}

// countStrips makes CountStrip of assembly.
func countStrips(count func(rows *StripRow, n uint64, neighbors *uint32, column, from uint64, table *uint64) uint64) func([]StripRow, []uint32, int, int, []uint64) uint64 {
	return func(rows []StripRow, neighbors []uint32, column, from int, table []uint64) uint64 {
		if len(rows) == 0 {
			return 0
		}
		return count(&rows[0], uint64(len(rows)), &neighbors[0], uint64(column), uint64(from), &table[0])
	}
}

// countLinesWide is CountLines by AVX-512.
func countLinesWide(rows, bounds, lines []uint32, set, matrix []uint64) uint64 {
	if len(rows) == 0 || len(lines) == 0 || len(matrix) == 0 {
		return 0
	}
	return countLinesAVX512(&rows[0], uint64(len(rows)), &bounds[0], &lines[0], uint64(len(lines)), &set[0], &matrix[0])
}

// windowed makes CountWindows of assembly.
func windowed(rows func(offsets *uint64, neighbors *uint32, begin, end uint64, starts *uint32, windows *Window, bitmap *uint32) uint64) func(offsets []uint64, neighbors []uint32, begin, end int, starts []uint32, windows []Window, bitmap []uint32) uint64 {
	return func(offsets []uint64, neighbors []uint32, begin, end int, starts []uint32, windows []Window, bitmap []uint32) uint64 {
		if begin >= end || len(neighbors) == 0 {
			return 0
		}
		return rows(&offsets[0], &neighbors[0], uint64(begin), uint64(end), &starts[0], unsafe.SliceData(windows), &bitmap[0])
	}
}

// listRowsWide is ListRows by AVX-512.
func listRowsWide(upper, offsets []uint64, neighbors []uint32, begin, end, from, to int, at uint64, bitmap []uint32, pairs []Pair, third []uint32) Listed {
	if begin >= end || len(neighbors) == 0 {
		return Listed{Row: end}
	}
	row, pos, found := listRowsAVX512(&upper[0], &offsets[0], &neighbors[0], uint64(len(neighbors)-1), uint64(end), uint64(from), uint64(to),
		uint64(begin), at, &bitmap[0], &pairs[0], uint64(len(pairs)), &third[0], uint64(len(third)))
	return Listed{int(row), pos, int(found)}
}

// tallyRowsWide is TallyRows by AVX-512.
func tallyRowsWide(upper, offsets []uint64, neighbors []uint32, begin, end, from, to int, at uint64, bitmap []uint32, t *Tally) Tallied {
	if begin >= end || upper[begin] == upper[end] {
		return Tallied{Row: end}
	}
	row, pos, listed := tallyRowsAVX512(&upper[0], &offsets[0], &neighbors[0], uint64(len(neighbors)-1), uint64(end), uint64(from), uint64(to),
		uint64(begin), at, &bitmap[0], &t.Places[0], &t.Counts[0], t.First, &t.Corners[0], uint64(len(t.Corners)), &t.Edges[0], uint64(len(t.Edges)))
	return Tallied{int(row), pos, int(listed)}
}

// creditRowsWide is CreditRows by AVX-512.
func creditRowsWide(upper, offsets []uint64, neighbors []uint32, begin, end, from, to int, at uint64, first uint32, bitmap []uint32, c *Credits) Credited {
	if begin >= end || upper[begin] == upper[end] {
		return Credited{Row: end}
	}
	row, pos, listed, found := creditRowsAVX512(&upper[0], &offsets[0], &neighbors[0], uint64(len(neighbors)-1), uint64(end), uint64(from), uint64(to),
		uint64(begin), at, uint64(first), &bitmap[0], unsafe.SliceData(c.Low), uint64(len(c.Low)), &c.Rows[0], &c.Corners[0], uint64(len(c.Corners)))
	return Credited{int(row), pos, int(listed), int(found)}
}

// countEachHubWide is CountEachHub by AVX-512.
func countEachHubWide(hubs, lines []uint32, words, matrix []uint64, stride int, counts []uint32) {
	if len(hubs) > 0 && len(lines) > 0 {
		countEachHubAVX512(&hubs[0], uint64(len(hubs)), &lines[0], uint64(len(lines)), &words[0], &matrix[0], uint64(stride), &counts[0])
	}
}

// listSharedWide is ListShared by AVX-512.
func listSharedWide(runs []Run, index []uint32, words, row []uint64, found []uint32, shared []uint64) (done, listed int) {
	room := len(shared) - len(row) - SharedSlack
	if len(runs) == 0 {
		return 0, 0
	}
	n, m := listSharedAVX512(&runs[0], uint64(len(runs)), &index[0], &words[0], &row[0], &found[0], &shared[0], uint64(room))
	return int(n), int(m)
}

// addSharedWide is AddShared by AVX-512.
func addSharedWide(found []uint32, shared []uint64, sums []uint16) {
	if len(found) > 0 {
		addSharedAVX512(&found[0], &shared[0], uint64(len(found)), &sums[0])
	}
}

// dueWide is Due by AVX-512.
func dueWide(keys, values, add []uint32, limit uint32, due []uint32) int {
	if len(keys) == 0 {
		return 0
	}
	return int(dueAVX512(&keys[0], &values[0], uint64(len(keys)), &add[0], limit, &due[0]))
}

// splitWide is Split by AVX-512.
func splitWide(records []graph.Edge, b Bins, limit uint32, e *Ends) (n int, below bool) {
	if len(records) == 0 {
		return 0, true
	}
	found, below := splitAVX512(&records[0], uint64(len(records)), uint64(b.Bits), uint64(b.Less), limit, e)
	return int(found), below
}

// lookWide is Look by AVX-512.
func lookWide(records []graph.Edge, limit uint32, kept uint64) (done int, sum uint64) {
	if len(records) < lookAtOnce {
		return 0, 0
	}
	n, sum := lookAVX512(&records[0], uint64(len(records)), limit, kept, HashOdd, HashMix)
	return int(n), sum
}

// sortFewWide is SortFew by AVX-512.
func sortFewWide(keys []uint32) {
	if len(keys) > 1 {
		sortFewAVX512(&keys[0], uint64(len(keys)))
	}
}

// scatterWords is Scatter in assembly.
func scatterWords(e *Ends, from, to int, at []uint16, lanes []Lane) int {
	if from >= to {
		return to
	}
	return int(scatterAhead(e, uint64(from), uint64(to), &at[0], &lanes[0]))
}

// listBitsWide is ListBits by AVX-512 with VBMI2.
func listBitsWide(set []uint64, hubs []uint32, at int, matrix []uint64, third, ends []uint32) (next int) {
	if at >= len(hubs) {
		return at
	}
	return int(listBitsVBMI2(&set[0], uint64(len(set)), &hubs[0], uint64(len(hubs)), uint64(at), &matrix[0], &third[0], uint64(len(third)), &ends[0]))
}

// cornersWide is Corners by AVX-512, which reads positions as signed numbers.
func cornersWide(third, head, names []uint32, low, high uint32, least, middle, most []uint32) {
	switch {
	case len(third) == 0:
	case len(head) > math.MaxInt32 || len(names) > math.MaxInt32:
		corners(third, head, names, low, high, least, middle, most)
	default:
		cornersAVX512(&third[0], uint64(len(third)), unsafe.SliceData(head), unsafe.SliceData(names), low, high, &least[0], &middle[0], &most[0])
	}
}
