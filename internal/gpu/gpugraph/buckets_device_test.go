package gpugraph

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph/kernels"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
	"github.com/tricycle-graph/tricycle/internal/gpu/gputest"
)

func TestBucketsOnDevice(t *testing.T) {
	bucketsAsTwin(t, gputest.Open(t, 0), 100*kernels.BucketKeys)
}

func TestInterpretedBuckets(t *testing.T) {
	bucketsAsTwin(t, gputest.Interpret(t, 0), 2*kernels.BucketKeys)
}

// bucketsAsTwin writes rows of up to about so many keys, which are sorted by buckets alone: none, short ones, some as long as can
// be, and empty ones anywhere; in buckets that a block has room for, that just fit and that are larger.
func bucketsAsTwin(t *testing.T, dev *gpu.Device, most int) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 15))
	all := []int{0, 1, 31, kernels.BucketKeys, kernels.BucketKeys + 1, most - 7, max(most, kernels.BlockRow+500)}
	lengths := []int{1, 9, kernels.WarpRow, kernels.WarpRow + 1, 200, kernels.BlockRow}
	if testing.Short() {
		all, lengths = []int{0, 31, kernels.BucketKeys + 1}, []int{9, kernels.WarpRow + 1}
	}
	for _, n := range all {
		for _, longest := range lengths {
			for _, bucket := range []int{7, 10} {
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
					key := uint64(len(offsets)-1) << 32
					for range min(length, n-len(keys)) {
						key += 1 + random.Uint64N(9)
						keys, neighbors = append(keys, key), append(neighbors, uint32(key))
					}
					offsets = append(offsets, uint64(len(keys)))
				}
				for range random.IntN(1500) {
					offsets = append(offsets, uint64(n))
				}
				rows := len(offsets) - 1
				var degrees []uint32
				wantHeld, longestRow := make([]uint32, rows), uint32(0)
				for row := range rows {
					length := uint32(offsets[row+1] - offsets[row])
					longestRow, wantHeld[row] = max(longestRow, length), random.Uint32N(7)
					degrees = append(degrees, length+wantHeld[row])
				}
				for row := 0; row < rows; row += 1 << bucket {
					of := keys[offsets[row]:offsets[min(row+1<<bucket, rows)]]
					random.Shuffle(len(of), func(i, j int) { of[i], of[j] = of[j], of[i] })
				}
				w := newWork(dev, Options{})
				w.keys, w.known = gpurun.Upload(w.Run, keys), gpurun.Array[uint64](w.Run, rows>>bucket+3+n/kernels.WarpRow)
				got := &Oriented{
					Rows: rows, Edges: uint64(n), Held: gpurun.Upload(w.Run, degrees),
					Offsets: gpurun.Array[uint64](w.Run, rows+1), Neighbors: gpurun.Array[uint32](w.Run, n),
					Index: gpurun.Array[uint32](w.Run, indexLen(n)),
				}
				if random.IntN(3) == 0 {
					got.Held = gpu.Array[uint32]{}
				}
				foundLongest := gpurun.Zeros[uint64](w.Run, 1)
				w.orderBuckets(got, bucket, foundLongest)
				if !slices.Equal(gpurun.Read(w.Run, got.Offsets), offsets) || !slices.Equal(gpurun.Read(w.Run, got.Neighbors), neighbors) {
					t.Errorf("%d keys in rows of up to %d, in buckets of 1<<%d: offsets or neighbors differ (%v)", n, longest, bucket, w.Err)
				}
				index, err := indexOf(t.Context(), offsets, 1)
				if err != nil || !slices.Equal(gpurun.Read(w.Run, got.Index), index) {
					t.Errorf("%d keys in rows of up to %d, in buckets of 1<<%d: the index differs (%v)", n, longest, bucket, cmp.Or(err, w.Err))
				}
				if found := gpurun.Read(w.Run, foundLongest); w.Err != nil || uint32(found[0]) != longestRow {
					t.Errorf("%d keys in rows of up to %d: the longest is %d, want %d (%v)", n, longest, found, longestRow, w.Err)
				}
				if got.Held.Len() > 0 && !slices.Equal(gpurun.Read(w.Run, got.Held), wantHeld) {
					t.Errorf("%d keys in rows of up to %d, in buckets of 1<<%d: how many rows hold a vertex differs (%v)", n, longest, bucket, w.Err)
				}
				if err := w.Close(); err != nil || t.Failed() {
					t.Fatal(err)
				}
			}
		}
	}
}
