package truss

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/internal/lists"
)

// sizeOf walks through the k-truss.
func sizeOf(o *lists.Oriented, trussness []uint32, k uint32) Size {
	size := Size{K: k}
	next := make(map[uint32][]uint32)
	for u := range uint32(o.Rows()) {
		for i, v := range o.Row(u) {
			if trussness[o.Offsets()[u]+uint64(i)] < k {
				continue
			}
			size.Edges++
			next[u] = append(next[u], v)
			next[v] = append(next[v], u)
		}
	}
	size.Vertices = uint64(len(next))
	for start := range uint32(o.Rows()) {
		if next[start] == nil {
			continue
		}
		size.Components++
		for stack := []uint32{start}; len(stack) > 0; {
			v := stack[len(stack)-1]
			stack = append(stack[:len(stack)-1], next[v]...)
			delete(next, v)
		}
	}
	return size
}

func sizesOf(t *testing.T, o *lists.Oriented, trussness []uint32) ([]Size, error) {
	return Sizes(t.Context(), o.Offsets(), func(e uint32) uint32 { return o.Neighbors()[e] }, trussness)
}

func TestSizes(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 13))
	for i := range 60 {
		e := graphtest.Random(rng, 1+rng.IntN(60), rng.Float64()*0.4)
		if i%3 == 0 {
			e = graphtest.Kronecker(rng, 7, 6)
		}
		o := e.Lists()
		trussness := decompose(t, o, 2)
		got, err := sizesOf(t, o, trussness)
		if err != nil {
			t.Fatal(err)
		}
		var want []Size
		if len(trussness) > 0 {
			for k := uint32(2); k <= slices.Max(trussness); k++ {
				want = append(want, sizeOf(o, trussness, k))
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("sizes %v, want %v", got, want)
		}
	}
}
