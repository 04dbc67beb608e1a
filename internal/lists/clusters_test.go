package lists

import (
	"cmp"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
)

// clustersTwin is the simple twin of a ranking by clusters: the vertex of each rank.
func clustersTwin(g *graph.Graph) []uint32 {
	connected := 0
	for v := range g.Vertices() {
		if g.Degree(uint32(v)) > 0 {
			connected++
		}
	}
	share := min(leadersEach/max(float64(2*g.Edges())/float64(max(connected, 1)), 1), .5)
	leads := func(v uint32) bool { return mark(v) < uint32(math.Ldexp(share, 32)) }
	follows := make([]uint32, g.Vertices())
	var order []uint32
	for i := range follows {
		v := uint32(i)
		if g.Degree(v) == 0 {
			continue
		}
		order = append(order, v)
		for _, w := range append([]uint32{v}, g.Neighbors(v)...) {
			if leads(w) {
				follows[v] = max(follows[v], mix32(w))
			}
		}
	}
	// The larger hash first, by their upper halves.
	place := func(v uint32) uint64 {
		if follows[v] == 0 {
			return math.MaxUint64
		}
		for w := range uint32(len(follows)) {
			if mix32(w) == follows[v] {
				return uint64(0xffff-follows[w]>>16)<<16 + uint64(0xffff-follows[v]>>16)
			}
		}
		panic("nobody has this hash")
	}
	places := map[uint32]uint64{}
	for _, v := range order {
		places[v] = place(v)
	}
	slices.SortStableFunc(order, func(a, b uint32) int { return cmp.Compare(places[a], places[b]) })
	return order
}

// scattered returns edges of blocks among random ids, with isolated ones.
func scattered(random *rand.Rand, n, blocks int, inside float64) []graph.Edge {
	ids := random.Perm(n + n/8)
	var edges []graph.Edge
	for u := range n {
		for v := u % blocks; v < u; v += blocks {
			if random.Float64() < inside {
				edges = append(edges, graph.Edge{U: uint32(ids[u]), V: uint32(ids[v])})
			}
		}
	}
	return edges
}

// rawOf is a source of these edges, which is read again for each pass, or kept.
func rawOf(edges []graph.Edge, direct bool) *raw {
	vertices := int64(0)
	for _, e := range edges {
		vertices = max(vertices, int64(e.U)+1, int64(e.V)+1)
	}
	return &raw{
		edges: edges, split: 70, summary: graph.Summary{Records: uint64(len(edges)), Vertices: graph.Known(vertices)},
		info: graph.Info{Name: "records", Rereadable: true, Direct: direct, Records: graph.Known(int64(len(edges))), Vertices: graph.Known(vertices)},
	}
}

