package coefficients

import (
	"context"
	"math"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/ties"
)

// Onnela is the coefficient of Onnela, Saramäki, Kertész and Kaski (2005), which NetworkX
// has: the mean over the pairs of neighbours of the geometric mean of the three weights,
// each over the largest weight of the graph, and 0 for a pair that is not joined. It
// replaces the weights.
//
// Errors: the cause of ctx when it ends.
func Onnela(ctx context.Context, w *ties.Weighted, opt graph.Options) (*PerVertex, error) {
	if largest := math.Cbrt(w.Largest()); largest > 0 {
		w.Replace(func(weight float64) float64 { return math.Cbrt(weight) / largest })
	}
	return weighted(ctx, w, opt,
		func(xy, xz, yz float64) float64 { return float64(xy * xz * yz) }, // rounded the same on every machine
		func(x uint32) float64 {
			n := float64(w.Degree(x))
			return n * (n - 1) / 2
		})
}

// Barrat is the coefficient of Barrat, Barthélemy, Pastor-Satorras and Vespignani (2004),
// which igraph has: what part of the weight of a vertex's edges, each counted with each of
// the others, is in triangles. It replaces the weights.
//
// Errors: the cause of ctx when it ends.
func Barrat(ctx context.Context, w *ties.Weighted, opt graph.Options) (*PerVertex, error) {
	_, exponent := math.Frexp(w.Largest())
	w.Replace(func(weight float64) float64 { return math.Ldexp(weight, -exponent) }) // so that no sum is too large
	return weighted(ctx, w, opt,
		func(xy, xz, _ float64) float64 { return xy + xz },
		func(x uint32) float64 {
			var strength sum
			for place := w.Offsets()[x]; place < w.Offsets()[x+1]; place++ {
				strength.add(w.Weight(place))
			}
			return strength.value() * float64(w.Degree(x)-1)
		})
}

// weighted divides what triangles give to their corners by the most that there could
// be; 0 of 0 is 0.
func weighted(ctx context.Context, w *ties.Weighted, opt graph.Options, gives func(xy, xz, yz float64) float64, most func(x uint32) float64) (*PerVertex, error) {
	list, err := ties.NewTriangles(ctx, w.Graph, opt)
	if err != nil {
		return nil, err
	}
	type own struct {
		triangles uint64 // at the vertex that the worker is at
		given     sum
		_         [64]byte
	}
	workers := make([]own, par.Workers(opt.Threads))
	p := newPerVertex(w.Graph)
	return p, list.AtEach(ctx, func(worker int, _ uint32, xy, xz, yz uint64) {
		own := &workers[worker]
		own.triangles++
		own.given.add(gives(w.Weight(xy), w.Weight(xz), w.Weight(yz)))
	}, func(worker int, x uint32) {
		mine := &workers[worker]
		p.Triangles[x] = mine.triangles
		if given := mine.given.value(); given > 0 {
			p.Coefficients[x] = min(given/most(x), 1) // which rounding may pass
		}
		*mine = own{}
	})
}

// sum adds up numbers and keeps what rounding takes off (Neumaier 1974), so that it is as
// good for many as for few.
type sum struct{ rounded, off float64 }

func (s *sum) add(x float64) {
	total := s.rounded + x
	if math.Abs(s.rounded) >= math.Abs(x) {
		s.off += s.rounded - total + x
	} else {
		s.off += x - total + s.rounded
	}
	s.rounded = total
}

func (s *sum) value() float64 { return s.rounded + s.off }
