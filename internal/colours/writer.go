package colours

import (
	"cmp"
	"context"
	"encoding/binary"
	"slices"

	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/objectfs"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// Writer shares edges out to cells. They go to a temporary file, a chunk of a cell at a
// time, and from there cell by cell to their files, sorted and without duplicates.
type Writer struct {
	cut     Cut
	workers int
	memory  int64
	chunk   int // edges of a chunk
	spill   *lists.Spill

	lanes []lane
	cells []spilled // by index; behind them the vertices of each colour, where these are wanted
	edges int       // how many of these are cells
}

// lane is what one worker has to itself.
type lane struct {
	chunks *chunks
	bytes  []byte
	recent []uint64 // vertices that were added a while ago, so that few come often
}

// spilled says where the edges of a cell are: narrow ones and wide ones, of each worker. What
// one was given sorted lies there so.
type spilled struct {
	narrow, wide [][]lists.Spilled
}

const (
	// mostChunk and leastChunk are the edges that a chunk has room for, at most and at least.
	mostChunk  = 1 << 13
	leastChunk = 1 << 5
)

// NewWriter makes one for so many workers that holds no more memory than given, but for
// the least that it needs; 0 is for a size that does well. Its temporary file is in a
// folder, "" being the system's. Vertices are in files of loops: one loop of each that is at an
// edge or a loop.
func NewWriter(cut Cut, workers int, memory int64, folder string) *Writer {
	if memory <= 0 {
		memory = 256 << 20
	}
	w := &Writer{cut: cut, workers: workers, memory: memory, spill: lists.NewSpill(folder), edges: cellsOf(cut.Colours, false)}
	w.chunk = cut.chunk(memory, workers)
	w.lanes, w.cells = make([]lane, workers), make([]spilled, cut.cells())
	for i := range w.cells {
		w.cells[i] = spilled{make([][]lists.Spilled, workers), make([][]lists.Spilled, workers)}
	}
	for i := range w.lanes {
		if cut.Vertices {
			w.lanes[i].recent = make([]uint64, recentVertices)
			for place := range w.lanes[i].recent {
				w.lanes[i].recent[place] = uint64(place) + 1 // which belongs elsewhere
			}
		}
	}
	return w
}

// Add takes an edge. Loops are left out, but for their vertices. Calls by one worker must
// not overlap.
func (w *Writer) Add(worker int, u, v uint64) error {
	if u == v {
		return w.addVertex(worker, u)
	}
	return w.add(worker, CellOf(Of(u, w.cut.Colours), Of(v, w.cut.Colours)).index(), max(u, v), min(u, v))
}

// AddRow takes the edges of a vertex to some of smaller ids, all of 32 bits.
func (w *Writer) AddRow(worker int, u uint32, row []uint32) error {
	of := Of(uint64(u), w.cut.Colours)
	for _, v := range row {
		if err := w.add(worker, CellOf(of, Of(uint64(v), w.cut.Colours)).index(), uint64(u), uint64(v)); err != nil {
			return err
		}
	}
	return nil
}

// recentVertices is how many are known not to be new, at most.
const recentVertices = 1 << 12

// addVertex takes a vertex, if these are wanted.
func (w *Writer) addVertex(worker int, v uint64) error {
	if !w.cut.Vertices {
		return nil
	}
	known := &w.lanes[worker].recent[v%recentVertices]
	if *known == v {
		return nil
	}
	*known = v
	return w.add(worker, w.edges+Of(v, w.cut.Colours), v, v)
}

// add takes an edge of a cell, or a vertex as a loop.
func (w *Writer) add(worker, at int, larger, smaller uint64) (err error) {
	l := &w.lanes[worker]
	if l.chunks == nil { // the first of all
		if l.chunks, err = newChunks(0, len(w.cells), w.chunk); err != nil {
			return err
		}
	}
	full := false
	if larger>>32 == 0 {
		full = l.chunks.addNarrow(at, larger<<32|smaller)
	} else if full, err = l.chunks.addWide(at, [2]uint64{larger, smaller}); err != nil {
		return err
	}
	if !full {
		return nil
	}
	return w.flush(worker, at)
}

// flush writes what a worker has of a cell.
func (w *Writer) flush(worker, at int) error {
	l := &w.lanes[worker]
	e := l.chunks.take(at)
	write := func(to [][]lists.Spilled) error {
		c, err := w.spill.Write(l.bytes)
		l.bytes = l.bytes[:0]
		to[worker] = append(to[worker], c)
		return err
	}
	l.bytes = slices.Grow(l.bytes, max(8*len(e.narrow), 16*len(e.wide)))
	for _, key := range e.narrow {
		l.bytes = binary.LittleEndian.AppendUint64(l.bytes, key)
	}
	if len(l.bytes) > 0 {
		if err := write(w.cells[at].narrow); err != nil {
			return err
		}
	}
	for _, pair := range e.wide {
		l.bytes = binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(l.bytes, pair[0]), pair[1])
	}
	if len(l.bytes) > 0 {
		return write(w.cells[at].wide)
	}
	return nil
}

