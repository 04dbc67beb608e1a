package chordless

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/internal/generator"
	"github.com/tricycle-graph/tricycle/internal/gpu/fakecuda"
)

// TestPlacesOfAtoms chooses the engine.
func TestPlacesOfAtoms(t *testing.T) {
	small := searchOf(generated(t, generator.Grid{Rows: 6, Cols: 6}))
	large := searchOf(generated(t, generator.Cycle{Vertices: deviceVertices + 1}))
	gpus := onFake(fakecuda.New(fakecuda.Hopper))
	defer gpus.Close()
	none := onFake(fakecuda.New())
	for i, x := range []struct {
		opt     Options
		search  *search
		method  Method
		seconds float64
		want    device.Engine
	}{
		{Options{Devices: gpus}, small, DFS, 100, device.CUDA},
		{Options{Devices: gpus}, small, Frontier, 100, device.CUDA},
		{Options{Devices: gpus}, small, DFS, .3, device.CPU},
		{Options{Devices: none}, small, DFS, 100, device.CPU},
		{Options{Devices: gpus, Method: Frontier}, small, Frontier, 100, device.CPU},
		{Options{Devices: gpus, PerVertex: true}, small, DFS, 100, device.CPU},
		{Options{Devices: gpus}, large, DFS, 100, device.CPU},
		{Options{Devices: gpus, Engine: device.CPU}, small, DFS, 100, device.CPU},
		{Options{Devices: gpus, Engine: device.CUDA}, small, DFS, 0, device.CUDA},
		{Options{Devices: gpus, Engine: device.CUDA}, large, DFS, 0, device.CPU},
		{Options{Devices: gpus, Method: Levels}, large, Levels, 0, device.CUDA},
		{Options{Devices: gpus, Method: Dias}, small, Dias, 100, device.CPU},
	} {
		j := job{search: x.search, plan: AtomPlan{Method: x.method, Nodes: 1e8}, seconds: x.seconds}
		x.opt.placeAtom(t.Context(), &j)
		if j.plan.Engine != x.want {
			t.Errorf("case %d: engine %s, want %s", i, j.plan.Engine, x.want)
		}
		if x.method == Frontier && j.plan.Engine == device.CUDA && j.plan.Method != DFS {
			t.Errorf("case %d: %s on the GPU", i, j.plan.Method)
		}
	}
}

// TestDeviceSeedsAreThoseOfTheKernel compares with the kernel of the CPU.
func TestDeviceSeedsAreThoseOfTheKernel(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 4))
	for round := range 30 {
		s := searchOf(random(rng, 4+rng.IntN(40), .3).graph(t))
		if round%3 == 0 {
			s.query.through = []uint32{1}
		}
		k, earlier := newKernel64(s.atom, s.query.longest), make([]bool, s.atom.size())
		var want, got []frame64
		for _, u := range s.roots() {
			earlier[u] = true
			want = append(want, k.seeds(u, earlier)...)
		}
		const width, frame = 2, 8
		d := &deviceSearch{search: s, width: width, frame: frame, room: 5, rows: make([]uint64, width*s.atom.size())}
		for v := range uint32(s.atom.size()) {
			for _, w := range s.atom.row(v) {
				d.rowOf(v).add(w)
			}
		}
		for frames := range d.seeds() {
			for f := range slices.Chunk(frames, frame) {
				got = append(got, frame64{f[0], f[2], f[4], uint32(f[6])})
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%d seeds, want %d", len(got), len(want))
		}
	}
}

// TestVerticesInOrder puts the vertices of holes in order that are known as sets.
func TestVerticesInOrder(t *testing.T) {
	g := generated(t, generator.Grid{Rows: 5, Cols: 5})
	s := searchOf(g)
	want := map[string]bool{}
	var sets []uint64
	for cycle, err := range All(t.Context(), g, Options{Unreduced: true}) {
		if err != nil {
			t.Fatal(err)
		}
		want[fmt.Sprint(cycle)] = true
		set := make(words, 1)
		for _, v := range cycle {
			set.add(v)
		}
		sets = append(sets, set...)
	}
	if len(want) != 229 {
		t.Fatalf("%d holes, want 229", len(want))
	}
	sets = slices.Repeat(sets, 400)
	o := newSorting(t.Context(), s, 2)
	got := map[string]int{}
	take := func(cycle []uint32) error {
		got[fmt.Sprint(cycle)]++
		return nil
	}
	for half := range slices.Chunk(sets, len(sets)/2) {
		scratch := slices.Clone(half)
		if err := o.visit(scratch, take); err != nil {
			t.Fatal(err)
		}
		clear(scratch) // nobody may look at it any more
	}
	for hole, times := range got {
		if !want[hole] || times != 400 {
			t.Errorf("%s comes %d times", hole, times)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d holes, want %d", len(got), len(want))
	}
	refused := errors.New("enough")
	err := o.visit(sets, func([]uint32) error { return refused })
	if !errors.Is(err, refused) {
		t.Errorf("got %v", err)
	}
}
