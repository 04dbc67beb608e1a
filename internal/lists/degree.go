package lists

import (
	"context"
	"math/big"
	"math/bits"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// degreesOf returns the degree of every vertex of g.
func degreesOf(ctx context.Context, g *graph.Graph, workers int) ([]uint32, error) {
	degree := hugemem.Make[uint32](g.Vertices())
	err := par.Chunks(ctx, workers, len(degree), 1<<16, func(_, begin, end int) error {
		for v := begin; v < end; v++ {
			degree[v] = g.Degree(uint32(v))
		}
		return nil
	})
	return degree, err
}

// degreeFacts are sums over the degrees.
type degreeFacts struct {
	maximum   uint32
	connected int // vertices with an edge
	// wedges is the sum of d(d-1)/2, in 128 bits.
	wedgesHigh, wedgesLow uint64
}

func summarize(ctx context.Context, degree []uint32, workers int) (degreeFacts, error) {
	perWorker := make([]degreeFacts, workers)
	err := par.Chunks(ctx, workers, len(degree), 1<<16, func(worker, begin, end int) error {
		partial := perWorker[worker]
		for _, d := range degree[begin:end] {
			partial.add(d)
		}
		perWorker[worker] = partial
		return nil
	})
	total := degreeFacts{}
	for _, partial := range perWorker {
		total.merge(partial)
	}
	return total, err
}

func (f *degreeFacts) add(degree uint32) {
	if degree == 0 {
		return
	}
	f.connected++
	f.maximum = max(f.maximum, degree)
	f.addWedges(0, uint64(degree)*uint64(degree-1)/2)
}

func (f *degreeFacts) merge(other degreeFacts) {
	f.connected += other.connected
	f.maximum = max(f.maximum, other.maximum)
	f.addWedges(other.wedgesHigh, other.wedgesLow)
}

func (f *degreeFacts) addWedges(high, low uint64) {
	carry := uint64(0)
	f.wedgesLow, carry = bits.Add64(f.wedgesLow, low, 0)
	f.wedgesHigh += high + carry
}

// Connected returns the number of vertices with an edge.
func (f degreeFacts) Connected() int { return f.connected }

// MaxDegree returns the largest degree.
func (f degreeFacts) MaxDegree() uint32 { return f.maximum }

// Wedges returns the number of paths of length two, the sum of d(d-1)/2.
func (f degreeFacts) Wedges() *big.Int {
	w := new(big.Int).SetUint64(f.wedgesHigh)
	return w.Lsh(w, 64).Or(w, new(big.Int).SetUint64(f.wedgesLow))
}
