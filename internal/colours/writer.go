package colours

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"slices"
	"sync"

	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/objectfs"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/radix"
)

// Writer shares edges out to cells. They go to a temporary file, a chunk of a cell at a
// time, and from there cell by cell to their files, sorted and without duplicates.
type Writer struct {
	colours int
	workers int
	memory  int64
	chunk   int // words of a chunk
	spill   *lists.Spill

	lanes []lane
	mutex sync.Mutex
	cells []spilled // by index; behind them the vertices of each colour, where these are wanted
	edges int       // how many of these are cells
}

// lane is what one worker has of each cell and did not write yet.
type lane struct {
	cells  []edges
	bytes  []byte
	recent []uint64 // vertices that were added a while ago, so that few come often
}

// spilled says where the edges of a cell are: narrow ones and wide ones.
type spilled struct {
	narrow, wide []lists.Spilled
}

const (
	// mostChunk and leastChunk are the words that a chunk has at most and at least.
	mostChunk  = 1 << 13
	leastChunk = 1 << 5
)

// NewWriter makes one for so many workers that holds no more memory than given, but for
// the least that it needs; 0 is for a size that does well. Its temporary file is in a
// folder, "" being the system's. With vertices there are files of loops, too: one loop of each
// vertex that is at an edge or a loop.
func NewWriter(colours, workers int, memory int64, folder string, vertices bool) *Writer {
	if memory <= 0 {
		memory = 256 << 20
	}
	cells := len(Cells(colours))
	w := &Writer{colours: colours, workers: workers, memory: memory, spill: lists.NewSpill(folder), edges: cells}
	if vertices {
		cells += colours
	}
	// Of narrow and of wide edges, and as bytes.
	w.chunk = int(min(max(memory/2/int64(workers)/int64(cells)/(8+16), leastChunk), mostChunk))
	w.lanes, w.cells = make([]lane, workers), make([]spilled, cells)
	for i := range w.lanes {
		w.lanes[i].cells = make([]edges, cells)
		if vertices {
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
	return w.add(worker, CellOf(Of(u, w.colours), Of(v, w.colours)).index(), max(u, v), min(u, v))
}

// recentVertices is how many are known not to be new, at most.
const recentVertices = 1 << 12

// addVertex takes a vertex, if these are wanted.
func (w *Writer) addVertex(worker int, v uint64) error {
	if w.edges == len(w.cells) {
		return nil
	}
	known := &w.lanes[worker].recent[v%recentVertices]
	if *known == v {
		return nil
	}
	*known = v
	return w.add(worker, w.edges+Of(v, w.colours), v, v)
}

// add takes an edge of a cell, or a vertex as a loop.
func (w *Writer) add(worker, at int, larger, smaller uint64) error {
	e := &w.lanes[worker].cells[at]
	if larger>>32 == 0 {
		if e.narrow = append(e.narrow, larger<<32|smaller); len(e.narrow) < w.chunk {
			return nil
		}
	} else if e.wide = append(e.wide, [2]uint64{larger, smaller}); len(e.wide) < w.chunk {
		return nil
	}
	return w.flush(worker, at)
}

// flush writes what a worker has of a cell.
func (w *Writer) flush(worker, at int) error {
	l := &w.lanes[worker]
	e := &l.cells[at]
	write := func(to *[]lists.Spilled) error {
		c, err := w.spill.Write(l.bytes)
		l.bytes = l.bytes[:0]
		w.mutex.Lock()
		defer w.mutex.Unlock()
		*to = append(*to, c)
		return err
	}
	for _, key := range e.narrow {
		l.bytes = binary.LittleEndian.AppendUint64(l.bytes, key)
	}
	if len(l.bytes) > 0 {
		if err := write(&w.cells[at].narrow); err != nil {
			return err
		}
	}
	for _, pair := range e.wide {
		l.bytes = binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(l.bytes, pair[0]), pair[1])
	}
	if len(l.bytes) > 0 {
		if err := write(&w.cells[at].wide); err != nil {
			return err
		}
	}
	e.narrow, e.wide = e.narrow[:0], e.wide[:0]
	return nil
}

// Finish makes the files of all cells, and says which they are: one for each cell, or
// several where a cell does not fit the memory. These may have edges in common.
func (w *Writer) Finish(ctx context.Context, files objectfs.FS) ([]File, error) {
	cells, err := w.finish(ctx, files, 0, Cells(w.colours), false)
	if err != nil || w.edges == len(w.cells) {
		return cells, err
	}
	var same []Cell
	for colour := range w.colours {
		same = append(same, Cell{colour, colour})
	}
	vertices, err := w.finish(ctx, files, w.edges, same, true)
	return append(cells, vertices...), err
}

// finish makes the files of some cells, from a number on, or of vertices.
func (w *Writer) finish(ctx context.Context, files objectfs.FS, first int, cells []Cell, loops bool) ([]File, error) {
	for worker := range w.lanes {
		for i := range cells {
			if err := w.flush(worker, first+i); err != nil {
				return nil, err
			}
			w.lanes[worker].cells[first+i] = edges{}
		}
	}
	room := w.memory / int64(w.workers)
	var all []*part
	for i, cell := range cells {
		all = append(all, w.cells[first+i].parts(cell, room, loops)...)
	}
	err := par.Each(ctx, w.workers, len(all), func(worker, i int) error {
		e, err := w.load(ctx, all[i])
		if err == nil {
			err = all[i].file.write(ctx, files, w.colours, e)
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
	if w.edges == len(w.cells) {
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

// part is what goes into one file.
type part struct {
	file         File
	narrow, wide []lists.Spilled
}

// What an edge takes in memory while it is sorted: with its copy.
const (
	narrowBytes = 8 + 8
	wideBytes   = 16 + 16
)

// parts cuts a cell into files that there is room for.
func (s *spilled) parts(cell Cell, room int64, loops bool) []*part {
	p := &part{}
	all := []*part{p}
	each := int64(narrowBytes)
	if len(s.wide) > 0 {
		each = wideBytes // all of them are made as wide
	}
	held := int64(0)
	take := func(chunks []lists.Spilled, bytes int64, to func(p *part) *[]lists.Spilled) {
		for _, c := range chunks {
			need := int64(c.Len()) / bytes * each
			if held > 0 && held+need > room {
				p, held = &part{}, 0
				all = append(all, p)
			}
			held += need
			list := to(p)
			*list = append(*list, c)
		}
	}
	take(s.narrow, 8, func(p *part) *[]lists.Spilled { return &p.narrow })
	take(s.wide, 16, func(p *part) *[]lists.Spilled { return &p.wide })
	what := fmt.Sprintf("%d-%d", cell.A, cell.B)
	if loops {
		what = fmt.Sprintf("%d", cell.A)
	}
	for i, p := range all {
		p.file = File{Cell: cell, Name: fmt.Sprintf("%s-%d%s", what, i, Suffix), Loops: loops}
	}
	return all
}

// load reads the edges of a part, sorts them, and drops duplicates.
func (w *Writer) load(ctx context.Context, p *part) (*edges, error) {
	e := new(edges)
	err := w.eachSpilled(ctx, p.narrow, func(data []byte) {
		for ; len(data) > 0; data = data[8:] {
			e.narrow = append(e.narrow, binary.LittleEndian.Uint64(data))
		}
	})
	if err != nil {
		return nil, err
	}
	if len(p.wide) == 0 {
		sorted, err := radix.SortUnless(ctx, e.narrow, make([]uint64, len(e.narrow)), 64)
		e.narrow = slices.Compact(sorted)
		return e, err
	}
	e.wide = make([][2]uint64, 0, len(e.narrow)+pairsIn(p.wide))
	for _, key := range e.narrow {
		e.wide = append(e.wide, [2]uint64{key >> 32, key & (1<<32 - 1)})
	}
	e.narrow = nil
	err = w.eachSpilled(ctx, p.wide, func(data []byte) {
		for ; len(data) > 0; data = data[16:] {
			e.wide = append(e.wide, [2]uint64{binary.LittleEndian.Uint64(data), binary.LittleEndian.Uint64(data[8:])})
		}
	})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(e.wide, func(a, b [2]uint64) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	e.wide = slices.Compact(e.wide)
	return e, nil
}

func pairsIn(chunks []lists.Spilled) int {
	sum := 0
	for _, c := range chunks {
		sum += c.Len() / 16
	}
	return sum
}

// eachSpilled calls use with the bytes of each chunk.
func (w *Writer) eachSpilled(ctx context.Context, chunks []lists.Spilled, use func(data []byte)) error {
	var data []byte
	for _, c := range chunks {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		data = slices.Grow(data[:0], c.Len())[:c.Len()]
		if err := w.spill.Read(c, data); err != nil {
			return err
		}
		use(data)
	}
	return nil
}

// Close removes the temporary file.
func (w *Writer) Close() error { return w.spill.Close() }
