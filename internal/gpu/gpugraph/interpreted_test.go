package gpugraph

import (
	"math/rand/v2"
	"os"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph/kernels"
	"github.com/tricycle-graph/tricycle/internal/gpu/gputest"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
)

func TestMain(m *testing.M) { os.Exit(gputest.Main(m, kernels.Pack.Files)) }

// interpretedLimit keeps parts from filling all of a device's memory, again and again.
const interpretedLimit = 1 << 23

// interpretRandom calls body for random graphs of a few sizes.
func interpretRandom(t *testing.T, body func(random *rand.Rand, size int)) {
	seed := rand.Uint64()
	random := rand.New(rand.NewPCG(seed, 0))
	rounds := 12
	if testing.Short() {
		rounds = 2
	}
	for i := range rounds {
		body(random, []int{10, 2000, 300}[i%3])
		if t.Failed() {
			t.Fatalf("seed %d, graph %d", seed, i)
		}
	}
}

func TestInterpretedSameAsCPU(t *testing.T) {
	dev := gputest.Interpret(t, 0)
	interpretRandom(t, func(random *rand.Rand, size int) { randomAsCPU(t, dev, random, size) })
}

// TestInterpretedLinks has records come by other devices, too.
func TestInterpretedLinks(t *testing.T) {
	devices, err := gputest.Group(t, 0, 3).Devices(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	interpretRandom(t, func(random *rand.Rand, size int) {
		randomAsCPU(t, devices[0], random, size, devices[1:2+random.IntN(2)]...)
	})
}

// TestInterpretedRuns sorts records while they come, and merges what was sorted.
func TestInterpretedRuns(t *testing.T) {
	src := randomRecords(rand.New(rand.NewPCG(3, 4)), 6000)
	src.known, src.split = true, 1000
	sameAsCPU(t, gputest.Interpret(t, 0), filled{src}, graph.OrderDegree, Options{batch: leastSlot, Order: true})
}

func TestInterpretedShapes(t *testing.T) {
	if testing.Short() {
		t.Skip("rows that fill a block")
	}
	shapesAsCPU(t, gputest.Interpret(t, 0), kernels.TileKeys+500)
}

func TestInterpretedRankOfIDs(t *testing.T) {
	ids, widths := []int{0, 1, 31, kernels.TileKeys, 2*kernels.TileKeys + 7}, []int{0, 9, 32}
	if testing.Short() {
		ids, widths = ids[2:4], widths[1:2]
	}
	idsAsTwin(t, gputest.Interpret(t, 0), ids, widths)
}

func TestInterpretedLookAndClusters(t *testing.T) {
	graphs := lookGraphs(rand.New(rand.NewPCG(rand.Uint64(), 5)), 16)
	if testing.Short() {
		graphs = map[string]*graphtest.Edges{"uniform": graphs["uniform"]}
	}
	looksAsTwin(t, gputest.Interpret(t, 0), graphs)
}

func TestInterpretedArrange(t *testing.T) {
	rng := rand.New(rand.NewPCG(rand.Uint64(), 3))
	graphs := graphtest.Various(rng, 1)
	if testing.Short() {
		graphs = map[string]*graphtest.Edges{"random": graphtest.Random(rng, 30, .2)}
	}
	arrangesAsTwin(t, gputest.Interpret(t, 0), graphs)
}

func TestInterpretedParts(t *testing.T) {
	dev := gputest.Interpret(t, interpretedLimit)
	interpretRandom(t, func(random *rand.Rand, size int) { randomParts(t, dev, random, size, max(2*partSlots, size)) })
}

// TestInterpretedCuts has parts that are no part of the same size, which are cut once what is in
// them is known.
func TestInterpretedCuts(t *testing.T) {
	dev := gputest.Interpret(t, interpretedLimit)
	for _, centers := range []bool{false, true} {
		src := randomRecords(rand.New(rand.NewPCG(7, 8)), 1000)
		sorted(src.edges)
		readingsOf(t, dev, src, src.edges, Options{batch: len(src.edges) / 3, Order: true, Centers: centers})
	}
}

func TestInterpretedPartsOfShapes(t *testing.T) {
	if testing.Short() {
		t.Skip("random graphs have to do")
	}
	partsOfShapes(t, gputest.Interpret(t, interpretedLimit), 500)
}

func TestInterpretedRefusalsOfParts(t *testing.T) {
	if testing.Short() {
		t.Skip("random graphs have to do")
	}
	partsRefusals(t, gputest.Interpret(t, interpretedLimit), 1000)
}
