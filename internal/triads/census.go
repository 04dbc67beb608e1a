package triads

import (
	"context"
	"math/big"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/ties"
)

// Counts are the triads of each class.
type Counts [classes]*big.Int

// Census is what there is in a directed graph.
type Census struct {
	Mutual     uint64 // pairs with arcs in both directions
	Asymmetric uint64 // pairs with one arc
	Triads     Counts
}

// Of counts the triads of d.
//
// Errors: the cause of ctx when it ends.
func Of(ctx context.Context, d *ties.Directed, opt graph.Options) (*Census, error) {
	triangles, err := triangleCounts(ctx, d, opt)
	if err != nil {
		return nil, err
	}
	p, err := pairsOf(ctx, d, opt)
	if err != nil {
		return nil, err
	}
	c := &Census{Mutual: p.mutual / 2, Asymmetric: p.asymmetric / 2}
	for class := range c.Triads {
		c.Triads[class] = new(big.Int).SetUint64(triangles[class])
		c.Triads[class].Add(c.Triads[class], p.wedges[class].big())
	}
	c.Triads.complete(int64(d.Vertices()), c.Mutual, c.Asymmetric)
	return c, nil
}

// complete finds the triads of all classes of a graph, given its triangles and, in the
// place of the triads with two joined pairs, all that is joined so.
func (t *Counts) complete(vertices int64, mutuals, asymmetrics uint64) {
	for triangle, corners := range within {
		for _, class := range corners {
			t[class].Sub(t[class], t[triangle])
		}
	}
	// A joined pair and each of the other vertices are a triad, and one of p such pairs
	// is met p times.
	alone := func(pairs uint64, had func(class int) int64) *big.Int {
		sum := new(big.Int).SetUint64(pairs)
		sum.Mul(sum, big.NewInt(vertices-2))
		for class := c021D; class < classes; class++ {
			sum.Sub(sum, new(big.Int).Mul(t[class], big.NewInt(had(class))))
		}
		return sum
	}
	t[c012] = alone(asymmetrics, asymmetric)
	t[c102] = alone(mutuals, mutual)
	t[c003] = new(big.Int).Binomial(vertices, 3)
	for _, some := range t[c012:] {
		t[c003].Sub(t[c003], some)
	}
}

// triangleCounts counts the triangles of each class.
func triangleCounts(ctx context.Context, d *ties.Directed, opt graph.Options) (counts [classes]uint64, err error) {
	list, err := ties.NewTriangles(ctx, d.Graph, opt)
	if err != nil {
		return counts, err
	}
	type own struct {
		byArcs [64]uint64
		_      [64]byte // keep the workers' counters on lines of their own
	}
	workers := make([]own, par.Workers(opt.Threads))
	err = list.Once(ctx, func(worker int, _ uint32, xy, xz, yz uint64) {
		workers[worker].byArcs[d.Direction(xy)|d.Direction(xz)<<2|d.Direction(yz)<<4]++
	})
	for i := range workers {
		for arcs, n := range workers[i].byArcs {
			counts[trianglesByArcs[arcs]] += n
		}
	}
	return counts, err
}
