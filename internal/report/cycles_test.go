package report

import (
	"cmp"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/chordless"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/internal/page"
	"github.com/tricycle-graph/tricycle/internal/plot"
)

// What is told of a list does not depend on the order in which cycles come, on where they begin,
// or on the form in which they come.
func TestCycleListInAnyOrder(t *testing.T) {
	g := graphOf(t, graphtest.Random(rand.New(rand.NewPCG(5, 6)), 24, 0.2))
	var cycles [][]uint32
	for cycle, err := range chordless.All(t.Context(), g, chordless.Options{}) {
		if err != nil {
			t.Fatal(err)
		}
		cycles = append(cycles, slices.Clone(cycle))
	}
	if len(cycles) < 50 {
		t.Fatalf("%d cycles are few for a test", len(cycles))
	}
	want := NewCycleList(g)
	for _, cycle := range cycles {
		want.Add(cycle)
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		random.Shuffle(len(cycles), func(i, j int) { cycles[i], cycles[j] = cycles[j], cycles[i] })
		list, sets := NewCycleList(g), NewCycleList(g)
		for _, cycle := range cycles {
			at := random.IntN(len(cycle))
			cycle = slices.Concat(cycle[at:], cycle[:at])
			if random.IntN(2) == 0 {
				slices.Reverse(cycle)
			}
			list.Add(cycle)
			set := make([]uint64, 1)
			for _, v := range cycle {
				set[0] |= 1 << v
			}
			sets.AddSet(set)
		}
		if got, other := html(t, list.Section(CyclesAsked{}, false, false)), html(t, want.Section(CyclesAsked{}, false, false)); got != other {
			t.Fatalf("another order, another page:\n%s\n%s", got, other)
		}
		if got, other := html(t, sets.Section(CyclesAsked{}, false, false)), html(t, want.Section(CyclesAsked{}, false, false)); got != other {
			t.Fatalf("as sets, another page:\n%s\n%s", got, other)
		}
	}
	sorted := slices.Clone(cycles)
	slices.SortFunc(sorted, func(a, b []uint32) int { return cmp.Compare(len(a), len(b)) })
	if len(want.shortest.sets[0]) != len(sorted[0]) || len(want.longest.sets[0]) != len(sorted[len(sorted)-1]) {
		t.Error("the shortest or the longest cycle is another one")
	}
	for _, set := range want.shortest.sets {
		cycle := around(g, set)
		for i, v := range cycle {
			if _, joined := slices.BinarySearch(g.Neighbors(v), cycle[(i+1)%len(cycle)]); !joined || len(cycle) != len(set) {
				t.Errorf("%v is no cycle of the set %v", cycle, set)
			}
		}
	}
}

