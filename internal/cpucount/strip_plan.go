package cpucount

import (
	"context"

	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/simd"
)

const (
	// stripLeast is how many edges a graph has at least whose parts are counted by strips.
	stripLeast = 1 << 25
	// stripWhole and stripEach are how many a graph has that is whole in memory, in all and for
	// each worker, and no columns: kron-22 has 64 million, and takes less processor time by tiles;
	// with 16 workers strips were slower even than its matrix row by row.
	stripWhole = 1 << 26
	stripEach  = 1 << 23
	// stripHubs is how many hubs it would have at least, or there are no dense rows.
	stripHubs = 1 << 15
	// stripSparse is how many words of the bit matrix may share an edge, on average, with
	// the rows that have lines: with more of them, to make lines takes longer than to look
	// their entries up one by one.
	stripSparse = 8
	// stripRows bounds the tables to 192 MiB.
	stripRows = 1 << 20
	// stripBlock is how many edges are indexed at once, at most and at least: what is made
	// for each block anew shows with fewer.
	stripBlock      = 1 << 29
	stripLeastBlock = 1 << 25
)

// stripPlan says which rows have lines, the first so many, and how many edges are indexed
// at once. There are no rows where strips do not pay or what they take does not fit.
func stripPlan(o *lists.Oriented, p Params) (rows int, block uint64) {
	block = stripRoom(o.Rows(), o.Edges(), p)
	if block == 0 || hubCount(o, Params{}) < stripHubs {
		return 0, 0
	}
	inside := func(rows int) uint64 { return o.Offsets()[rows] }
	return mostLines(o.Rows(), inside, func(int) bool { return true }), block
}

// mostLines returns how many rows have lines: the most, in powers of two, that are dense
// enough and fit.
func mostLines(rows int, inside func(rows int) uint64, fits func(lines int) bool) (lines int) {
	for n := stripHubs; n <= min(rows, stripRows) && stripSparse*inside(n) >= wordsWithBits(n) && fits(n); n *= 2 {
		lines = n
	}
	return lines
}

// stripRoom returns how many edges can be indexed at once, 0 where it does not pay.
func stripRoom(rows int, edges uint64, p Params) uint64 {
	if !stripsPay(edges, p) || rows < stripHubs {
		return 0
	}
	block := min(edges, stripBlock)
	if p.Memory > 0 {
		block = min(block, uint64(max(p.Memory-stripTables(rows)-autoBytes(rows, edges, 0, p), 0))/(2*stripEntry))
	}
	if block < stripLeastBlock {
		return 0
	}
	return block
}

// stripsPay reports whether a graph is large enough for strips, on this machine.
func stripsPay(edges uint64, p Params) bool {
	return simd.Best().Strips && edges >= max(stripWhole, stripEach*uint64(par.Workers(p.Threads)))
}

// stripEntry is what the index holds of an entry that is alone in its strip.
const stripEntry = 12

// stripTables is what the tables hold, and pages that are not full.
func stripTables(rows int) int64 { return 3*8*simd.LineWords*int64(min(rows, stripRows)) + PageBytes }

// BesideBytes is the most that auto holds beside what every count by it does: the matrix
// of the hubs, by tiles or beside columns of a tripartite graph; columns beyond them; the tables of strips and their index; or windows.
func BesideBytes(rows int, edges uint64, p Params) int64 {
	held, columns := windowsBytes(rows, edges, p), columnBytes(rows, edges, 0, p)
	for hubs := range hubChoices(rows, edges, p) {
		matrix := matrixBytes(hubs)
		held = max(held, columns, matrix+columnBytes(rows, edges, matrix, p))
	}
	if block := stripRoom(rows, edges, p); block > 0 {
		held = max(held, stripTables(rows)+2*stripEntry*int64(block))
	}
	return held
}

// countStrips is countAuto by strips for the v among so many rows: it adds to the workers' states.
func countStrips(ctx context.Context, o *lists.Oriented, p Params, rows int, block uint64, states []autoState) error {
	crew := par.NewCrew(ctx, len(states))
	defer crew.Close()
	s := &strips{kernels: simd.Best(), crew: crew, neighbors: o.Neighbors(), block: block, meter: p.Meter, states: states}
	defer s.free()
	p.Meter.Start("count", int64(o.Edges())*int64(1+len(cutEdges(o.Offsets(), 0, rows, block))-1))
	return s.count(o.Offsets(), o.Offsets(), 0, rows)
}
