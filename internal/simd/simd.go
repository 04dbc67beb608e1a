// Package simd holds the innermost loops of counting: one signature a kernel,
// a plain Go form that says what it does, and forms in assembly for what the
// processor has. Build with the tag noasm to leave the assembly out.
package simd

import "github.com/tricycle-graph/tricycle/graph"

// Kernels are the loops in one form. All forms give the same answers.
type Kernels struct {
	Name string

	// Strips tells that CountStrip ANDs a line at once: else words one by one, of a matrix
	// that no cache holds, are sooner done.
	Strips bool

	// CountRows counts, for every row u in [begin, end) of oriented lists and
	// every v in it, from <= v < to, the elements of v's row that are in u's. The
	// bounds of row u stand in upper and those of row v in offsets, which has them
	// for every number in neighbors; where the rows are the same, so are upper and
	// offsets. bitmap has a bit for every row, all zero, before and after.
	CountRows func(upper, offsets []uint64, neighbors []uint32, begin, end, from, to int, bitmap []uint32) uint64

	// CountFlat counts the triangles of symmetric lists whose largest corner is
	// a row in [begin, end), and finds the longest run of smaller neighbours
	// among these rows. It compares all pairs: for short lists.
	CountFlat func(offsets []uint64, neighbors []uint32, begin, end int) (count, longest uint64)

	// CountSymmetric is CountFlat for lists of any length. bitmap is as for CountRows.
	CountSymmetric func(offsets []uint64, neighbors []uint32, begin, end int, bitmap []uint32) (count, longest uint64)

	// Symmetric tells that CountSymmetric looks many entries up at once.
	Symmetric bool

	// CountHubs counts, for every hub h of a set, the bits that the set shares with row h of
	// a triangular bit matrix. The set is given by the hubs in it, ascending, and as bits: by
	// its lines that are not zero, and by where these are in a row, in bytes.
	CountHubs func(hubs, lines []uint32, words, matrix []uint64) uint64

	// FillStrip sets, for each of some rows, its line in a table: the bits of those of its
	// entries that lie in the strip of columns that begins at one.
	FillStrip func(rows []StripRow, neighbors []uint32, column int, table []uint64)

	// CountStrip counts, for each of some rows u and every v in it from StripRow.Row to
	// StripRow.End, the entries in a strip of columns that u's row and v's share. Line 0 of the
	// table is that of row `from`, and it has the lines of all these v.
	CountStrip func(rows []StripRow, neighbors []uint32, column, from int, table []uint64) uint64

	// CountStretches counts, over some stretches of the neighbors, whose positions count from one of
	// these, the entries that are in the row at [begin, end). That position is within no row. bitmap is
	// as for CountRows.
	CountStretches func(neighbors []uint32, begin, end, from uint64, stretches []Stretch, bitmap []uint32) uint64

	// Stretches tells that CountStretches takes many entries at once.
	Stretches bool

	// CountNear is CountStretches for stretches of near, a list of entries that have 16 bits, as those of
	// the row do. marks has a byte for each of these, zero before and after.
	CountNear func(neighbors []uint32, begin, end uint64, near []uint16, stretches []Stretch, marks []uint8) uint64

	// CountLines counts, for each of some rows r of a bit matrix, the bits that it shares with a
	// set. The lines of row r stand in the matrix from line bounds[2r] to bounds[2r+1], and there
	// are no bits behind them. The set is given by its lines that are not zero, and by where they
	// are in a row, ascending.
	CountLines func(rows, bounds, lines []uint32, set, matrix []uint64) uint64

	// Lines tells that CountLines ANDs a line at once.
	Lines bool

	// CountWindows is CountRows, with every v, for rows that are in windows, too: those of row r stand from starts[r] up to
	// starts[r+1] without the bit ListedRow. Where starts[r] has that bit, the row has none, and is looked up entry by entry.
	// bitmap has WindowSlack bits behind those of the rows.
	CountWindows func(offsets []uint64, neighbors []uint32, begin, end int, starts []uint32, windows []Window, bitmap []uint32) uint64

	// Windows tells that CountWindows ANDs windows sooner than entries are looked up.
	Windows bool

	// ListRows is CountRows that tells the triangles. For each v that closes any it
	// adds a Pair to pairs, and to third where in v's row the third corners stand. It
	// begins with the v at position at of the neighbors, or where the rows do if that is
	// later, and stops early, at a pair for which there may be no room: third has room for
	// more than the longest row and ListSlack.
	ListRows func(upper, offsets []uint64, neighbors []uint32, begin, end, from, to int, at uint64, bitmap []uint32, pairs []Pair, third []uint32) Listed

	// TallyRows is CountRows that adds the triangles with each entry of the rows to a
	// tally, and lists where in the neighbors the third corners stand, in v's row. It
	// begins as ListRows does, and stops early where there may be no room for more.
	TallyRows func(upper, offsets []uint64, neighbors []uint32, begin, end, from, to int, at uint64, bitmap []uint32, t *Tally) Tallied

	// CreditRows is CountRows that credits the triangles to their corners. It begins as
	// ListRows does, and stops early where there may be no room for more. The first of the
	// upper rows is called by its number in the neighbors.
	CreditRows func(upper, offsets []uint64, neighbors []uint32, begin, end, from, to int, at uint64, first uint32, bitmap []uint32, c *Credits) Credited

	// CountEachHub adds to counts, for each of some hubs, the bits that its row of a bit matrix
	// shares with a sparse bit set. A row has so many words, in whole lines of
	// LineWords. The set is given by its lines that are not zero, and by where they are
	// in a row, in bytes.
	CountEachHub func(hubs, lines []uint32, words, matrix []uint64, stride int, counts []uint32)

	// ListShared ANDs runs of sparse words with those of a row, and lists what is not
	// zero: in found where it is in the row, and in shared the words themselves. Each
	// run is of some of the words, which index places in the row, each in a place of its
	// own. It stops early, before a run for which there may be no room: shared and found
	// have room for more than the row and SharedSlack.
	ListShared func(runs []Run, index []uint32, words, row []uint64, found []uint32, shared []uint64) (done, listed int)

	// AddShared adds one to the sum of each bit of the words that ListShared listed: the 64
	// sums of a word stand where it is in the row.
	AddShared func(found []uint32, shared []uint64, sums []uint16)

	// Due tells which of some values are at most a limit and what their keys add to it. It
	// puts their positions into due, which has room for all and ListSlack, and returns how
	// many there are.
	Due func(keys, values, add []uint32, limit uint32, due []uint32) int

	// Look looks at records, eight at a time, and stops before eight of which one is a loop, has
	// an end that is not below a limit, or a hash of at most kept (see HashMix). It returns how
	// many it passed, and the sum of their products, each xor the record's first end.
	Look func(records []graph.Edge, limit uint32, kept uint64) (done int, sum uint64)

	// Looks tells that Look is faster than to look at records while something else is done.
	Looks bool

	// Split splits at most EndsAtOnce records into their ends, but for those whose ends are
	// equal. It returns how many there are, and whether all larger ends are below a limit.
	Split func(records []graph.Edge, b Bins, limit uint32, e *Ends) (n int, below bool)

	// Scatter writes keys of the ends from one place up to another to lanes: at has the lane of
	// each bin. It stops early, before one whose lane has no room, and returns how far it came.
	Scatter func(e *Ends, from, to int, at []uint16, lanes []Lane) (done int)

	// SortFew sorts at most FewKeys keys.
	SortFew func(keys []uint32)

	// SortsFew tells that SortFew takes many keys at once.
	SortsFew bool

	// ListBits lists, for each hub from position at on, the bits that a bit set shares with
	// its row of a bit matrix: in third, ascending, those of one hub behind those of the
	// other, and in ends where each hub's end. It stops early, before a hub for which there
	// may be no room, and returns how far it came: third has room for more than there are
	// hubs, as many of which as the set has bits, and ListSlack. A row has as many words as
	// the set, in whole lines of LineWords and MostListBits bits at most; that of a hub has
	// none from itself on.
	ListBits func(set []uint64, hubs []uint32, at int, matrix []uint64, third, ends []uint32) (next int)

	// Corners sorts the corners of triangles that share an edge from low to high: into
	// least, middle and most, which have room for as many as there are third corners. These
	// stand at some positions in head, which holds rows, or are rows themselves where head is
	// nil. A row is called by its number in names or, where names is nil, by its own. low is
	// less than high, and no third corner is one of them.
	Corners func(third, head, names []uint32, low, high uint32, least, middle, most []uint32)
}

