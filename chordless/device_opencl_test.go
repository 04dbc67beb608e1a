package chordless

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/generator"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gputest"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/internal/opencl"
)

// withOpenCL are the options of a search on a device that can be used, a CPU's included.
func withOpenCL(t testing.TB) Options {
	t.Helper()
	_, info := gputest.OpenCL(t)
	return Options{Engine: opencl.Engine, OpenCL: strconv.Itoa(info.Number)}
}

// TestOpenCLListsAllCycles compares with brute force, on graphs of all shapes: also with no
// vertex, one, no edge, and a row of all others.
func TestOpenCLListsAllCycles(t *testing.T) {
	opt := withOpenCL(t)
	rng := rand.New(rand.NewPCG(19, 3))
	graphs := []adjacency{{}, {0}, make(adjacency, 5), adjacency{0b11110, 1, 1, 1, 1}}
	for range graphtest.Fewer(16) {
		graphs = append(graphs, random(rng, 4+rng.IntN(10), rng.Float64()))
	}
	for i, a := range graphs {
		opt.MinLength, opt.Unreduced = 3, i%3 > 0
		if got, want := collect(t, a.graph(t), opt), a.brute(); !equal(got, want) {
			t.Errorf("unreduced %t, %v: cycles %v, want %v", opt.Unreduced, a, got, want)
		}
	}
}

// TestOpenCLAnswersAsTheCPU asks all that there is to ask, of atoms with chains too.
func TestOpenCLAnswersAsTheCPU(t *testing.T) {
	with := withOpenCL(t)
	rng := rand.New(rand.NewPCG(19, 4))
	for round := range graphtest.Fewer(8) {
		n := 5 + rng.IntN(30)
		g := random(rng, n, []float64{.08, .12, .3}[round%3]).graph(t)
		if round%2 == 1 {
			g = sparse(rng, 40, 12).graph(t, rng) // more than a word, with chains
		}
		for _, opt := range []Options{
			{}, {Unreduced: true, MinLength: 3, MaxLength: 9}, {MinLength: 6}, {Through: []uint32{0, uint32(rng.IntN(n))}, MaxLength: 9},
		} {
			opt.Engine, opt.Method = device.CPU, Dias
			want := answers(t, g, opt)
			opt.Engine, opt.OpenCL, opt.Method = with.Engine, with.OpenCL, Auto
			if got := answers(t, g, opt); got != want {
				t.Errorf("round %d, %+v: got\n%s\nwant\n%s", round, opt, got, want)
			}
		}
	}
}

