package triangle

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

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/realdata"
)

// numbered renames the vertices so that ranks count down from the paper's
// numbers.
func (e *edges) numbered(number []uint32) *edges {
	rank := make([]uint32, e.n)
	for v, p := range number {
		rank[v] = uint32(e.n-1) - p
	}
	return e.relabel(e.n, rank)
}

// TestComparisonsOfTheContestPaper has the figures of its section 5.
func TestComparisonsOfTheContestPaper(t *testing.T) {
	e := readArcs(t, "snap/email-Eu-core.txt.gz", 1005)
	asIs, byDegree := make([]uint32, e.n), make([]uint32, e.n)
	degree, order := make([]int, e.n), make([]uint32, e.n)
	for v := range e.n {
		asIs[v], order[v] = uint32(v), uint32(v)
	}
	for _, p := range e.pairs { // a loop counts twice
		degree[p[0]]++
		degree[p[1]]++
	}
	slices.SortStableFunc(order, func(a, b uint32) int { return cmp.Compare(degree[a], degree[b]) })
	for p, v := range order {
		byDegree[v] = uint32(p)
	}
	for _, test := range []struct {
		name string
		o    *graph.Oriented
		want uint64
	}{
		{"as numbered", e.numbered(asIs).lists(), 745_528},
		{"as numbered, from the lists of the id order", Reverse(e.lists()), 745_528},
		{"renumbered", e.numbered(byDegree).lists(), 370_279},
	} {
		got, err := Comparisons(t.Context(), test.o, 2)
		if err != nil || got != test.want {
			t.Errorf("%s: %d comparisons (%v), the paper has %d", test.name, got, err, test.want)
		}
		if count, err := CountOriented(t.Context(), test.o, Merge, Params{}); err != nil || count != 105_461 {
			t.Errorf("%s: %d triangles (%v), the paper has 105461", test.name, count, err)
		}
	}
}

// readArcs reads an edge list of the test data.
func readArcs(t *testing.T, name string, n int) *edges {
	f, err := os.Open(filepath.Join(realdata.Path(), filepath.FromSlash(name)))
	if err != nil {
		t.Skipf("test data is missing (TRICYCLE_DATA names its folder): %v", err)
	}
	defer f.Close()
	unzipped, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	e := &edges{n: n}
	lines := bufio.NewScanner(unzipped)
	for lines.Scan() {
		var u, v int
		if _, err := fmt.Sscan(lines.Text(), &u, &v); err != nil {
			t.Fatalf("%s: %q: %v", name, lines.Text(), err)
		}
		e.add(u, v)
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
		e := hubs(rng, 10+20*round)
		lower := e.lists()
		upper := make([][]uint32, e.n)
		for u := range uint32(e.n) {
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
		e := random(rng, n, .3)
		names := make([]uint32, n)
		for v := range names {
			names[v] = uint32(n - 1 - v)
		}
		got, want := Reverse(e.lists()), e.relabel(n, names).lists()
		if !slices.Equal(got.Offsets(), want.Offsets()) || !slices.Equal(got.Neighbors(), want.Neighbors()) {
			t.Errorf("%d vertices: the lists differ from those of the reversed ids", n)
		}
	}
}
