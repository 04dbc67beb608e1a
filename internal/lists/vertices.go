package lists

import (
	"context"
	"math"
	"math/bits"
	"slices"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// Vertices are the vertices of a graph, those without an edge included: numbers from 0
// on, in the order of their ids. An answer to each is over them, whatever the order of
// the rows that it was found on.
type Vertices struct {
	Count  int
	Labels graph.Labels
	rows   []uint32 // the vertex of each row; nil where that is the row
}

// Of returns the vertex of a row.
func (v *Vertices) Of(row uint32) uint32 {
	if v.rows == nil {
		return row
	}
	return v.rows[row]
}

// All returns the vertices of all rows; nil where these are the rows.
func (v *Vertices) All() []uint32 { return v.rows }

// Rows returns the rows of some vertices, ascending, which are so, too. One without an
// edge may have none.
func (v *Vertices) Rows(vertices []uint32) (rows []uint32) {
	if v.rows == nil {
		return vertices
	}
	for r, u := range v.rows {
		if _, is := slices.BinarySearch(vertices, u); is {
			rows = append(rows, uint32(r))
		}
	}
	return rows
}

// NewVertices returns so many vertices with their labels, and which of them each row is; nil where that
// is the row.
func NewVertices(labels graph.Labels, n int, rows []uint32) Vertices {
	return Vertices{Count: n, Labels: labels, rows: rows}
}

// VerticesOfGraph returns the vertices of g, for rows of its oriented lists.
func VerticesOfGraph(g *graph.Graph, o *Oriented) Vertices {
	return Vertices{Count: g.Vertices(), Labels: g.Labels(), rows: o.order}
}

// Vertices returns the vertices of a graph whose rows are made, with Options.Vertices.
func (s *Builder) Vertices() Vertices {
	v := Vertices{Count: int(s.vertices()), Labels: s.labels(), rows: s.order}
	switch declared := s.summary.Vertices.Known(); {
	case s.numbers != nil && declared: // rows are of ids in a table
		v.rows = hugemem.Make[uint32](s.masses.rows())
		for r := range v.rows {
			i := uint32(r)
			if s.order != nil {
				i = s.order[r]
			}
			v.rows[r] = uint32(s.numbers[i])
		}
	case s.numbers != nil:
		v.Labels = s.Labels()
	case !declared && v.Count < s.ids:
		v.closeGaps(s)
	}
	return v
}

// closeGaps numbers the ids that have a record, of those that may.
func (v *Vertices) closeGaps(s *Builder) {
	present := make([]uint64, (s.ids+63)/64)
	for r := range s.masses.rows() {
		id := v.Of(uint32(r))
		present[id/64] |= 1 << (id % 64)
	}
	for i := range s.alone {
		page := s.alone[i].Load()
		if page == nil {
			continue
		}
		words := present[min(i<<pageBits/64, len(present)):]
		for k := range min(len(page.bits), len(words)) {
			words[k] |= page.bits[k].Load()
		}
	}
	v.number(present, s.masses.rows(), s.workers)
}

// number numbers the ids of which a bit is set, for so many rows that are ids so far. It
// returns these ids.
func (v *Vertices) number(present []uint64, rowCount, workers int) (ids []uint32) {
	before := make([]uint32, len(present))
	for i, word := range present[:max(len(present)-1, 0)] {
		before[i+1] = before[i] + uint32(bits.OnesCount64(word))
	}
	ids = hugemem.Make[uint32](v.Count)
	each(workers, len(present), 1<<12, func(begin, end int) {
		for i, word := range present[begin:end] {
			at := before[begin+i]
			for ; word != 0; word &= word - 1 {
				ids[at] = uint32((begin+i)*64 + bits.TrailingZeros64(word))
				at++
			}
		}
	})
	v.Labels = pick(v.Labels, ids, workers)
	rows := hugemem.Make[uint32](rowCount)
	each(workers, rowCount, 1<<14, func(begin, end int) {
		for r := begin; r < end; r++ {
			id := v.Of(uint32(r))
			rows[r] = before[id/64] + uint32(bits.OnesCount64(present[id/64]&(1<<(id%64)-1)))
		}
	})
	v.rows = rows
	return ids
}

// each shares [0, n) between workers, in ranges of at most size. Nothing of it can fail.
func each(workers, n, size int, body func(begin, end int)) {
	_ = par.Chunks(context.Background(), workers, n, size, func(_, begin, end int) error {
		body(begin, end)
		return nil
	})
}

// KnownIDs is what is known of the ids of a source whose rows were made elsewhere.
type KnownIDs struct {
	Labels   graph.Labels // of the ids
	Declared bool         // and all of them are vertices
	Vertices int          // these, or the ids with a record
	Degrees  []uint32     // of each id
	Loops    []uint32     // a bit for each id, set where it has a self-loop; nil where none has nothing else
}

// Number returns the vertices, which rows are ids so far, and the degree of each.
func (k *KnownIDs) Number(rows []uint32, threads int) (Vertices, []uint32) {
	v := Vertices{Count: k.Vertices, Labels: k.Labels, rows: rows}
	if k.Declared || v.Count == len(k.Degrees) {
		return v, k.Degrees
	}
	workers := par.Workers(threads)
	present := make([]uint64, (len(k.Degrees)+63)/64)
	each(workers, len(present), 1<<10, func(begin, end int) {
		for i := begin; i < end; i++ {
			present[i] = positive(k.Degrees[i*64 : min(i*64+64, len(k.Degrees))])
			if k.Loops == nil {
				continue
			}
			present[i] |= uint64(k.Loops[2*i])
			if 2*i+1 < len(k.Loops) {
				present[i] |= uint64(k.Loops[2*i+1]) << 32
			}
		}
	})
	degrees := hugemem.Make[uint32](v.Count)
	ids := v.number(present, len(rows), workers)
	each(workers, len(ids), 1<<14, func(begin, end int) {
		for u, id := range ids[begin:end] {
			degrees[begin+u] = k.Degrees[id]
		}
	})
	return v, degrees
}

// positive returns a bit for each of at most 64 degrees, set where it is not 0. There is no
// branch in it, as nobody could guess which way that goes.
func positive(degrees []uint32) (word uint64) {
	for i, d := range degrees {
		word |= (uint64(d) + math.MaxUint32) >> 32 << i
	}
	return word
}

// Degrees returns the degree of each vertex of a graph whose rows are made, with
// Options.Vertices.
func (s *Builder) Degrees(v *Vertices) []uint32 {
	degrees, masses := hugemem.Make[uint32](v.Count), s.masses.low.Slice()
	each(s.workers, len(masses), 1<<14, func(begin, end int) {
		for r, d := range masses[begin:end] {
			degrees[v.Of(uint32(begin+r))] = d
		}
	})
	return degrees
}

// DegreesOfGraph returns the degree of each vertex of g.
func DegreesOfGraph(ctx context.Context, g *graph.Graph, threads int) ([]uint32, error) {
	return degreesOf(ctx, g, par.Workers(threads))
}
