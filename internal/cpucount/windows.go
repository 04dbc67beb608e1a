package cpucount

import (
	"context"
	"unsafe"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/simd"
)

const (
	// windowsLeast and windowsLeastEach are how many edges a graph has at least whose rows are put into windows, in all and for
	// each worker: with 16 workers 247,290 edges took 1.5 times as long by windows.
	windowsLeast     = 1 << 16
	windowsLeastEach = 1 << 15
	// windowBytesPerEdge bounds all windows, to less than columns take.
	windowBytesPerEdge = 7
)

const windowBytes = int64(unsafe.Sizeof(simd.Window{}))

// rowWindows are the rows of oriented lists as bits, in windows: slices of rows (TCBW, WISA 2023) that begin wherever
// a row has an entry. A row whose entries are too far apart stays as it is. In an order that keeps what belongs
// together close by, such as that of many a crawl, mesh or matrix, a window holds many entries, and is ANDed in the time
// that a few of them take to look up.
type rowWindows struct {
	starts  hugemem.Array[uint32] // of each row in the windows; see simd.CountWindows
	windows hugemem.Array[simd.Window]
	tasks   []int // into which the rows are cut, to be put into windows and counted
}

// mostWindows is how many windows there may be: none where they cannot pay or do not fit.
func mostWindows(rows int, edges uint64, p Params) int64 {
	if !simd.Best().Windows || edges < max(windowsLeast, windowsLeastEach*uint64(par.Workers(p.Threads))) {
		return 0
	}
	bytes := windowBytesPerEdge * int64(edges)
	if p.Memory > 0 {
		bytes = min(bytes, p.Memory-autoBytes(rows, edges, 0, p)-besideWindows(rows, p))
	}
	return min(max(bytes, 0)/windowBytes, simd.ListedRow-1) // they are numbered with 31 bits
}

// besideWindows is what there is beside windows: where those of each row start, the end of each worker's bitmap, and the
// last page of each array, with room for what each task counts.
func besideWindows(rows int, p Params) int64 {
	return 4*int64(rows+1) + int64(par.Workers(p.Threads))*simd.WindowSlack/8 + 2*hugemem.Page
}

// windowsBytes is what counting by windows holds at most.
func windowsBytes(rows int, edges uint64, p Params) int64 {
	most := mostWindows(rows, edges, p)
	if most == 0 {
		return 0
	}
	return most*windowBytes + besideWindows(rows, p)
}

// entriesPerWindow is how many entries a row has for each of its windows, at least, to be of a level. Rows of the first
// level have one window, and those of the last always fit.
var entriesPerWindow = [...]int{1, 4, 8, 16}

const windowLevels = len(entriesPerWindow)

// windowsOf returns how many windows a row has, and its level; below zero, where it would have too many, it has none.
func windowsOf(row []uint32) (n, level int) {
	if len(row) == 0 {
		return 0, windowLevels - 1
	}
	most := max(1, len(row)/entriesPerWindow[1])
	if n = simd.WindowsOf(row, most); n > most {
		return 0, -1
	}
	return n, windowLevel(n, len(row))
}

// windowLevel is the level of a row of so many windows and entries.
func windowLevel(n, entries int) int {
	level := 0
	for level+1 < windowLevels && entries >= n*entriesPerWindow[level+1] {
		level++
	}
	return level
}

// planWindows puts the rows into windows where that is wished, or sooner than by so many hubs and their entries, and where it
// fits; else it returns nil.
func planWindows(ctx context.Context, o *lists.Oriented, p Params, hubs int) (*rowWindows, error) {
	most := mostWindows(o.Rows(), o.Edges(), p)
	if most == 0 || !p.Windows && !(rowSample{o.Edges(), o.Row, o.Edge}).cost(hubs).pays(o.Edges(), most) {
		return nil, nil
	}
	workers := par.Workers(p.Threads)
	return newRowWindows(ctx, o, most, workers, cutRows(o, workers, p.grain))
}

