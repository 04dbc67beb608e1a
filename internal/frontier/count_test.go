package frontier

import (
	"context"
	"errors"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/generator"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
)

// bruteForce looks at all sets of vertices: those that induce a connected graph
// in which each has two neighbours are the chordless cycles. It returns their
// number by length, for four vertices and more.
func bruteForce(g *Graph) []int64 {
	rows := make([]uint32, g.Vertices())
	for v := range rows {
		for _, u := range g.row(uint32(v)) {
			rows[v] |= 1 << u
		}
	}
	counts := make([]int64, g.total()+1)
	for set := range uint32(1) << len(rows) {
		if bits.OnesCount32(set) < 4 {
			continue
		}
		length, regular := uint64(0), true
		for rest := set; rest != 0 && regular; rest &= rest - 1 {
			v := bits.TrailingZeros32(rest)
			length += g.weight(uint32(v))
			regular = bits.OnesCount32(rows[v]&set) == 2
		}
		if !regular {
			continue
		}
		reached := set & -set
		for before := uint32(0); before != reached; {
			before = reached
			for rest := before; rest != 0; rest &= rest - 1 {
				reached |= rows[bits.TrailingZeros32(rest)] & set
			}
		}
		if reached == set {
			counts[length]++
		}
	}
	return counts
}

