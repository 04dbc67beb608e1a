package report

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/chordless"
	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
)

// The steps beside a count by another method are those that the methods with steps tell of.
func TestStepsOf(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for n := 5; n < 40; n += 5 {
		g := graphOf(t, graphtest.Random(random, n, 0.2))
		opt := chordless.Options{Engine: device.CPU, ByLength: true, PerVertex: true}
		counted, err := chordless.Count(t.Context(), g, opt)
		if err != nil {
			t.Fatal(err)
		}
		got, why, err := StepsOf(t.Context(), g, opt, counted.Plan)
		if err != nil || why != "" {
			t.Fatal(why, err)
		}
		opt.Method, opt.PerVertex = chordless.Levels, false
		var paths, cycles []uint64
		opt.Trace = func(_ int, p, c uint64) { paths, cycles = append(paths, p), append(cycles, c) }
		if _, err := chordless.Count(t.Context(), g, opt); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got.Paths, paths) || !slices.Equal(got.Cycles, cycles) {
			t.Errorf("%d vertices: %v, want %v and %v", n, got, paths, cycles)
		}
	}
	large := &chordless.Plan{Atoms: []chordless.AtomPlan{{Method: chordless.DFS, Nodes: stepsMost}}, Reductions: chordless.Reductions{Atoms: 2}}
	if _, why, err := StepsOf(t.Context(), nil, chordless.Options{}, large); err != nil || !strings.Contains(why, "some 131k nodes") {
		t.Error(why, err)
	}
}
