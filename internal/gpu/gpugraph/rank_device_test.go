package gpugraph

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph/kernels"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
	"github.com/tricycle-graph/tricycle/internal/gpu/gputest"
)

// rankTwin is the simple twin of rankIDs: the ids by falling counts and then rising
// ids, and the rank of each.
func rankTwin(counts []uint32) (order, rank []uint32) {
	order, rank = make([]uint32, len(counts)), make([]uint32, len(counts))
	for id := range order {
		order[id] = uint32(id)
	}
	slices.SortStableFunc(order, func(a, b uint32) int { return int(counts[b]) - int(counts[a]) })
	for i, id := range order {
		rank[id] = uint32(i)
	}
	return order, rank
}

// TestRankIDsOnDevice has counts of any width, with ties and without, of ids that fill
// tiles or do not.
func TestRankIDsOnDevice(t *testing.T) {
	dev := gputest.Open(t, 0)
	idsAsTwin(t, dev, []int{0, 1, 31, kernels.TileKeys - 1, kernels.TileKeys, 3*kernels.TileKeys + 7, 300_000}, []int{0, 1, 8, 9, 16, 20, 24, 32})
}

// idsAsTwin ranks so many ids, whose counts have so many bits.
func idsAsTwin(t *testing.T, dev *gpu.Device, ids, widths []int) {
	random := rand.New(rand.NewPCG(rand.Uint64(), 1))
	for _, n := range ids {
		for _, width := range widths {
			counts := make([]uint32, n)
			connected, largest := 0, uint32(0)
			for id := range counts {
				if width > 0 {
					counts[id] = random.Uint32() >> (32 - width) >> random.IntN(width)
				}
				largest = max(largest, counts[id])
				if counts[id] > 0 {
					connected++
				}
			}
			order, rank := rankTwin(counts)
			p := &Parts{work: newWork(dev, Options{Order: true})}
			p.feeder.copier = gpurun.NewCopier(p.Run, 2, 1, 1<<12)
			p.degrees = degreeFacts{largest: largest, connected: connected}
			gotRank, degree := p.rankIDs(context.Background(), gpurun.Upload(p.Run, counts), n)
			gotRanks, degrees := gpurun.Read(p.Run, gotRank), gpurun.Read(p.Run, p.trim(degree))
			if p.Err != nil {
				t.Fatal(p.Err)
			}
			if !slices.Equal(gotRanks, rank) || !slices.Equal(p.Order(), order[:connected]) {
				t.Errorf("%d ids, counts of %d bits: the ranks or their order differ", n, width)
			}
			for i, id := range order[:connected] {
				if degrees[i] != counts[id] {
					t.Fatalf("%d ids, counts of %d bits: rank %d has count %d, want %d", n, width, i, degrees[i], counts[id])
				}
			}
			if err := p.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}