// flushAll writes what all workers have, and gives back what they had it in.
func (w *Writer) flushAll() error {
	for worker := range w.lanes {
		l := &w.lanes[worker]
		if l.chunks == nil {
			continue
		}
		for i := range l.chunks.counts {
			if err := w.flush(worker, l.chunks.first+i); err != nil {
				return err
			}
		}
		l.chunks.free()
		l.chunks = nil
	}
	return nil
}

// Finish makes the files of all cells, and says which they are: one for each cell, or
// several where a cell does not fit the memory. These may have edges in common.
func (w *Writer) Finish(ctx context.Context, files objectfs.FS) ([]File, error) {
	if err := w.flushAll(); err != nil {
		return nil, err
	}
	for worker := range w.lanes { // which will find vertices alone
		if !w.cut.Vertices {
			break
		}
		var err error
		if w.lanes[worker].chunks, err = newChunks(w.edges, w.cut.Colours, w.chunk); err != nil {
			return nil, err
		}
	}
	made, err := w.finish(ctx, files, 0, Cells(w.cut.Colours), false)
	if err != nil || !w.cut.Vertices {
		return made, err
	}
	if err := w.flushAll(); err != nil {
		return nil, err
	}
	var same []Cell
	for colour := range w.cut.Colours {
		same = append(same, Cell{colour, colour})
	}
	loops, err := w.finish(ctx, files, w.edges, same, true)
	return append(made, loops...), err
}

// finish makes the files of some cells, from a number on, or of vertices.
func (w *Writer) finish(ctx context.Context, files objectfs.FS, first int, cells []Cell, loops bool) ([]File, error) {
	chunked := 0
	if !loops && w.cut.Vertices {
		chunked = w.cut.Colours * w.chunk
	}
	room := w.cut.sorting(w.memory, w.workers, chunked)
	var all []*part
	for i, cell := range cells {
		all = append(all, w.cells[first+i].parts(cell, room, loops)...)
	}
	err := par.Each(ctx, w.workers, len(all), func(worker, i int) error {
		e, free, err := w.load(ctx, all[i])
		defer free()
		if err == nil {
			err = all[i].file.write(ctx, files, w.cut.Colours, e)
		}
		if err == nil && !loops {
			err = w.addEnds(worker, e)
		}
		return err
	})
	made := make([]File, len(all))
	for i, p := range all {
		made[i] = p.file
	}
	return made, err
}

// addEnds adds the vertices at edges that are sorted.
func (w *Writer) addEnds(worker int, e *edges) error {
	if !w.cut.Vertices {
		return nil
	}
	for _, key := range e.narrow {
		if err := cmp.Or(w.addVertex(worker, key>>32), w.addVertex(worker, key&(1<<32-1))); err != nil {
			return err
		}
	}
	for _, pair := range e.wide {
		if err := cmp.Or(w.addVertex(worker, pair[0]), w.addVertex(worker, pair[1])); err != nil {
			return err
		}
	}
	return nil
}

// Close removes the temporary file, and gives back what is held.
func (w *Writer) Close() error {
	for i := range w.lanes {
		if l := &w.lanes[i]; l.chunks != nil {
			l.chunks.free()
			l.chunks = nil
		}
	}
	return w.spill.Close()
}