// A graph and its records are ranked as the simple twin ranks them, by any number of threads and in any order of the
// records, and the lists are those of the ranking.
func TestClusters(t *testing.T) {
	random := rand.New(rand.NewPCG(18, 29))
	for i, edges := range [][]graph.Edge{
		{{U: 3, V: 1}}, {{U: 7, V: 7}, {U: 2, V: 0}},
		scattered(random, 300, 3, .3), scattered(random, 1500, 30, .5), scattered(random, 2000, 2, .01), scattered(random, 800, 1, .02),
	} {
		g, err := Graph(t.Context(), rawOf(edges, true), graph.Options{})
		if err != nil {
			t.Fatal(err)
		}
		want := clustersTwin(g)
		for _, threads := range []int{1, 3} {
			facts, err := FactsOfGraph(t.Context(), g, threads)
			if err != nil {
				t.Fatal(err)
			}
			c, err := clustersOf(t.Context(), g, facts, threads)
			if err != nil {
				t.Fatal(err)
			}
			ranking, err := c.Ranking(t.Context())
			c.Free()
			if err != nil || !slices.Equal(ranking.order, want) {
				t.Fatalf("graph %d is ranked %v, %v; want %v", i, ranking.order, err, want)
			}
			lists, err := Orient(t.Context(), g, ranking, graph.Options{Threads: threads})
			if err != nil {
				t.Fatal(err)
			}
			random.Shuffle(len(edges), func(i, j int) { edges[i], edges[j] = edges[j], edges[i] })
			r := rawOf(edges, threads == 1)
			b, err := Open(t.Context(), r, Options{Threads: threads, Vertices: true})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := b.Clusters(t.Context()); err != nil {
				t.Fatal(err)
			}
			if err := b.Rank(t.Context(), OrderClusters); err != nil || !slices.Equal(b.Order(), want) {
				t.Fatalf("records of graph %d are ranked %v, %v; want %v", i, b.Order(), err, want)
			}
			whole, built, err := b.Whole(t.Context())
			if err != nil || built.Order != OrderClusters || !slices.Equal(whole.Offsets(), lists.Offsets()) || !slices.Equal(whole.Neighbors(), lists.Neighbors()) {
				t.Errorf("lists of records of graph %d are by %s, %v, and not those of the graph", i, built.Order, err)
			}
			if want := map[int]int{1: 3, 3: 1}[threads]; r.passes != want {
				t.Errorf("the records were read %d times, want %d", r.passes, want)
			}
			if err := b.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}

// The sampled rows are about those that the lists have: as many entries, and as many windows of some ids.
func TestClustersTellRows(t *testing.T) {
	random := rand.New(rand.NewPCG(18, 30))
	for _, blocks := range []int{3, 20} {
		n := 4000
		edges := scattered(random, n, blocks, .025*float64(blocks))
		g, err := Graph(t.Context(), rawOf(edges, true), graph.Options{})
		if err != nil {
			t.Fatal(err)
		}
		facts, err := FactsOfGraph(t.Context(), g, 2)
		if err != nil {
			t.Fatal(err)
		}
		c, err := ClustersOf(t.Context(), g, facts, 2)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Free()
		if c == nil {
			t.Fatalf("%d blocks: nobody looked", blocks)
		}
		b, err := Open(t.Context(), rawOf(append(edges, edges...), true), Options{Threads: 2})
		if err != nil {
			t.Fatal(err)
		}
		defer b.Close()
		ofRecords, err := b.Clusters(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		ranking, err := c.Ranking(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		o, err := Orient(t.Context(), g, ranking, graph.Options{})
		if err != nil {
			t.Fatal(err)
		}
		windows := func(row []uint32) (n int) {
			for i, v := range row {
				if i == 0 || v/256 != row[i-1]/256 {
					n++
				}
			}
			return n
		}
		all := 0
		for r := range uint32(o.Rows()) {
			all += windows(o.Row(r))
		}
		exact := float64(all) / float64(o.Edges())
		for name, rows := range map[string][]SampledRow{"graph": c.Rows, "records": ofRecords} {
			found, smaller, larger := 0, 0, 0
			for _, row := range rows {
				found += windows(row.Smaller)
				smaller += len(row.Smaller)
				larger += row.Larger
			}
			about := float64(found) / float64(smaller)
			if degree := float64(smaller+larger) / float64(len(rows)); len(rows) < 10 || math.Abs(degree/(2*float64(o.Edges())/float64(o.Rows()))-1) > .1 || math.Abs(about/exact-1) > .3 {
				t.Errorf("%d blocks, %s: %d rows of %.1f neighbours have %.3f windows an entry; of all rows it is %.1f and %.3f",
					blocks, name, len(rows), degree, about, 2*float64(o.Edges())/float64(o.Rows()), exact)
			}
		}
	}
}

func TestClustersRefuse(t *testing.T) {
	random := rand.New(rand.NewPCG(18, 31))
	for _, edges := range [][]graph.Edge{nil, {{U: 1, V: 0}}, scattered(random, 2000, 1, .02)} {
		g, err := Graph(t.Context(), rawOf(edges, true), graph.Options{})
		if err != nil {
			t.Fatal(err)
		}
		facts, err := FactsOfGraph(t.Context(), g, 1)
		if err != nil {
			t.Fatal(err)
		}
		if c, err := ClustersOf(t.Context(), g, facts, 1); c != nil || err != nil {
			t.Errorf("%d edges without triangles to speak of: %v, %v", len(edges), c, err)
		}
	}
	open := func(r *raw) *Builder {
		b, err := Open(t.Context(), r, Options{Threads: 2})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { b.Close() })
		return b
	}
	edges := scattered(random, 300, 3, .3)
	b := open(rawOf(edges, true))
	if err := b.Rank(t.Context(), OrderClusters); !errors.Is(err, errNoClusters) {
		t.Errorf("ranked by clusters that nobody looked for: %v", err)
	}
	far := rawOf([]graph.Edge{{U: 1 << 31, V: 5}, {U: 7, V: 5}}, true)
	far.info.Vertices, far.summary.Vertices = graph.Size{}, graph.Size{}
	if rows, err := open(far).Clusters(t.Context()); rows != nil || err != nil {
		t.Errorf("ids in a table: %v, %v", rows, err)
	}
	runs := runsOfRaw(random, fixedRaw(random))
	sorted, err := Open(t.Context(), runs, Options{Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	defer sorted.Close()
	if rows, err := sorted.Clusters(t.Context()); rows != nil || err != nil {
		t.Errorf("runs: %v, %v", rows, err)
	}
	for name, change := range map[string]func(r *raw){
		"a larger id": func(r *raw) {
			for v := range uint32(300) { // of which some lead
				r.edges = append(r.edges, graph.Edge{U: 100_000, V: v})
			}
		},
		"a wide record": func(r *raw) { r.wide = []graph.WideEdge{{U: 1 << 40, V: 1}} },
	} {
		r := rawOf(slices.Clone(edges), true)
		r.before = func(pass int, r *raw) {
			if pass == 2 {
				change(r)
			}
		}
		var bad *graph.InputError
		if _, err := open(r).Clusters(t.Context()); !errors.As(err, &bad) {
			t.Errorf("%s between two readings: %v", name, err)
		}
	}
	// Other records with the same ids are noticed when they are read the last time.
	r := rawOf(slices.Clone(edges), true)
	r.before = func(pass int, r *raw) {
		if pass == 3 {
			r.edges[0], r.edges[1] = graph.Edge{U: r.edges[0].U, V: r.edges[1].V}, graph.Edge{U: r.edges[1].U, V: r.edges[0].V}
		}
	}
	b = open(r)
	_, err = b.Clusters(t.Context())
	if err := cmp.Or(err, b.Rank(t.Context(), OrderClusters)); err != nil {
		t.Fatal(err)
	}
	var bad *graph.InputError
	if _, _, err := b.Whole(t.Context()); !errors.As(err, &bad) {
		t.Errorf("other records the last time: %v", err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	stopped := errors.New("stopped")
	r = rawOf(edges, true)
	r.before = func(pass int, _ *raw) {
		if pass == 2 {
			cancel(stopped)
		}
	}
	b = open(r)
	if _, err := b.Clusters(ctx); !errors.Is(err, stopped) {
		t.Errorf("stopped: %v", err)
	}
}

// Where the memory has room for the lists and not for the ranking beside them, nobody looks, and where it has for both, some do.
func TestClustersKeepToMemory(t *testing.T) {
	random := rand.New(rand.NewPCG(18, 35))
	var edges []graph.Edge
	for u := range uint32(400_000) {
		edges = append(edges, graph.Edge{U: u, V: random.Uint32N(400_000)})
	}
	looked := func(memory int64) (rows []SampledRow, err error) {
		b, err := Open(t.Context(), rawOf(edges, true), Options{Threads: 2, Memory: memory, TmpDir: t.TempDir()})
		if err != nil {
			return nil, err
		}
		defer b.Close()
		if rows, err = b.Clusters(t.Context()); err == nil {
			err = b.Rank(t.Context(), graph.OrderID)
		}
		if err == nil {
			_, _, err = b.Whole(t.Context())
		}
		return rows, err
	}
	var short *graph.MemoryError
	least := int64(1 << 20)
	for ; ; least += 1 << 20 {
		rows, err := looked(least)
		if err == nil {
			if rows != nil {
				t.Errorf("%d bytes are just enough for the lists, and clusters were looked for", least)
			}
			break
		}
		if !errors.As(err, &short) {
			t.Fatal(err)
		}
	}
	if rows, err := looked(least + ClusterBytes*400_000); rows == nil || err != nil {
		t.Errorf("with room for clusters: %d rows, %v", len(rows), err)
	}
}

func TestClosedPairs(t *testing.T) {
	var star, clique []graph.Edge
	for u := range uint32(40) {
		star = append(star, graph.Edge{U: u + 1, V: 0})
		for v := range u {
			clique = append(clique, graph.Edge{U: u, V: v})
		}
	}
	for _, x := range []struct {
		edges []graph.Edge
		want  float64
	}{{nil, 0}, {star, 0}, {clique, 1}, {append(clique, graph.Edge{U: 99, V: 98}), 1}} {
		g, err := Graph(t.Context(), rawOf(x.edges, true), graph.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := closedPairs(g); got != x.want {
			t.Errorf("%d edges: %v of the pairs are closed, want %v", len(x.edges), got, x.want)
		}
	}
}
