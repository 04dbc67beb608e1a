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
	cells []spilled // by index
}

// lane is what one worker has of each cell and did not write yet.
type lane struct {
	cells []edges
	bytes []byte
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
// folder, "" being the system's.
func NewWriter(colours, workers int, memory int64, folder string) *Writer {
	if memory <= 0 {
		memory = 256 << 20
	}
	cells := len(Cells(colours))
	w := &Writer{colours: colours, workers: workers, memory: memory, spill: lists.NewSpill(folder)}
	// Of narrow and of wide edges, and as bytes.
	w.chunk = int(min(max(memory/2/int64(workers)/int64(cells)/(8+16), leastChunk), mostChunk))
	w.lanes, w.cells = make([]lane, workers), make([]spilled, cells)
	for i := range w.lanes {
		w.lanes[i].cells = make([]edges, cells)
	}
	return w
}

// Add takes an edge. Loops are left out. Calls by one worker must not overlap.
func (w *Writer) Add(worker int, u, v uint64) error {
	if u == v {
		return nil
	}
	return w.AddBetween(worker, CellOf(Of(u, w.colours), Of(v, w.colours)), max(u, v), min(u, v))
}

// AddBetween takes an edge of a cell.
func (w *Writer) AddBetween(worker int, cell Cell, larger, smaller uint64) error {
	at := cell.index()
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
	for worker := range w.lanes {
		for at := range w.cells {
			if err := w.flush(worker, at); err != nil {
				return nil, err
			}
		}
	}
	w.lanes = nil
	// Half of the memory is for the largest cells that are made at once.
	room := w.memory / int64(w.workers)
	var all []*part
	for at, cell := range Cells(w.colours) {
		all = append(all, w.cells[at].parts(cell, room)...)
	}
	err := par.Each(ctx, w.workers, len(all), func(_, i int) error {
		e, err := w.load(ctx, all[i])
		if err == nil {
			err = all[i].file.write(ctx, files, w.colours, e)
		}
		return err
	})
	made := make([]File, len(all))
	for i, p := range all {
		made[i] = p.file
	}
	return made, err
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
func (s *spilled) parts(cell Cell, room int64) []*part {
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
	for i, p := range all {
		p.file = File{Cell: cell, Name: fmt.Sprintf("%d-%d-%d%s", cell.A, cell.B, i, Suffix)}
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
