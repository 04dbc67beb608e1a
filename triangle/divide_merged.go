package triangle

import (
	"cmp"
	"context"
	"slices"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/partition"
)

// This file is what answers take of a graph that nobody divided as a whole: many made its cells,
// by the ids of the input, and there are no rows. A vertex has a place instead, among those of its
// colour, and an edge one in its cell.

// PerVertexMerged is PerVertexWeighted for so many places of vertices, of which AddVerticesAt tells.
// The degree of each is found with its triangles.
func (d *Divided) PerVertexMerged(vertices uint64) {
	d.asked, d.weighted = perVertex, true
	d.vertices = hugemem.Make[uint64](int(2 * vertices))
}

// AddVerticesAt adds so many times what was found of the vertices of a graph, each with its place,
// and their degrees as many times as that is said of them.
func (d *Divided) AddVerticesAt(p *PerVertex, places []uint64, times, degrees int64) {
	counts, neighbors := d.vertices[:len(d.vertices)/2], d.vertices[len(d.vertices)/2:]
	for v, at := range places {
		counts[at] += uint64(times) * p.Counts[v]
		neighbors[at] += uint64(degrees) * uint64(p.Degrees[v])
	}
}

// VerticesMerged returns the answer that all vectors add up to, for vertices of some ids,
// ascending, which are the rows; placeOf is asked for the place of each, one after the other. The
// error is [partition.ErrDamaged] where no graph has such numbers.
func (d *Divided) VerticesMerged(ids []uint64, vertices lists.Vertices, placeOf func(id uint64) uint64, result *Result) (*PerVertex, error) {
	counts, neighbors := d.vertices[:len(d.vertices)/2], d.vertices[len(d.vertices)/2:]
	p := &PerVertex{
		Result: *result, Labels: vertices.Labels,
		Degrees: hugemem.Make[uint32](len(ids)), Counts: hugemem.Make[uint64](len(ids)),
	}
	p.MaxDegree, p.Cleaning.Isolated = 0, 0
	ends, corners := uint64(0), make([]sum, 1)
	for row, id := range ids {
		at, v := placeOf(id), vertices.Of(uint32(row))
		degree, n := neighbors[at], counts[at]
		if degree >= uint64(len(ids)) || n > pairsOf(uint32(degree)) {
			return nil, partition.ErrDamaged
		}
		p.Degrees[v], p.Counts[v] = uint32(degree), n
		p.MaxDegree = max(p.MaxDegree, uint32(degree))
		if degree == 0 {
			p.Cleaning.Isolated++
		}
		ends += degree
		corners[0].add(n)
	}
	triangles, err := third(corners)
	if err == nil && (triangles != result.Triangles || ends != 2*result.Edges) {
		err = partition.ErrDamaged
	}
	return p, err
}

// PerEdgeMerged is PerEdgeWeighted for edges of which each cell has at most so many, by the ids
// of the input.
func (d *Divided) PerEdgeMerged(cells []uint64, folder string) {
	d.PerEdgeWeighted(0, cells, folder)
	d.merged = &merged{cells: len(cells)}
}

// merged are the edges of cells that many made.
type merged struct {
	cells   int
	ids     []uint64 // of all vertices, ascending
	each    func(ctx context.Context, cell int, emit func(b graph.Batch) error) error
	workers int
	bytes   int64 // that reading holds
}

const (
	// rowAtOnce is how many edges of a row are handed on at a time: hubs may have more of them
	// than there is memory for.
	rowAtOnce = 1 << 15
	// cursorBytes is what a worker holds of the sums of a cell, and of a row of it beside.
	cursorBytes = 1 << 20
)

