package gpugraph

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
	"github.com/tricycle-graph/tricycle/internal/gpu/gputest"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/internal/lists"
)

func TestArrangeOnDevice(t *testing.T) {
	arrangesAsTwin(t, gputest.Open(t, 0), graphtest.Various(rand.New(rand.NewPCG(rand.Uint64(), 3)), 8))
}

// arrangesAsTwin arranges edges whose values say where they stand, of vertices in any
// order, some of which have no row.
func arrangesAsTwin(t *testing.T, dev *gpu.Device, graphs map[string]*graphtest.Edges) {
	rng := rand.New(rand.NewPCG(rand.Uint64(), 4))
	for name, edges := range graphs {
		o := edges.Lists()
		vertices := o.Rows() + rng.IntN(3)
		vertexOf := make([]uint32, vertices)
		for v, at := range rng.Perm(vertices) {
			vertexOf[v] = uint32(at)
		}
		vertexOf = vertexOf[:o.Rows()]
		values, others := make([]uint32, o.Edges()), make([]uint32, o.Edges())
		for i := range values {
			values[i], others[i] = 3*uint32(i), 5*uint32(i)+1
		}
		for _, both := range []bool{false, true} {
			there, err := Upload(t.Context(), dev, o, Options{})
			if err != nil {
				t.Fatal(err)
			}
			r := gpurun.New(dev)
			second := gpu.Array[uint32]{}
			if both {
				second = gpurun.Upload(r, others)
			}
			got := there.Arrange(r, vertexOf, vertices, gpurun.Upload(r, values), second)
			offsets, arranged, otherValues := arrangeTwin(o, vertexOf, vertices, values, others)
			if !slices.Equal(gpurun.Read(r, got.Offsets), offsets) || !slices.Equal(gpurun.Read(r, got.Edges), arranged) {
				t.Errorf("%s: the edges differ", name)
			}
			if both && !slices.Equal(gpurun.Read(r, got.Others), otherValues) || !both && got.Others.Len() > 0 {
				t.Errorf("%s: the other values differ", name)
			}
			if err := cmp.Or(r.Err, r.Close(), there.Close()); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// arrangeTwin is the simple twin of Arrange.
func arrangeTwin(o *lists.Oriented, vertexOf []uint32, vertices int, values, others []uint32) (offsets, edges []uint64, otherValues []uint32) {
	type edge struct{ smaller, larger, value, other uint32 }
	var all []edge
	for row := range uint32(o.Rows()) {
		for _, v := range o.Row(row) {
			i, a, b := len(all), vertexOf[row], vertexOf[v]
			all = append(all, edge{min(a, b), max(a, b), values[i], others[i]})
		}
	}
	slices.SortFunc(all, func(a, b edge) int { return cmp.Or(cmp.Compare(a.smaller, b.smaller), cmp.Compare(a.larger, b.larger)) })
	offsets = make([]uint64, vertices+1)
	for _, e := range all {
		offsets[e.smaller+1]++
		edges = append(edges, uint64(e.larger)<<32|uint64(e.value))
		otherValues = append(otherValues, e.other)
	}
	for v := range vertices {
		offsets[v+1] += offsets[v]
	}
	return offsets, edges, otherValues
}
