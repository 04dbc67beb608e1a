package cpucount

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/realdata"
)

// numbered renames the vertices so that ranks count down from the paper's
// numbers.
func numbered(e *graphtest.Edges, number []uint32) *graphtest.Edges {
	rank := make([]uint32, e.N)
	for v, p := range number {
		rank[v] = uint32(e.N-1) - p
	}
	return e.Relabel(e.N, rank)
}

// TestComparisonsOfTheContestPaper has the figures of its section 5.
func TestComparisonsOfTheContestPaper(t *testing.T) {
	e := readArcs(t, "snap/email-Eu-core.txt.gz", 1005)
	asIs, byDegree := make([]uint32, e.N), make([]uint32, e.N)
	degree, order := make([]int, e.N), make([]uint32, e.N)
	for v := range e.N {
		asIs[v], order[v] = uint32(v), uint32(v)
	}
	for _, p := range e.Pairs { // a loop counts twice
		degree[p[0]]++
		degree[p[1]]++
	}
	slices.SortStableFunc(order, func(a, b uint32) int { return cmp.Compare(degree[a], degree[b]) })
	for p, v := range order {
		byDegree[v] = uint32(p)
	}
	for _, test := range []struct {
		name string
		o    *lists.Oriented
		want uint64
	}{
		{"as numbered", numbered(e, asIs).Lists(), 745_528},
		{"as numbered, from the lists of the id order", Reverse(e.Lists()), 745_528},
		{"renumbered", numbered(e, byDegree).Lists(), 370_279},
	} {
		got, err := Comparisons(t.Context(), test.o, 2)
		if err != nil || got != test.want {
			t.Errorf("%s: %d comparisons (%v), the paper has %d", test.name, got, err, test.want)
		}
		if count, err := Count(t.Context(), test.o, Merge, Params{}); err != nil || count != 105_461 {
			t.Errorf("%s: %d triangles (%v), the paper has 105461", test.name, count, err)
		}
	}
}

// readArcs reads an edge list of the test data.
func readArcs(t *testing.T, name string, n int) *graphtest.Edges {
	f, err := os.Open(filepath.Join(realdata.Path(), filepath.FromSlash(name)))
	if err != nil {
		t.Skipf("test data is missing (TRICYCLE_DATA names its folder): %v", err)
	}
	defer f.Close()
	unzipped, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	e := &graphtest.Edges{N: n}
	lines := bufio.NewScanner(unzipped)
	for lines.Scan() {
		var u, v int
		if _, err := fmt.Sscan(lines.Text(), &u, &v); err != nil {
			t.Fatalf("%s: %q: %v", name, lines.Text(), err)
		}
		e.Add(u, v)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return e
}

// comparisonsPlain is the definition in the paper's own terms: upper rows,
// ascending.
func comparisonsPlain(upper [][]uint32) uint64 {
	comparisons := uint64(0)
	for _, row := range upper {
		for k, b := range row {
			x, y := row[k+1:], upper[b]
			if len(x) == 0 || len(y) == 0 || x[len(x)-1] < y[0] || y[len(y)-1] < x[0] {
				continue
			}
			for len(x) > 0 && len(y) > 0 {
				comparisons++
				low := min(x[0], y[0])
				if x[0] == low {
					x = x[1:]
				}
				if y[0] == low {
					y = y[1:]
				}
			}
		}
	}
	return comparisons
}

func TestComparisons(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for round := range 10 {
		e := graphtest.Hubs(rng, 10+20*round)
		lower := e.Lists()
		upper := make([][]uint32, e.N)
		for u := range uint32(e.N) {
			for _, v := range lower.Row(u) {
				upper[v] = append(upper[v], u)
			}
		}
		want := comparisonsPlain(upper)
		got, err := Comparisons(t.Context(), Reverse(lower), 3)
		if err != nil || got != want {
			t.Errorf("%d comparisons (%v), want %d", got, err, want)
		}
	}
}

func TestReverse(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	for _, n := range []int{0, 1, 2, 50} {
		e := graphtest.Random(rng, n, .3)
		names := make([]uint32, n)
		for v := range names {
			names[v] = uint32(n - 1 - v)
		}
		got, want := Reverse(e.Lists()), e.Relabel(n, names).Lists()
		if !slices.Equal(got.Offsets(), want.Offsets()) || !slices.Equal(got.Neighbors(), want.Neighbors()) {
			t.Errorf("%d vertices: the lists differ from those of the reversed ids", n)
		}
	}
}
