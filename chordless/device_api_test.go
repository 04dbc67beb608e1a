package chordless

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/generator"
)

// onDevice opens the first GPU, of which at most limit bytes are allocated.
func onDevice(t testing.TB, limit int64) *device.Group {
	t.Helper()
	gpus := device.New(limit, 0)
	if err := gpus.Open(t.Context()); err != nil {
		t.Skipf("needs a GPU: %v", err)
	}
	t.Cleanup(func() {
		if err := gpus.Close(); err != nil {
			t.Error(err)
		}
	})
	return gpus
}

// answers is all that can be asked of a graph, as text.
func answers(t *testing.T, g *graph.Graph, opt Options) string {
	t.Helper()
	var cycles []string
	for cycle, err := range All(t.Context(), g, opt) {
		if err != nil {
			t.Fatal(err)
		}
		cycles = append(cycles, fmt.Sprint(cycle))
	}
	slices.Sort(cycles)
	opt.ByLength = true
	plain, err := Count(t.Context(), g, opt)
	if err != nil {
		t.Fatal(err)
	}
	opt.PerVertex = true
	all, err := Count(t.Context(), g, opt)
	if err != nil {
		t.Fatal(err)
	}
	lengths := func(r *Result) string {
		text := ""
		for length, count := range r.ByLength {
			if count.Sign() > 0 {
				text += fmt.Sprintf(" %d:%d", length, count)
			}
		}
		return text
	}
	return fmt.Sprint(cycles, plain.Chordless, lengths(plain), plain.Triangles, all.Chordless, lengths(all), all.PerVertex)
}

// TestDeviceAnswersAsTheCPU asks the same of both, of atoms with chains and of
// whole graphs.
func TestDeviceAnswersAsTheCPU(t *testing.T) {
	rounds := 24
	if testing.Short() {
		rounds = 3
	}
	answersAsTheCPU(t, onDevice(t, 1<<30), rounds, 34)
}

// answersAsTheCPU has random graphs of up to so many vertices.
func answersAsTheCPU(t *testing.T, gpus *device.Group, rounds, most int) {
	seed := rand.Uint64()
	rng := rand.New(rand.NewPCG(seed, 2))
	for round := range rounds {
		n := 5 + rng.IntN(most-4)
		g := random(rng, n, []float64{.08, .12, .3}[round%3]).graph(t)
		for _, opt := range []Options{
			{}, {Unreduced: true}, {MinLength: 3, MaxLength: 6}, {MinLength: 6},
			{Through: []uint32{uint32(rng.IntN(n))}}, {Through: []uint32{0, uint32(rng.IntN(n))}, MaxLength: 9},
		} {
			opt.Engine = device.CPU
			want := answers(t, g, opt)
			for _, method := range []Method{DFS, Levels} {
				opt.Engine, opt.Devices, opt.Method = device.CUDA, gpus, method
				if got := answers(t, g, opt); got != want {
					t.Errorf("seed %d, round %d, %+v: got\n%s\nwant\n%s", seed, round, opt, got, want)
				}
			}
			opt.Method = ""
		}
	}
}

// TestDeviceHolesAreChordless checks every cycle that is listed by itself.
func TestDeviceHolesAreChordless(t *testing.T) {
	holesAreChordless(t, onDevice(t, 0), generator.Grid{Rows: 6, Cols: 7}, 13350)
}

// holesAreChordless lists the holes of a graph that has so many.
func holesAreChordless(t *testing.T, gpus *device.Group, from generator.Generator, holes int) {
	g := generated(t, from)
	for _, method := range []Method{DFS, Levels} {
		seen := map[string]bool{}
		for cycle, err := range All(t.Context(), g, Options{Engine: device.CUDA, Devices: gpus, Method: method}) {
			if err != nil {
				t.Fatal(err)
			}
			for i, v := range cycle {
				for k, w := range cycle[:i] {
					_, joined := slices.BinarySearch(g.Neighbors(v), w)
					if beside := i-k == 1 || i-k == len(cycle)-1; joined != beside {
						t.Fatalf("%s: %v is no hole", method, cycle)
					}
				}
			}
			seen[fmt.Sprint(cycle)] = true
		}
		if len(seen) != holes {
			t.Errorf("%s: %d holes, want %d", method, len(seen), holes)
		}
	}
}

