package gpucount

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/fakecuda"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/internal/partition"
)

// TestListsStayAsTheyAre takes lists to a device and back, into a store.
func TestListsStayAsTheyAre(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 31))
	for range 10 {
		o := graphtest.Random(rng, rng.IntN(300), .1).Lists()
		most := uint64(1 + rng.IntN(1000))
		err := openFake(fakecuda.New(fakecuda.Hopper), 0, func(dev *gpu.Device) error {
			lists, err := gpugraph.Upload(t.Context(), dev, o, gpugraph.Options{})
			if err != nil {
				return err
			}
			store, err := Fetch(t.Context(), dev, lists, most, 2)
			if err != nil {
				return err
			}
			all := partition.Range{End: uint32(o.Rows())}
			b, err := store.Load(t.Context(), all, all, 1)
			if err != nil {
				return err
			}
			for r := range b.Lengths {
				if b.Lengths[r] != o.OutDegree(uint32(r)) {
					t.Errorf("row %d: %d entries, want %d", r, b.Lengths[r], o.OutDegree(uint32(r)))
				}
			}
			if !slices.Equal(b.Neighbors, o.Neighbors()) {
				t.Error("other neighbours")
			}
			for _, p := range store.Pieces() {
				if p.Edges[0] > most && p.Rows.Len() > 1 {
					t.Errorf("a piece of %d edges, at most %d", p.Edges[0], most)
				}
			}
			return lists.Close()
		})
		if err != nil {
			t.Error(err)
		}
	}
}
