package gpucount

import (
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/gpu/fakecuda"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph"
	"github.com/tricycle-graph/tricycle/internal/lists"
)

// lookOf has the means in the order of their fields.
func lookOf(rows int, edges uint64, spare bool, means ...float64) gpugraph.Look {
	return gpugraph.Look{
		Rows: rows, Edges: edges, Spare: spare, Smaller: means[0], Larger: means[1], Slices32: means[2], Slices256: means[3],
		Starts32: means[4], Starts256: means[5], Near: means[6], Closed: means[7], RankedSmaller: means[8], RankedLarger: means[9],
	}
}

// TestChooseOrder has what looks at real lists told on a device, and what was the fastest of
// the orders there, with the bits of slices that lists by id are counted with.
func TestChooseOrder(t *testing.T) {
	dev, err := fakecuda.New(fakecuda.Hopper).Open(0)
	if err != nil {
		t.Fatal(err)
	}
	defer dev.Close()
	for _, x := range []struct {
		graph string
		look  gpugraph.Look
		order graph.Order
		bits  int
	}{
		{"nobody looked", gpugraph.Look{}, graph.OrderDegree, 0},
		{"affil", lookOf(1016592, 29164778, true, 36.6, 48.2, 10.8, 3.16, 0.208, 0.063, 1, 0.647, 26.7, 35.9), graph.OrderID, 256},
		{"affil, relabelled", lookOf(1016592, 29164778, true, 27.9, 56.3, 56.4, 55.7, 0.999, 0.994, 0.0366, 0.54, 27.2, 36.3), graph.OrderDegree, 0},
		{"rgg1m, relabelled", lookOf(1000000, 56253571, true, 37.3, 76, 75.4, 74.4, 0.998, 0.982, 0.0322, 0.587, 42, 66.4), lists.OrderClusters, 0},
		{"teams of 400, relabelled", lookOf(99672, 28027834, true, 236, 470, 417, 208, 0.894, 0.483, 0.0327, 0.452, 232, 323), graph.OrderDegree, 0},
		{"cnr-2000", lookOf(325557, 2738969, true, 1.26e+03, 1.77e+03, 86.7, 16.8, 0.225, 0.173, 0.825, 0.408, 6.06, 20.1), graph.OrderDegree, 0},
		{"affil20k", lookOf(115260, 1064643, false, 12.8, 25.9, 6.62, 2.53, 0.333, 0.134, 1, 0.978, 11.9, 24.8), graph.OrderDegree, 0},
		{"coauthors-7", lookOf(396387, 2879273, true, 9.28, 12.9, 3.93, 2.2, 0.268, 0.14, 1, 0.68, 6.31, 9.32), graph.OrderDegree, 0},
		{"hk100k, relabelled", lookOf(100000, 2399424, true, 43, 83.9, 77.5, 52.6, 0.98, 0.888, 0.0356, 0.0689, 23, 23.3), graph.OrderDegree, 0},
		{"kron-20-16", lookOf(646385, 15702117, true, 510, 692, 370, 159, 0.804, 0.622, 0.074, 0.224, 833, 242), graph.OrderDegree, 0},
		{"urand", lookOf(4194304, 67108592, true, 10.7, 22.4, 22.5, 22.5, 1, 1, 0.0337, 0, 9.99, 18.2), graph.OrderDegree, 0},
		{"dense8k", lookOf(8192, 10064699, true, 823, 1.64e+03, 173, 22.4, 0.108, 0.0132, 0.0349, 0.299, 837, 1.62e+03), graph.OrderID, 0},
		{"sbm1m", lookOf(1000000, 20301513, true, 13.8, 27.6, 4.83, 3.22, 0.138, 0.0759, 0.979, 0.363, 13, 24.4), graph.OrderID, 32},
		{"road", lookOf(15983508, 28785720, false, 1.8, 2.06, 3.02, 3.01, 0.909, 0.907, 1, 0.245, 1.12, 2.17), graph.OrderID, 0},
		{"ring-20", lookOf(1000000, 20000000, true, 20, 20, 2.88, 2.11, 0.0779, 0.0562, 1, 1, 20, 20), graph.OrderID, 32},
		{"hk2m", lookOf(2000000, 47999424, true, 24, 24, 35.2, 32.8, 0.997, 0.981, 0.0496, 0.111, 223, 44.3), graph.OrderID, 0},
		{"sbm", lookOf(200000, 80178111, true, 265, 534, 85, 14.1, 0.165, 0.0295, 0.95, 0.199, 267, 521), graph.OrderID, 256},
		{"sbm, relabelled", lookOf(200000, 80178111, true, 267, 535, 504, 336, 0.939, 0.632, 0.0332, 0.199, 268, 522), lists.OrderClusters, 0},
	} {
		if order, reason := ChooseOrder(dev, x.look); order != x.order || reason == "" {
			t.Errorf("%s: order %s, %q; want %s", x.graph, order, reason, x.order)
		}
		if bits := worthSlices(x.look); bits != x.bits {
			t.Errorf("%s: slices of %d bits, want %d", x.graph, bits, x.bits)
		}
	}
}

// TestOldDevicesDoNotMultiply has a graph that is dense enough for the product, which an old
// device has not: the order that it needs there is that of the other methods.
func TestOldDevicesDoNotMultiply(t *testing.T) {
	dev, err := fakecuda.New(fakecuda.Turing).Open(0)
	if err != nil {
		t.Fatal(err)
	}
	defer dev.Close()
	dense8k := lookOf(8192, 10064699, true, 823, 1.64e+03, 173, 22.4, 0.108, 0.0132, 0.0349, 0.299, 837, 1.62e+03)
	if order, reason := ChooseOrder(dev, dense8k); order != graph.OrderDegree {
		t.Errorf("order %s, %q", order, reason)
	}
}
