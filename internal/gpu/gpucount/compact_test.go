package gpucount

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/gpu/fakecuda"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpucount/kernels"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph"
	"github.com/tricycle-graph/tricycle/internal/gpu/gputest"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
)

// shortLists is a random graph of vertices with up to so many neighbours among the reach before them. Vertex v is
// called name(v), which ascends.
func shortLists(rng *rand.Rand, n, most, reach int, name func(v int) int) *graphtest.Edges {
	e := &graphtest.Edges{N: name(n-1) + 1}
	for u := range n {
		first := max(u-reach, 0)
		for _, v := range rng.Perm(u - first)[:min(u-first, rng.IntN(most+1))] {
			e.Add(name(first+v), name(u))
		}
	}
	return e
}

// TestInterpretedCompact has rows of every length, with more and fewer entries in common, and names that have a slot or
// a key in common.
func TestInterpretedCompact(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 14))
	device := gputest.Interpret(t, 0)
	for _, c := range []struct {
		label    string
		n, reach int
		name     func(v int) int
	}{
		{"many in common", 300, 40, func(v int) int { return v }},
		{"few in common", 400, 400, func(v int) int { return v }},
		{"a slot in common", 200, 60, func(v int) int { return v/8 + v%8<<10 + v/8<<13 }},
		{"a key in common", 120, 60, func(v int) int { return v/6*65534/8 + v%6 }},
	} {
		if testing.Short() {
			c.n = min(c.n, 70)
		}
		t.Run(c.label, func(t *testing.T) {
			o := shortLists(rng, c.n, kernels.CompactRow, c.reach, c.name).Lists()
			checkWays(t, device, o, map[string]deviceAuto{"compact": {compact: true}})
		})
	}
}

// TestInterpretedTrianglesAnEdge has graphs all of whose pairs are closed, none, and some.
func TestInterpretedTrianglesAnEdge(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 14))
	cliques := &graphtest.Edges{N: 9 * 50}
	for v := range cliques.N {
		for u := v / 9 * 9; u < v; u++ {
			cliques.Add(u, v)
		}
	}
	path := shortLists(rng, 1000, 1, 1, func(v int) int { return v })
	random := shortLists(rng, 3000, 24, 60, func(v int) int { return v })
	for label, edges := range map[string]*graphtest.Edges{"all pairs": cliques, "none": path, "some": random} {
		t.Run(label, func(t *testing.T) {
			o := edges.Lists()
			want := float64(count(t, o)) / float64(o.Edges())
			device := gputest.Interpret(t, 0)
			there, err := gpugraph.Upload(t.Context(), device, o, gpugraph.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer there.Close()
			r := newDeviceRun(device, there)
			got := trianglesAnEdge(r)
			if math.Abs(got-want) > want/10 {
				t.Errorf("%.3f triangles an edge, want about %.3f", got, want)
			}
			if err := r.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestCompactIsForLargeFlatGraphs has graphs on both sides of every bound but that of triangles, of which none are found
// on a device that counts nothing.
func TestCompactIsForLargeFlatGraphs(t *testing.T) {
	device, err := fakecuda.New(fakecuda.Hopper).Open(0)
	if err != nil {
		t.Fatal(err)
	}
	defer device.Close()
	there, err := gpugraph.Upload(t.Context(), device, graphtest.Complete(10), gpugraph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer there.Close()
	for _, c := range []struct {
		label   string
		rows    int
		edges   uint64
		longest uint32
		want    bool
	}{
		{"for it", 1 << 20, leastCompactEdges, kernels.CompactRow, true},
		{"few edges", 1 << 20, leastCompactEdges - 1, kernels.CompactRow, false},
		{"a longer row", 1 << 20, leastCompactEdges, kernels.CompactRow + 1, false},
		{"few entries a row", leastCompactEdges*10/79 + 1, leastCompactEdges, kernels.CompactRow, false},
		{"enough entries a row", leastCompactEdges * 10 / 79, leastCompactEdges, kernels.CompactRow, true},
		{"no room", 1 << 31, 1 << 35, kernels.CompactRow, false},
	} {
		lists := *there
		lists.Rows, lists.Edges, lists.MaxOutDegree = c.rows, c.edges, c.longest
		r := newDeviceRun(device, &lists)
		if got := worthCompact(r); got != c.want || r.Err != nil {
			t.Errorf("%s: %t (%v), want %t", c.label, got, r.Err, c.want)
		}
		if c.want { // else it looks at more of the lists than there is of these
			if got := chooseDeviceAuto(r); got != (deviceAuto{compact: true}) {
				t.Errorf("%s: auto chooses %+v", c.label, got)
			}
		}
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestCompactIsForFewTriangles(t *testing.T) {
	for _, c := range []struct {
		mean, triangles float64
		want            bool
	}{{8, 0, true}, {8, .1, false}, {14, .5, true}, {14, .6, false}, {32, 2.1, false}, {24, .5, true}, {24, 1.2, false}} {
		if got := compactPays(c.mean, c.triangles); got != c.want {
			t.Errorf("a mean of %g, %g triangles an edge: %t, want %t", c.mean, c.triangles, got, c.want)
		}
	}
}
