package colours

import (
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"math"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/objectfs"
)

// mergeBytes is what all files that are merged are read by, and leastAtOnce the least edges that
// one of them is read by.
const (
	mergeBytes  = 4 << 20
	leastAtOnce = 1 << 9
)

// MergeBytes is what merging so many files holds: their edges as they stand there, decoded, and
// buffered on the way, and what is handed on.
func MergeBytes(files int) int64 {
	return 3*max(mergeBytes, int64(files)*16*leastAtOnce) + 48*chunkEdges
}

// Merge calls emit with what several files of one kind have together, each edge or loop once,
// ascending by the larger id and then by the smaller one. What it holds does not grow with the
// files, unless these are many hundreds. The error is that of reading, or what emit says.
func Merge(ctx context.Context, files objectfs.FS, colours int, parts []File, emit func(b graph.Batch) error) error {
	if len(parts) == 1 {
		return parts[0].read(ctx, files, colours, emit)
	}
	m := &merger{emit: emit}
	defer m.close()
	for i := range parts {
		if parts[i].Edges == 0 {
			continue
		}
		atOnce := min(max(mergeBytes/len(parts)/(4*parts[i].Width), leastAtOnce), chunkEdges)
		r, err := parts[i].open(ctx, files, colours, atOnce)
		if err != nil {
			return err
		}
		m.heads = append(m.heads, head{from: r})
		if _, err := m.heads[len(m.heads)-1].advance(ctx); err != nil {
			return err
		}
	}
	for i := len(m.heads)/2 - 1; i >= 0; i-- {
		m.sift(i)
	}
	last := [2]uint64{}
	for first := true; len(m.heads) > 0; first = false {
		top := &m.heads[0]
		if first || top.edge != last {
			last = top.edge
			if err := m.add(last); err != nil {
				return err
			}
		}
		more, err := top.advance(ctx)
		if err != nil {
			return err
		}
		if !more {
			top.from.close()
			end := len(m.heads) - 1
			m.heads[0] = m.heads[end]
			m.heads = m.heads[:end]
		}
		m.sift(0)
	}
	return m.flush()
}

// merger has the files that are not at their ends, the one with the smallest edge first: a heap.
type merger struct {
	heads []head
	out   graph.Batch
	emit  func(b graph.Batch) error
}

// head is the next edge of a file.
type head struct {
	edge [2]uint64
	rest graph.Batch
	from *reader
}

// advance takes the next edge; it reports false behind the last.
func (h *head) advance(ctx context.Context) (more bool, err error) {
	for len(h.rest.Edges) == 0 && len(h.rest.Wide) == 0 {
		h.rest, err = h.from.next(ctx)
		if err == io.EOF {
			return false, nil
		}
		if err != nil {
			return false, err
		}
	}
	if len(h.rest.Edges) > 0 { // which are the smaller ones
		e := h.rest.Edges[0]
		h.rest.Edges, h.edge = h.rest.Edges[1:], [2]uint64{uint64(e.U), uint64(e.V)}
		return true, nil
	}
	e := h.rest.Wide[0]
	h.rest.Wide, h.edge = h.rest.Wide[1:], [2]uint64{e.U, e.V}
	return true, nil
}

// sift puts a head where it belongs, those below it being in order.
func (m *merger) sift(at int) {
	less := func(i, j int) bool {
		a, b := &m.heads[i].edge, &m.heads[j].edge
		return a[0] < b[0] || a[0] == b[0] && a[1] < b[1]
	}
	for {
		least := at
		for child := 2*at + 1; child <= 2*at+2 && child < len(m.heads); child++ {
			if less(child, least) {
				least = child
			}
		}
		if least == at {
			return
		}
		m.heads[at], m.heads[least] = m.heads[least], m.heads[at]
		at = least
	}
}

// add hands an edge on, with others.
func (m *merger) add(e [2]uint64) error {
	if e[0] > math.MaxUint32 {
		m.out.Wide = append(m.out.Wide, graph.WideEdge{U: e[0], V: e[1]})
	} else {
		m.out.Edges = append(m.out.Edges, graph.Edge{U: uint32(e[0]), V: uint32(e[1])})
	}
	if len(m.out.Edges)+len(m.out.Wide) < chunkEdges {
		return nil
	}
	return m.flush()
}

func (m *merger) flush() error {
	out := m.out
	m.out.Edges, m.out.Wide = m.out.Edges[:0], m.out.Wide[:0]
	if len(out.Edges)+len(out.Wide) == 0 {
		return nil
	}
	return m.emit(out)
}

func (m *merger) close() {
	for i := range m.heads {
		m.heads[i].from.close()
	}
}

// MergeVertices makes one file, under a name, of all files with the vertices of a colour. They are
// read twice, and not held.
func MergeVertices(ctx context.Context, from objectfs.FS, all []File, to objectfs.FS, name string, colour, colours int) (File, error) {
	f := File{Cell: Cell{colour, colour}, Name: name, Width: 4, Loops: true}
	var parts []File
	for _, p := range all {
		if p.Loops && p.A == colour && p.Edges > 0 {
			parts = append(parts, p)
			f.Width = max(f.Width, p.Width)
		}
	}
	each := func(use func(data []byte) error) error {
		var data []byte
		return Merge(ctx, from, colours, parts, func(b graph.Batch) error {
			data = f.append(data[:0], b)
			return use(data)
		})
	}
	err := each(func(data []byte) error {
		f.Sum = crc32.Update(f.Sum, castagnoli, data)
		f.Edges += uint64(len(data)) / (2 * uint64(f.Width))
		return nil
	})
	if err != nil {
		return f, err
	}
	return f, f.create(ctx, to, colours, each)
}

// append appends edges as they stand in a file.
func (f *File) append(data []byte, b graph.Batch) []byte {
	put := func(x, y uint64) {
		if f.Width == 4 {
			data = binary.LittleEndian.AppendUint64(data, x|y<<32)
			return
		}
		data = binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(data, x), y)
	}
	for _, e := range b.Edges {
		put(uint64(e.U), uint64(e.V))
	}
	for _, e := range b.Wide {
		put(e.U, e.V)
	}
	return data
}

// ReadVertices appends the ids of the vertices in a file, ascending.
func ReadVertices(ctx context.Context, files objectfs.FS, colours int, f File, ids []uint64) ([]uint64, error) {
	if !f.Loops {
		return ids, errors.New("internal error: vertices are asked of a file with edges")
	}
	err := f.read(ctx, files, colours, func(b graph.Batch) error {
		for _, e := range b.Edges {
			ids = append(ids, uint64(e.U))
		}
		for _, e := range b.Wide {
			ids = append(ids, e.U)
		}
		return nil
	})
	return ids, err
}
