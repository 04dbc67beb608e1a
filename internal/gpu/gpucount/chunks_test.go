package gpucount

import (
	"math/rand/v2"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/gpu/fakecuda"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/internal/lists"
)

// TestChunksAreForShortRows has graphs on both sides of every bound.
func TestChunksAreForShortRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 1))
	for _, c := range []struct {
		name  string
		lists *lists.Oriented
		want  deviceAuto
	}{
		{"sparse", graphtest.Uniform(rng, 20_000, 100_000).ByDegree().Lists(), deviceAuto{chunks: true}},
		{"small and dense", graphtest.Complete(100), deviceAuto{chunks: true}},
		{"dense", graphtest.Complete(250), deviceAuto{square: true}},
		{"skewed", graphtest.Kronecker(rng, 14, 16).ByDegree().Lists(), deviceAuto{wedges: true}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := chosenOnFake(t, fakecuda.Hopper, c.lists); got != c.want {
				t.Errorf("chosen: %+v, want %+v", got, c.want)
			}
		})
	}
}
