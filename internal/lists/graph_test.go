package lists

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
)

func TestGraphKeepsNames(t *testing.T) {
	r := &fixedRecords{edges: []graph.Edge{{U: 0, V: 1}, {U: 2, V: 2}, {U: 1, V: 0}}, names: []string{"a", "b", "c"}}
	g, err := Graph(t.Context(), r, graph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if g.Vertices() != 3 || g.Labels().Label(2) != "c" {
		t.Errorf("%d vertices, the third labelled %q", g.Vertices(), g.Labels().Label(2))
	}
}

// The zero Info declares nothing, no vertices least of all.
func TestZeroInfoSaysNothing(t *testing.T) {
	g, err := Graph(t.Context(), &fixedRecords{edges: []graph.Edge{{U: 1, V: 2}, {U: 2, V: 3}}}, graph.Options{})
	if err != nil || g.Vertices() != 3 || g.Edges() != 2 {
		t.Errorf("%+v, %v", g, err)
	}
}

// Declared vertices have their places however few of them have an edge.
func TestGraphOfFewEdgesFarApart(t *testing.T) {
	for name, edges := range map[string][]graph.Edge{
		"in tables": {{U: 299_999, V: 5}, {U: 200_000, V: 299_999}, {U: 7, V: 7}},
		"in arrays": {{U: 9, V: 5}, {U: 8, V: 9}, {U: 7, V: 7}},
	} {
		g, err := Graph(t.Context(), &fixedRecords{edges: edges, vertices: graph.Known(300_000)}, graph.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := g.Validate(t.Context(), 1); err != nil {
			t.Error(err)
		}
		last := edges[0].U
		if g.Vertices() != 300_000 || g.Report().Isolated != 299_997 || g.Degree(last) != 2 || g.Neighbors(5)[0] != last || g.Labels().Number(last) != uint64(last) {
			t.Errorf("%s: %d vertices, %+v, %v beside %d", name, g.Vertices(), g.Report(), g.Neighbors(last), last)
		}
	}
}

// A limit that does not do is refused, and the one that is named does.
func TestGraphWithinItsMemory(t *testing.T) {
	seeds, most := uint64(20), 200_000
	if testing.Short() {
		seeds, most = 5, 50_000
	}
	for seed := range seeds {
		random := rand.New(rand.NewPCG(seed, 3))
		r := randomRecords(random)
		for range random.IntN(most) {
			r.edges = append(r.edges, graph.Edge{U: random.Uint32N(1 << 17), V: random.Uint32N(1 << 17)})
		}
		if r.vertices.Known() {
			r.vertices = graph.Known(1 << 18)
		}
		r.split = 1000
		least, threads := int64(0), 1+random.IntN(4)
		for memory := int64(1000); ; memory = least {
			_, err := Graph(t.Context(), r, graph.Options{Threads: threads, Memory: memory})
			short := (*graph.MemoryError)(nil)
			if err == nil {
				break
			} else if !errors.As(err, &short) || short.Need <= memory || short.Limit != memory {
				t.Fatalf("seed %d: within %d: %v", seed, memory, err)
			}
			least = short.Need
		}
		s := cleanSimply(r)
		largest := s.ids[len(s.ids)-1]
		if _, err := Graph(t.Context(), r, graph.Options{Threads: threads,
			Memory: GraphBytes(threads, s.report.Records, largest+1, uint64(len(s.ids)), r.vertices)}); err != nil {
			t.Errorf("seed %d: with what surely does: %v", seed, err)
		}
	}
}

func TestGraphStopsWhenCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r := randomRecords(rand.New(rand.NewPCG(3, 3)))
	if _, err := Graph(ctx, r, graph.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
}

func TestNarrowShiftKeepsKeysInside32Bits(t *testing.T) {
	for rowBits := uint(1); rowBits <= 32; rowBits++ {
		for shift := uint(0); shift <= min(rowBits, 31); shift++ {
			narrow := narrowShift(rowBits, rowBits+1, shift)
			if narrow > shift {
				t.Errorf("rows of %d bits: shift grew from %d to %d", rowBits, shift, narrow)
			}
			if narrow < shift && narrow+rowBits+1 > 32 {
				t.Errorf("rows of %d bits: shift %d buys nothing", rowBits, narrow)
			}
			if rowBits > shift && rowBits-shift <= 12 && 1<<(rowBits-narrow) > maxBuckets {
				t.Errorf("rows of %d bits: shift %d makes too many buckets", rowBits, narrow)
			}
		}
	}
}
