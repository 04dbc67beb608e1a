package triads

import (
	"context"
	"math/big"
	"math/bits"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/ties"
)

// pairs is what the arcs at each vertex tell of a graph.
type pairs struct {
	mutual     uint64 // at both of their ends
	asymmetric uint64
	wedges     [classes]sum // two joined pairs with a vertex in common, by the class that they are alone
}

// pairsOf adds up the pairs at all vertices.
func pairsOf(ctx context.Context, d *ties.Directed, opt graph.Options) (*pairs, error) {
	workers := make([]pairs, par.Workers(opt.Threads))
	err := par.Chunks(ctx, len(workers), d.Vertices(), 1<<10, func(worker, begin, end int) error {
		for v := begin; v < end; v++ {
			workers[worker].addVertex(d, v)
		}
		return nil
	})
	all := &workers[0]
	for _, w := range workers[1:] {
		all.mutual += w.mutual
		all.asymmetric += w.asymmetric
		for class := range all.wedges {
			all.wedges[class].addSum(w.wedges[class])
		}
	}
	return all, err
}

func (p *pairs) addVertex(d *ties.Directed, v int) {
	var at [4]uint64
	for place := d.Offsets()[v]; place < d.Offsets()[v+1]; place++ {
		at[d.Direction(place)]++
	}
	out, in, both := at[ties.Out], at[ties.In], at[ties.Both]
	p.mutual += both
	p.asymmetric += out + in
	p.wedges[c021D].addPairs(out)
	p.wedges[c021U].addPairs(in)
	p.wedges[c201].addPairs(both)
	p.wedges[c021C].add(out * in)
	p.wedges[c111D].add(both * in)
	p.wedges[c111U].add(both * out)
}

// sum has 128 bits: there are less than 2^32 vertices, and so less than 2^64 pairs at
// each.
type sum struct{ high, low uint64 }

func (s *sum) add(n uint64) { s.addSum(sum{low: n}) }

// addPairs adds the number of pairs of so many.
func (s *sum) addPairs(n uint64) {
	if n > 0 {
		s.add(n * (n - 1) / 2)
	}
}

func (s *sum) addSum(t sum) {
	low, carry := bits.Add64(s.low, t.low, 0)
	s.low, s.high = low, s.high+t.high+carry
}

func (s sum) big() *big.Int {
	n := new(big.Int).SetUint64(s.high)
	return n.Lsh(n, 64).Add(n, new(big.Int).SetUint64(s.low))
}
