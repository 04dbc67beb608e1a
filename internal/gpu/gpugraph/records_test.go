package gpugraph

import (
	"context"
	"math/rand/v2"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// records is a source of fixed raw records.
type records struct {
	edges    []graph.Edge
	wide     []graph.WideEdge
	vertices graph.Size
	known    bool // the number of records is declared
	less     int  // but for so many
	split    int  // records a batch
}

func (r *records) Info() graph.Info {
	info := graph.Info{Name: "records", Format: "records", Vertices: r.vertices, Rereadable: true}
	if r.known {
		info.Records = graph.Known(len(r.edges) - r.less)
	}
	return info
}

func (r *records) Read(ctx context.Context, workers int, emit func(worker int, b graph.Batch) error) (graph.Summary, error) {
	err := par.Chunks(ctx, workers, len(r.edges), r.split, func(worker, begin, end int) error {
		return emit(worker, graph.Batch{Edges: r.edges[begin:end]})
	})
	if err == nil && len(r.wide) > 0 {
		err = emit(0, graph.Batch{Wide: r.wide})
	}
	return graph.Summary{Records: uint64(len(r.edges)), Vertices: r.vertices}, err
}

func (r *records) Close() error { return nil }

// filled is records that are read straight to where they are wanted.
type filled struct{ *records }

func (f filled) Fill(ctx context.Context, workers, most int, room func(worker, n int) ([]graph.Edge, error), full func(worker, n int) error) (graph.Summary, error) {
	err := par.Chunks(ctx, workers, len(f.edges), most, func(worker, begin, end int) error {
		to, err := room(worker, end-begin)
		if err != nil {
			return err
		}
		copy(to[:end-begin], f.edges[begin:end])
		return full(worker, end-begin)
	})
	return graph.Summary{Records: uint64(len(f.edges)), Vertices: f.vertices}, err
}

// randomRecords draws records with loops, duplicates, reciprocals, hubs and
// gaps.
func randomRecords(random *rand.Rand, most int) *records {
	n := 1 + random.Uint32N(uint32(1+random.IntN(most)))
	r := &records{split: 1 + random.IntN(5000), known: random.IntN(2) == 0}
	stretch := uint32(1)
	switch random.IntN(4) {
	case 0:
		r.vertices = graph.Known(int64(n) + random.Int64N(5))
	case 1:
		stretch = 3
	}
	for range random.IntN(4 * most) {
		e := graph.Edge{U: random.Uint32N(n) * stretch, V: random.Uint32N(n) * stretch}
		if random.IntN(3) == 0 {
			e.V = random.Uint32N(1+n/8) * stretch
		}
		r.edges = append(r.edges, e)
		for range random.IntN(3) * random.IntN(2) {
			if random.IntN(2) == 0 {
				e.U, e.V = e.V, e.U
			}
			r.edges = append(r.edges, e)
		}
	}
	// The device asks for ids without large gaps, or declared ones.
	if r.vertices.Known() || n*stretch > uint32(len(r.edges)) {
		r.vertices = graph.Known(max(r.vertices.Get(), int64(n)*int64(stretch)))
	}
	random.Shuffle(len(r.edges), func(i, j int) { r.edges[i], r.edges[j] = r.edges[j], r.edges[i] })
	return r
}
