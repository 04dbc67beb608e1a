package chordless

import (
	"os"
	"testing"

	"github.com/tricycle-graph/tricycle/chordless/internal/kernels"
	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/generator"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gputest"
)

func TestMain(m *testing.M) { os.Exit(gputest.Main(m, kernels.Settle.Files)) }

// onInterpreter opens a device whose kernels are interpreted, of which at most limit bytes
// are allocated.
func onInterpreter(t testing.TB, limit int64) *device.Group {
	return (*device.Group)(gputest.Group(t, limit, 1))
}

const interpretedLimit = 1 << 20

// TestInterpretedKernels has every kernel count and list the holes of the same graphs, and
// those of a cycle that only the last of them takes.
func TestInterpretedKernels(t *testing.T) {
	small := generator.Grid{Rows: 4, Cols: 4}
	known := []oracle{{"C_300", generator.Cycle{Vertices: 300}, "1", false}, {"grid 4x4", small, "24", false}}
	rounds := 0
	if !testing.Short() {
		known, rounds = append(known,
			oracle{"K_5,5", generator.CompleteBipartite{Left: 5, Right: 5}, "100", false},
			oracle{"Q_4", generator.Hypercube{Dimension: 4}, "224", false},
			oracle{"K_8", generator.Complete{Vertices: 8}, "0", false},
			oracle{"wheel", generator.Wheel{Rim: 70}, "1", false},
			oracle{"grid 3x30", generator.Grid{Rows: 3, Cols: 30}, "464", false},
		), 8
	}
	dev := gputest.Interpret(t, interpretedLimit)
	countAsDias(t, dev, rounds)
	countKnown(t, dev, known)
	s := searchOf(generated(t, small))
	for _, k := range kernelsFor(s) {
		sameHoles(t, k.list.Name, dev, s, k)
	}
}

func TestInterpretedAnswersAsTheCPU(t *testing.T) {
	rounds := 6
	if testing.Short() {
		rounds = 1
	}
	answersAsTheCPU(t, onInterpreter(t, interpretedLimit), rounds, 24)
}

func TestInterpretedHolesAreChordless(t *testing.T) {
	holesAreChordless(t, onInterpreter(t, interpretedLimit), generator.Grid{Rows: 5, Cols: 5}, 229)
}

func TestInterpretedLevelsCutSmall(t *testing.T) {
	levelsCutSmall(t, generator.Grid{Rows: 5, Cols: 5}, []int64{1 << 20, 1 << 16}, onInterpreter)
}

func TestInterpretedSearchInLittleMemory(t *testing.T) {
	searchInLittleMemory(t, onInterpreter(t, 1<<18), generator.Grid{Rows: 5, Cols: 6}, 749)
}

func TestInterpretedSetsAreTheCycles(t *testing.T) {
	graphs := []*graph.Graph{generated(t, generator.SiouxFalls{})}
	if !testing.Short() {
		graphs = append(graphs, generated(t, generator.TriangularGrid{Side: 5}), generated(t, generator.Grid{Rows: 4, Cols: 5}))
	}
	deviceSets(t, onInterpreter(t, interpretedLimit), graphs, setQuestions)
}

// TestInterpretedSetsOfTwoWords has holes in both halves of each word, and across their ends.
func TestInterpretedSetsOfTwoWords(t *testing.T) {
	long := generator.Grid{Rows: 3, Cols: 40}
	if testing.Short() {
		long.Cols = 22
	}
	deviceSets(t, onInterpreter(t, interpretedLimit), []*graph.Graph{generated(t, long)}, []Options{{Unreduced: true, MaxLength: 8}})
}

// TestInterpretedPanic: what takes holes panics, and all that the search has on the device is given back.
func TestInterpretedPanic(t *testing.T) {
	gpus := onInterpreter(t, interpretedLimit)
	dev, err := (*gpu.Group)(gpus).First(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	g := generated(t, generator.Grid{Rows: 4, Cols: 4})
	for _, method := range []Method{DFS, Levels} {
		opt := Options{Engine: device.CUDA, Devices: gpus, Method: method, Unreduced: true}
		setsOf(t, g, opt, false)
		before, _ := dev.Used()
		func() {
			defer func() {
				if said := recover(); said != "odd" {
					t.Errorf("%s: %v", method, said)
				}
			}()
			for range Sets(t.Context(), g, opt) {
				panic("odd")
			}
		}()
		if after, _ := dev.Used(); after != before {
			t.Errorf("%s: %d bytes are in use, before %d", method, after, before)
		}
	}
}
