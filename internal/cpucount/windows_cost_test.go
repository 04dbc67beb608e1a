package cpucount

import (
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/graphio"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/simd"
)

// The cost is the sum of its steps.
func TestRowCost(t *testing.T) {
	rows := make([][]uint32, 3000)
	for i := range uint32(20) {
		rows[100] = append(rows[100], 4*i)    // one window, of the last level
		rows[1500] = append(rows[1500], 70*i) // three
	}
	rows[2000] = []uint32{0, 500, 1000} // none
	rows[2999] = []uint32{100}          // one
	edges := [][2]uint32{{100, 0}, {2000, 100}, {2000, 1500}, {1500, 2000}, {2999, 100}}
	about := func(a, b float64) bool { return math.Abs(a-b) < 1e-9 }
	levels := map[uint32]int{100: 3, 1500: 1, 2000: -1, 2999: 0}
	entries := map[uint32]float64{0: 0, 100: costListRow + 2*costEntries, 1500: costListRow + 2*costEntries, 2000: costListRow + costEntries}
	for _, hubs := range []int{0, 200, 1600} {
		for _, e := range edges {
			s := rowSample{1000, func(v uint32) []uint32 { return rows[v] }, func(uint64) (u, v uint32) { return e[0], e[1] }}
			c, others := s.cost(hubs), entries[e[1]]
			switch {
			case e[1] == 100 && hubs > 100:
				others = costHubRow + costHubLine
			case e[1] == 1500 && hubs > 1500:
				others = costHubRow + 3*costHubLine
			}
			if !about(c.others, others) {
				t.Errorf("edge %d, %d hubs: others cost %v, want %v", e, hubs, c.others, others)
			}
			for l := range windowLevels {
				windows, by := map[uint32]float64{100: 1. / 20, 1500: 3. / 20, 2999: 1}[e[0]], entries[e[1]]
				if levels[e[0]] < l {
					windows = 0
				}
				if n := map[uint32]float64{100: 1, 1500: 3}[e[1]]; n > 0 && l <= levels[e[1]] {
					by = costWindowRow + n*costWindow
				}
				if !about(c.windows[l], windows) || !about(c.byWindows[l], by+costPut+costMade*windows) {
					t.Errorf("edge %d, level %d: %v windows cost %v, want %v and %v without making them", e, l, c.windows[l], c.byWindows[l], windows, by)
				}
			}
		}
	}
	long := make([]uint32, 100_000)
	for i := range long {
		long[i] = uint32(10 * i)
	}
	if each, level := windowsEach(long); level != 3 || each < 10./480 || each > 1.1*10/480 {
		t.Errorf("a long row has %v windows for each entry, and is of level %d", each, level)
	}
	cost := rowCost{windows: [4]float64{.4, .3, .2, .1}, byWindows: [4]float64{2, 2.5, 3, 3.5}, others: 4}
	for _, x := range []struct {
		most  int64
		level int
		pays  bool
	}{{400, 0, true}, {399, 1, true}, {299, 2, false}, {199, 3, false}, {50, 3, false}} {
		if level, pays := cost.level(1000, x.most), cost.pays(1000, x.most); level != x.level || pays != x.pays {
			t.Errorf("with room for %d it is of level %d, and %v that windows pay", x.most, level, pays)
		}
	}
	cost.others = 100
	if cost.pays(1000, 99) || !cost.pays(1000, 100) {
		t.Error("windows pay where those of the last level have no room, or not where they have")
	}
}

// Numbers are spread over all of those below n.
func TestSpread(t *testing.T) {
	random := rand.New(rand.NewPCG(18, 12))
	for range 1000 {
		n, last, size := 1+random.Uint64N(1<<random.IntN(63)), uint64(0), 1+random.Uint64N(4000)
		for i := range size {
			at := spread(i, size, n)
			if at >= n || at-last > n/size+1 || at < last {
				t.Fatalf("of %d, %d comes after %d", n, at, last)
			}
			last = at
		}
	}
}

// As many windows are told from a sample as there are.
func TestSampledWindows(t *testing.T) {
	for name, o := range map[string]*lists.Oriented{"skewed": skewed(t), "local": nearby(t)} {
		want := 0.0
		for u := range o.Rows() {
			n, _ := windowsOf(o.Row(uint32(u)))
			want += float64(n)
		}
		c := rowSample{o.Edges(), o.Row, o.Edge}.cost(0)
		if ratio := c.windows[0] * float64(o.Edges()) / want; ratio < .7 || ratio > 1.4 {
			t.Errorf("%s: %.0f windows are told, %.0f there are", name, c.windows[0]*float64(o.Edges()), want)
		}
	}
}

// nearby has rows of which most entries are close by.
func nearby(t *testing.T) *lists.Oriented {
	t.Helper()
	random := rand.New(rand.NewPCG(18, 13))
	var records []graph.Edge
	for u := range uint32(20_000) {
		for range 1 + random.IntN(30) {
			records = append(records, graph.Edge{U: u, V: u - random.Uint32N(min(u, 1<<random.IntN(15))+1)})
		}
	}
	o, _ := graphtest.ListsOf(t, &graphtest.Source{Edges: records}, graph.OrderID)
	return o
}

