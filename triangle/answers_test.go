package triangle_test

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/graphio"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/internal/loading"
	"github.com/tricycle-graph/tricycle/triangle"
)

// twin has the answers about a graph by looking at all triples of neighbours.
type twin struct {
	ids       []uint64 // ascending
	neighbors map[uint64]map[uint64]bool
}

func newTwin(pairs []graph.WideEdge, declared int64) *twin {
	t := &twin{neighbors: map[uint64]map[uint64]bool{}}
	add := func(u, v uint64) {
		if t.neighbors[u] == nil {
			t.neighbors[u] = map[uint64]bool{}
		}
		if u != v {
			t.neighbors[u][v] = true
		}
	}
	for _, p := range pairs {
		add(p.U, p.V)
		add(p.V, p.U)
	}
	for v := range uint64(declared) {
		add(v, v)
	}
	t.ids = slices.Sorted(maps.Keys(t.neighbors))
	return t
}

// support counts what two vertices have in common.
func (t *twin) support(u, v uint64) (n uint32) {
	for w := range t.neighbors[u] {
		if t.neighbors[v][w] {
			n++
		}
	}
	return n
}

func (t *twin) triangles(u uint64) (n uint64) {
	for v := range t.neighbors[u] {
		n += uint64(t.support(u, v))
	}
	return n / 2
}

// checkVertices holds an answer to the twin's.
func (t *twin) checkVertices(p *triangle.PerVertex) error {
	if len(p.Counts) != len(t.ids) || len(p.Degrees) != len(t.ids) || p.Result.Vertices != uint64(len(t.ids)) {
		return fmt.Errorf("%d vertices, want %d", len(p.Counts), len(t.ids))
	}
	sum := uint64(0)
	for v, id := range t.ids {
		if label, want := p.Labels.Label(uint32(v)), strconv.FormatUint(id, 10); label != want {
			return fmt.Errorf("vertex %d is called %s, want %s", v, label, want)
		}
		if n := t.triangles(id); p.Counts[v] != n || int(p.Degrees[v]) != len(t.neighbors[id]) {
			return fmt.Errorf("vertex %d has %d triangles and %d neighbours, want %d and %d", id, p.Counts[v], p.Degrees[v], n, len(t.neighbors[id]))
		}
		sum += p.Counts[v]
	}
	if sum != 3*p.Triangles {
		return fmt.Errorf("%d triangles, and %d at the vertices", p.Triangles, sum)
	}
	return nil
}

// checkEdges holds an answer to the twin's.
func (t *twin) checkEdges(p *triangle.PerEdge) error {
	number := map[uint64]uint32{}
	for v, id := range t.ids {
		number[id] = uint32(v)
		if label, want := p.Labels.Label(uint32(v)), strconv.FormatUint(id, 10); label != want || int(p.Degrees[v]) != len(t.neighbors[id]) {
			return fmt.Errorf("vertex %d is called %s and has %d neighbours, want %s and %d", v, label, p.Degrees[v], want, len(t.neighbors[id]))
		}
	}
	type edge struct {
		graph.Edge
		support uint32
	}
	var want, got []edge
	sum := uint64(0)
	for _, u := range t.ids {
		for _, v := range slices.Sorted(maps.Keys(t.neighbors[u])) {
			if u < v {
				want = append(want, edge{graph.Edge{U: number[u], V: number[v]}, t.support(u, v)})
			}
		}
	}
	for e, support := range p.All() {
		got = append(got, edge{e, support})
		sum += uint64(support)
		for _, ends := range [][2]uint32{{e.U, e.V}, {e.V, e.U}} {
			if n, ok := p.Support(ends[0], ends[1]); !ok || n != support {
				return fmt.Errorf("edge %v has support %d, %t, and %d among all", ends, n, ok, support)
			}
		}
	}
	for skipped := range got {
		for e, support := range p.Skip(uint64(skipped)) {
			if (edge{e, support}) != got[skipped] {
				return fmt.Errorf("behind %d edges comes %v, want %v", skipped, e, got[skipped])
			}
			break
		}
	}
	if !slices.Equal(got, want) || p.Result.Edges != uint64(len(want)) {
		return fmt.Errorf("edges %v, want %v", got, want)
	}
	for _, none := range [][2]uint32{{0, 0}, {0, 1 << 31}, {1<<32 - 1, 1 << 31}} {
		if n, ok := p.Support(none[0], none[1]); ok {
			return fmt.Errorf("%v, which is no edge, has support %d", none, n)
		}
	}
	if sum != 3*p.Triangles {
		return fmt.Errorf("%d triangles, and %d at the edges", p.Triangles, sum)
	}
	return nil
}

