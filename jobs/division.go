package jobs

import (
	"math"
	"math/bits"

	"github.com/tricycle-graph/tricycle/internal/colours"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/partition"
)

// shard returns the subtasks of one shard, numbered from 1, of so many: a run of
// those that [partition.Grid.Subtasks] yields, so that what is loaded is used again, with
// about as much work as each other one. It depends on the plan alone. There may
// be none where the shards are many.
func (p *plan) shard(number, of int) []partition.Subtask {
	if shards := p.shards(of); number <= len(shards) {
		return shards[number-1]
	}
	return nil
}

// shards returns the shards that have subtasks.
func (p *plan) shards(of int) [][]partition.Subtask {
	var all []partition.Subtask
	work := p.newWork()
	before := []uint64{0}
	for t := range p.subtasks() {
		all = append(all, t)
		before = append(before, addCapped(before[len(before)-1], work.of(t)))
	}
	bounds := par.Cut(len(all), of, func(i int) uint64 { return before[i] })
	shards := make([][]partition.Subtask, len(bounds)-1)
	for i := range shards {
		shards[i] = all[bounds[i]:bounds[i+1]]
	}
	return shards
}

// work estimates what subtasks take. Everything is done in whole numbers, for
// machines round fractions in more than one way.
type work struct {
	plan  *plan
	edges [][]uint64              // of each row range in each cut
	cells map[colours.Cell]uint64 // or of each cell
}

func (p *plan) newWork() *work {
	w := &work{plan: p, edges: make([][]uint64, len(p.Grid.Rows))}
	if p.Colouring != nil {
		w.cells = p.Colouring.cellEdges()
	}
	at := 0
	for i, rows := range p.Grid.Rows {
		w.edges[i] = make([]uint64, len(p.Cuts))
		for ; at < len(p.Pieces) && p.Pieces[at].Rows.End <= rows.End; at++ {
			for cut, edges := range p.Pieces[at].Edges {
				w.edges[i][cut] += edges
			}
		}
	}
	return w
}

// What else takes as long as loading an edge, as measured on a skewed graph.
const (
	rowEdges = 3    // edges for the offset and the length of a row
	hubBits  = 1024 // bits of the rows of hubs ANDed
	compared = 32   // pairs of entries compared
)

// of returns the work of a subtask, in edges loaded: what it loads, and what it
// then compares, for each edge (u, v) the lists of both, of average length, or
// with hubs a row of bits.
func (w *work) of(t partition.Subtask) uint64 {
	if w.cells != nil {
		return addCapped(1, w.inCells(t))
	}
	grid := w.plan.Grid
	rows := uint64(grid.Rows[t.I].Len())
	if t.J == partition.HubColumn {
		edges := w.within(t.I, partition.Range{End: grid.Hubs})
		return addCapped(1+edges+rowEdges*rows, average(edges, uint64(grid.Hubs), hubBits))
	}
	lowerRows := uint64(grid.Rows[t.J].Len())
	heads := w.within(t.I, grid.Rows[t.J])
	upper, lower := w.within(t.I, grid.Columns[t.K]), w.within(t.J, grid.Columns[t.K])
	pairs := addCapped(average(heads, upper, rows), average(heads, lower, lowerRows))
	return addCapped(1+heads+upper+lower+rowEdges*(rows+lowerRows), pairs/compared)
}

// most returns the most triangles that a subtask can have: each has one edge of
// each block, and beside an edge the range of its third corner.
func (w *work) most(t partition.Subtask) uint64 {
	if w.cells != nil {
		return mostOf(w.inCells(t))
	}
	grid := w.plan.Grid
	if t.J == partition.HubColumn {
		return mulCapped(w.within(t.I, partition.Range{End: grid.Hubs}), uint64(grid.Hubs))
	}
	upper, middle, columns := grid.Rows[t.I], grid.Rows[t.J], grid.Columns[t.K]
	return min(
		mulCapped(w.within(t.I, middle), uint64(columns.Len())),
		mulCapped(w.within(t.I, columns), uint64(middle.Len())),
		mulCapped(w.within(t.J, columns), uint64(upper.Len())),
	)
}

// mostOfAll is most for all cells together.
func (w *work) mostOfAll() uint64 {
	sum := uint64(0)
	for _, edges := range w.cells {
		sum = addCapped(sum, edges)
	}
	return mostOf(sum)
}

// mostOf returns the most triangles of so many edges, and up to three times that: by Kruskal and
// Katona there is a third of it.
func mostOf(edges uint64) uint64 {
	return mulCapped(edges, uint64(math.Sqrt(float64(edges)))+1)
}

// inCells returns the edges of the cells of a task, which take most of its time: they are
// read and sorted.
func (w *work) inCells(t partition.Subtask) uint64 {
	sum := uint64(0)
	for _, cell := range colours.CellsOf(t) {
		sum = addCapped(sum, w.cells[cell])
	}
	return sum
}

// within returns the edges of a row range in the cuts that meet columns.
func (w *work) within(i int, columns partition.Range) uint64 {
	sum := uint64(0)
	for cut, r := range w.plan.Cuts {
		if partition.Overlap(r, columns) {
			sum += w.edges[i][cut]
		}
	}
	return sum
}

// average returns a*b/n, or the largest number where that is larger.
func average(a, b, n uint64) uint64 {
	high, low := bits.Mul64(a, b)
	if high >= n {
		return 1<<64 - 1
	}
	quotient, _ := bits.Div64(high, low, n)
	return quotient
}

// addCapped returns a+b, or the largest number where that is larger.
func addCapped(a, b uint64) uint64 {
	sum, carry := bits.Add64(a, b, 0)
	if carry != 0 {
		return 1<<64 - 1
	}
	return sum
}

// mulCapped returns a*b, or the largest number where that is larger.
func mulCapped(a, b uint64) uint64 {
	high, low := bits.Mul64(a, b)
	if high != 0 {
		return 1<<64 - 1
	}
	return low
}
