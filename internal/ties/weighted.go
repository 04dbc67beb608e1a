package ties

import (
	"context"
	"fmt"
	"math"
	"sort"
	"sync"
	"sync/atomic"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/hugemem"
)

// Weighted is a graph whose edges have weights.
type Weighted struct {
	*graph.Graph
	weights []uint64 // of each place in the adjacency: the bits of the number, and 1; 0 for none yet
	mutex   sync.Mutex
	clash   *clash
}

// clash is an edge with two weights.
type clash struct {
	place uint64 // the smallest of such edges
	one   float64
	other float64
}

// ReadWeighted reads src, which was opened for weights. An edge may be listed several
// times, in both directions, too, if always with the same weight: what else it should
// weigh, nobody can tell. Loops weigh nothing.
//
// Errors: *graph.InputError where a record has no weight, or one that is negative or no
// number, and where an edge has two; *graph.MemoryError with a limit that does, the
// cause of ctx when it ends.
func ReadWeighted(ctx context.Context, src graph.Source, opt graph.Options) (*Weighted, error) {
	w := &Weighted{}
	g, err := read(ctx, src, opt, w)
	if err != nil {
		return nil, err
	}
	w.Graph = g
	return w, w.refused(src.Info().Name)
}

// Weight returns the weight of the edge at a place in the adjacency.
func (w *Weighted) Weight(place uint64) float64 { return math.Float64frombits(w.weights[place] - 1) }

// Replace puts other weights, which are numbers of 0 and more, in the place of these.
func (w *Weighted) Replace(by func(weight float64) float64) {
	for place := range w.weights {
		w.weights[place] = math.Float64bits(by(w.Weight(uint64(place)))) + 1
	}
}

// Largest returns the largest weight, and 0 where there are none.
func (w *Weighted) Largest() float64 {
	bits := uint64(0)
	for _, stored := range w.weights {
		bits = max(bits, stored) // in the order of the numbers
	}
	return math.Float64frombits(max(bits, 1) - 1)
}

func (w *Weighted) check(graph.Info) error { return nil }

// checkWeights refuses what is no weight.
func checkWeights(name string, weights []float64) error {
	for _, weight := range weights {
		if !(weight >= 0 && weight <= math.MaxFloat64) {
			return &graph.InputError{File: name, Expected: "weights of 0 and more", Found: fmt.Sprint(weight)}
		}
	}
	return nil
}

func (w *Weighted) begin(g *graph.Graph) { w.weights = hugemem.Make[uint64](int(2 * g.Edges())) }

func (w *Weighted) mark(from, to uint64, weight float64) {
	bits := math.Float64bits(math.Abs(weight)) + 1 // 0 may have a sign
	from, to = min(from, to), max(from, to)
	if atomic.CompareAndSwapUint64(&w.weights[from], 0, bits) {
		atomic.StoreUint64(&w.weights[to], bits)
	} else if there := atomic.LoadUint64(&w.weights[from]); there != bits {
		w.clashed(from, weight, math.Float64frombits(there-1))
	}
}

func (w *Weighted) clashed(place uint64, weight, there float64) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if w.clash == nil || place < w.clash.place {
		w.clash = &clash{place, min(weight, there), max(weight, there)}
	}
}

// refused says which edge has two weights, if one has.
func (w *Weighted) refused(name string) error {
	if w.clash == nil {
		return nil
	}
	u := sort.Search(w.Vertices(), func(v int) bool { return w.Offsets()[v+1] > w.clash.place })
	return &graph.InputError{File: name, Expected: "one weight for an edge", Found: fmt.Sprintf("%v and %v for that of %s and %s",
		w.clash.one, w.clash.other, w.Labels().Label(uint32(u)), w.Labels().Label(w.Adjacency()[w.clash.place]))}
}

func (w *Weighted) bytes(edges uint64) int64 { return 16 * int64(edges) }

func (w *Weighted) weighted() bool { return true }
