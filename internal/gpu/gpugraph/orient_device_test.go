package gpugraph

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph/kernels"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
	"github.com/tricycle-graph/tricycle/internal/gpu/gputest"
)

func TestRowsInOrderOnDevice(t *testing.T) {
	rowsAsTwin(t, gputest.Open(t, 0), 100*kernels.OrderedKeys)
}

func TestInterpretedRowsInOrder(t *testing.T) {
	rowsAsTwin(t, gputest.Interpret(t, 0), 3*kernels.OrderedKeys)
}

// rowsAsTwin writes rows of up to about so many keys, which are sorted by rows alone: none, short ones, some longer than a
// block sees to its sides or than all that it sees, and empty ones anywhere.
func rowsAsTwin(t *testing.T, dev *gpu.Device, most int) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 15))
	for _, n := range []int{0, 1, 31, kernels.OrderedKeys, most - 7} {
		for _, longest := range []int{1, 9, 2 * kernels.Margin, kernels.OrderedKeys + 3*kernels.Margin} {
			var keys []uint64
			offsets, neighbors := []uint64{0}, []uint32{}
			for len(keys) < n {
				length := random.IntN(longest + 1)
				switch {
				case len(keys) == 0:
					length = longest
				case random.IntN(4) == 0:
					length = 0
				}
				row := uint64(len(offsets)-1) << 32
				for range min(length, n-len(keys)) {
					row += 1 + random.Uint64N(9)
					keys, neighbors = append(keys, row), append(neighbors, uint32(row))
				}
				begin := int(offsets[len(offsets)-1])
				random.Shuffle(len(keys)-begin, func(i, j int) { keys[begin+i], keys[begin+j] = keys[begin+j], keys[begin+i] })
				offsets = append(offsets, uint64(len(keys)))
			}
			for range random.IntN(80) {
				offsets = append(offsets, uint64(n))
			}
			w := newWork(dev, Options{})
			gotOffsets, gotNeighbors := gpurun.Array[uint64](w.Run, len(offsets)), gpurun.Array[uint32](w.Run, n)
			gpurun.Launch(w.Run, kernels.WriteRowsOrdered, blocksOf(n/kernels.OrderedKeys+1), kernels.OrientArgs{
				Keys: gpurun.Upload(w.Run, keys), N: uint64(n), Rows: uint32(len(offsets) - 1), Offsets: gotOffsets, Neighbors: gotNeighbors,
			})
			if !slices.Equal(gpurun.Read(w.Run, gotOffsets), offsets) || !slices.Equal(gpurun.Read(w.Run, gotNeighbors), neighbors) {
				t.Errorf("%d keys in rows of up to %d: offsets or neighbors differ (%v)", n, longest, w.Err)
			}
			if err := w.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}
