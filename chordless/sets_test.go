package chordless

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/generator"
)

// setsOf lists the sets of Sets, or those of the cycles of All, sorted.
func setsOf(t *testing.T, g *graph.Graph, opt Options, ofAll bool) []string {
	t.Helper()
	var sets []string
	if ofAll {
		for cycle, err := range All(t.Context(), g, opt) {
			if err != nil {
				t.Fatal(err)
			}
			set := make(words, setWords(g.Vertices()))
			for _, v := range cycle {
				set.add(v)
			}
			sets = append(sets, fmt.Sprint(set))
		}
	} else {
		for some, err := range Sets(t.Context(), g, opt) {
			if err != nil {
				t.Fatal(err)
			}
			for set := range slices.Chunk(some, setWords(g.Vertices())) {
				sets = append(sets, fmt.Sprint(words(set)))
			}
		}
	}
	slices.Sort(sets)
	return sets
}

// setQuestions are those whose sets are handed on as they come on a GPU, and
// others.
var setQuestions = []Options{{}, {Unreduced: true}, {MinLength: 6}, {MinLength: 3, MaxLength: 8}, {Through: []uint32{1}}}

func setGraphs(t *testing.T) []*graph.Graph {
	return []*graph.Graph{
		generated(t, generator.Grid{Rows: 5, Cols: 6}), generated(t, generator.SiouxFalls{}),
		generated(t, generator.TriangularGrid{Side: 7}), generated(t, generator.Grid{Rows: 3, Cols: 30}),
	}
}

func TestSetsAreTheCycles(t *testing.T) {
	for _, g := range setGraphs(t) {
		for _, opt := range setQuestions {
			got, want := setsOf(t, g, opt, false), setsOf(t, g, opt, true)
			if !slices.Equal(got, want) || len(want) == 0 {
				t.Errorf("%d vertices, %+v: %d sets, want %d", g.Vertices(), opt, len(got), len(want))
			}
		}
	}
}

func TestDeviceSetsAreTheCycles(t *testing.T) {
	deviceSets(t, onDevice(t, 1<<30), setGraphs(t), setQuestions)
}

// deviceSets compares the sets of a device with the cycles of the CPU.
func deviceSets(t *testing.T, gpus *device.Group, graphs []*graph.Graph, questions []Options) {
	for _, g := range graphs {
		for _, opt := range questions {
			want := setsOf(t, g, opt, true)
			for _, method := range []Method{DFS, Levels} {
				opt.Engine, opt.Devices, opt.Method = device.CUDA, gpus, method
				if got := setsOf(t, g, opt, false); !slices.Equal(got, want) {
					t.Errorf("%d vertices, %+v: %d sets, want %d", g.Vertices(), opt, len(got), len(want))
				}
			}
		}
	}
}

// TestSetsEnd leaves the loop, and meets a limit.
func TestSetsEnd(t *testing.T) {
	g := generated(t, generator.Grid{Rows: 6, Cols: 7})
	for some, err := range Sets(t.Context(), g, Options{}) {
		if err != nil || len(some) == 0 { // each of one word
			t.Errorf("%d sets, %v", len(some), err)
		}
		break
	}
	found := 0
	var last error
	for some, err := range Sets(t.Context(), g, Options{Limit: 10000}) {
		if last = err; err == nil {
			found += len(some)
		}
	}
	if found != 10000 || !errors.Is(last, ErrLimit) {
		t.Errorf("%d sets and %v", found, last)
	}
}
