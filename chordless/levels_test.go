package chordless

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/generator"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
)

// steps are the sizes of T and C, as they are traced.
type steps [][2]uint64

// trace has options tell their steps.
func (s *steps) trace(t *testing.T, opt Options) Options {
	opt.Trace = func(step int, paths, cycles uint64) {
		if *s = append(*s, [2]uint64{paths, cycles}); len(*s) != step {
			t.Errorf("step %d is told as number %d", step, len(*s))
		}
	}
	return opt
}

// countSteps counts, with the steps.
func countSteps(t *testing.T, g *graph.Graph, opt Options) (*Result, steps) {
	t.Helper()
	var s steps
	r, err := Count(t.Context(), g, s.trace(t, opt))
	if err != nil {
		t.Fatal(err)
	}
	return r, s
}

// listedSteps lists, with the steps.
func listedSteps(t *testing.T, g *graph.Graph, opt Options) (cycles []string, s steps) {
	t.Helper()
	for cycle, err := range All(t.Context(), g, s.trace(t, opt)) {
		if err != nil {
			t.Fatal(err)
		}
		cycles = append(cycles, fmt.Sprint(cycle))
	}
	return cycles, s
}

// TestLevelsAnswersAsDias asks the CPU's levels all that there is to ask.
func TestLevelsAnswersAsDias(t *testing.T) {
	seed := rand.Uint64()
	rng := rand.New(rand.NewPCG(seed, 7))
	for round := range graphtest.Fewer(40) {
		n := 5 + rng.IntN(30)
		g := random(rng, n, []float64{.08, .12, .3}[round%3]).graph(t)
		if round%8 == 7 {
			g = sparse(rng, 40, 12).graph(t, rng) // more than a word, with chains
		}
		for _, opt := range []Options{
			{}, {Unreduced: true}, {MinLength: 3, MaxLength: 6}, {MinLength: 6, Unreduced: true, MaxLength: 9},
			{Through: []uint32{uint32(rng.IntN(n))}}, {Through: []uint32{0, uint32(rng.IntN(n))}, MaxLength: 9},
		} {
			opt.Engine, opt.Method, opt.Threads = device.CPU, Dias, 1+round%3
			want := answers(t, g, opt)
			opt.Method = Levels
			if got := answers(t, g, opt); got != want {
				t.Errorf("seed %d, round %d, %+v: got\n%s\nwant\n%s", seed, round, opt, got, want)
			}
		}
	}
}

// TestStepsAreThoseOfDias holds the steps of levels, on the CPU and on a GPU where
// there is one, to the paths that dias takes one after the other.
func TestStepsAreThoseOfDias(t *testing.T) {
	seed := rand.Uint64()
	rng := rand.New(rand.NewPCG(seed, 8))
	gpus := device.New(1<<30, 0)
	if err := gpus.Open(t.Context()); err != nil {
		t.Logf("on the CPU alone: %v", err)
		gpus = nil
	} else {
		t.Cleanup(func() {
			if err := gpus.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	for round := range graphtest.Fewer(30) {
		g := random(rng, 5+rng.IntN(40), []float64{.07, .12, .3}[round%3]).graph(t)
		if round%5 == 4 {
			g = sparse(rng, 40, 14).graph(t, rng)
		}
		for _, opt := range []Options{{}, {Unreduced: true}, {MaxLength: 7}, {MaxLength: 9, Unreduced: true}} {
			opt.Engine, opt.Method = device.CPU, Dias
			_, want := countSteps(t, g, opt)
			same := func(what string, got steps) {
				if !slices.Equal(got, want) {
					t.Errorf("seed %d, round %d, %s, to length %d, unreduced %t: steps\n%v, want\n%v", seed, round, what, opt.MaxLength, opt.Unreduced, got, want)
				}
			}
			_, got := listedSteps(t, g, opt)
			same("listed by dias", got)
			opt.Method = Levels
			_, got = countSteps(t, g, opt)
			same("counted", got)
			_, got = listedSteps(t, g, opt)
			same("listed", got)
			if gpus != nil {
				opt.Engine, opt.Devices = device.CUDA, gpus
				_, got = countSteps(t, g, opt)
				same("counted on the GPU", got)
				_, got = listedSteps(t, g, opt)
				same("listed on the GPU", got)
			}
		}
	}
}

// TestLevelsWithoutMatrix searches as large atoms are, whose edges are not kept as bits.
func TestLevelsWithoutMatrix(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	for round := range 20 {
		s := searchOf(random(rng, 5+rng.IntN(40), []float64{.07, .12, .3}[round%3]).graph(t))
		want, steps, err := s.countDias(t.Context(), false, false, &limiter{query: s.query})
		if err != nil {
			t.Fatal(err)
		}
		l := newCPULevels(s, 2)
		l.matrix = nil
		got, err := l.count(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		if fmt.Sprint(got) != fmt.Sprint(bigOf(want.byLength)) || !slices.Equal(l.trace(), steps) {
			t.Errorf("round %d: %v holes, steps %v, want %v, %v", round, got, l.trace(), want.byLength, steps)
		}
	}
}

// TestLevelsCutSmall has levels cut its paths: the steps stay the same.
func TestLevelsCutSmall(t *testing.T) {
	for _, c := range []struct {
		graph   generator.Generator
		holes   string
		limits  []int64
		refused int64
	}{
		{generator.Grid{Rows: 6, Cols: 8}, "50203", []int64{3500 << 10, 4 << 20, 5 << 20, 1 << 30}, 3 << 20},
		{generator.CompleteBipartite{Left: 20, Right: 20}, "36100", []int64{3 << 20, 4 << 20}, 1 << 20},
	} {
		g := generated(t, c.graph)
		opt := Options{Engine: device.CPU, Method: Dias, Unreduced: true, ByLength: true}
		want, steps := countSteps(t, g, opt)
		if want.Chordless.String() != c.holes {
			t.Errorf("%v holes, want %s", want.Chordless, c.holes)
		}
		opt.Method = Levels
		listed, _ := listedSteps(t, g, opt)
		slices.Sort(listed)
		for _, opt.Memory = range c.limits {
			for _, opt.Threads = range []int{3, 1}[:graphtest.Fewer(2)] {
				r, here := countSteps(t, g, opt)
				if fmt.Sprint(r.ByLength) != fmt.Sprint(want.ByLength) || !slices.Equal(here, steps) {
					t.Errorf("limit %d: %v holes, steps %v, want %v", opt.Memory, r.Chordless, here, steps)
				}
			}
		}
		opt.Memory = 1 << 27
		var lists [2][]string
		for i := range lists {
			opt.Threads = 1 + 3*i
			lists[i], _ = listedSteps(t, g, opt)
		}
		if !slices.Equal(lists[0], lists[1]) {
			t.Error("the order of a list depends on the threads")
		}
		if slices.Sort(lists[0]); !slices.Equal(lists[0], listed) {
			t.Errorf("limit %d: %d holes listed, want %d others", opt.Memory, len(lists[0]), len(listed))
		}
		opt.Memory = c.refused
		var memory *graph.MemoryError
		if _, err := Count(t.Context(), g, opt); !errors.As(err, &memory) {
			t.Errorf("limit %d: %v", opt.Memory, err)
		} else if opt.Memory = memory.Need; true {
			countSteps(t, g, opt)
		}
	}
}
