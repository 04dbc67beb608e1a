package gpucount

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph"
	"github.com/tricycle-graph/tricycle/internal/gpu/gputest"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/internal/lists"
)

// TestInterpretedMethodsAgreeWithTheCPU runs the kernels of every method
// without a GPU, each on a device of its own, so that one that fails hides no
// other.
func TestInterpretedMethodsAgreeWithTheCPU(t *testing.T) {
	rng := rand.New(rand.NewPCG(rand.Uint64(), 1))
	graphs := map[string]*lists.Oriented{
		"sparse": graphtest.Random(rng, 100, .1).Lists(),
		"dense":  graphtest.Random(rng, 60, .6).Lists(),
		"hubs":   graphtest.Hubs(rng, 200).Lists(),
		"wheel":  graphtest.Wheel(1500).Lists(),
	}
	for _, method := range Methods() {
		for name, o := range graphs {
			t.Run(fmt.Sprintf("%s/%s", method, name), func(t *testing.T) {
				want, err := cpucount.Count(t.Context(), o, cpucount.Merge, cpucount.Params{})
				if err != nil {
					t.Fatal(err)
				}
				device := gputest.Interpret(t, 0)
				lists, err := gpugraph.Upload(t.Context(), device, o, gpugraph.Options{})
				if err != nil {
					t.Fatal(err)
				}
				got, _, err := Count(t.Context(), device, lists, method, Params{})
				if err != nil || got != want {
					t.Errorf("%d triangles (%v), want %d", got, err, want)
				}
				if err := lists.Close(); err != nil {
					t.Error(err)
				}
			})
		}
	}
}