// check asks all questions of what source returns.
func (t *twin) check(tb testing.TB, name string, source func() graph.Source, opt triangle.Options) {
	tb.Helper()
	t.askVertices(tb, name, source, opt)
	t.askEdges(tb, name, source, opt)
	listing, err := triangle.List(tb.Context(), source(), opt)
	if err == nil {
		err = t.checkListing(tb.Context(), listing)
	}
	if err != nil {
		tb.Errorf("%s, %+v: triangles: %v", name, opt, err)
	}
	t.askTruss(tb, name, source, opt)
}

// askVertices asks for the triangles of each vertex, and returns the answer; nil where it is wrong.
func (t *twin) askVertices(tb testing.TB, name string, source func() graph.Source, opt triangle.Options) *triangle.PerVertex {
	tb.Helper()
	vertices, err := triangle.Vertices(tb.Context(), source(), opt)
	if err == nil {
		err = t.checkVertices(vertices)
	}
	if err != nil {
		tb.Errorf("%s, %+v: vertices: %v", name, opt, err)
		return nil
	}
	return vertices
}

// askEdges is askVertices for the triangles of each edge.
func (t *twin) askEdges(tb testing.TB, name string, source func() graph.Source, opt triangle.Options) *triangle.PerEdge {
	tb.Helper()
	edges, err := triangle.Edges(tb.Context(), source(), opt)
	if err == nil {
		err = cmp.Or(t.checkEdges(edges), edges.Err(), edges.Close())
	}
	if err != nil {
		tb.Errorf("%s, %+v: edges: %v", name, opt, err)
		return nil
	}
	return edges
}

// askTruss asks for the trussness of each edge.
func (t *twin) askTruss(tb testing.TB, name string, source func() graph.Source, opt triangle.Options) {
	tb.Helper()
	truss, err := triangle.Truss(tb.Context(), source(), opt)
	if err == nil {
		err = cmp.Or(t.checkEdges(truss), t.checkTruss(truss), checkTrusses(tb, truss))
	}
	if err != nil {
		tb.Errorf("%s, %+v: truss: %v", name, opt, err)
	}
}

// checkTruss takes from the graph, for one k after the other, edges that are in too few
// triangles of what is left, until none is.
func (t *twin) checkTruss(p *triangle.PerEdge) error {
	left := map[graph.Edge]bool{}
	want := map[graph.Edge]uint32{}
	neighbors := make([]map[uint32]bool, len(t.ids))
	for v := range neighbors {
		neighbors[v] = map[uint32]bool{}
	}
	for e := range p.All() {
		left[e] = true
		neighbors[e.U][e.V], neighbors[e.V][e.U] = true, true
	}
	for k := uint32(2); len(left) > 0; k++ {
		for again := true; again; {
			again = false
			for e := range left {
				support := uint32(0)
				for w := range neighbors[e.U] {
					if neighbors[e.V][w] {
						support++
					}
				}
				if support < k-1 { // not in the truss of k+1
					want[e] = k
					delete(left, e)
					delete(neighbors[e.U], e.V)
					delete(neighbors[e.V], e.U)
					again = true
				}
			}
		}
	}
	i := 0
	for e := range p.All() {
		if p.Trussness[i] != want[e] {
			return fmt.Errorf("edge %v has trussness %d, want %d", e, p.Trussness[i], want[e])
		}
		i++
	}
	return nil
}

