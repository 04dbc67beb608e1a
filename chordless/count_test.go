package chordless

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/graphtest"
)

// expectation is what brute force says of a query.
type expectation struct {
	triangles, chordless int
	byLength             map[int]int
	perVertex            []int
}

// expect counts a list of cycles by hand.
func expect(cycles [][]uint32, n int, opt Options) expectation {
	e := expectation{byLength: map[int]int{}, perVertex: make([]int, n)}
	shortest, longest := opt.MinLength, opt.MaxLength
	if shortest == 0 {
		shortest = 4
	}
	if longest == 0 {
		longest = n
	}
	for _, cycle := range cycles {
		through := true
		for _, v := range opt.Through {
			through = through && slices.Contains(cycle, v)
		}
		if !through {
			continue
		}
		if len(cycle) == 3 {
			e.triangles++
		}
		if len(cycle) < shortest || len(cycle) > longest {
			continue
		}
		if len(cycle) > 3 {
			e.chordless++
		}
		e.byLength[len(cycle)]++
		for _, v := range cycle {
			e.perVertex[v]++
		}
	}
	return e
}

// holds compares a result with what is expected.
func (e expectation) holds(r *Result) error {
	if r.Triangles != uint64(e.triangles) || r.Chordless.Cmp(big.NewInt(int64(e.chordless))) != 0 {
		return fmt.Errorf("%d triangles and %v longer cycles, want %d and %d", r.Triangles, r.Chordless, e.triangles, e.chordless)
	}
	if r.Partial {
		return fmt.Errorf("the result is partial")
	}
	for length := range max(len(r.ByLength), len(e.perVertex)+1) {
		got := new(big.Int)
		if length < len(r.ByLength) {
			got = r.ByLength[length]
		}
		if r.ByLength != nil && got.Cmp(big.NewInt(int64(e.byLength[length]))) != 0 {
			return fmt.Errorf("%v cycles of length %d, want %d", got, length, e.byLength[length])
		}
	}
	for v, got := range r.PerVertex {
		if got.Cmp(big.NewInt(int64(e.perVertex[v]))) != 0 {
			return fmt.Errorf("%v cycles through vertex %d, want %d", got, v, e.perVertex[v])
		}
	}
	return nil
}

// counters are the methods that count, with and without the reductions.
func counters() []Options {
	return append(listers(), Options{Method: Frontier}, Options{Method: Frontier, Unreduced: true})
}

// TestCountRandomGraphs counts the cycles of random graphs under random
// queries.
func TestCountRandomGraphs(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 1))
	for round := range graphtest.Fewer(300) {
		n := 5 + rng.IntN(10)
		a := random(rng, n, rng.Float64())
		g, cycles := a.graph(t), a.brute()
		query := randomQuery(rng, n)
		want := expect(cycles, n, query)
		for _, opt := range counters() {
			if opt.Method == Frontier && (len(query.Through) > 1 || round%4 > 0) {
				continue // one count a set of vertices takes its time
			}
			opt.MinLength, opt.MaxLength, opt.Through = query.MinLength, query.MaxLength, query.Through
			opt.ByLength, opt.PerVertex, opt.Threads = rng.IntN(2) == 0, rng.IntN(2) == 0, 1+rng.IntN(4)
			r, err := Count(context.Background(), g, opt)
			if err == nil {
				err = want.holds(r)
			}
			if err != nil {
				t.Fatalf("%+v: graph %v: %v", opt, a, err)
			}
		}
		for _, opt := range listers() {
			opt.MinLength, opt.MaxLength, opt.Through = query.MinLength, query.MaxLength, query.Through
			listed := collect(t, g, opt)
			if got := expect(listed, n, opt); got.chordless != want.chordless || len(listed) != sumOf(want.byLength) {
				t.Fatalf("%+v: graph %v: %d cycles listed, want %d", opt, a, len(listed), sumOf(want.byLength))
			}
		}
	}
}

func sumOf(byLength map[int]int) int {
	total := 0
	for _, count := range byLength {
		total += count
	}
	return total
}

func randomQuery(rng *rand.Rand, n int) Options {
	opt := Options{}
	switch rng.IntN(3) {
	case 0:
		opt.MinLength = 3
	case 1:
		opt.MinLength = 3 + rng.IntN(5)
	}
	if rng.IntN(2) == 0 {
		opt.MaxLength = max(opt.MinLength, 4) + rng.IntN(4)
	}
	if rng.IntN(2) == 0 {
		for range 1 + rng.IntN(3) {
			opt.Through = append(opt.Through, uint32(rng.IntN(n)))
		}
	}
	return opt
}
