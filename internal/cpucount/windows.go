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
	// windowsLeast and windowsEach are how many edges a graph has at least whose rows are put into windows, in all and for
	// each worker: 16 workers took twice as long so for graphs of 250,000 edges.
	windowsLeast = 1 << 16
	windowsEach  = 1 << 15
	// windowEntries is how many entries a row has at least for each of its windows, where it has several.
	windowEntries = 4
	// windowRoom is how many bytes of windows there are at most for an edge, which has four in the lists.
	windowRoom = 8
)

const windowBytes = int64(unsafe.Sizeof(simd.Window{}))

// rowWindows are the rows of oriented lists as bits, in windows: slices of rows (TCBW, WISA 2023) that begin wherever
// a row has an entry. A row whose entries are too far apart stays as it is. In an order that keeps what belongs
// together close by, such as that of many a crawl, mesh or matrix, a window holds many entries, and is ANDed in the time
// that a few of them take to look up.
type rowWindows struct {
	first   hugemem.Array[uint32] // window of each row; see simd.CountWindows
	windows hugemem.Array[simd.Window]
}

// windowsRoom is how many windows there may be: none where they cannot pay or do not fit.
func windowsRoom(rows int, edges uint64, p Params) int64 {
	if !simd.Best().Windows || edges < max(windowsLeast, windowsEach*uint64(par.Workers(p.Threads))) {
		return 0
	}
	bytes := windowRoom * int64(edges)
	if p.Memory > 0 {
		bytes = min(bytes, p.Memory-autoBytes(rows, edges, 0, p)-windowTables(rows, p))
	}
	return min(max(bytes, 0)/windowBytes, simd.ListedRow-1)
}

// windowTables is what there is beside windows: where those of each row stand, the end of each worker's bitmap, and the
// last page of each array.
func windowTables(rows int, p Params) int64 {
	return 4*int64(rows+1) + int64(par.Workers(p.Threads))*windowBytes + 2*hugemem.Page
}

// windowsBytes is what windows take at most.
func windowsBytes(rows int, edges uint64, p Params) int64 {
	room := windowsRoom(rows, edges, p)
	if room == 0 {
		return 0
	}
	return room*windowBytes + windowTables(rows, p)
}

// windowsOf is how many windows a row has, or ListedRow if there would be too many.
func windowsOf(row []uint32) uint32 {
	if len(row) == 0 {
		return 0
	}
	most := max(1, len(row)/windowEntries)
	if n := simd.WindowsOf(row, most); n <= most {
		return uint32(n)
	}
	return simd.ListedRow
}

// windowsPay reports whether rows are counted sooner by windows than by a matrix of so many hubs and by their entries.
func windowsPay(o *lists.Oriented, hubs int) bool {
	middle := func(i uint64) uint32 { return o.Neighbors()[i] }
	windows, others := rowSample{o.Rows(), uint64(len(o.Neighbors())), o.Row, middle}.work(hubs)
	return windowsGain*windows < others
}

// WindowsByID reports whether a graph with much to scan in the order of its ids is counted sooner by windows in that order
// than after its vertices are ranked.
func WindowsByID(b *lists.Below, p Params) bool {
	if windowsRoom(b.Vertices(), b.Edges(), p) == 0 {
		return false
	}
	windows, _ := rowSample{b.Vertices(), b.Edges(), b.Row, b.Middle}.work(0)
	return windows+copyWork < rankedWork
}

// newRowWindows puts the rows into windows, at most so many; or returns nil where there would be more.
func newRowWindows(ctx context.Context, o *lists.Oriented, most int64, workers int, tasks []int) (*rowWindows, error) {
	w := &rowWindows{}
	fits, err := w.make(ctx, o, most, workers, tasks)
	if !fits || err != nil {
		w.free()
		return nil, err
	}
	return w, nil
}

// make makes the windows of rows that are cut into tasks. It reports false where these are more than fit.
func (w *rowWindows) make(ctx context.Context, o *lists.Oriented, most int64, workers int, tasks []int) (fits bool, err error) {
	if w.first, err = hugemem.New[uint32](o.Rows() + 1); err != nil {
		return false, err
	}
	if err := par.Touch(ctx, workers, w.first.Slice()); err != nil {
		return false, err
	}
	first, begins := w.first.Slice(), make([]int64, len(tasks))
	err = par.Each(ctx, workers, len(tasks)-1, func(_, task int) error {
		for u := tasks[task]; u < tasks[task+1]; u++ {
			first[u] = windowsOf(o.Row(uint32(u)))
			begins[task+1] += int64(first[u] &^ simd.ListedRow)
		}
		return nil
	})
	if err != nil {
		return false, err
	}
	for task := range tasks[1:] {
		begins[task+1] += begins[task]
	}
	all := begins[len(begins)-1]
	if all > most {
		return false, nil
	}
	if w.windows, err = hugemem.New[simd.Window](int(all)); err != nil {
		return false, err
	}
	windows := w.windows.Slice()
	if err := par.Touch(ctx, workers, windows); err != nil {
		return false, err
	}
	first[o.Rows()] = uint32(all)
	err = par.Each(ctx, workers, len(tasks)-1, func(_, task int) error {
		at := uint32(begins[task])
		for u := tasks[task]; u < tasks[task+1]; u++ {
			n := first[u]
			first[u] = at | n&simd.ListedRow
			if n&simd.ListedRow == 0 {
				at += uint32(simd.FillWindows(o.Row(uint32(u)), windows[at:]))
			}
		}
		return nil
	})
	return true, err
}

func (w *rowWindows) free() {
	w.first.Free()
	w.windows.Free()
}

// countWindows is countAuto by windows, of which there are at most so many. It reports false where there would be more.
func countWindows(ctx context.Context, o *lists.Oriented, meter *graph.Meter, most int64, tasks []int, states []autoState) (total uint64, done bool, err error) {
	w, err := newRowWindows(ctx, o, most, len(states), tasks)
	if w == nil || err != nil {
		return 0, false, err
	}
	defer w.free()
	kernels := simd.Best()
	meter.Start("count", int64(o.Edges()))
	err = par.Each(ctx, len(states), len(tasks)-1, func(worker, task int) error {
		s := &states[worker]
		s.init(o.Rows() + simd.WindowBits + 32)
		begin, end := tasks[task], tasks[task+1]
		count := kernels.CountWindows(o.Offsets(), o.Neighbors(), begin, end, w.first.Slice(), w.windows.Slice(), s.bitmap)
		meter.Add(int64(o.Offsets()[end] - o.Offsets()[begin]))
		return s.add(count)
	})
	if err != nil {
		return 0, false, err
	}
	total, err = sumStates(states)
	return total, true, err
}