func plan(t testing.TB, g *Graph) *Plan {
	t.Helper()
	p, err := NewPlan(context.Background(), g, false, Bounds{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func count(t testing.TB, g *Graph, p *Plan, opt Options) []*big.Int {
	t.Helper()
	counts, err := Count(context.Background(), g, p, opt)
	if err != nil {
		t.Fatal(err)
	}
	return counts
}

// inBuckets counts as [Count] does when there are many states.
func inBuckets(t testing.TB, g *Graph, p *Plan, opt Options) []*big.Int {
	t.Helper()
	sums, _, err := run(context.Background(), g, p, opt, tuning{split: 1})
	if err != nil {
		t.Fatal(err)
	}
	return sums.integers(opt.ByLength)
}

func total(t testing.TB, g *Graph) string {
	t.Helper()
	counts := count(t, g, plan(t, g), Options{})
	if len(counts) != 1 {
		t.Fatalf("%d numbers for a total", len(counts))
	}
	return counts[0].String()
}

func sum(counts []*big.Int) *big.Int {
	s := new(big.Int)
	for _, c := range counts {
		s.Add(s, c)
	}
	return s
}

// compare holds a count by length against integers.
func compare(t *testing.T, got []*big.Int, want []int64) {
	t.Helper()
	for length := range max(len(got), len(want)) {
		g, w := int64(0), int64(0)
		if length < len(got) {
			g = got[length].Int64()
		}
		if length < len(want) {
			w = want[length]
		}
		if g != w {
			t.Fatalf("%d cycles of length %d, not %d", g, length, w)
		}
	}
}

func TestRandomGraphs(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		g := randomGraph(random, random.IntN(12), random.Float64())
		if random.IntN(2) == 0 {
			g.Weights = make([]uint32, g.Vertices())
			for v := range g.Weights {
				g.Weights[v] = 1 + uint32(random.IntN(9))
			}
		}
		want := bruteForce(g)
		p := plan(t, g)
		compare(t, count(t, g, p, Options{ByLength: true}), want)
		if got := count(t, g, p, Options{}); sum(got).Cmp(sum(count(t, g, p, Options{ByLength: true}))) != 0 {
			t.Fatalf("%v in all", got)
		}

		// Any order will do.
		p = &Plan{}
		for _, v := range random.Perm(g.Vertices()) {
			p.Order = append(p.Order, uint32(v))
		}
		compare(t, count(t, g, p, Options{ByLength: true}), want)
		compare(t, inBuckets(t, g, p, Options{ByLength: true, Threads: 2}), want)
	}
}

func TestSmallGrids(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for rows := 1; rows <= 9; rows++ {
		for columns := 1; rows*columns <= 18; columns++ {
			g := gridGraph(rows, columns).renamed(random)
			compare(t, count(t, g, plan(t, g), Options{ByLength: true}), bruteForce(g))
			g.Weights = make([]uint32, g.Vertices())
			for v := range g.Weights {
				g.Weights[v] = 1 + uint32(random.IntN(3))
			}
			compare(t, count(t, g, plan(t, g), Options{ByLength: true}), bruteForce(g))
		}
	}
}

func TestKnown(t *testing.T) {
	ladder := new(big.Int).Lsh(big.NewInt(1), 40) // crossed prism: 5n + 2^n
	ladder.Add(ladder, big.NewInt(200))
	for _, c := range []struct {
		name  string
		graph generator.Generator
		want  string
	}{
		{"grid 8x10", generator.Grid{Rows: 8, Cols: 10}, "71535910"}, // A360196
		{"grid 9x8", generator.Grid{Rows: 9, Cols: 8}, "10614143"},
		{"grid 20x5", generator.Grid{Rows: 20, Cols: 5}, "2336222946"},
		{"grid 10x12", generator.Grid{Rows: 10, Cols: 12}, "1015044482586"},
		{"torus 3", generator.Torus{Rows: 3, Cols: 3}, "15"}, // A297669
		{"torus 4", generator.Torus{Rows: 4, Cols: 4}, "224"},
		{"torus 5", generator.Torus{Rows: 5, Cols: 5}, "1815"},
		{"torus 6", generator.Torus{Rows: 6, Cols: 6}, "28716"},
		{"fibonacci cube 7", generator.FibonacciCube{Dimension: 7}, "7961"}, // A297668
		{"triangular grid 6", generator.TriangularGrid{Side: 6}, "260"},
		{"triangular grid 9", generator.TriangularGrid{Side: 9}, "200008"}, // A297671
		{"hypercube 4", generator.Hypercube{Dimension: 4}, "224"},
		{"king 8", generator.King{Rows: 8, Cols: 8}, "7035482"},
		{"K12,12", generator.CompleteBipartite{Left: 12, Right: 12}, "4356"},
		{"wheel 50", generator.Wheel{Rim: 50}, "1"},
		{"crossed prism 40", generator.CrossedPrism{Length: 80}, ladder.String()},
		{"tree", generator.Path{Vertices: 1000}, "0"},
		{"cycle", generator.Cycle{Vertices: 100000}, "1"},
	} {
		if got := total(t, generated(t, c.graph)); got != c.want {
			t.Errorf("%s: %s cycles, not %s", c.name, got, c.want)
		}
	}
}

// squares are the chordless cycles of n x n grids: OEIS A297664.
var squares = []string{"0", "1", "5", "24", "229", "3436", "65772", "1743247", "78586742", "7234839185",
	"1330059590925", "421587920205546", "212201572752086670", "170288846375423693683",
	"227570453486998336648738", "527014715702923506908210573"}

func TestSquareGrids(t *testing.T) {
	for i, want := range squares[:13] {
		if got := total(t, gridGraph(i+1, i+1)); got != want {
			t.Errorf("%d x %d: %s cycles, not %s", i+1, i+1, got, want)
		}
	}
}

// Both machines, one table and buckets, several words, several threads, and
// another order.
func TestGridBothWays(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for _, c := range []struct{ rows, columns int }{{9, 9}, {10, 10}, {100, 6}, {30, 8}}[:graphtest.Fewer(4)] {
		g := gridGraph(c.rows, c.columns)
		fast := plan(t, g)
		if fast.columns != c.columns {
			t.Fatalf("%d columns", fast.columns)
		}
		general := &Plan{Order: fast.Order}
		want := count(t, g, fast, Options{Threads: 1})[0]
		for _, threads := range []int{1, 3} {
			opt := Options{Threads: threads}
			for name, got := range map[string][]*big.Int{
				"rows":             inBuckets(t, g, fast, opt),
				"paths":            count(t, g, general, opt),
				"paths in buckets": inBuckets(t, g, general, opt),
			} {
				if got[0].Cmp(want) != 0 {
					t.Errorf("%v, %d threads: %v, by %s %v", c, threads, want, name, got)
				}
			}
		}
		other := g.renamed(random)
		p := &Plan{}
		var err error
		if p.Order, err = order(context.Background(), other); err != nil {
			t.Fatal(err)
		}
		if got := count(t, other, p, Options{}); got[0].Cmp(want) != 0 {
			t.Errorf("%v: %v, in another order %v", c, want, got)
		}
	}
}

// States of every size: vertices that cannot be on a cycle wait on the frontier
// until all others are decided.
func TestWidths(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 10))
	for waiting := 0; waiting <= 30; waiting += 3 {
		const n = 10
		small := randomGraph(random, n, 0.4)
		pairs := small.pairs()
		p := &Plan{}
		for w := range waiting {
			leaf := n + 2*w
			pairs = append(pairs, [2]int{leaf, leaf + 1})
			p.Order = append(p.Order, uint32(leaf))
		}
		for _, v := range random.Perm(n) {
			p.Order = append(p.Order, uint32(v))
		}
		for w := range waiting {
			p.Order = append(p.Order, uint32(n+2*w+1))
		}
		g := fromEdges(n+2*waiting, pairs)
		want := bruteForce(small)
		compare(t, count(t, g, p, Options{ByLength: true}), want)
		compare(t, inBuckets(t, g, p, Options{ByLength: true, Threads: 2}), want)
		total := int64(0)
		for _, c := range want {
			total += c
		}
		if got := count(t, g, p, Options{})[0]; got.Int64() != total {
			t.Errorf("%d waiting: %v in all, not %d", waiting, got, total)
		}
	}
}