// WindowsByID reports whether a graph with much to scan in the order of its ids is counted sooner by windows in that order
// than after its vertices are ranked. If it is, Params.Windows has it counted so.
func WindowsByID(b *lists.Below, p Params) bool {
	most := mostWindows(b.Vertices(), b.Edges(), p)
	if most == 0 {
		return false
	}
	c := rowSample{b.Edges(), b.Row, b.Edge}.cost(0)
	return c.pays(b.Edges(), most) && c.byWindows[c.level(b.Edges(), most)]+costCopied < costRanked
}

// newRowWindows puts the rows into windows, at most so many: where there would be more, only those of a higher level. It
// returns nil where even these are too many.
func newRowWindows(ctx context.Context, o *lists.Oriented, most int64, workers int, tasks []int) (*rowWindows, error) {
	w := &rowWindows{tasks: tasks}
	fits, err := w.make(ctx, o, most, workers)
	if !fits || err != nil {
		w.free()
		return nil, err
	}
	return w, nil
}

// make makes the windows. It reports false where these are more than fit.
func (w *rowWindows) make(ctx context.Context, o *lists.Oriented, most int64, workers int) (fits bool, err error) {
	tasks := w.tasks
	if w.starts, err = hugemem.New[uint32](o.Rows() + 1); err != nil {
		return false, err
	}
	if err := par.Touch(ctx, workers, w.starts.Slice()); err != nil {
		return false, err
	}
	starts, begins := w.starts.Slice(), make([][windowLevels]int64, len(tasks)) // of rows of each level and higher ones
	err = par.Each(ctx, workers, len(tasks)-1, func(_, task int) error {
		var sums [windowLevels]int64
		for u := tasks[task]; u < tasks[task+1]; u++ {
			n, level := windowsOf(o.Row(uint32(u)))
			starts[u] = uint32(n)
			for l := range level + 1 {
				sums[l] += int64(n)
			}
		}
		begins[task+1] = sums
		return nil
	})
	if err != nil {
		return false, err
	}
	for task := range tasks[1:] {
		for l := range windowLevels {
			begins[task+1][l] += begins[task][l]
		}
	}
	all, least := begins[len(begins)-1], 0
	for least < windowLevels && all[least] > most {
		least++
	}
	if least == windowLevels {
		return false, nil
	}
	if w.windows, err = hugemem.New[simd.Window](int(all[least])); err != nil {
		return false, err
	}
	windows := w.windows.Slice()
	if err := par.Touch(ctx, workers, windows); err != nil {
		return false, err
	}
	starts[o.Rows()] = uint32(all[least])
	err = par.Each(ctx, workers, len(tasks)-1, func(_, task int) error {
		at := uint32(begins[task][least])
		for u := tasks[task]; u < tasks[task+1]; u++ {
			row, n := o.Row(uint32(u)), int(starts[u])
			starts[u] = at
			switch {
			case len(row) == 0:
			case n == 0 || windowLevel(n, len(row)) < least:
				starts[u] |= simd.ListedRow
			default:
				at += uint32(simd.FillWindows(row, windows[at:]))
			}
		}
		return nil
	})
	return true, err
}

func (w *rowWindows) free() {
	w.starts.Free()
	w.windows.Free()
}

// count counts all triangles: it adds to the workers' states.
func (w *rowWindows) count(ctx context.Context, o *lists.Oriented, meter *graph.Meter, states []autoState) (uint64, error) {
	kernels := simd.Best()
	meter.Start("count", int64(o.Edges()))
	err := par.Each(ctx, len(states), len(w.tasks)-1, func(worker, task int) error {
		s := &states[worker]
		s.init(o.Rows() + simd.WindowSlack)
		begin, end := w.tasks[task], w.tasks[task+1]
		count := kernels.CountWindows(o.Offsets(), o.Neighbors(), begin, end, w.starts.Slice(), w.windows.Slice(), s.bitmap)
		meter.Add(int64(o.Offsets()[end] - o.Offsets()[begin]))
		return s.add(count)
	})
	if err != nil {
		return 0, err
	}
	return sumStates(states)
}
