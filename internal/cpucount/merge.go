package cpucount

import (
	"context"

	"github.com/tricycle-graph/tricycle/internal/lists"
)

// mergePairs intersects the two sorted lists of every edge with two pointers.
//
// The idea is the edge iterator of Schank and Wagner ("Finding, counting and
// listing all triangles in large graphs", WEA 2005) on oriented lists. It is
// the CPU scheme of Wang and Zhao, n_TC = Σ(A² ⊙ A) with A the triangular
// matrix: for every non-zero of A the common entries of the two rows that it
// joins; and Iakovidis' n_T = sum_L(LᵀL), one thread's share of his simple
// kernel.
//
// An edge costs at most the two lengths. There is no memory beside the lists.
func mergePairs(context.Context, *lists.Oriented, Params) (*pairs, error) {
	return &pairs{cost: mergeCost, kernel: func() kernel { return merger{} }}, nil
}

func mergeCost(k, head uint64) uint64 { return k + head + 4 }

// mergeBytes is the table of work, which is all that merging needs.
func mergeBytes(_ int, edges uint64, _ uint32, _ Params) int64 { return sharesBytes(edges) }

type merger struct{}

func (merger) count(_ uint32, a, head []uint32) uint64 { return intersect(a, head) }

func (merger) list(_ uint32, a, head, to []uint32) []uint32 {
	for i, j := 0, 0; i < len(a) && j < len(head); {
		x, y := a[i], head[j]
		if x == y {
			to = append(to, uint32(j))
		}
		i += one(x <= y)
		j += one(y <= x)
	}
	return to
}

// intersect returns |a ∩ b| of two ascending lists.
//
// One merge is bound by the latency of its own steps: each waits for the
// comparison before it. So two run at once, one from the front and one from
// the back, until they meet; and neither has a branch that depends on the
// data.
func intersect(a, b []uint32) uint64 {
	if len(a) < 8 || len(b) < 8 {
		return intersectShort(a, b)
	}
	count := uint64(0)
	i, p := 0, len(a)-1
	j, q := 0, len(b)-1
	for i < p && j < q && uint(p) < uint(len(a)) && uint(q) < uint(len(b)) {
		x, y := a[i], b[j]
		z, w := a[p], b[q]
		count += uint64(one(x == y) + one(z == w))
		i += one(x <= y)
		j += one(y <= x)
		p -= one(z >= w)
		q -= one(w >= z)
	}
	if i > p || j > q {
		return count
	}
	// At most one entry is left on one side.
	return count + intersectShort(a[i:p+1], b[j:q+1])
}

// intersectShort is one merge, from the front.
func intersectShort(a, b []uint32) uint64 {
	count := uint64(0)
	for i, j := 0, 0; i < len(a) && j < len(b); {
		x, y := a[i], b[j]
		count += uint64(one(x == y))
		i += one(x <= y)
		j += one(y <= x)
	}
	return count
}

// one is 1 for true and 0 for false, without a branch.
func one(b bool) int {
	if b {
		return 1
	}
	return 0
}
