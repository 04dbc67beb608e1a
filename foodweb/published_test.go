package foodweb

import (
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/chordless"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/graphio"
	"github.com/tricycle-graph/tricycle/internal/realdata"
)

// TestPublished compares the niche-overlap graphs of real food webs with
// the table of Jradi et al., which gives vertices, edges, largest degree,
// triangles and longer chordless cycles; edge by edge with graphs made by another
// program; and length by length with its counts.
func TestPublished(t *testing.T) {
	folder := filepath.Join(realdata.Path(), "foodwebs")
	file, err := os.Open(filepath.Join(folder, "EXPECTED_niche.tsv"))
	if os.IsNotExist(err) {
		t.Skipf("no food webs at %s (set TRICYCLE_DATA)", folder)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	table := csv.NewReader(file)
	table.Comma = '\t'
	rows, err := table.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	published := 0
	for _, row := range rows[1:] {
		if row[8] == "EXACT" {
			published++
		}
		t.Run(row[0], func(t *testing.T) {
			g := readNiche(t, filepath.Join(folder, "paj", row[0]+".paj"))
			largest := uint32(0)
			for v := range uint32(g.Vertices()) {
				largest = max(largest, g.Degree(v))
			}
			result, err := chordless.Count(t.Context(), g, chordless.Options{ByLength: true})
			if err != nil {
				t.Fatal(err)
			}
			var lengths []string
			for length, cycles := range result.ByLength {
				if cycles.Sign() > 0 {
					lengths = append(lengths, fmt.Sprintf("%d:%d", length, cycles))
				}
			}
			for i, got := range []string{
				fmt.Sprint(g.Vertices()), fmt.Sprint(g.Edges()), fmt.Sprint(largest),
				fmt.Sprint(result.Triangles), result.Chordless.String(), strings.Join(lengths, ","),
			} {
				if want := row[1+i]; got != want {
					t.Errorf("%s is %s, want %s", rows[0][1+i], got, want)
				}
			}
			compareEdges(t, g, filepath.Join(folder, "niche", row[0]+".txt"))
		})
	}
	if len(rows)-1 != 15 || published != 10 {
		t.Errorf("%d rows, %d of the paper, want 15 and 10", len(rows)-1, published)
	}
}

// readNiche returns the niche-overlap graph of a file.
func readNiche(t *testing.T, path string) *graph.Graph {
	t.Helper()
	src, err := graphio.Open(path, graphio.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	w, err := Read(t.Context(), src, graph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	g, err := w.NicheOverlap(t.Context(), graph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if g.Labels().Names() == nil {
		t.Error("the names are lost")
	}
	return g
}

// compareEdges compares the edges of g with those of an edge list, whose ids
// count from 1.
func compareEdges(t *testing.T, g *graph.Graph, path string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want := map[graph.Edge]bool{}
	for line := range strings.Lines(string(text)) {
		var u, v uint32
		if strings.HasPrefix(line, "#") {
			continue
		}
		if _, err := fmt.Sscan(line, &u, &v); err != nil {
			t.Fatal(err)
		}
		want[graph.Edge{U: min(u, v), V: max(u, v)}] = true
	}
	for v := range uint32(g.Vertices()) {
		for _, u := range g.Neighbors(v) {
			if !want[graph.Edge{U: min(u, v) + 1, V: max(u, v) + 1}] {
				t.Fatalf("edge %d %d is not in %s", u+1, v+1, path)
			}
		}
	}
	if uint64(len(want)) != g.Edges() {
		t.Errorf("%d edges, %s has %d", g.Edges(), path, len(want))
	}
}