// BenchmarkWindowsCost counts by windows and by all else the graphs of the files that TRICYCLE_GRAPHS names, with commas
// between them, by id and by degree, with one thread. Beside the nanoseconds for an edge are those that were expected.
//
//	TRICYCLE_GRAPHS=FILE,FILE go test ./internal/cpucount -run '^$' -bench WindowsCost -benchtime 5x
func BenchmarkWindowsCost(b *testing.B) {
	names := os.Getenv("TRICYCLE_GRAPHS")
	if names == "" {
		b.Skip("TRICYCLE_GRAPHS names no files")
	}
	for _, name := range strings.Split(names, ",") {
		src, err := graphio.Open(name, graphio.Options{})
		if err != nil {
			b.Fatal(err)
		}
		for _, order := range []graph.Order{graph.OrderID, graph.OrderDegree} {
			o, _ := graphtest.ListsOf(b, src, order)
			p := Params{Threads: 1}
			hubs, tasks := hubCount(o, p), cutRows(o, 1, 0)
			cost := rowSample{o.Edges(), o.Row, o.Edge}.cost(hubs)
			report := func(b *testing.B, expected float64) {
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(o.Edges()), "ns/edge")
				b.ReportMetric(expected, "expected-ns/edge")
			}
			label := filepath.Base(name) + "/" + string(order)
			b.Run(label+"/windows", func(b *testing.B) {
				for b.Loop() {
					w, err := newRowWindows(b.Context(), o, simd.ListedRow-1, 1, tasks)
					if err == nil {
						_, err = w.count(b.Context(), o, nil, make([]autoState, 1))
						w.free()
					}
					if err != nil {
						b.Fatal(err)
					}
				}
				report(b, cost.byWindows[0])
			})
			b.Run(label+"/others", func(b *testing.B) {
				for b.Loop() {
					if _, err := countByOthers(b.Context(), o, p, hubs, make([]autoState, 1)); err != nil {
						b.Fatal(err)
					}
				}
				report(b, cost.others)
			})
		}
		src.Close()
	}
}

// Clusters pay where rows are dense by them, long enough, and not those of a small or of a very dense graph.
func TestClustersPay(t *testing.T) {
	if !simd.Best().Windows {
		t.Skip("no windows without kernels for them")
	}
	random := rand.New(rand.NewPCG(18, 32))
	rowsOf := func(entries int, dense bool) (rows []lists.SampledRow) {
		for range 60 {
			first, row := random.Uint32N(1_000_000), lists.SampledRow{Larger: entries}
			for i := range uint32(entries) {
				if !dense {
					first = random.Uint32N(1_000_000)
				}
				row.Smaller = append(row.Smaller, first+3*i)
			}
			slices.Sort(row.Smaller)
			rows = append(rows, row, lists.SampledRow{})
		}
		return rows
	}
	for _, x := range []struct {
		name     string
		rows     []lists.SampledRow
		pays     bool // for records
		inMemory bool // and for a graph in memory
	}{
		{"none", nil, false, false},
		{"empty", make([]lists.SampledRow, 9), false, false},
		{"short", rowsOf(30, true), false, false},
		{"dense", rowsOf(48, true), true, false},
		{"longer", rowsOf(64, true), true, true},
		{"long", rowsOf(200, true), true, true},
		{"scattered", rowsOf(200, false), false, false},
	} {
		const vertices, edges = 1_100_000, 1 << 25
		p := Params{Threads: 2}
		if pays := ClustersPay(x.rows, vertices, edges, false, p); pays != x.pays {
			t.Errorf("%s rows: %v that clusters pay", x.name, pays)
		}
		if pays := ClustersPay(x.rows, vertices, edges, true, p); pays != x.inMemory {
			t.Errorf("%s rows: %v that clusters pay for a graph in memory", x.name, pays)
		}
		if p.Memory = 1 << 20; ClustersPay(x.rows, vertices, edges, false, p) {
			t.Errorf("%s rows: clusters pay without memory for windows", x.name)
		}
	}
	for _, x := range []struct {
		vertices int
		edges    uint64
		scan     uint64 // an edge
		inMemory bool
		may      bool
	}{{100_000, 1 << 22, 50, false, true}, {100_000, 1 << 22, 50, true, true}, {100_000, 1 << 22, 30, false, false}, {100_000, 1 << 22, 40, true, false}, {100_000, 1<<22 - 1, 50, false, false}, {20_000, 1 << 22, 50, false, false}, {30_000, 1 << 22, 50, false, true}, {1 << 19, 1 << 22, 50, false, true}, {1<<19 + 1, 1 << 22, 50, false, false}} {
		if may := MayCluster(x.vertices, x.edges, x.scan*x.edges, x.inMemory, Params{Threads: 2}); may != x.may {
			t.Errorf("%+v: %v that clusters may pay", x, may)
		}
	}
}