func TestByLengthOfGrid(t *testing.T) {
	g := gridGraph(11, 8)
	p := plan(t, g)
	byRows := count(t, g, p, Options{ByLength: true})
	byPaths := count(t, g, &Plan{Order: p.Order}, Options{ByLength: true})
	if !slices.EqualFunc(byRows, byPaths, func(a, b *big.Int) bool { return a.Cmp(b) == 0 }) {
		t.Errorf("%v by rows, %v by paths", byRows, byPaths)
	}
	if got := sum(byRows); got.Cmp(count(t, g, p, Options{})[0]) != 0 {
		t.Errorf("%v in all", got)
	}
}

func TestWords(t *testing.T) {
	// A row of n squares joined at a side has n cycles; a chain of k diamonds
	// closed to a ring has 2^k, and k squares.
	for _, k := range []int{60, 70, 200, 1000} {
		var pairs [][2]int
		for i := range k {
			a, b, c, next := 3*i, 3*i+1, 3*i+2, (3*i+3)%(3*k)
			pairs = append(pairs, [2]int{a, b}, [2]int{a, c}, [2]int{b, next}, [2]int{c, next})
		}
		want := new(big.Int).Lsh(big.NewInt(1), uint(k))
		want.Add(want, big.NewInt(int64(k)))
		if got := total(t, fromEdges(3*k, pairs)); got != want.String() {
			t.Errorf("%d diamonds: %s cycles, not %s", k, got, want)
		}
	}
}

func TestEstimate(t *testing.T) {
	for _, g := range []*Graph{gridGraph(13, 13), generated(t, generator.King{Rows: 9, Cols: 9})} {
		p := plan(t, g)
		_, s, err := run(context.Background(), g, p, Options{Threads: 1}, tuning{})
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%d bytes expected, %d held for %d states", p.Bytes, s.bytes, s.peak)
		if ratio := p.Steps / float64(s.steps); ratio < 0.4 || ratio > 2.5 {
			t.Errorf("%.0f steps expected, %d made", p.Steps, s.steps)
		}
		if ratio := float64(p.Bytes) / float64(s.bytes); ratio < 0.5 || ratio > 2 {
			t.Errorf("%d bytes expected, %d held for %d states", p.Bytes, s.bytes, s.peak)
		}
	}
}

func TestMemory(t *testing.T) {
	g := gridGraph(15, 15)
	p := plan(t, g)
	var refused *graph.MemoryError
	if _, err := Count(context.Background(), g, p, Options{Memory: 1 << 20}); !errors.As(err, &refused) || refused.Need <= refused.Limit {
		t.Errorf("error %v", err)
	}
	p.Bytes = 0 // a plan that expects too little
	if _, err := Count(context.Background(), g, p, Options{Memory: 1 << 20}); !errors.As(err, &refused) {
		t.Errorf("error %v", err)
	}
	wide := randomGraph(rand.New(rand.NewPCG(7, 8)), 200, 0.5)
	if _, err := Count(context.Background(), wide, plan(t, wide), Options{}); !errors.Is(err, errWidth) {
		t.Errorf("error %v", err)
	}
}

// While numbers of one word and of two are dealt out, blocks are filled all the
// same.
func TestBlocksAreFilled(t *testing.T) {
	const states = 1000
	e := &engine[[1]uint64]{workers: make([]worker[[1]uint64], 1), tuning: tuning{split: splitStates}}
	e.deal(0, func([1]uint64) uint64 { return 0 })
	for i := range uint64(states) {
		if err := e.workers[0].put(&e.store, [1]uint64{i}, []uint64{i, 1}[:1+i%2]); err != nil {
			t.Fatal(err)
		}
	}
	if most := 2 * states * stateBytes[[1]uint64](2); e.store.bytes > most {
		t.Errorf("%d states in %d bytes", states, e.store.bytes)
	}
	var all table[[1]uint64]
	all.load(slices.Concat(e.collect().buckets...))
	for i := range uint64(states) {
		if k, v := all.keys[i], all.value(int(i)); k[0] != i || v[0] != i || v[1] != i%2 {
			t.Fatalf("state %v with number %v", k, v)
		}
	}
}

// TestCancel ends the context of a count that would take hours.
func TestCancel(t *testing.T) {
	g := gridGraph(20, 20)
	p := plan(t, g)
	ctx, cancel := context.WithCancelCause(context.Background())
	cause := errors.New("enough")
	time.AfterFunc(300*time.Millisecond, func() { cancel(cause) })
	if _, err := Count(ctx, g, p, Options{}); !errors.Is(err, cause) {
		t.Errorf("error %v", err)
	}
}

func TestMeter(t *testing.T) {
	var meter graph.Meter
	g := gridGraph(13, 13)
	count(t, g, plan(t, g), Options{Meter: &meter})
	if _, done, total := meter.Snapshot(); done != total || total == 0 {
		t.Errorf("%d of %d", done, total)
	}
}
