package lists

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"

	"github.com/tricycle-graph/tricycle/graph"
)

// fixedRecords is a source of fixed raw records.
type fixedRecords struct {
	edges    []graph.Edge
	wide     []graph.WideEdge
	vertices graph.Size
	names    []string
	split    int // records a batch
	direct   bool
}

func (r *fixedRecords) Info() graph.Info {
	return graph.Info{Name: "records", Format: "records", Vertices: r.vertices, Rereadable: true, Direct: r.direct}
}

func (r *fixedRecords) Read(_ context.Context, workers int, emit func(worker int, b graph.Batch) error) (graph.Summary, error) {
	i := 0
	for part := range slices.Chunk(r.edges, max(r.split, 1)) {
		if err := emit(i%workers, graph.Batch{Edges: part}); err != nil {
			return graph.Summary{}, err
		}
		i++
	}
	if len(r.wide) > 0 {
		if err := emit(0, graph.Batch{Wide: r.wide}); err != nil {
			return graph.Summary{}, err
		}
	}
	return graph.Summary{Records: uint64(len(r.edges) + len(r.wide)), Names: r.names, Vertices: r.vertices}, nil
}

func (r *fixedRecords) Close() error { return nil }

// simple is the slow twin of cleaning: one sorted slice of edges, one map.
type simple struct {
	ids    []uint64    // vertices, ascending
	edges  [][2]uint32 // dense (larger, smaller), ascending
	report graph.Report
}

func cleanSimply(r *fixedRecords) simple {
	s := simple{report: graph.Report{Records: uint64(len(r.edges) + len(r.wide))}}
	all := slices.Clone(r.wide)
	for _, e := range r.edges {
		all = append(all, graph.WideEdge{U: uint64(e.U), V: uint64(e.V)})
	}
	for v := range r.vertices.Get() {
		s.ids = append(s.ids, uint64(v))
	}
	for _, e := range all {
		s.ids = append(s.ids, e.U, e.V)
	}
	slices.Sort(s.ids)
	s.ids = slices.Compact(s.ids)
	dense := map[uint64]uint32{}
	for i, id := range s.ids {
		dense[id] = uint32(i)
	}
	directions := map[[2]uint32][2]uint64{}
	degree := make([]int, len(s.ids))
	for _, e := range all {
		u, v := dense[e.U], dense[e.V]
		if u == v {
			s.report.Loops++
			continue
		}
		key := [2]uint32{max(u, v), min(u, v)}
		seen := directions[key]
		if seen == [2]uint64{} {
			s.edges = append(s.edges, key)
			degree[u]++
			degree[v]++
		}
		if u > v {
			seen[0]++
		} else {
			seen[1]++
		}
		directions[key] = seen
	}
	for _, seen := range directions {
		s.report.Duplicates += seen[0] + seen[1] - 1
		if seen[0] > 0 && seen[1] > 0 {
			s.report.Reciprocal++
			s.report.Duplicates--
		} else {
			s.report.OneWay++
		}
	}
	for _, d := range degree {
		if d == 0 {
			s.report.Isolated++
		}
	}
	slices.SortFunc(s.edges, func(a, b [2]uint32) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	return s
}

// lower returns the edges of g as (larger, smaller), ascending.
func lower(g *graph.Graph) [][2]uint32 {
	var edges [][2]uint32
	for v := range uint32(g.Vertices()) {
		for _, w := range g.Neighbors(v) {
			if w < v {
				edges = append(edges, [2]uint32{v, w})
			}
		}
	}
	return edges
}

// randomRecords draws records with loops, duplicates, reciprocals and gaps.
func randomRecords(random *rand.Rand) *fixedRecords {
	n := uint32(1 + random.IntN(200))
	r := &fixedRecords{split: 1 + random.IntN(50)}
	stretch := uint32(1)
	switch random.IntN(4) {
	case 0:
		r.vertices = graph.Known(int(n) + random.IntN(5))
	case 1:
		stretch = 3
	case 2:
		stretch = 20_000_000 // sparse
	}
	for range random.IntN(2000) {
		e := graph.Edge{U: random.Uint32N(n) * stretch, V: random.Uint32N(n) * stretch}
		if random.IntN(3) == 0 {
			e.V = random.Uint32N(1+n/8) * stretch // hubs
		}
		r.edges = append(r.edges, e)
		switch random.IntN(6) {
		case 0:
			r.edges = append(r.edges, e)
		case 1:
			r.edges = append(r.edges, graph.Edge{U: e.V, V: e.U})
		}
	}
	r.direct = random.IntN(2) == 0
	if !r.vertices.Known() && random.IntN(2) == 0 {
		for range random.IntN(50) {
			r.wide = append(r.wide, graph.WideEdge{U: random.Uint64(), V: uint64(random.Uint32N(n) * stretch)})
		}
	}
	random.Shuffle(len(r.edges), func(i, j int) { r.edges[i], r.edges[j] = r.edges[j], r.edges[i] })
	return r
}
