package layout

import (
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"testing"

	"github.com/tricycle-graph/tricycle/generate"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/loading"
	"github.com/tricycle-graph/tricycle/internal/par"
)

func loaded(t testing.TB, src graph.Source) *graph.Graph {
	t.Helper()
	g, _, err := loading.Graph(context.Background(), src, graph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func made(t testing.TB, kind string, values generate.Values) *graph.Graph {
	t.Helper()
	src, err := generate.New(kind, values)
	if err != nil {
		t.Fatal(err)
	}
	return loaded(t, src)
}

func laidOut(t *testing.T, g *graph.Graph, threads int) Layout {
	t.Helper()
	l, err := Of(t.Context(), g, threads)
	if err != nil {
		t.Fatal(err)
	}
	if len(l.Places) != g.Vertices() {
		t.Fatalf("%d places for %d vertices", len(l.Places), g.Vertices())
	}
	for v, p := range l.Places {
		if !(p[0] >= 0 && p[0] <= l.Width && p[1] >= 0 && p[1] <= l.Height && l.Height <= l.Width && l.Width <= 1) {
			t.Fatalf("vertex %d is at %v in %v by %v", v, p, l.Width, l.Height)
		}
	}
	return l
}

// stressOf is the stress of a connected graph in a layout, at its best scale.
func stressOf(t *testing.T, g *graph.Graph, l Layout) float64 {
	t.Helper()
	roots := make([]uint32, g.Vertices())
	crew := par.NewCrew(t.Context(), 1)
	defer crew.Close()
	d, err := distances(crew, componentsOf(g, roots)[0].neighbors)
	if err != nil {
		t.Fatal(err)
	}
	x, y := make([]float64, d.n), make([]float64, d.n)
	for v, p := range l.Places {
		x[v], y[v] = p[0], p[1]
	}
	d.fit(x, y)
	return d.stress(x, y)
}

// stress is the mean of the squares by which distances in the picture are wrong, by those of
// the graph: (‖p(v) - p(w)‖/d(v, w) - 1)².
func (d pairs) stress(x, y []float64) float64 {
	sum := 0.0
	for v := range d.n {
		for w, apart := range d.row(v)[:v] {
			t := far(x[v]-x[w], y[v]-y[w])/float64(apart) - 1
			sum += float64(t * t)
		}
	}
	return sum / max(1, float64(d.n)*float64(d.n-1)/2)
}

// What can be drawn well comes out unfolded: a fold would leave a multiple of the stress. The
// bounds are what was measured, rounded up. A cycle is a circle, whose chords are too short by
// right: 0.0157 of them in the limit. A grid's distances are those of city blocks.
func TestUnfolded(t *testing.T) {
	for _, c := range []struct {
		kind   string
		values generate.Values
		most   float64
	}{
		{"path", generate.Values{"vertices": 2}, 1e-9},
		{"path", generate.Values{"vertices": 300}, 1e-6},
		{"path", generate.Values{"vertices": 2000}, 1e-4}, // it is drawn in steps of a few to an edge
		{"cycle", generate.Values{"vertices": 3}, 1e-6},
		{"cycle", generate.Values{"vertices": 5}, 0.0111},
		{"cycle", generate.Values{"vertices": 300}, 0.016},
		{"cycle", generate.Values{"vertices": 2000}, 0.016},
		{"grid", generate.Values{"rows": 6, "cols": 10}, 0.018},
		{"grid", generate.Values{"rows": 10, "cols": 200}, 0.005},
		{"grid", generate.Values{"rows": 40, "cols": 50}, 0.012},
		{"triangular-grid", generate.Values{"side": 30}, 0.003},
		{"road", generate.Values{"rows": 10, "cols": 40, "streets": 1.0}, 0.02},
		{"torus", generate.Values{"rows": 20, "cols": 30}, 0.12},
		{"karate", nil, 0.069},
		{"sioux-falls", nil, 0.041},
		{"complete", generate.Values{"vertices": 20}, 0.15},
	} {
		g := made(t, c.kind, c.values)
		if testing.Short() && g.Vertices() > 600 {
			continue
		}
		if got := stressOf(t, g, laidOut(t, g, 2)); got > c.most {
			t.Errorf("%s %v: stress %.4g, more than %g", c.kind, c.values, got, c.most)
		}
	}
}

// The sum tells machines apart that round otherwise.
func TestSameEverywhere(t *testing.T) {
	for _, c := range []struct {
		g   *graph.Graph
		sum uint32
	}{
		{made(t, "road", generate.Values{"rows": 25, "cols": 30}), 0x6a2a3860},
		{made(t, "erdos-renyi", generate.Values{"vertices": 500, "probability": 0.004}), 0x318417e9},
		{made(t, "barabasi-albert", generate.Values{"vertices": 300}), 0xd12aadab},
	} {
		for _, threads := range []int{1, 4, 1, 3} {
			if got := crc32.ChecksumIEEE(fmt.Append(nil, laidOut(t, c.g, threads))); got != c.sum {
				t.Errorf("%d vertices with %d threads: %#x, want %#x", c.g.Vertices(), threads, got, c.sum)
			}
		}
	}
}

// No two vertices are in one place, or so near to each other that dots would cover each other.
func TestApart(t *testing.T) {
	star := make([]graph.Edge, 40)
	for i := range star {
		star[i] = graph.Edge{U: 0, V: uint32(i + 1)}
	}
	for name, g := range map[string]*graph.Graph{
		"star":      loaded(t, graph.FromEdges(star)),
		"complete":  made(t, "complete", generate.Values{"vertices": 40}),
		"bipartite": made(t, "complete-bipartite", generate.Values{"left": 20, "right": 20}),
		"karate":    made(t, "karate", nil),
		"isolated":  made(t, "erdos-renyi", generate.Values{"vertices": 40, "probability": 0.0}),
	} {
		l := laidOut(t, g, 1)
		for v, p := range l.Places {
			for w, q := range l.Places[:v] {
				if d := far(p[0]-q[0], p[1]-q[1]); d < 0.02 {
					t.Errorf("%s: vertices %d and %d are %.4f apart", name, w, v, d)
				}
			}
		}
	}
}

// Components have rectangles of their own.
func TestComponentsApart(t *testing.T) {
	g := made(t, "erdos-renyi", generate.Values{"vertices": 400, "probability": 0.003})
	l := laidOut(t, g, 2)
	roots, err := g.Components(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	low, high := make(map[uint32][2]float64), make(map[uint32][2]float64)
	for v, root := range roots {
		p := l.Places[v]
		if _, known := low[root]; !known {
			low[root], high[root] = p, p
		}
		a, b := low[root], high[root]
		low[root], high[root] = [2]float64{min(a[0], p[0]), min(a[1], p[1])}, [2]float64{max(b[0], p[0]), max(b[1], p[1])}
	}
	if len(low) < 50 {
		t.Fatalf("%d components are too few for a test", len(low))
	}
	for a := range low {
		for b := range low {
			if a != b && low[a][0] <= high[b][0] && low[b][0] <= high[a][0] && low[a][1] <= high[b][1] && low[b][1] <= high[a][1] {
				t.Errorf("the components of %d and %d overlap", a, b)
			}
		}
	}
}

func TestSmall(t *testing.T) {
	if l := laidOut(t, loaded(t, graph.FromEdges(nil)), 1); l.Width != 0 || l.Height != 0 {
		t.Errorf("no vertices: %v", l)
	}
	if l := laidOut(t, made(t, "path", generate.Values{"vertices": 1}), 1); l.Width != 0 || l.Height != 0 || l.Places[0] != [2]float64{} {
		t.Errorf("one vertex: %v", l)
	}
	if l := laidOut(t, made(t, "path", generate.Values{"vertices": 2}), 1); fmt.Sprint(l) != "{[[0 0] [1 0]] 1 0}" {
		t.Errorf("two vertices: %v", l)
	}
}

func TestRefused(t *testing.T) {
	if _, err := Of(t.Context(), made(t, "path", generate.Values{"vertices": Most + 1}), 1); err == nil {
		t.Error("too many vertices were laid out")
	}
	stop := errors.New("stop")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(stop)
	if _, err := Of(ctx, made(t, "cycle", generate.Values{"vertices": 100}), 1); !errors.Is(err, stop) {
		t.Errorf("%v from a context that has ended", err)
	}
}

func BenchmarkOf(b *testing.B) {
	for _, c := range []struct {
		kind   string
		values generate.Values
	}{
		{"path", generate.Values{"vertices": 2000}},
		{"grid", generate.Values{"rows": 40, "cols": 50}},
		{"road", generate.Values{"rows": 40, "cols": 50}},
		{"delaunay", generate.Values{"vertices": 2000}},
		{"erdos-renyi", generate.Values{"vertices": 2000, "probability": 0.003}},
		{"barabasi-albert", generate.Values{"vertices": 2000}},
		{"complete", generate.Values{"vertices": 2000}},
		{"road", generate.Values{"rows": 50, "cols": 80}},
	} {
		g := made(b, c.kind, c.values)
		b.Run(fmt.Sprintf("%s-%d", c.kind, g.Vertices()), func(b *testing.B) {
			for b.Loop() {
				if _, err := Of(b.Context(), g, 1); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
