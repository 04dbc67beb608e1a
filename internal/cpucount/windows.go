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
	// windowsLeast is how many edges a graph has at least whose rows are put into windows.
	windowsLeast = 1 << 16
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
	if !simd.Best().Windows || edges < windowsLeast {
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

// What steps take, about, in fifths of a nanosecond: of a row v to come to it, for each of its windows, for 16 of its
// entries that are looked up, and for each line of a matrix of hubs; and of each edge, to put it into a window. They
// were fitted to graphs of all shapes; see docs/tried.md.
const (
	windowRow, windowEach, windowMade = 5, 4, 6
	listRow, listEach                 = 10, 20
	hubRow, hubLine                   = 5, 3
	// windowsGain is how many times as long all else must take for windows to be made.
	windowsGain = 1.25
)

// windowsPay reports whether rows are counted sooner by windows than by a matrix of so many hubs and by their entries:
// by some edges, spread over all.
func windowsPay(o *lists.Oriented, hubs int) bool {
	const sample = 512
	edges := uint64(len(o.Neighbors()))
	windows, others := 0, 0
	for i := range uint64(sample) {
		v := o.Neighbors()[edges/sample*i+edges%sample*i/sample]
		row := o.Row(v)
		if len(row) == 0 {
			continue
		}
		listed := listRow + (len(row)+15)/16*listEach
		if n := windowsOf(row); n == simd.ListedRow {
			windows += listed
		} else {
			windows += windowRow + int(n)*windowEach
		}
		if int(v) < hubs {
			listed = min(listed, hubRow+(int(v)/512+1)*hubLine)
		}
		others += listed
	}
	return windowsGain*float64(windows+sample*windowMade) < float64(others)
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