// randomPairs draws records with loops, repeats, both directions and gaps; spread takes
// the ids apart.
func randomPairs(random *rand.Rand, n uint32, m int, spread uint64) []graph.WideEdge {
	var pairs []graph.WideEdge
	for _, e := range graphtest.SkewedRecords(random, n, m) {
		pair := graph.WideEdge{U: uint64(e.U) * spread, V: uint64(e.V) * spread}
		pairs = append(pairs, pair)
		switch random.IntN(8) {
		case 0:
			pairs = append(pairs, pair)
		case 1:
			pairs = append(pairs, graph.WideEdge{U: pair.V, V: pair.U})
		case 2:
			pairs = append(pairs, graph.WideEdge{U: pair.U, V: pair.U})
		}
	}
	return append(pairs, graph.WideEdge{U: uint64(n) * spread, V: uint64(n) * spread}) // alone
}

// TestAnswersAreThoseOfAllTriples takes every method on every order, with threads in
// turn, from records and from a graph that is there.
func TestAnswersAreThoseOfAllTriples(t *testing.T) {
	random := rand.New(rand.NewPCG(21, 22))
	round := 0
	for _, method := range triangle.Methods(device.CPU) {
		for _, order := range graph.Orders {
			round++
			spread := []uint64{1, 1, 5, 70_000_019, 1 << 35}[round%5]
			n := 1 + random.Uint32N(60)
			d := &drawn{pairs: randomPairs(random, n, random.IntN(600), spread)}
			d.info = graph.Info{Name: "drawn", Format: "u32", Rereadable: round%3 > 0, Direct: round%3 == 2}
			if spread == 1 && round%2 == 0 {
				d.info.Vertices = graph.Known(n + 10)
				d.info.Records = graph.Known(len(d.pairs))
			}
			want := newTwin(d.pairs, d.info.Vertices.Get())
			opt := triangle.Options{Method: method, Order: order, Threads: 1 + round%4, TmpDir: t.TempDir()}
			want.check(t, "records", func() graph.Source { return d }, opt)
			opt.Memory = 200 << 20
			want.check(t, "records within memory", func() graph.Source { return d }, opt)
			opt.Memory = 0
			g, _, err := loading.Graph(t.Context(), d, graph.Options{})
			if err != nil {
				t.Fatal(err)
			}
			want.check(t, "graph", g.Source, opt)
			opt.Memory = 200 << 20
			want.check(t, "graph within memory", g.Source, opt)
		}
	}
}

// TestAnswersFollowTheIDs: other ids, another order, direction and number of the records
// change nothing but the places of the answers.
func TestAnswersFollowTheIDs(t *testing.T) {
	random := rand.New(rand.NewPCG(25, 26))
	const n = 300
	edges := graphtest.SkewedRecords(random, n, 3000)
	names := random.Perm(n)
	var renamed []graph.Edge
	for _, i := range random.Perm(len(edges)) {
		u, v := uint32(names[edges[i].U]), uint32(names[edges[i].V])
		renamed = append(renamed, graph.Edge{U: v, V: u}, graph.Edge{U: u, V: u})
		if i%3 == 0 {
			renamed = append(renamed, graph.Edge{U: u, V: v})
		}
	}
	byLabel := func(edges []graph.Edge, name func(uint32) int) (vertices map[int]uint64, support map[[2]int][2]uint32) {
		opt := triangle.Options{Threads: 2}
		v, err := triangle.Vertices(t.Context(), graph.FromEdges(edges), opt)
		if err != nil {
			t.Fatal(err)
		}
		e, err := triangle.Truss(t.Context(), graph.FromEdges(edges), opt)
		if err != nil {
			t.Fatal(err)
		}
		vertices, support = map[int]uint64{}, map[[2]int][2]uint32{}
		for u, count := range v.Counts {
			if v.Degrees[u] > 0 {
				vertices[name(uint32(v.Labels.Number(uint32(u))))] = count
			}
		}
		i := 0
		for ends, count := range e.All() {
			a, b := name(uint32(e.Labels.Number(ends.U))), name(uint32(e.Labels.Number(ends.V)))
			support[[2]int{min(a, b), max(a, b)}] = [2]uint32{count, e.Trussness[i]}
			i++
		}
		return vertices, support
	}
	wantVertices, wantSupport := byLabel(edges, func(v uint32) int { return names[v] })
	vertices, support := byLabel(renamed, func(v uint32) int { return int(v) })
	if !maps.Equal(vertices, wantVertices) || !maps.Equal(support, wantSupport) {
		t.Error("the answers of a graph under other ids differ")
	}
}

