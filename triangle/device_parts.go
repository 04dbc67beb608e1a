package triangle

import (
	"cmp"
	"context"
	"reflect"
	"slices"
	"time"

	"github.com/tricycle-graph/tricycle/gpu"
	"github.com/tricycle-graph/tricycle/partition"
)

// deviceParts is what a GPU holds to count the subtasks of a grid with all
// columns in one range.
type deviceParts struct {
	*deviceRun
	store   *partition.Store
	grid    partition.Grid
	cut     [][]partition.Range // the rows of the grid, cut further where memory is short
	rows    *rowCache
	matrix  *deviceHubMatrix
	columns *columnCounter
	alone   bool // nothing is copied in the background
}

// partsRoom is the memory that deviceParts is made of.
type partsRoom struct {
	columns columnRoom
	hubs    int
	ranges  int   // of rows
	each    int64 // bytes of the largest
	all     int64 // of all
}

func newPartsRoom(store *partition.Store, cut [][]partition.Range, hubs uint32) partsRoom {
	room := partsRoom{hubs: int(hubs)}
	for _, ranges := range cut {
		for _, rows := range ranges {
			bytes := storedBytes(store, rows)
			room.ranges++
			room.each = max(room.each, bytes)
			room.all += bytes
			c := &room.columns
			c.upper, c.lower = max(c.upper, rows.Len()), max(c.lower, int(rows.End)-int(max(rows.Begin, hubs)))
			c.edges = max(c.edges, store.Edges(rows, partition.Range{End: store.Rows()}))
			c.segments = max(c.segments, store.Edges(rows, partition.Range{Begin: hubs, End: store.Rows()}))
		}
	}
	return room
}

// beside is what there is beside the rows.
func (p partsRoom) beside() int64 { return p.columns.bytes() + hubMatrixBytes(p.hubs) }

// least is the least that suffices: two ranges of rows at once.
func (p partsRoom) least() int64 { return p.beside() + int64(min(p.ranges, 2))*p.each }

// devicePartsBytes is what a GPU holds to count in parts at full speed, where a
// range has at most so many rows and edges: the upper and the lower rows, and
// those that are copied meanwhile.
func devicePartsBytes(rows int, edges uint64, hubs int) int64 {
	columns := columnRoom{upper: rows, lower: rows, edges: edges, segments: edges}
	p := partsRoom{columns: columns, hubs: hubs, ranges: 3, each: rowsBytes(rows, edges)}
	return (p.beside() + 3*p.each) / (memoryMargin - 1) * memoryMargin
}

// memoryMargin is the part of the free memory that is left alone, as a divisor:
// the driver rounds up, and takes some itself.
const memoryMargin = 64

// openDeviceParts makes room on the device, and the hubs' matrix. Ranges of rows
// take up to most bytes, if a single piece does not take more; 0 is no bound.
// The error is of the class gpu.ErrOutOfMemory where that is too much.
func openDeviceParts(ctx context.Context, dev *gpu.Device, store *partition.Store, grid partition.Grid, most int64, threads int) (_ *deviceParts, err error) {
	p := &deviceParts{deviceRun: newDeviceRun(dev, nil), store: store, grid: grid, cut: cutStored(store, grid.Rows, most)}
	defer func() {
		if err != nil {
			_ = p.close() // the first error says more
		}
	}()
	room := newPartsRoom(store, p.cut, grid.Hubs)
	if err := fits(p.Run, "the least part", room.least()); err != nil {
		return nil, err
	}
	free := p.FreeMemory()
	free -= free / memoryMargin
	p.rows = &rowCache{run: p.Run, store: store, most: room.ranges}
	if beside := room.beside(); beside+room.all > free {
		p.rows.each = room.each
		p.rows.most = max(int((free-beside)/max(room.each, 1)), min(room.ranges, 2))
	}
	p.rows.copier = newCopier(p.Run, threads, min(mostSlot, max(room.columns.upper, int(room.columns.edges/2)+1)))
	p.columns = p.newColumns(room.columns, deviceColumn)
	if room.hubs > 0 {
		p.matrix = p.newHubMatrix(room.hubs)
		p.fillMatrix(ctx)
	}
	return p, p.Err
}

