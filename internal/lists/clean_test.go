package lists

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
)

func TestCleanMatchesSimple(t *testing.T) {
	ctx := context.Background()
	random := rand.New(rand.NewPCG(1, 1))
	for trial := range 150 {
		r := randomRecords(random)
		want := cleanSimply(r)
		opt := graph.Options{Threads: 1 + trial%4}
		c, err := Clean(ctx, r, opt)
		if err != nil {
			t.Fatal(err)
		}
		if c.Vertices() != len(want.ids) || c.Edges() != uint64(len(want.edges)) || c.Report() != want.report {
			t.Fatalf("trial %d: n %d, m %d, %+v; want n %d, m %d, %+v", trial,
				c.Vertices(), c.Edges(), c.Report(), len(want.ids), len(want.edges), want.report)
		}
		g, err := c.Graph(ctx, opt)
		if err != nil {
			t.Fatal(err)
		}
		if got := lower(g); !slices.Equal(got, want.edges) {
			t.Fatalf("trial %d: edges differ", trial)
		}
		for v, id := range want.ids {
			if got := g.Labels().Number(uint32(v)); got != id {
				t.Fatalf("trial %d: vertex %d is labelled %d, want %d", trial, v, got, id)
			}
			if !slices.IsSorted(g.Neighbors(uint32(v))) {
				t.Fatalf("trial %d: neighbours of %d are not ascending", trial, v)
			}
		}
	}
}

func TestCleanNames(t *testing.T) {
	r := &fixedRecords{edges: []graph.Edge{{U: 0, V: 1}, {U: 2, V: 2}, {U: 1, V: 0}}, names: []string{"a", "b", "c"}}
	c, err := Clean(context.Background(), r, graph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	g, err := c.Graph(context.Background(), graph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if g.Vertices() != 3 || g.Labels().Label(2) != "c" {
		t.Errorf("%d vertices, the third labelled %q", g.Vertices(), g.Labels().Label(2))
	}
}

func TestCleanRefusesWhatDoesNotFit(t *testing.T) {
	r := randomRecords(rand.New(rand.NewPCG(3, 3)))
	_, err := Clean(context.Background(), r, graph.Options{Memory: 1000})
	if _, ok := err.(*graph.MemoryError); !ok {
		t.Errorf("got %v, want a MemoryError", err)
	}
}

func TestCleanStopsWhenCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	r := randomRecords(rand.New(rand.NewPCG(3, 3)))
	if _, err := Clean(ctx, r, graph.Options{}); err != context.Canceled {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
}

// Every key width and bucket shift must give the same rows.
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

func TestDedupeKeyWidthsAgree(t *testing.T) {
	ctx := context.Background()
	random := rand.New(rand.NewPCG(5, 5))
	for range 20 {
		n := 1 + random.IntN(3000)
		var edges []graph.Edge
		for range random.IntN(20000) {
			edges = append(edges, graph.Edge{U: random.Uint32N(uint32(n)), V: random.Uint32N(uint32(n))})
		}
		for shift := uint(0); shift < 13; shift += 3 {
			raw := func() *Raw {
				r, err := Read(ctx, &fixedRecords{edges: edges, split: 777}, graph.Options{Threads: 2})
				if err != nil {
					t.Fatal(err)
				}
				return r
			}
			narrow, _, narrowReport, err := runDedupe[uint32](ctx, raw(), n, shift, 13)
			if err != nil {
				t.Fatal(err)
			}
			wide, _, wideReport, err := runDedupe[uint64](ctx, raw(), n, shift, 33)
			if err != nil {
				t.Fatal(err)
			}
			if narrowReport != wideReport || narrow.edges != wide.edges {
				t.Fatalf("reports differ: %+v, %+v", narrowReport, wideReport)
			}
			if !slices.Equal(rowsOf(narrow), rowsOf(wide)) {
				t.Fatal("rows differ")
			}
			narrow.free()
			wide.free()
		}
	}
}

func rowsOf(l *rowLists) [][2]uint32 {
	var edges [][2]uint32
	for b := range l.buckets() {
		l.eachRow(b, func(row uint32, list []uint32) {
			for _, v := range list {
				edges = append(edges, [2]uint32{row, v})
			}
		})
	}
	return edges
}

// The zero Info declares nothing, no vertices least of all.
func TestZeroInfoSaysNothing(t *testing.T) {
	c, err := Clean(t.Context(), &fixedRecords{edges: []graph.Edge{{U: 1, V: 2}, {U: 2, V: 3}}}, graph.Options{})
	if err != nil || c.Vertices() != 3 || c.Edges() != 2 {
		t.Errorf("%+v, %v", c, err)
	}
}
