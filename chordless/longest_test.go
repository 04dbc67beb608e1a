package chordless

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/generate"
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
	g := generated(t, generate.Grid{Rows: 6, Cols: 6})
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
