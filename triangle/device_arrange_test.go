package triangle

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
	"github.com/tricycle-graph/tricycle/internal/gpu/gputest"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/internal/lists"
)

// TestDeviceArrangesAsTheCPU has edges whose values say where they stood, and vertices
// that have none.
func TestDeviceArrangesAsTheCPU(t *testing.T) {
	arrangesAsTheCPU(t, gputest.Open(t, 0), []int{0, 1, 50, 3000, 20_000})
}

// arrangesAsTheCPU has so many records.
func arrangesAsTheCPU(t *testing.T, dev *gpu.Device, sizes []int) {
	seed := rand.Uint64()
	random := rand.New(rand.NewPCG(seed, 1))
	for _, records := range sizes {
		b, err := lists.Open(t.Context(), &graphtest.Source{Edges: graphtest.SkewedRecords(random, uint32(2+records/4), records)}, lists.Options{Vertices: true})
		if err != nil {
			t.Fatal(err)
		}
		if err := b.Rank(t.Context(), graph.OrderDegree); err != nil {
			t.Fatal(err)
		}
		o, _, err := b.Whole(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		support, trussness := make([]uint32, o.Edges()), make([]uint32, o.Edges())
		for at := range support {
			support[at], trussness[at] = 3*uint32(at), 7*uint32(at)+1
		}
		var found [2]found
		for i := range found {
			r := &run{opt: Options{Threads: 2}, goal: goal{asked: trussOfEdges}, result: &Result{}}
			r.found.vertices = b.Vertices()
			there, err := gpugraph.Upload(t.Context(), dev, o, gpugraph.Options{})
			if err != nil {
				t.Fatal(err)
			}
			d := gpurun.New(dev)
			values, others := gpurun.Upload(d, support), gpurun.Upload(d, trussness)
			if i == 0 {
				err = r.arrangeBrought(t.Context(), dev, there, values, others)
			} else {
				err = r.arrangeOnDevice(t.Context(), d, there, values, others)
			}
			if err := cmp.Or(err, d.Err, d.Close(), there.Close()); err != nil {
				t.Fatalf("seed %d, %d records: %v", seed, records, err)
			}
			found[i] = r.found
		}
		if !slices.Equal(found[0].edges.offsets, found[1].edges.offsets) || !slices.Equal(found[0].edges.edges, found[1].edges.edges) ||
			!slices.Equal(found[0].trussness, found[1].trussness) {
			t.Errorf("seed %d, %d records: other edges than the CPU's", seed, records)
		}
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	}
}
