package triangle

import (
	"math/rand/v2"
	"testing"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/gpu/gputest"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
)

// TestInterpretedCounts counts the same sources on the CPU and by kernels that are
// interpreted, each order by a few methods.
func TestInterpretedCounts(t *testing.T) {
	gpus := (*device.Group)(gputest.Group(t, 0, 1))
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	rounds, each := 5, 2
	if testing.Short() {
		rounds, each = 1, 1
	}
	methods := Methods(device.CUDA)
	for round := range rounds {
		n := uint32(2 + random.IntN(200))
		src := variousIDs(newFakeSource(graphtest.SkewedRecords(random, n, random.IntN(1500))), round, n)
		for _, order := range graph.Orders {
			some := random.IntN(len(methods))
			countAsTheCPU(t, gpus, src, order, methods[some:min(some+each, len(methods))])
		}
	}
	for _, edges := range [][]graph.Edge{nil, {{U: 0, V: 0}}, {{U: 4, V: 2}, {U: 2, V: 4}}, graphtest.CompleteRecords(30)} {
		countAsTheCPU(t, gpus, newFakeSource(edges), graph.OrderAuto, []Method{cpucount.Auto})
	}
}

// TestInterpretedDevicesShareACount counts in parts, on one device and on several.
func TestInterpretedDevicesShareACount(t *testing.T) {
	seed := rand.Uint64()
	random := rand.New(rand.NewPCG(seed, 1))
	for devices, parts := range map[int]Parts{1: {Rows: 3, Columns: 2}, 2: {}, 3: {Rows: 4}} {
		if testing.Short() && devices != 2 {
			continue
		}
		src := newFakeSource(graphtest.SkewedRecords(random, 150, 1500))
		src.info.Records, src.info.MaxRecords = graph.Known(len(src.edges)), graph.Known(len(src.edges))
		want, err := Count(t.Context(), src, Options{Engine: device.CPU})
		if err != nil {
			t.Fatal(err)
		}
		got, err := Count(t.Context(), src, Options{
			Engine: device.CUDA, Devices: (*device.Group)(gputest.Group(t, 32<<20, devices)), Parts: parts, Threads: 2, TmpDir: t.TempDir(),
		})
		if err != nil {
			t.Fatalf("seed %d, %d devices: %v", seed, devices, err)
		}
		if sameAsCPU(t, "in parts", got, want); got.Parts == nil || got.Note != "" {
			t.Errorf("seed %d, %d devices: %+v", seed, devices, got)
		}
	}
}

func TestInterpretedArrangesAsTheCPU(t *testing.T) {
	arrangesAsTheCPU(t, gputest.Interpret(t, 0), []int{0, 50, 1000})
}
