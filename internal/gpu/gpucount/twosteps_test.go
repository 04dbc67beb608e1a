package gpucount

import (
	"math/rand/v2"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/gpu/fakecuda"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpucount/kernels"
	"github.com/tricycle-graph/tricycle/internal/gpu/gputest"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
)

// TestEveryCallOfTwoStepsFails has each call fail of two counts by hubs and what is beyond them.
func TestEveryCallOfTwoStepsFails(t *testing.T) {
	if testing.Short() {
		t.Skip("interprets kernels for each call")
	}
	const hubs = 64
	rng := rand.New(rand.NewPCG(rand.Uint64(), 19))
	e := &graphtest.Edges{N: hubs + 14}
	for u := range e.N {
		for v := range u {
			if v%8 == 0 && rng.IntN(3) == 0 || v >= hubs {
				e.Add(v, u)
			}
		}
	}
	o := e.Lists()
	want := count(t, o)
	for _, many := range []uint32{deviceColumn, kernels.NoColumns} {
		fakecuda.EveryCallFails(t, func(driver *fakecuda.Driver) error {
			return runOnFake(t, driver, o, func(r *deviceRun) error {
				launch, own := deviceAuto{hubs: hubs, many: many}.plan(r), r.Stream
				for range 2 {
					got, _, err := r.count(t.Context(), launch)
					if r.Stream != own {
						t.Error("the run has another stream")
					}
					if err != nil {
						return err
					}
					if got != want {
						t.Errorf("%d triangles, want %d", got, want)
					}
				}
				return nil
			})
		}, gputest.Running(t))
	}
}
