package triangle

import (
	"cmp"
	"context"
	"errors"
	"io"
	"math/bits"
	"sync/atomic"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/objectfs"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/partition"
	"github.com/tricycle-graph/tricycle/internal/simd"
)

// This file is what answers for each vertex or edge take of a graph that is divided: what
// a process finds is a vector over the rows or the edges of the store, and all vectors
// add up to the answer.

// DivideVertices is [Divide] for an answer to each vertex.
func (opt Options) DivideVertices(ctx context.Context, src graph.Source, files objectfs.FS) (*Divided, error) {
	return opt.divide(ctx, src, files, perVertex)
}

// DivideEdges is [Divide] for an answer to each edge.
func (opt Options) DivideEdges(ctx context.Context, src graph.Source, files objectfs.FS) (*Divided, error) {
	return opt.divide(ctx, src, files, perEdge)
}

// PerVertex has Count find the triangles of each vertex, too. No list of the store is
// longer than longest.
func (d *Divided) PerVertex(longest uint32) {
	d.asked, d.longest = perVertex, longest
	d.vertices = hugemem.Make[uint64](int(d.Store.Rows()))
}

// PerEdge has Count find the triangles of each edge, too, which are kept in a file in a
// folder until Close.
func (d *Divided) PerEdge(longest uint32, folder string) {
	d.asked, d.longest = perEdge, longest
	d.sums = partition.NewSums(d.Store, d.Grid, folder)
}

// Close removes what was found of edges.
func (d *Divided) Close() error {
	if d.sums == nil {
		return nil
	}
	return d.sums.Close()
}

// rowsAtOnce is how many rows a stretch of a vector has.
const rowsAtOnce = partition.StretchWords / 2

// stretches calls emit with what was found, but for what is 0.
func (d *Divided) stretches(emit func(s partition.Stretch) error) error {
	if d.asked == perEdge {
		return d.sums.Each(emit)
	}
	words := make([]uint32, 0, partition.StretchWords)
	for first := 0; first < len(d.vertices); first += rowsAtOnce {
		some := d.vertices[first:min(first+rowsAtOnce, len(d.vertices))]
		if simd.Zero(some) {
			continue
		}
		words = words[:0]
		for _, n := range some {
			words = append(words, uint32(n), uint32(n>>32))
		}
		if err := emit(partition.Stretch{First: uint64(first), Words: words}); err != nil {
			return err
		}
	}
	return nil
}

// settle has all that was found in one place: it may be called between two subtasks.
func (d *Divided) settle(ctx context.Context) error {
	if d.counting == nil {
		return nil
	}
	return d.counting.Flush(ctx)
}

// FoundBytes returns how much [Divided.WriteFound] writes now.
func (d *Divided) FoundBytes(ctx context.Context) (int64, error) {
	if err := d.settle(ctx); err != nil {
		return 0, err
	}
	if d.asked == perEdge {
		return partition.VectorBytes(d.sums.Size()), nil
	}
	stretches, words := int64(0), int64(0)
	err := d.stretches(func(s partition.Stretch) error {
		stretches, words = stretches+1, words+int64(len(s.Words))
		return nil
	})
	return partition.VectorBytes(stretches, words), err
}

// WriteFound writes the vector of what Count found of vertices or edges. It may be called
// while subtasks are told as finished, and has those then; id says of what they are.
func (d *Divided) WriteFound(ctx context.Context, w io.Writer, id string) error {
	if err := d.settle(ctx); err != nil {
		return err
	}
	return partition.WriteVector(w, id, d.stretches)
}

// ForgetFound has nothing found yet.
func (d *Divided) ForgetFound() error {
	if d.asked == perEdge {
		return d.sums.Reset()
	}
	clear(d.vertices)
	return nil
}

// TakeFound adds what WriteFound wrote under the same id, of the same store and grid.
func (d *Divided) TakeFound(ctx context.Context, r io.Reader, id string) error {
	take := d.takeRows
	if d.asked == perEdge {
		take = d.sums.Take
	}
	return partition.ReadVector(ctx, r, id, take)
}

