package lists

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
)

// The scan work of many records is estimated well, whether it is that of hubs or of
// vertices which are all alike, or of neighbours near one another: the same one
// whatever the threads and the order of the records; and for as many records in the
// other direction twice as much.
func TestScanWork(t *testing.T) {
	const n = 1 << 16
	random := rand.New(rand.NewPCG(7, 8))
	graphs := map[string]func(i int) graph.Edge{
		"uniform": func(int) graph.Edge { return graph.Edge{U: random.Uint32N(n), V: random.Uint32N(n)} },
		"hubs":    func(i int) graph.Edge { return graph.Edge{U: n/2 + uint32(i%3), V: uint32(i / 3)} },
		"band":    func(i int) graph.Edge { return graph.Edge{U: uint32(i / 8), V: uint32(i/8 + 1 + i%8)} },
		"wide": func(i int) graph.Edge {
			return graph.Edge{U: uint32(i/16) << 16, V: uint32(i/16+1+i%16) << 16}
		},
	}
	for name, draw := range graphs {
		r := &fixedRecords{split: 1000}
		for i := range 8 * sampleSize / 2 {
			if e := draw(i); e.U != e.V {
				r.edges = append(r.edges, e)
			}
		}
		scan := func(threads int) uint64 {
			b, err := Open(context.Background(), r, Options{Threads: threads})
			if err != nil {
				t.Fatal(err)
			}
			defer b.Close()
			work, err := b.ScanWork()
			if err != nil {
				t.Fatal(err)
			}
			return work
		}
		got := scan(1)
		clean := cleanSimply(r)
		below, above := make([]int, len(clean.ids)), make([]int, len(clean.ids))
		for _, e := range clean.edges {
			below[e[0]]++
			above[e[1]]++
		}
		want := 0.0
		for v := range below {
			want += float64(below[v]) * float64(above[v])
		}
		want *= float64(len(r.edges)) / float64(len(clean.edges))
		if off := math.Abs(float64(got)/want - 1); off > 0.05 {
			t.Errorf("%s: scans %d, want about %.0f", name, got, want)
		}
		if name != "wide" {
			checkRankedWork(t, name, r, clean)
		}
		random.Shuffle(len(r.edges), func(i, j int) { r.edges[i], r.edges[j] = r.edges[j], r.edges[i] })
		if again := scan(3); again != got {
			t.Errorf("%s: three threads find %d, one %d", name, again, got)
		}
		for _, e := range slices.Clone(r.edges) {
			r.edges = append(r.edges, graph.Edge{U: e.V, V: e.U})
		}
		if both := scan(2); math.Abs(float64(both)/float64(got)-2) > 0.1 {
			t.Errorf("%s: %d in both directions, %d in one", name, both, got)
		}
	}
}

// checkRankedWork compares the work by rank that a sample and a graph tell with that of all
// edges.
func checkRankedWork(t *testing.T, name string, r *fixedRecords, clean simple) {
	t.Helper()
	records := make([]int, len(clean.ids)) // of each vertex
	number := map[uint64]int{}
	for v, id := range clean.ids {
		number[id] = v
	}
	for _, e := range r.edges {
		records[number[uint64(e.U)]]++
		records[number[uint64(e.V)]]++
	}
	exact := func(size []int) float64 {
		earlier, later := make([]int, len(size)), make([]int, len(size))
		for _, e := range clean.edges {
			u, v := max(e[0], e[1]), min(e[0], e[1])
			if size[u] > size[v] {
				u, v = v, u
			}
			earlier[u]++
			later[v]++
		}
		work := 0.0
		for v := range size {
			work += float64(earlier[v]) * float64(later[v])
		}
		return work
	}
	b, err := Open(t.Context(), r, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	sampled, err := b.RankedWork()
	if err != nil {
		t.Fatal(err)
	}
	want := exact(records) * float64(len(r.edges)) / float64(len(clean.edges))
	if off := math.Abs(float64(sampled)/want - 1); off > 0.1 {
		t.Errorf("%s: by rank a sample scans %d, want about %.0f", name, sampled, want)
	}
	g, err := Graph(t.Context(), r, graph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	degrees := make([]int, g.Vertices())
	for v := range degrees {
		degrees[v] = int(g.Degree(uint32(v)))
	}
	if got, want := RankedWork(g), exact(degrees); math.Abs(float64(got)/want-1) > 0.1 {
		t.Errorf("%s: by rank a graph scans %d, want about %.0f", name, got, want)
	}
}

// A record that is there again and again takes no room in a sample.
func TestSampleOfDuplicates(t *testing.T) {
	var s sample
	for range 10 * sampleSize {
		s.add(1, 2)
		s.reach(1)
	}
	if s.size() > 3*sampleSize {
		t.Errorf("%d edges are kept of one", s.size())
	}
}
