package gpucount

import (
	"math/rand/v2"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gputest"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/internal/lists"
)

// interpretedGraphs are small, for kernels that run without a GPU.
func interpretedGraphs(rng *rand.Rand) map[string]*lists.Oriented {
	graphs := map[string]*lists.Oriented{
		"nothing":   (&graphtest.Edges{}).Lists(),
		"no edges":  (&graphtest.Edges{N: 1}).Lists(),
		"sparse":    graphtest.Random(rng, 100, .1).Lists(),
		"dense":     graphtest.Random(rng, 60, .6).Lists(),
		"hubs":      graphtest.Hubs(rng, 200).Lists(),
		"wheel":     graphtest.Wheel(1500).Lists(), // a row longer than a block
		"long":      graphtest.Uniform(rng, 700, 1400).Under().Under().Lists(),
		"Kronecker": graphtest.Kronecker(rng, 9, 8).ByDegree().Lists(),
	}
	if testing.Short() {
		return map[string]*lists.Oriented{"nothing": graphs["nothing"], "hubs": graphs["hubs"]}
	}
	return graphs
}

// interpreted checks graphs, each on a device of its own, whose kernels are
// interpreted.
func interpreted(t *testing.T, check func(*testing.T, *gpu.Device, string, *lists.Oriented)) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	for name, o := range interpretedGraphs(rand.New(rand.NewPCG(seed, 1))) {
		t.Run(name, func(t *testing.T) { check(t, gputest.Interpret(t, 0), name, o) })
	}
}

func TestInterpretedMethods(t *testing.T) {
	interpreted(t, func(t *testing.T, device *gpu.Device, name string, o *lists.Oriented) {
		checkDevice(t, device, name, o, count(t, o))
	})
}

func TestInterpretedAutoVariants(t *testing.T) {
	interpreted(t, func(t *testing.T, device *gpu.Device, _ string, o *lists.Oriented) { checkAuto(t, device, o) })
}

func TestInterpretedAnswers(t *testing.T) {
	interpreted(t, func(t *testing.T, device *gpu.Device, _ string, o *lists.Oriented) { checkAnswers(t, device, o) })
}

// TestInterpretedMergePath has pairs that are cut into stretches.
func TestInterpretedMergePath(t *testing.T) {
	interpreted(t, checkPathLines)
	checkPathLines(t, gputest.Interpret(t, 0), "few joined", longPairs(rand.New(rand.NewPCG(1, 4)), 20, 2000, .05))
}