// TestOpenCLTakesTheSameSteps holds the steps and the order of the list to those of the CPU, where
// the labels are the same.
func TestOpenCLTakesTheSameSteps(t *testing.T) {
	opt := withOpenCL(t)
	rng := rand.New(rand.NewPCG(19, 5))
	opt, giveBack := opt.withGPU()
	for round := range graphtest.Fewer(12) {
		s := searchOf(random(rng, 5+rng.IntN(40), []float64{.07, .12, .3}[round%3]).graph(t))
		leastFirst(s)
		if round%3 == 2 {
			s.query.longest = 4 + rng.IntN(4)
		}
		var want, got []uint64
		take := func(to *[]uint64) func(holes []uint64) error {
			return func(holes []uint64) error {
				*to = append(*to, holes...)
				return nil
			}
		}
		cpu := newCPULevels(s, 2)
		if err := cpu.list(t.Context(), take(&want)); err != nil {
			t.Fatal(err)
		}
		err := opt.withOpenCLLevels(job{search: s}, true, func(d setSearcher) error {
			if err := d.list(t.Context(), take(&got)); err != nil {
				return err
			}
			if !slices.Equal(got, want) || !slices.Equal(d.trace(), cpu.trace()) {
				t.Errorf("round %d: %d words of holes, steps %v, want %d, %v", round, len(got), d.trace(), len(want), cpu.trace())
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := giveBack(); err != nil {
		t.Error(err)
	}
}

// leastFirst gives a search the labels of the device: of vertices of one degree the smallest goes
// first.
func leastFirst(s *search) {
	left := make([]bool, s.atom.size())
	for i := range left {
		left[i] = true
	}
	for label := range uint32(s.atom.size()) {
		least, vertex := s.atom.size(), uint32(0)
		for v := range uint32(s.atom.size()) {
			degree := 0
			for _, w := range s.atom.row(v) {
				if left[w] {
					degree++
				}
			}
			if left[v] && degree < least {
				least, vertex = degree, v
			}
		}
		left[vertex] = false
		s.label[vertex], s.byLabel[label] = label, vertex
	}
}

// TestOpenCLOracles counts what is known, up to the grid of 6 x 10 of the paper's table 1.
func TestOpenCLOracles(t *testing.T) {
	opt := withOpenCL(t)
	for _, o := range oracles() {
		if len(o.holes) > 6 || o.slow && (testing.Short() || o.name != "grid 6x10") {
			continue
		}
		opt.Unreduced = true
		r, err := Count(t.Context(), generated(t, o.graph), opt)
		if err != nil || r.Chordless.String() != o.holes || r.Chordless.Sign() > 0 && r.Engine != opencl.Engine {
			t.Errorf("%s: %v, %v, want %s", o.name, r, err, o.holes)
		}
	}
}

// TestOpenCLCutsPaths searches in so little memory that paths are cut, and in less than is
// enough. What is found is the same each time, in the same order.
func TestOpenCLCutsPaths(t *testing.T) {
	opt := withOpenCL(t)
	opt.Unreduced = true
	grid := generator.Grid{Rows: 5, Cols: 8}
	if testing.Short() {
		grid.Cols = 6
	}
	g := generated(t, grid)
	want := collect(t, g, Options{Unreduced: true})
	limited := func(limit int64) *device.Group {
		gpus := device.New(limit)
		t.Cleanup(func() {
			if err := gpus.Close(); err != nil {
				t.Error(err)
			}
		})
		return gpus
	}
	for _, limit := range []int64{60 << 10, 200 << 10, 0} {
		opt.Devices = limited(limit)
		if got := collect(t, g, opt); !equal(got, want) {
			t.Errorf("limit %d: %d cycles, want %d", limit, len(got), len(want))
		}
		var lists [2]string
		for i := range lists {
			var all strings.Builder
			for cycle, err := range All(t.Context(), g, opt) {
				if err != nil {
					t.Fatal(err)
				}
				fmt.Fprintln(&all, cycle)
			}
			lists[i] = all.String()
		}
		if lists[0] != lists[1] {
			t.Errorf("limit %d: two lists differ", limit)
		}
	}
	opt.Devices = limited(2 << 10)
	var refused *gpu.LimitError
	if _, err := Count(t.Context(), g, opt); !errors.As(err, &refused) {
		t.Fatal(err)
	}
	opt.Devices = limited(refused.Need) // which is enough, to list too
	if got := collect(t, g, opt); !equal(got, want) {
		t.Errorf("limit %d: %d cycles, want %d", refused.Need, len(got), len(want))
	}
	if _, info := gputest.OpenCL(t); !info.Shares {
		return // what the device has is none of the machine's memory
	}
	opt.Devices, opt.Memory = nil, 64<<20
	var memory *graph.MemoryError
	if _, err := Count(t.Context(), g, opt); !errors.As(err, &memory) {
		t.Error(err)
	} else if opt.Memory = memory.Need; true {
		if r, err := Count(t.Context(), g, opt); err != nil || int(r.Chordless.Int64()) != len(want) {
			t.Error(r, err)
		}
	}
}

// TestOpenCLStops ends searches by a limit, and by their context.
func TestOpenCLStops(t *testing.T) {
	opt := withOpenCL(t)
	opt.Unreduced = true
	g := generated(t, generator.Grid{Rows: 5, Cols: 8})
	opt.Limit = 1000
	if r, err := Count(t.Context(), g, opt); !errors.Is(err, ErrLimit) || r.Chordless.Int64() != 1000 {
		t.Error(r, err)
	}
	listed := 0
	why := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	defer cancel(nil)
	for _, err := range All(ctx, g, opt) {
		if listed++; err != nil {
			if !errors.Is(err, why) || listed > 1000 {
				t.Error(listed, err)
			}
			break
		}
		if listed == 10 {
			cancel(why)
		}
	}
	if r, err := Count(ctx, g, opt); !errors.Is(err, why) {
		t.Error(r, err)
	}
}

// TestOpenCLRefuses: what the engine has not is said, and no silent work of the CPU.
func TestOpenCLRefuses(t *testing.T) {
	g := generated(t, generator.Grid{Rows: 3, Cols: 4})
	for _, method := range []Method{DFS, Dias, Frontier} {
		if _, err := Count(t.Context(), g, Options{Engine: opencl.Engine, Method: method}); err == nil || !strings.Contains(err.Error(), "[auto levels]") {
			t.Errorf("%s: %v", method, err)
		}
	}
	if _, err := Count(t.Context(), g, Options{Engine: opencl.Engine, OpenCL: "250", Unreduced: true}); !errors.Is(err, device.ErrNone) {
		t.Error(err)
	}
}

// BenchmarkLevels counts the holes of whole graphs by levels on the CPU, with OpenCL and, where there
// is one, on a GPU by CUDA, from the graph on; and brings all of them to the host as sets.
func BenchmarkLevels(b *testing.B) {
	with := withOpenCL(b)
	gpus := device.New(0)
	b.Cleanup(func() {
		if err := gpus.Close(); err != nil {
			b.Error(err)
		}
	})
	engines := []device.Engine{device.CPU, opencl.Engine}
	if gpus.Open(b.Context()) == nil {
		engines = append(engines, device.CUDA)
	}
	for _, x := range []oracle{
		{"grid 5x10", generator.Grid{Rows: 5, Cols: 10}, "52620", false},
		{"grid 6x10", generator.Grid{Rows: 6, Cols: 10}, "800139", false},
		{"grid 7x10", generator.Grid{Rows: 7, Cols: 10}, "8136453", true},
		{"K_50,50", generator.CompleteBipartite{Left: 50, Right: 50}, "1500625", false},
	} {
		g := generated(b, x.graph)
		for _, engine := range engines {
			if x.slow && len(engines) < 3 {
				continue // no device is fast
			}
			opt := Options{Engine: engine, Devices: gpus, OpenCL: with.OpenCL, Method: Levels, Unreduced: true}
			b.Run(fmt.Sprintf("%s/%s/count", x.name, engine), func(b *testing.B) {
				for b.Loop() {
					if r, err := Count(b.Context(), g, opt); err != nil || r.Chordless.String() != x.holes {
						b.Fatal(r, err)
					}
				}
			})
			b.Run(fmt.Sprintf("%s/%s/sets", x.name, engine), func(b *testing.B) {
				for b.Loop() {
					for _, err := range Sets(b.Context(), g, opt) {
						if err != nil {
							b.Fatal(err)
						}
					}
				}
			})
		}
	}
}