// TestDeviceLevelsCutSmall has the method levels cut its paths on a GPU: the sizes
// of the sets stay the same.
func TestDeviceLevelsCutSmall(t *testing.T) {
	for _, c := range []struct {
		graph  generator.Generator
		limits []int64
	}{
		{generator.Grid{Rows: 6, Cols: 10}, []int64{0, 1 << 22}}, // which has to grow before
		{generator.Grid{Rows: 6, Cols: 8}, []int64{0, 1 << 22, 1 << 20, 1 << 17}},
	} {
		if testing.Short() && len(c.limits) == 2 {
			continue
		}
		levelsCutSmall(t, c.graph, c.limits, onDevice)
	}
}

// levelsCutSmall does so within several limits, on devices that open.
func levelsCutSmall(t *testing.T, from generator.Generator, limits []int64, open func(t testing.TB, limit int64) *device.Group) {
	g := generated(t, from)
	opt := Options{Method: Dias, Unreduced: true, ByLength: true}
	want, steps := countSteps(t, g, opt)
	opt.Engine, opt.Method = device.CUDA, Levels
	for _, limit := range limits {
		opt.Devices = open(t, limit)
		r, here := countSteps(t, g, opt)
		if fmt.Sprint(r.ByLength) != fmt.Sprint(want.ByLength) || !slices.Equal(here, steps) {
			t.Errorf("limit %d: %v holes, steps %v, want %v", limit, r.Chordless, here, steps)
		}
	}
}

// TestSearchInLittleMemory has few workers search, and little room to list.
func TestSearchInLittleMemory(t *testing.T) {
	searchInLittleMemory(t, onDevice(t, 1<<20), generator.Grid{Rows: 6, Cols: 8}, 50203)
}

// searchInLittleMemory searches a graph with so many holes.
func searchInLittleMemory(t *testing.T, gpus *device.Group, from generator.Generator, holes int) {
	g := generated(t, from)
	opt := Options{Engine: device.CUDA, Devices: gpus, Method: DFS}
	r, err := Count(t.Context(), g, opt)
	if err != nil || r.Chordless.Uint64() != uint64(holes) || r.Engine != device.CUDA {
		t.Errorf("%v holes, %v", r.Chordless, err)
	}
	listed := 0
	for _, err := range All(t.Context(), g, opt) {
		if err != nil {
			t.Fatal(err)
		}
		listed++
	}
	if listed != holes {
		t.Errorf("%d holes listed", listed)
	}
	opt.Limit = uint64(holes / 2)
	if r, err := Count(t.Context(), g, opt); !errors.Is(err, ErrLimit) || r.Chordless.Uint64() != opt.Limit {
		t.Errorf("with a limit: %v holes, %v", r.Chordless, err)
	}
}

// TestDeviceEndsSoon stops searches that would take hours.
func TestDeviceEndsSoon(t *testing.T) {
	gpus := onDevice(t, 0)
	g := generated(t, generator.Torus{Rows: 12, Cols: 12})
	for _, method := range []Method{DFS, Levels} {
		for _, ask := range []func(ctx context.Context, opt Options) error{
			func(ctx context.Context, opt Options) error {
				r, err := Count(ctx, g, opt)
				if err != nil && (!r.Partial || r.Chordless.Sign() == 0) {
					t.Errorf("%s: partial %t, %v holes", method, r.Partial, r.Chordless)
				}
				return err
			},
			func(ctx context.Context, opt Options) error {
				for _, err := range All(ctx, g, opt) {
					if err != nil {
						return err
					}
				}
				return nil
			},
		} {
			stop := errors.New("enough")
			ctx, cancel := context.WithTimeoutCause(t.Context(), 700*time.Millisecond, stop)
			begin := time.Now()
			err := ask(ctx, Options{Engine: device.CUDA, Devices: gpus, Method: method})
			cancel()
			if took := time.Since(begin); !errors.Is(err, stop) || took > time.Minute {
				t.Errorf("%s: %v after %v", method, err, took)
			}
		}
	}
}
