package chordless

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/generator"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gputest"
)

// searchOf is the search for all holes of a graph as it is.
func searchOf(g *graph.Graph) *search {
	s, err := newSearch(context.Background(), whole(g), query{shortest: 4, longest: math.MaxInt, limit: math.MaxUint64})
	if err != nil {
		panic(err) // the context does not end
	}
	return s
}

// total is the sum of counts by length.
func total(byLength []*big.Int) *big.Int {
	sum := new(big.Int)
	for _, count := range byLength {
		sum.Add(sum, count)
	}
	return sum
}

// kernelsFor lists the search kernels that an atom fits.
func kernelsFor(s *search) []searchKernel {
	return slices.DeleteFunc(slices.Clone(deviceKernels), func(k searchKernel) bool { return k.vertices < s.atom.size() })
}

// TestDeviceCountsAsDias holds every search kernel against dias, by length.
func TestDeviceCountsAsDias(t *testing.T) {
	rounds := 60
	if testing.Short() {
		rounds = 4
	}
	countAsDias(t, gputest.Open(t, 0), rounds)
}

// countAsDias does so for random graphs.
func countAsDias(t *testing.T, gpus *gpu.Device, rounds int) {
	seed := rand.Uint64()
	rng := rand.New(rand.NewPCG(seed, 1))
	for round := range rounds {
		g := random(rng, 4+rng.IntN(24), []float64{.1, .2, .4, .6}[round%4]).graph(t)
		s := searchOf(g)
		if round%3 == 1 {
			s.query.longest = 4 + rng.IntN(5)
		}
		want, _, err := s.countDias(t.Context(), false, false, &limiter{query: s.query})
		if err != nil {
			t.Fatal(err)
		}
		for _, k := range kernelsFor(s) {
			d := newDeviceSearchBy(gpus, s, false, k)
			got, err := d.count(t.Context(), nil)
			if err := d.Close(); err != nil {
				t.Error(err)
			}
			if err != nil {
				t.Fatal(err)
			}
			for length, count := range got {
				if length <= s.query.longest && count.Uint64() != want.byLength[length] {
					t.Errorf("seed %d, round %d, %s: %v holes of length %d, want %d", seed, round, k.count.Name, count, length, want.byLength[length])
				}
			}
			sameHoles(t, fmt.Sprintf("seed %d, round %d, %s", seed, round, k.list.Name), gpus, s, k)
		}
	}
}