// takeRows adds a stretch.
func (d *Divided) takeRows(s partition.Stretch) error {
	if s.I != 0 || s.K != 0 || len(s.Words)%2 != 0 || s.First > uint64(len(d.vertices)) || uint64(len(s.Words)/2) > uint64(len(d.vertices))-s.First {
		return partition.ErrDamaged
	}
	to := d.vertices[s.First:]
	for i := range len(s.Words) / 2 {
		sum, carry := bits.Add64(to[i], uint64(s.Words[2*i])|uint64(s.Words[2*i+1])<<32, 0)
		if carry != 0 && !d.weighted {
			return graph.ErrOverflow
		}
		to[i] = sum
	}
	return nil
}

// errOtherGraph is the error where a source is not the one that was divided.
var errOtherGraph = errors.New("the input is not the graph that was divided")

// Vertices returns the answer that all vectors add up to: result is what is known
// besides. The ids and the degrees come from the source, which is read again, and from
// the store.
func (d *Divided) Vertices(ctx context.Context, src graph.Source, result *Result, opt Options) (*PerVertex, error) {
	r, err := d.answer(ctx, src, result, opt)
	if err == nil {
		err = r.takeRows(ctx, d.vertices)
	}
	if err == nil {
		err = r.sameTriangles(result.Triangles)
	}
	if err != nil {
		return nil, err
	}
	return &PerVertex{Result: *r.result, Labels: r.found.vertices.Labels, Degrees: r.found.degrees, Counts: r.found.counts}, nil
}

// Edges is as Vertices. What was found is gone after it.
func (d *Divided) Edges(ctx context.Context, src graph.Source, result *Result, opt Options) (*PerEdge, error) {
	r, err := d.answer(ctx, src, result, opt)
	if err != nil {
		return nil, err
	}
	opt = r.leftBeside(d)
	err = r.fitsOutside(r.opt.Memory-opt.Memory, d)
	if err == nil {
		err = r.arrangeOutside(ctx, d, opt)
	}
	if err == nil {
		err = r.sameTriangles(result.Triangles)
	}
	if err != nil {
		return nil, cmp.Or(err, r.found.edges.close())
	}
	f := &r.found
	return &PerEdge{Result: *r.result, Labels: f.vertices.Labels, Degrees: f.degrees, edges: f.edges, memory: opt.Memory}, nil
}

// answer finds the vertices of the rows again, and their degrees.
func (d *Divided) answer(ctx context.Context, src graph.Source, result *Result, opt Options) (*run, error) {
	opt.Engine, opt.asked = device.CPU, d.asked
	if opt.Memory > 0 {
		opt.Memory = max(opt.Memory-8*int64(len(d.vertices)), 1)
	}
	info := src.Info()
	_, info.Loaded = src.(graph.Loader)
	all := *result
	r := &run{opt: opt, info: info, src: src, goal: goal{asked: d.asked}, clock: newClock(), result: &all}
	s, err := r.openRecords(ctx)
	if err != nil {
		return nil, err
	}
	if err := s.rankPieces(ctx, result.Order); err != nil {
		return nil, cmp.Or(err, s.Close())
	}
	if s.Rows() != d.Store.Rows() {
		return nil, cmp.Or(error(&graph.InputError{File: info.Name, Err: errOtherGraph}), s.Close())
	}
	f := &r.found
	f.vertices = s.Vertices()
	if s.graph != nil {
		f.vertices.Labels = s.graph.Labels()
	}
	if err := s.Close(); err != nil {
		return nil, err
	}
	f.degrees, err = d.degrees(ctx, r)
	return r, err
}

// degrees counts the neighbours of each vertex in the store.
func (d *Divided) degrees(ctx context.Context, r *run) ([]uint32, error) {
	f := &r.found
	degrees := hugemem.Make[uint32](f.vertices.Count)
	a := &outside{parts: d, opt: r.opt, workers: par.Workers(r.opt.Threads)}
	err := a.eachBlock(ctx, false, func(_ int, first uint32, lengths, neighbors, _ []uint32) error {
		for i, n := range lengths {
			atomic.AddUint32(&degrees[f.vertices.Of(first+uint32(i))], n)
			for _, w := range neighbors[:n] {
				atomic.AddUint32(&degrees[f.vertices.Of(w)], 1)
			}
			neighbors = neighbors[n:]
		}
		return nil
	})
	return degrees, err
}
