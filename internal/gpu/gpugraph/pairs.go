package gpugraph

import (
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph/kernels"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
)

// SortPairs sorts keys of a run by their high halves, which have so many bits; those of
// one high half keep their order. spare is as long. It returns the sorted keys, which are
// in either, and the other one.
func SortPairs(r *gpurun.Run, keys, spare gpu.Array[uint64], bits int) (sorted, other gpu.Array[uint64]) {
	return sortKeys(r, keys, spare, field{bits: bits})
}

// sortKeys is SortPairs by any field.
func sortKeys(r *gpurun.Run, keys, spare gpu.Array[uint64], by field) (sorted, other gpu.Array[uint64]) {
	w := &work{Run: r}
	w.counts = gpurun.Array[uint64](r, kernels.Digits*kernels.Passes)
	w.totals = gpurun.Array[uint64](r, kernels.Passes)
	w.reserve(keys.Len())
	if w.sort(keys, spare, by, nil) {
		keys, spare = spare, keys
	}
	for _, a := range []*gpu.Array[uint64]{&w.counts, &w.totals, &w.known} {
		gpurun.Free(r, a)
	}
	return keys, spare
}

// SortBytes is what SortPairs holds beside so many keys.
func SortBytes(keys int) int64 {
	return keyBytes * int64(knownWords(keys)+kernels.Digits*kernels.Passes+kernels.Passes)
}
