package chordless

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/generator"
)

// TestKernelsAgree counts the same atoms by both kernels, by walks that hand
// over to a kernel and by walks that do not, on graphs whose chains give
// weights to vertices.
func TestKernelsAgree(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 1))
	ctx := context.Background()
	weighted := 0
	for range 100 {
		p, err := reduce(ctx, sparse(rng, 20+rng.IntN(30), 4+rng.IntN(8)).graph(t, rng), anyHole, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range p.atoms {
			if a.size() > 64 {
				continue
			}
			if len(a.members) > a.size() {
				weighted++
			}
			q := query{shortest: 4, longest: math.MaxInt, limit: math.MaxUint64}
			if rng.IntN(2) == 0 {
				q.longest = 5 + rng.IntN(40)
			}
			s, err := newSearch(ctx, a, q)
			if err != nil {
				t.Fatal(err)
			}
			l := &limiter{query: q}
			workers := 1 + rng.IntN(3)
			narrow, err1 := countKernels(ctx, s, workers, l, nil, func() kernel[frame64] { return newKernel64(a, q.longest) })
			wide, err2 := countKernels(ctx, s, workers, l, nil, func() kernel[frame128] { return newKernel128(a, q.longest) })
			handed, err3 := s.countWalks(ctx, false, workers, l, nil)
			walked, err4 := s.countWalks(ctx, true, workers, l, nil)
			if err1 != nil || err2 != nil || err3 != nil || err4 != nil {
				t.Fatal(err1, err2, err3, err4)
			}
			for _, got := range []counts{wide, handed, walked} {
				if !slices.Equal(got.byLength, narrow.byLength) {
					t.Fatalf("%+v up to length %d: counts by length %v, want %v", a, q.longest, got.byLength, narrow.byLength)
				}
			}
		}
	}
	if weighted < 10 {
		t.Errorf("only %d atoms with weights", weighted)
	}
}

// TestDonation makes many workers share the frames of a single root.
func TestDonation(t *testing.T) {
	s := searchOf(generated(t, generator.Grid{Rows: 7, Cols: 7}))
	a := s.atom
	want, err := countKernels(context.Background(), s, 1, &limiter{query: s.query}, nil, func() kernel[frame64] { return newKernel64(a, math.MaxInt) })
	if err != nil {
		t.Fatal(err)
	}
	meter := &graph.Meter{}
	got, err := countKernels(context.Background(), s, 8, &limiter{query: s.query}, meter, func() kernel[frame64] { return newKernel64(a, math.MaxInt) })
	if err != nil || !slices.Equal(got.byLength, want.byLength) {
		t.Errorf("counts by length %v, want %v; %v", got.byLength, want.byLength, err)
	}
	if _, done, _ := meter.Snapshot(); done == 0 {
		t.Error("no progress")
	}
}

// TestEstimateNodes compares the estimate with the nodes of the search.
func TestEstimateNodes(t *testing.T) {
	for _, from := range []generator.Generator{
		generator.Grid{Rows: 6, Cols: 6}, generator.Torus{Rows: 6, Cols: 6}, generator.Hypercube{Dimension: 4},
		generator.CompleteBipartite{Left: 12, Right: 12}, generator.King{Rows: 6, Cols: 6},
	} {
		s := searchOf(generated(t, from))
		meter := &graph.Meter{}
		if _, err := s.countDFS(context.Background(), false, 1, &limiter{query: s.query}, meter); err != nil {
			t.Fatal(err)
		}
		_, nodes, _ := meter.Snapshot()
		if got, err := s.estimateNodes(context.Background()); err != nil || got < float64(nodes)/2 || got > float64(nodes)*2 {
			t.Errorf("%+v: %.0f nodes expected, %d were there", from, got, nodes)
		}
	}
}