func graphOf(t *testing.T, edges *graphtest.Edges) *graph.Graph {
	t.Helper()
	rows := make([][]uint32, edges.N)
	for _, pair := range edges.Pairs {
		rows[pair[0]], rows[pair[1]] = append(rows[pair[0]], pair[1]), append(rows[pair[1]], pair[0])
	}
	offsets, neighbors := []uint64{0}, []uint32(nil)
	for _, row := range rows {
		slices.Sort(row)
		neighbors = append(neighbors, row...)
		offsets = append(offsets, uint64(len(neighbors)))
	}
	g, err := graph.NewGraph(offsets, neighbors, graph.BaseLabels(1))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func html(t *testing.T, sections ...page.Section) string {
	t.Helper()
	text, err := page.Page{Sections: sections}.HTML()
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Each point of the curve says how many vertices are on as many cycles or more.
func TestVerticesByCycles(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for _, most := range []uint64{1, 63, 64, 65, 1000, 1 << 40} {
		counts := make([]*big.Int, 500)
		for v := range counts {
			counts[v] = new(big.Int).SetUint64(random.Uint64N(most + 1))
		}
		counts[17].SetUint64(most)
		figure, ok := atLeast(counts, counts[17], false)
		if !ok {
			t.Fatal("no figure")
		}
		series := figure.Plot.(plot.Chart).Series[0]
		if len(series.X) == 0 || !slices.IsSorted(series.X) {
			t.Fatalf("points at %v", series.X)
		}
		for i, x := range series.X {
			vertices := 0
			for _, n := range counts {
				if v, _ := n.Float64(); v >= x {
					vertices++
				}
			}
			if float64(vertices) != series.Y[i] {
				t.Errorf("up to %d: %v vertices on %v cycles or more, and %d are", most, series.Y[i], x, vertices)
			}
		}
		top := topOf(counts)
		all := make([]uint32, 0, len(counts))
		for v, n := range counts {
			if n.Sign() > 0 {
				all = append(all, uint32(v))
			}
		}
		slices.SortStableFunc(all, func(u, v uint32) int { return counts[v].Cmp(counts[u]) })
		if !slices.Equal(top, all[:min(len(all), topMost)]) {
			t.Errorf("up to %d: the top is %v, and not %v", most, top, all[:topMost])
		}
	}
}

// Any number of lengths makes a page of a bounded size, and numbers of any size a page.
func TestLengths(t *testing.T) {
	many := make([]*big.Int, 100_000)
	for i := range many {
		many[i] = big.NewInt(int64(i % 7))
	}
	huge := []*big.Int{3: new(big.Int).Lsh(big.NewInt(1), 2000), 9: big.NewInt(1)}
	for name, counts := range map[string][]*big.Int{"many": many, "huge": huge, "none": nil, "one": {4: big.NewInt(12)}} {
		r := &chordless.Result{Chordless: big.NewInt(1), ByLength: counts, Partial: name == "one"}
		if counts == nil {
			r.ByLength = []*big.Int{}
		}
		text := html(t, Cycles(r, graph.Labels{}, CyclesAsked{})...)
		if len(text) > 60<<10 {
			t.Errorf("%s: a page of %d bytes", name, len(text))
		}
		if strings.Contains(text, "so that there are at least as many") != r.Partial {
			t.Errorf("%s: the page says that it is partial, or not, wrongly", name)
		}
	}
}

// A drawing is the same for any number of threads, has no vertices without an edge, and is left
// out where a graph is large or has no edge.
func TestCycleMap(t *testing.T) {
	edges := graphtest.Grid(9, 9)
	edges.N += 5
	g := graphOf(t, edges)
	cycles, err := SomeCycles(t.Context(), g, chordless.Options{})
	if err != nil || len(cycles) != mapCycles || !slices.IsSortedFunc(cycles, func(a, b []uint32) int { return cmp.Compare(len(a), len(b)) }) {
		t.Fatalf("%d cycles, %v", len(cycles), err)
	}
	var first string
	for threads := 1; threads < 4; threads++ {
		sections, err := CycleMap{Graph: g, Cycles: cycles, Which: "All of them."}.Sections(t.Context(), threads)
		if err != nil || len(sections) != 1 {
			t.Fatalf("%d sections, %v", len(sections), err)
		}
		text := html(t, sections...)
		if first = cmp.Or(first, text); text != first {
			t.Errorf("%d threads make another drawing", threads)
		}
		drawn := strings.Count(text, `class="cycle `)
		if len(text) > 60<<10 || !strings.Contains(text, "5 isolated vertices are not drawn.") || !strings.Contains(text, fmt.Sprintf("Of 100, %d have room in the page.", drawn)) {
			t.Errorf("a page of %d bytes: %.2000s", len(text), text)
		}
	}
	positions := make([][3]float64, edges.N)
	for v := range positions {
		positions[v] = [3]float64{float64(v % 9), float64(v / 9), 0}
	}
	sections, err := CycleMap{Graph: g, Positions: positions, Up: true, Cycles: cycles}.Sections(t.Context(), 1)
	if err != nil || !strings.Contains(html(t, sections...), "Where vertices are is what the file says.") {
		t.Errorf("positions are not heeded: %v", err)
	}
	sections, err = CycleMap{Graph: g, Which: "All of them."}.Sections(t.Context(), 1)
	if text := html(t, sections...); err != nil || !strings.Contains(text, "No cycle is drawn. Distances") || strings.Contains(text, "All of them") || strings.Contains(text, `class="cycle `) {
		t.Errorf("without a cycle: %v, %.2000s", err, text)
	}
	if sections, err := (CycleMap{Graph: graphOf(t, &graphtest.Edges{N: 5})}).Sections(t.Context(), 1); sections != nil || err != nil {
		t.Errorf("without an edge: %v, %v", sections, err)
	}
	if sections, err := (CycleMap{Graph: graphOf(t, graphtest.Grid(50, 50)), Cycles: cycles}).Sections(t.Context(), 1); sections != nil || err != nil {
		t.Errorf("of a large graph: %v, %v", sections, err)
	}
}