// sameHoles compares the holes that a kernel lists with those of dias, as sets.
func sameHoles(t *testing.T, what string, gpus *gpu.Device, s *search, k searchKernel) {
	t.Helper()
	var want, got []string
	_, err := dias(t.Context(), s.atom, false, s.query.longest, func(hole []uint32) error {
		set := make(words, (s.atom.size()+63)/64)
		for _, v := range hole {
			set.add(v)
		}
		want = append(want, fmt.Sprint(set))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	d := newDeviceSearchBy(gpus, s, true, k)
	err = d.list(t.Context(), func(holes []uint64) error {
		for hole := range slices.Chunk(holes, d.row) {
			got = append(got, fmt.Sprint(words(hole)))
		}
		return nil
	})
	if err := d.Close(); err != nil {
		t.Error(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("%s: %d holes listed, want %d", what, len(got), len(want))
	}
}

// TestDeviceOracles counts what is known.
func TestDeviceOracles(t *testing.T) {
	known := append(oracles(),
		oracle{"grid 8x10", generator.Grid{Rows: 8, Cols: 10}, "71535910", true},
		oracle{"torus 8x8", generator.Torus{Rows: 8, Cols: 8}, "46775584", true},
		oracle{"Q_6", generator.Hypercube{Dimension: 6}, "149137552", true},
		oracle{"king 8x8", generator.King{Rows: 8, Cols: 8}, "7035482", true},
		oracle{"K_200,200", generator.CompleteBipartite{Left: 200, Right: 200}, "396010000", true},
	)
	countKnown(t, gputest.Open(t, 0), slices.DeleteFunc(known, func(o oracle) bool { return o.slow && testing.Short() }))
}

// countKnown counts by every kernel that a graph fits.
func countKnown(t *testing.T, gpus *gpu.Device, known []oracle) {
	for _, o := range known {
		s := searchOf(generated(t, o.graph))
		for _, k := range kernelsFor(s) {
			if k.lanes > 1 && o.slow && s.atom.size() <= 256 {
				continue
			}
			d := newDeviceSearchBy(gpus, s, false, k)
			got, err := d.count(t.Context(), nil)
			if err := d.Close(); err != nil {
				t.Error(err)
			}
			if err != nil {
				t.Fatal(err)
			}
			if total(got).String() != o.holes {
				t.Errorf("%s, %d vertices, %s: %v holes, want %s", o.name, s.atom.size(), k.count.Name, total(got), o.holes)
			}
		}
	}
}

// BenchmarkDevice counts and lists the holes of an atom by a method that is on
// the device already, its memory too; and counts from the graph on.
func BenchmarkDevice(b *testing.B) {
	gpus := onDevice(b, 0)
	names, graphs := benchmarkGraphs(b)
	for i, g := range graphs {
		for _, method := range []Method{DFS, Levels} {
			opt := Options{Engine: device.CUDA, Devices: gpus, Method: method, Unreduced: true}
			j := job{search: searchOf(g), workers: 2, plan: AtomPlan{Engine: device.CUDA, Method: method}}
			b.Run(fmt.Sprintf("%s/%s/count", names[i], method), func(b *testing.B) {
				benchmarkSearcher(b, opt, j, false, func(d setSearcher) error {
					_, err := d.count(b.Context(), nil)
					return err
				})
			})
			b.Run(fmt.Sprintf("%s/%s/sets", names[i], method), func(b *testing.B) {
				holes := 0
				benchmarkSearcher(b, opt, j, true, func(d setSearcher) error {
					return d.list(b.Context(), func(words []uint64) error {
						holes += len(words) / setWords(g.Vertices())
						return nil
					})
				})
				b.ReportMetric(float64(holes)/float64(b.N), "holes")
			})
			b.Run(fmt.Sprintf("%s/%s/Count", names[i], method), func(b *testing.B) {
				for b.Loop() {
					if _, err := Count(b.Context(), g, opt); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
	for i := range 2 {
		b.Run(names[i]+"/All", func(b *testing.B) {
			for b.Loop() {
				for _, err := range All(b.Context(), graphs[i], Options{Engine: device.CUDA, Devices: gpus}) {
					if err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
	b.Run(names[2]+"/Sets", func(b *testing.B) {
		for b.Loop() {
			found := 0
			for sets, err := range Sets(b.Context(), graphs[2], Options{Engine: device.CUDA, Devices: gpus}) {
				if err != nil {
					b.Fatal(err)
				}
				found += len(sets) / setWords(graphs[2].Vertices())
			}
			b.ReportMetric(float64(found), "holes")
		}
	})
	s := searchOf(graphs[2])
	for _, k := range kernelsFor(s) {
		b.Run(names[2]+"/"+k.count.Name, func(b *testing.B) {
			dev, err := (*gpu.Group)(gpus).First(b.Context())
			if err != nil {
				b.Fatal(err)
			}
			d := newDeviceSearchBy(dev, s, false, k)
			for b.Loop() {
				if _, err := d.count(b.Context(), nil); err != nil {
					b.Fatal(err)
				}
			}
			if err := d.Close(); err != nil {
				b.Fatal(err)
			}
			nodes, err := s.estimateNodes(b.Context())
			if err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(b.Elapsed().Seconds()*1e12/float64(b.N)/nodes, "ps/node")
		})
	}
}

func benchmarkSearcher(b *testing.B, opt Options, j job, lists bool, ask func(d setSearcher) error) {
	err := opt.withSetSearcher(b.Context(), j, lists, func(d setSearcher) error {
		for b.Loop() {
			if err := ask(d); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
}
