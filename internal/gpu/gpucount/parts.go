package gpucount

import (
	"cmp"
	"context"
	"reflect"
	"slices"
	"time"

	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/partition"
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

func newPartsRoom(store *partition.Store, cut [][]partition.Range, grid partition.Grid) partsRoom {
	hubs := matrixHubs(grid)
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

// matrixHubs returns the hubs that the matrix is made for, 0 for none: a grid may
// have more of them, or another number, than the kernels take.
func matrixHubs(grid partition.Grid) uint32 {
	if grid.Hubs > deviceHubs || grid.Hubs%64 != 0 {
		return 0
	}
	return grid.Hubs
}

// beside is what there is beside the rows.
func (p partsRoom) beside() int64 { return p.columns.bytes() + hubMatrixBytes(p.hubs) }

// least is the least that suffices: two ranges of rows at once.
func (p partsRoom) least() int64 { return p.beside() + int64(min(p.ranges, 2))*p.each }

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
	room := newPartsRoom(store, p.cut, grid)
	p.Fits("the least part", room.least())
	free := p.Room()
	if p.Err != nil {
		return nil, p.Err
	}
	p.rows = &rowCache{run: p.Run, store: store, most: room.ranges}
	if beside := room.beside(); beside+room.all > free {
		p.rows.each = room.each
		p.rows.most = max(int((free-beside)/max(room.each, 1)), min(room.ranges, 2))
	}
	p.rows.copier = newRowCopier(p.Run, min(threads, mostCopiers), min(mostSlot, max(room.columns.upper, int(room.columns.edges/2)+1)))
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

// fillMatrix sets the bits of the hubs' rows, piece by piece: the range that they
// are in may not be wanted soon.
func (p *deviceParts) fillMatrix(ctx context.Context) {
	p.matrix.clear()
	for _, piece := range p.store.Pieces() {
		if piece.Rows.Begin >= p.grid.Hubs || p.Err != nil {
			return
		}
		p.addToMatrix(ctx, piece.Rows)
	}
}

func (p *deviceParts) addToMatrix(ctx context.Context, rows partition.Range) {
	var buffer *gpu.Buffer
	if buffer, p.Err = p.Device.Alloc(storedBytes(p.store, rows)); p.Err != nil {
		return
	}
	var there deviceRows
	if there, p.Err = p.rows.copier.copyRows(ctx, p.store, rows, buffer); p.Err == nil {
		p.matrix.add(there, int(rows.Begin))
		p.Wait()
	}
	p.Err = cmp.Or(p.Err, buffer.Free())
}

// partStep is a part of a subtask that is counted at once.
type partStep struct {
	upper, lower partition.Range
	middle       partition.Range // corners, which are lower rows
	hubs         bool            // the middle corners are all hubs, and lower is upper
}

// steps lists the steps of a subtask.
func (p *deviceParts) steps(t partition.Subtask) []partStep {
	var steps []partStep
	among, lowers := partition.Range{Begin: p.grid.Hubs, End: p.store.Rows()}, p.cut
	switch {
	case t.J != partition.HubColumn:
		lowers = lowers[t.J : t.J+1]
	case p.matrix == nil:
		among = partition.Range{End: p.grid.Hubs}
	}
	for _, upper := range p.cut[t.I] {
		if t.J == partition.HubColumn && p.matrix != nil {
			steps = append(steps, partStep{upper: upper, lower: upper, hubs: true})
			continue
		}
		for _, lower := range slices.Concat(lowers...) {
			middle := partition.Range{Begin: max(lower.Begin, among.Begin), End: min(lower.End, among.End)}
			if middle.Begin < middle.End && middle.Begin < upper.End {
				steps = append(steps, partStep{upper: upper, lower: lower, middle: middle})
			}
		}
	}
	return steps
}

// soon lists the ranges that are wanted after a step, each once, in the order in
// which they are, as far as can be told: those of the subtask's other steps, of
// the later subtasks of the same rows I, and of the rows that follow these.
func (p *deviceParts) soon(t partition.Subtask, rest []partStep) []partition.Range {
	var ranges []partition.Range
	listed := map[partition.Range]bool{}
	list := func(steps []partStep) {
		for _, s := range steps {
			for _, rows := range []partition.Range{s.upper, s.lower} {
				if !listed[rows] {
					listed[rows] = true
					ranges = append(ranges, rows)
				}
			}
		}
	}
	list(rest)
	reached := false
	for next := range p.grid.Subtasks() {
		if len(ranges) > p.rows.most {
			break // there is no room for more
		}
		if reached {
			list(p.steps(next))
		}
		reached = reached || next == t
	}
	return ranges
}

// count counts a subtask, and returns the time that the kernels took.
func (p *deviceParts) count(ctx context.Context, t partition.Subtask) (triangles uint64, took time.Duration, err error) {
	steps := p.steps(t)
	for i, s := range steps {
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
				begin := s.lower.Begin
				rows := lower.there.slice(int(s.middle.Begin-begin), int(s.middle.End-begin))
				p.columns.launch(upper.there, rows, s.middle.Begin)
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
