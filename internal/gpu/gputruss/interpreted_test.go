package gputruss

import (
	"math/rand/v2"
	"os"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/gpu/gputest"
	"github.com/tricycle-graph/tricycle/internal/gpu/gputruss/kernels"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
)

func TestMain(m *testing.M) { os.Exit(gputest.Main(m, kernels.Gather.Files)) }

// TestInterpretedAsTheCPU decomposes small graphs without a GPU.
func TestInterpretedAsTheCPU(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 1))
	graphs := map[string]*graphtest.Edges{
		"no edges": {N: 5}, "one edge": graphtest.Random(rng, 2, 1), "wheel": graphtest.Wheel(2*kernels.Threads + 5),
		"packed": graphtest.Kronecker(rand.New(rand.NewPCG(1, 2)), 6, 8),
	}
	if !testing.Short() {
		for name, edges := range map[string]*graphtest.Edges{
			"nothing": {}, "complete": graphtest.Random(rng, 40, 1), "dense": graphtest.Random(rng, 60, .5), "strip": graphtest.CyclePower(100, 3),
			"sparse": graphtest.Random(rng, 100, .05), "hubs": graphtest.Hubs(rng, 300), "skewed": graphtest.Kronecker(rng, 7, 16).ByDegree(),
			"components": graphtest.CyclePower(40, 4).Under(),
		} {
			graphs[name] = edges
		}
	}
	decomposesAsTheCPU(t, gputest.Interpret(t, 0), graphs)
}
