package chordless

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/generator"
)

// A search of one of these would take minutes to years.
var endless = []struct {
	name string
	from generator.Generator
	opt  Options
}{
	// Many vertices: reductions, orders, seeds and searches over long lists.
	{"skewed", generator.RMAT{Scale: 14, EdgeFactor: 16}, Options{}},
	{"skewed, unreduced", generator.RMAT{Scale: 14, EdgeFactor: 16}, Options{Unreduced: true}},
	{"skewed, short cycles", generator.RMAT{Scale: 14, EdgeFactor: 16}, Options{MaxLength: 4}},
	{"skewed, through a vertex", generator.RMAT{Scale: 14, EdgeFactor: 16}, Options{Through: []uint32{0}, MaxLength: 9}},
	{"skewed, certified", generator.RMAT{Scale: 14, EdgeFactor: 16}, Options{Method: DiasCertified}},
	// Few vertices of great degree, where each step is long.
	{"bipartite", generator.CompleteBipartite{Left: 1500, Right: 1500}, Options{}},
	{"bipartite, by dias", generator.CompleteBipartite{Left: 1500, Right: 1500}, Options{Method: Dias}},
	// A narrow frontier, and many states.
	{"grid", generator.Grid{Rows: 24, Cols: 24}, Options{Method: Frontier}},
	{"grid, by length", generator.Grid{Rows: 24, Cols: 24}, Options{Method: Frontier, ByLength: true}},
	{"torus, per vertex", generator.Torus{Rows: 16, Cols: 7}, Options{Method: Frontier, PerVertex: true}},
	{"grid, by search", generator.Grid{Rows: 10, Cols: 10}, Options{Method: DFS}},
	{"long grid", generator.Grid{Rows: 20000, Cols: 15}, Options{}},
}

// TestStopsWhereverItIs ends the context at many moments of everything that may
// take long. reaction is generous, as a machine may stand still for a while: what does
// not look at its context goes on for minutes.
func TestStopsWhereverItIs(t *testing.T) {
	const reaction = 30 * time.Second
	moments := []time.Duration{0, time.Millisecond, 10 * time.Millisecond, 50 * time.Millisecond, 200 * time.Millisecond}
	if !testing.Short() {
		moments = append(moments, 400*time.Millisecond)
	}
	cause := errors.New("enough")
	for _, x := range endless {
		g := generated(t, x.from)
		for name, search := range searches(x.opt) {
			t.Run(fmt.Sprintf("%s/%s", x.name, name), func(t *testing.T) {
				t.Parallel()
				for _, moment := range moments {
					ctx, cancel := context.WithCancelCause(context.Background())
					var ended time.Time
					timer := time.AfterFunc(moment, func() {
						ended = time.Now()
						cancel(cause)
					})
					err := search(ctx, g, x.opt)
					if timer.Stop() {
						cancel(nil)
						continue // it was done sooner
					}
					<-ctx.Done()
					if took := time.Since(ended); took > reaction {
						t.Errorf("after %v: stopped after %v more", moment, took)
					}
					if err != nil && !errors.Is(err, cause) {
						t.Errorf("after %v: %v", moment, err)
					}
				}
			})
		}
	}
}

// searches are the functions that heed options.
func searches(opt Options) map[string]func(ctx context.Context, g *graph.Graph, opt Options) error {
	all := map[string]func(ctx context.Context, g *graph.Graph, opt Options) error{
		"count": func(ctx context.Context, g *graph.Graph, opt Options) error {
			_, err := Count(ctx, g, opt)
			return err
		},
		"longest": func(ctx context.Context, g *graph.Graph, opt Options) error {
			_, err := Longest(ctx, g, opt)
			return err
		},
		"explain": func(ctx context.Context, g *graph.Graph, opt Options) error {
			_, err := Explain(ctx, g, opt)
			return err
		},
	}
	if opt.Method != Frontier {
		all["list"] = func(ctx context.Context, g *graph.Graph, opt Options) error {
			for _, err := range All(ctx, g, opt) {
				if err != nil {
					return err
				}
			}
			return nil
		}
	}
	if opt.Unreduced {
		all["chordal"] = func(ctx context.Context, g *graph.Graph, _ Options) error {
			_, _, err := IsChordal(ctx, g)
			return err
		}
	}
	return all
}
