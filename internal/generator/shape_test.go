package generator

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/realdata"
)

// edgeSet is a graph of naive sets: each edge as a pair u < v.
type edgeSet map[graph.Edge]bool

func edgesOf(t testing.TB, g Generator) edgeSet {
	set := edgeSet{}
	for _, e := range records(source(t, g)) {
		if e.U != e.V {
			set[graph.Edge{U: min(e.U, e.V), V: max(e.U, e.V)}] = true
		}
	}
	return set
}

func (s edgeSet) triangles() int {
	above := map[uint32][]uint32{}
	for e := range s {
		above[e.U] = append(above[e.U], e.V)
	}
	count := 0
	for e := range s {
		for _, w := range above[e.V] {
			if s[graph.Edge{U: e.U, V: w}] {
				count++
			}
		}
	}
	return count
}

func TestClosedForms(t *testing.T) {
	type form struct {
		generator        Generator
		edges, triangles int
	}
	forms := []form{
		{Karate{}, 78, 45},
		{SiouxFalls{}, 38, 2},
		{Wheel{Rim: 3}, 6, 4},
	}
	for n := 1; n <= 40; n++ {
		forms = append(forms, form{Complete{Vertices: n}, n * (n - 1) / 2, n * (n - 1) * (n - 2) / 6})
	}
	for n := 4; n <= 40; n++ {
		forms = append(forms, form{Wheel{Rim: n}, 2 * n, n})
	}
	for rows := 1; rows <= 8; rows++ {
		for cols := 1; cols <= 8; cols++ {
			sides, cells := rows*(cols-1)+(rows-1)*cols, (rows-1)*(cols-1)
			forms = append(forms,
				form{Grid{Rows: rows, Cols: cols}, sides, 0},
				form{Grid{Rows: rows, Cols: cols, Diagonals: true}, sides + cells, 2 * cells})
		}
	}
	for n := 3; n <= 12; n++ {
		only := func(yes bool, count int) int {
			if yes {
				return count
			}
			return 0
		}
		pairs, triples := n*(n-1)/2, n*(n-1)*(n-2)/6
		forms = append(forms,
			form{Path{Vertices: n}, n - 1, 0},
			form{Cycle{Vertices: n}, n, only(n == 3, 1)},
			form{Prism{Length: n}, 3 * n, only(n == 3, 2)},
			form{CrossedPrism{Length: 2 * n}, 6 * n, 0},
			form{MobiusLadder{Rungs: n}, 3 * n, 0},
			form{TriangularGrid{Side: n}, 3 * n * (n + 1) / 2, n * n},
			form{CompleteBipartite{Left: n, Right: 5}, 5 * n, 0},
			form{CompleteMultipartite{Parts: []int{n, 2, 5}}, 2*n + 5*n + 10, 10 * n},
			form{Hypercube{Dimension: n - 2}, (n - 2) << (n - 3), 0},
			form{Triangular{Elements: n}, pairs * (n - 2), pairs * (n - 2) * (n - 2) / 3},
			form{Torus{Rows: n, Cols: 5}, 10 * n, only(n == 3, 5)},
			form{King{Rows: n, Cols: 5}, 4*5*n - 3*(5+n) + 2, 16 * (n - 1)},
			form{Rook{Rows: n, Cols: 5}, 5 * n * (n + 3) / 2, 10*n + 5*triples},
			form{Rook{Rows: n, Cols: 5, Complement: true}, n * (n - 1) * 10, 60 * triples},
			form{Circulant{Vertices: n + 4, Offsets: []int{1, 2}}, 2 * (n + 4), n + 4},
			form{Circulant{Vertices: 2 * n, Offsets: []int{n, 1}}, 3 * n, 0},
			form{Circulant{Vertices: 2 * n, Offsets: counting(n - 1)}, 4 * pairs, 8 * triples},
		)
		for k := 1; k <= 3; k++ {
			vertices, degree := binomial(n, k), binomial(n-k, k)
			forms = append(forms, form{Kneser{Elements: n, Size: k},
				vertices * degree / 2, vertices * degree * binomial(max(n-2*k, 0), k) / 6})
		}
	}
	forms = append(forms,
		form{MobiusLadder{Rungs: 2}, 6, 4},
		form{Torus{Rows: 3, Cols: 3}, 18, 6},
		form{FibonacciCube{Dimension: 10}, 420, 0},
		form{Kneser{Elements: 5, Size: 2}, 15, 0}, // Petersen
	)
	for _, f := range forms {
		set := edgesOf(t, f.generator)
		if raw := source(t, f.generator).Info().Records; graph.Known(len(set)) != raw {
			t.Errorf("%+v says that each edge is there once, but %d of %v are", f.generator, len(set), raw)
		}
		if len(set) != f.edges || set.triangles() != f.triangles {
			t.Errorf("%T%+v: %d edges, %d triangles, want %d and %d",
				f.generator, f.generator, len(set), set.triangles(), f.edges, f.triangles)
		}
	}
}

// Each paper's team is a clique of different authors within the window.
func TestAffiliationIsMadeOfCliques(t *testing.T) {
	g := Affiliation{Authors: 100_000, Papers: 1, MaxTeam: 30}
	sizes := map[int]int{}
	for g.Seed = range 3000 {
		edges := records(source(t, g))
		team := map[uint32]bool{}
		low, high := uint32(1<<32-1), uint32(0)
		for _, e := range edges {
			team[e.U], team[e.V] = true, true
			low, high = min(low, e.U, e.V), max(high, e.U, e.V)
		}
		k := len(team)
		sizes[k]++
		if k < 2 || k > g.MaxTeam || len(edges) != k*(k-1)/2 || len(edgesOf(t, g)) != len(edges) {
			t.Fatalf("seed %d: %d edges among %d authors", g.Seed, len(edges), k)
		}
		if high >= uint32(g.Authors) || int(high-low) >= windowTeams*g.MaxTeam {
			t.Fatalf("seed %d: authors from %d to %d", g.Seed, low, high)
		}
	}
	// A team of two is 25 times as frequent as one of ten: 1/k².
	if sizes[2] < 1000 || sizes[10] > sizes[2]/10 || sizes[30] > 20 {
		t.Errorf("team sizes %v", sizes)
	}
}

func TestFactsAgreeWithTheFiles(t *testing.T) {
	data := realdata.Path()
	for _, c := range []struct {
		generator Generator
		file      string
		base      uint32
	}{
		{Karate{}, "newman/karate.txt", 0},
		{SiouxFalls{}, "transport/SiouxFalls.txt", 1},
	} {
		file, err := os.Open(filepath.Join(data, c.file))
		if os.IsNotExist(err) {
			t.Skipf("no data at %s; set TRICYCLE_DATA", data)
		}
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		want := edgeSet{}
		for lines := bufio.NewScanner(file); lines.Scan(); {
			var u, v uint32
			if strings.HasPrefix(lines.Text(), "#") {
				continue
			}
			if _, err := fmt.Sscan(lines.Text(), &u, &v); err != nil {
				t.Fatal(err)
			}
			want[graph.Edge{U: min(u, v) - c.base, V: max(u, v) - c.base}] = true
		}
		got := edgesOf(t, c.generator)
		if len(got) != len(want) {
			t.Errorf("%s: %d edges, the file has %d", c.file, len(got), len(want))
		}
		for e := range want {
			if !got[e] {
				t.Errorf("%s: edge %v is missing", c.file, e)
			}
		}
	}
}