// isFor reports whether p was made for these.
func (p *deviceParts) isFor(store *partition.Store, grid partition.Grid) bool {
	return p.store == store && reflect.DeepEqual(p.grid, grid)
}

// close gives everything back.
func (p *deviceParts) close() error {
	var first error
	if p.rows != nil {
		first = p.rows.close()
	}
	return cmp.Or(first, p.Close())
}

// fillMatrix sets the bits of the hubs' rows.
func (p *deviceParts) fillMatrix(ctx context.Context) {
	p.matrix.clear()
	for _, ranges := range p.cut {
		for _, rows := range ranges {
			if rows.Begin >= p.grid.Hubs || p.Err != nil {
				return
			}
			var held *heldRows
			if held, p.Err = p.rows.want(ctx, rows); p.Err == nil {
				p.matrix.add(held.there, int(rows.Begin))
				p.Wait() // others may take its place
			}
		}
	}
}

// partStep is a part of a subtask that is counted at once.
type partStep struct {
	upper, lower partition.Range
	first        uint32 // middle corner, and the others up to the end of lower
	hubs         bool   // the middle corners are the hubs, and lower is upper
}

// steps lists the steps of a subtask.
func (p *deviceParts) steps(t partition.Subtask) []partStep {
	var steps []partStep
	for _, upper := range p.cut[t.I] {
		if t.J == partition.HubColumn {
			steps = append(steps, partStep{upper: upper, lower: upper, hubs: true})
			continue
		}
		for _, lower := range p.cut[t.J] {
			if first := max(lower.Begin, p.grid.Hubs); first < lower.End && first < upper.End {
				steps = append(steps, partStep{upper: upper, lower: lower, first: first})
			}
		}
	}
	return steps
}

// soon lists the ranges that are wanted after a step, as far as can be told:
// those of the subtask's other steps, of the later subtasks of the same rows I,
// and then of the rows before these, which have the most work that is left.
func (p *deviceParts) soon(t partition.Subtask, rest []partStep) []partition.Range {
	var later, before []partStep
	reached := false
	for next := range p.grid.Subtasks() {
		switch {
		case next == t:
			reached = true
		case next.I == t.I && reached:
			later = append(later, p.steps(next)...)
		case next.I == t.I-1:
			before = append(before, p.steps(next)...)
		}
	}
	var ranges []partition.Range
	for _, s := range slices.Concat(rest, later, before) {
		ranges = append(ranges, s.upper, s.lower)
	}
	return ranges
}

// count counts a subtask, and returns the time that the kernels took.
func (p *deviceParts) count(ctx context.Context, t partition.Subtask) (triangles uint64, took time.Duration, err error) {
	steps := p.steps(t)
	for i, s := range steps {
		if err := p.rows.settle(); err != nil {
			return 0, took, err
		}
		upper, err := p.rows.want(ctx, s.upper)
		if err != nil {
			return 0, took, err
		}
		lower, err := p.rows.want(ctx, s.lower, upper)
		if err != nil {
			return 0, took, err
		}
		if !p.alone {
			if err := p.rows.expect(ctx, p.soon(t, steps[i+1:]), upper, lower); err != nil {
				return 0, took, err
			}
		}
		part, ran, err := p.deviceRun.count(ctx, func() {
			if s.hubs {
				p.matrix.launch(upper.there)
			} else {
				p.columns.launch(upper.there, lower.there.from(int(s.first-s.lower.Begin)), s.first)
			}
		})
		took += ran
		if err != nil {
			return 0, took, err
		}
		triangles += part
	}
	return triangles, took, nil
}