// EdgesMerged returns the answer that all vectors add up to, for vertices of some ids, ascending,
// which are the rows. each yields the edges of a cell, each once, ascending by their larger ends and
// then by the others. It is called three times for each cell, for several of them at once, and holds
// so many bytes for each of these. What was found is gone after it.
func (d *Divided) EdgesMerged(ctx context.Context, ids []uint64, vertices lists.Vertices, bytes int64, each func(ctx context.Context, cell int, emit func(b graph.Batch) error) error, result *Result, opt Options) (p *PerEdge, err error) {
	opt.Engine, opt.asked = device.CPU, perEdge
	all := *result
	r := &run{opt: opt, goal: goal{asked: perEdge}, clock: newClock(), result: &all}
	opt = opt.beside(perEdge, uint64(len(ids)), 0)
	m := d.merged
	m.ids, m.each, m.workers = ids, each, par.Workers(opt.Threads)
	bytes += cursorBytes
	m.within((opt.Memory-processBytes)/4, bytes, opt)
	f := &r.found
	f.vertices = vertices
	if f.degrees, err = d.degrees(ctx, r); err != nil {
		return nil, err
	}
	all.MaxDegree, all.Cleaning.Isolated = 0, 0
	ends := uint64(0)
	for _, n := range f.degrees {
		all.MaxDegree, ends = max(all.MaxDegree, n), ends+uint64(n)
		if n == 0 {
			all.Cleaning.Isolated++
		}
	}
	if ends != 2*all.Edges {
		return nil, partition.ErrDamaged
	}
	m.within(opt.Memory-processBytes-outsideBytes(all.Edges, uint64(all.MaxDegree)), bytes, opt)
	if err := r.fitsOutside(perEdge.bytes(uint64(len(ids)), 0, opt.Threads), d); err != nil {
		return nil, err
	}
	if err := r.arrangeOutside(ctx, d, opt); err != nil {
		return nil, err
	}
	if all.Triangles != result.Triangles {
		return nil, cmp.Or(f.edges.close(), partition.ErrDamaged)
	}
	return &PerEdge{Result: all, Labels: f.vertices.Labels, Degrees: f.degrees, edges: f.edges, memory: opt.Memory}, nil
}

// within has no more workers, one apart, than there is room for, where memory is bounded: each holds
// so many bytes.
func (m *merged) within(room, bytes int64, opt Options) {
	if opt.Memory > 0 {
		m.workers = int(min(max(room/bytes, 1), int64(m.workers)))
	}
	m.bytes = int64(m.workers) * bytes
}

// eachRow is [outside.eachBlock] for cells: rows are vertices, by their ids, and
// come in parts where they are long.
func (m *merged) eachRow(ctx context.Context, a *outside, sums bool, visit func(worker int, first uint32, lengths, neighbors, support []uint32) error) error {
	var from *partition.Cursors
	if sums {
		from = a.parts.sums.Cursors()
	}
	return par.Each(ctx, min(m.workers, a.workers), m.cells, func(worker, cell int) error {
		at := 0 // of the larger end, which grows
		var neighbors, support []uint32
		length := make([]uint32, 1)
		row := func() error {
			if len(neighbors) == 0 {
				return nil
			}
			a.opt.Meter.Add(int64(len(neighbors)))
			length[0] = uint32(len(neighbors))
			err := visit(worker, uint32(at), length, neighbors, support)
			neighbors, support = neighbors[:0], support[:0]
			return err
		}
		add := func(x, y uint64) error {
			begins := at == len(m.ids) || m.ids[at] != x
			if begins || len(neighbors) == rowAtOnce {
				if err := row(); err != nil {
					return err
				}
			}
			if begins {
				n, ok := slices.BinarySearch(m.ids[at:], x)
				if !ok {
					return partition.ErrDamaged
				}
				at += n
			}
			other, ok := slices.BinarySearch(m.ids[:at], y)
			if !ok {
				return partition.ErrDamaged
			}
			if sums {
				n, err := from.Next(cell)
				if err != nil {
					return err
				}
				support = append(support, n)
			}
			neighbors = append(neighbors, uint32(other))
			return nil
		}
		err := m.each(ctx, cell, func(b graph.Batch) error {
			for _, e := range b.Edges {
				if err := add(uint64(e.U), uint64(e.V)); err != nil {
					return err
				}
			}
			for _, e := range b.Wide {
				if err := add(e.U, e.V); err != nil {
					return err
				}
			}
			return nil
		})
		if from != nil {
			from.Forget(cell)
		}
		if err != nil {
			return err
		}
		return row()
	})
}