// Run are some words, from one up to another.
type Run struct{ Begin, End uint32 }

// SharedSlack is how many words ListShared may write behind what it lists.
const SharedSlack = 8

// Pair is an edge of oriented lists that closes triangles.
type Pair struct {
	Pos uint64 // of v in the neighbors
	Row uint32 // u
	End uint32 // of its third corners; they begin where those of the pair before end
}

// Listed is how far ListRows came.
type Listed struct {
	Row   int    // to go on with: the end, where all is done
	Pos   uint64 // in it, to go on at
	Pairs int    // found
}

// MostListBits is how many bits a set has at most for ListBits.
const MostListBits = 1 << 12

// LineWords is how many words are read at once.
const LineWords = 8

// ListSlack is how far behind what they found kernels may write.
const ListSlack = 16

// Zero reports whether all words are zero. It looks at each: that is sooner than to stop
// at the first that is not, where there are few of them or most are zero.
func Zero[W uint32 | uint64](words []W) bool {
	all := W(0)
	for _, word := range words {
		all |= word
	}
	return all == 0
}

// Best returns the fastest kernels that this processor can run.
func Best() Kernels { return variants[len(variants)-1] }

// All returns every form that this processor can run, plain Go first.
func All() []Kernels { return variants }

// MatrixRow returns where row h of a triangular bit matrix begins, in words of 64 bits: row h
// holds the bits below h, in h/512+1 lines.
func MatrixRow(h uint32) uint64 {
	q, r := uint64(h>>9), uint64(h&511)
	return LineWords * (q + 1) * (256*q + r)
}
