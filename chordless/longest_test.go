package chordless

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/tricycle-graph/tricycle/internal/generator"
)

// TestLongest compares the longest cycle with those of brute force.
func TestLongest(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 1))
	for range 200 {
		n := 4 + rng.IntN(10)
		a := random(rng, n, rng.Float64())
		g, cycles := a.graph(t), a.brute()
		query := randomQuery(rng, n)
		want := 0
		for length := range expect(cycles, n, query).byLength {
			want = max(want, length)
		}
		for _, method := range []Method{Auto, DFS, Frontier} {
			query.Method = method
			got, err := Longest(context.Background(), g, query)
			if err != nil {
				t.Fatal(err)
			}
			if len(got) != want {
				t.Fatalf("%+v: graph %v: a longest cycle %v, want length %d", query, a, got, want)
			}
			if want > 3 {
				a.checkHole(t, got)
			}
			for _, v := range query.Through {
				if want > 0 && !slices.Contains(got, v) {
					t.Fatalf("%+v: graph %v: cycle %v", query, a, got)
				}
			}
		}
	}
}

// TestLongestOfGrid looks for a longest hole of a grid by both methods.
func TestLongestOfGrid(t *testing.T) {
	g := generated(t, generator.Grid{Rows: 6, Cols: 6})
	want := 0
	for _, cycle := range collect(t, g, Options{Method: Dias}) {
		want = max(want, len(cycle))
	}
	for _, method := range []Method{DFS, Frontier} {
		cycle, err := Longest(context.Background(), g, Options{Method: method})
		if err != nil || len(cycle) != want {
			t.Errorf("%s: cycle %v, %v, want length %d", method, cycle, err, want)
		}
	}
}

// TestLongestSoFar gives a search that would take years more and more time, until
// it knows a cycle when that is up.
func TestLongestSoFar(t *testing.T) {
	g := generated(t, generator.Torus{Rows: 12, Cols: 12})
	for wait := 50 * time.Millisecond; wait < time.Minute; wait *= 2 {
		ctx, cancel := context.WithTimeout(t.Context(), wait)
		cycle, err := Longest(ctx, g, Options{})
		cancel()
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Fatalf("error %v", err)
		}
		if cycle == nil {
			continue
		}
		for i, v := range cycle {
			next := cycle[(i+1)%len(cycle)]
			if _, found := slices.BinarySearch(g.Neighbors(v), next); !found {
				t.Errorf("%d and %d are not adjacent", v, next)
			}
			beside := 0
			for _, w := range g.Neighbors(v) {
				if slices.Contains(cycle, w) {
					beside++
				}
			}
			if beside != 2 {
				t.Errorf("%d has %d neighbours on the cycle %v", v, beside, cycle)
			}
		}
		if len(cycle) < 20 {
			t.Errorf("only %d vertices", len(cycle))
		}
		return
	}
	t.Error("no cycle within a minute")
}