// TestAnswersOfManyVertices has so many that edges are arranged in buckets of several.
func TestAnswersOfManyVertices(t *testing.T) {
	random := rand.New(rand.NewPCG(23, 24))
	records := 8000
	if testing.Short() {
		records = 2000
	}
	for _, n := range []uint32{2047, 2048, 5000, 40_000} {
		d := &drawn{pairs: randomPairs(random, n, records, 1), info: graph.Info{Name: "drawn", Format: "u32", Rereadable: true}}
		for range 700 { // a long row
			d.pairs = append(d.pairs, graph.WideEdge{U: 3, V: random.Uint64N(uint64(n))})
		}
		want := newTwin(d.pairs, 0)
		for i, order := range []graph.Order{graph.OrderAuto, graph.OrderID, graph.OrderDegree} {
			want.check(t, "many", func() graph.Source { return d }, triangle.Options{Order: order, Threads: 1 + i})
		}
	}
}

// TestAnswersOfClassicGraphs has every vertex, and every edge, in as many triangles.
func TestAnswersOfClassicGraphs(t *testing.T) {
	for _, x := range []struct {
		name            string
		graph           *graphtest.Edges
		vertex, support uint64
		clustering      float64
	}{
		{"K10", graphtest.Multipartite(1, 1, 1, 1, 1, 1, 1, 1, 1, 1), 36, 8, 1},
		{"octahedron", graphtest.Multipartite(2, 2, 2), 4, 2, 2. / 3},
		{"K5,5", graphtest.Multipartite(5, 5), 0, 0, 0},
		{"Petersen", graphtest.Kneser(5, 2), 0, 0, 0},
		{"K(8,2)", graphtest.Kneser(8, 2), 45, 6, 45. / 105},
		{"C20 squared", graphtest.CyclePower(20, 2), 3, 0, .5},
	} {
		var edges []graph.Edge
		for _, p := range x.graph.Pairs {
			edges = append(edges, graph.Edge{U: p[0], V: p[1]})
		}
		vertices, err := triangle.Vertices(t.Context(), graph.FromEdges(edges), triangle.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for v, n := range vertices.Counts {
			if got := vertices.Clustering(uint32(v)); n != x.vertex || got != x.clustering {
				t.Errorf("%s: %d triangles at vertex %d, clustering %v; want %d, %v", x.name, n, v, got, x.vertex, x.clustering)
			}
		}
		for _, least := range []uint32{0, 2} {
			if got := vertices.AverageClustering(least); got-x.clustering > 1e-15 || x.clustering-got > 1e-15 {
				t.Errorf("%s: average clustering %v, want %v", x.name, got, x.clustering)
			}
		}
		if x.vertex > 0 && x.support == 0 { // no edge like the other
			continue
		}
		found, err := triangle.Edges(t.Context(), graph.FromEdges(edges), triangle.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for e, support := range found.All() {
			if uint64(support) != x.support {
				t.Errorf("%s: edge %v has support %d, want %d", x.name, e, support, x.support)
			}
		}
	}
}

// TestAverageClustering tells the vertices apart that could be in no triangle.
func TestAverageClustering(t *testing.T) {
	// A triangle with a tail, and a vertex alone: coefficients 1, 1, 1/3, 0, 0.
	edges := []graph.Edge{{U: 0, V: 1}, {U: 1, V: 2}, {U: 2, V: 0}, {U: 2, V: 3}, {U: 9, V: 9}}
	p, err := triangle.Vertices(t.Context(), graph.FromEdges(edges), triangle.Options{})
	if err != nil {
		t.Fatal(err)
	}
	all, some, none := p.AverageClustering(0), p.AverageClustering(2), p.AverageClustering(4)
	if all != (2+1./3)/5 || some != (2+1./3)/3 || none != 0 {
		t.Errorf("%v, %v, %v", all, some, none)
	}
}

// TestAnswersKeepNames has the names of a file, and those of a graph that is there.
func TestAnswersKeepNames(t *testing.T) {
	text := "tom,ann\nann,joe\njoe,tom\nzoe,joe\n"
	src, err := graphio.OpenReader(strings.NewReader(text), "-", graphio.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := triangle.Vertices(t.Context(), src, triangle.Options{})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]uint64{}
	for v, n := range p.Counts {
		got[p.Labels.Label(uint32(v))] = n
	}
	if want := map[string]uint64{"tom": 1, "ann": 1, "joe": 1, "zoe": 0}; !maps.Equal(got, want) {
		t.Errorf("triangles %v, want %v", got, want)
	}
}

// TestNoAnswerYet refuses what is not there.
func TestNoAnswerYet(t *testing.T) {
	for _, opt := range []triangle.Options{{Engine: device.CUDA}, {Parts: triangle.Parts{Rows: 2}}} {
		if _, err := triangle.List(t.Context(), graph.FromEdges(nil), opt); !errors.Is(err, errors.ErrUnsupported) {
			t.Errorf("list, %+v: %v", opt, err)
		}
	}
	if _, err := triangle.Truss(t.Context(), graph.FromEdges(nil), triangle.Options{Parts: triangle.Parts{Rows: 2}}); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("truss: %v", err)
	}
}

// TestTheGraphMayBeRefused: what is told of the cleaned graph comes before the count, and
// an error ends it, whatever the question, the source and the way.
func TestTheGraphMayBeRefused(t *testing.T) {
	refused := errors.New("no room")
	edges := []graph.Edge{{U: 0, V: 1}, {U: 1, V: 2}, {U: 2, V: 0}, {U: 0, V: 2}, {U: 7, V: 7}}
	g, _, err := loading.Graph(t.Context(), graph.FromEdges(edges), graph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for name, src := range map[string]graph.Source{"records": graph.FromEdges(edges), "graph": g.Source()} {
		for question, ask := range map[string]func(opt triangle.Options) error{
			"vertices": func(opt triangle.Options) error { _, err := triangle.Vertices(t.Context(), src, opt); return err },
			"edges":    func(opt triangle.Options) error { _, err := triangle.Edges(t.Context(), src, opt); return err },
			"truss":    func(opt triangle.Options) error { _, err := triangle.Truss(t.Context(), src, opt); return err },
			"list":     func(opt triangle.Options) error { _, err := triangle.List(t.Context(), src, opt); return err },
		} {
			for _, memory := range []int64{0, 200 << 20} {
				told := 0
				err := ask(triangle.Options{Memory: memory, Cleaned: func(vertices, edges uint64) error {
					told++
					if vertices != 4 || edges != 3 {
						t.Errorf("%s of %s: %d vertices, %d edges", question, name, vertices, edges)
					}
					return refused
				}})
				if !errors.Is(err, refused) || told != 1 {
					t.Errorf("%s of %s in %d bytes: %v, told %d times", question, name, memory, err, told)
				}
			}
		}
	}
}
