package report

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/tricycle-graph/tricycle/chordless"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/internal/truss"
)

// Names of any length and of any letters make a page of a bounded size.
func TestLongNames(t *testing.T) {
	plain := graphOf(t, graphtest.Grid(6, 8))
	cycles, err := SomeCycles(t.Context(), plain, chordless.Options{})
	if err != nil {
		t.Fatal(err)
	}
	offsets, neighbors := []uint64{0}, []uint32(nil)
	for v := range uint32(plain.Vertices()) {
		neighbors = append(neighbors, plain.Neighbors(v)...)
		offsets = append(offsets, uint64(len(neighbors)))
	}
	for _, letters := range []string{"x", "<", "'", "\u2028", "\xff", "\U0001f600"} {
		for _, length := range []int{1, 30, 100, 5000} {
			var names []string
			for v := range plain.Vertices() {
				names = append(names, strings.Repeat(letters, length+v))
			}
			g, err := graph.NewGraph(offsets, neighbors, graph.NameLabels(names))
			if err != nil {
				t.Fatal(err)
			}
			for _, drawn := range [][][]uint32{cycles, nil} {
				sections, err := CycleMap{Graph: g, Cycles: drawn}.Sections(t.Context(), 1)
				if err != nil {
					t.Fatal(err)
				}
				if text := html(t, append(sections, sectionsOf(t, g.Source(), 1)...)...); len(text) > 200_000 {
					t.Errorf("names of %d %q and %d cycles make a page of %d bytes", length, letters, len(drawn), len(text))
				}
			}
		}
	}
}

func TestCut(t *testing.T) {
	for text, want := range map[string]string{"": "", "abc": "abc", "abcd": "abc…", "äöü": "äöü", "äöüß": "äöü…"} {
		if got := cut(text, 3); got != want || !utf8.ValidString(got) {
			t.Errorf("%q is cut to %q, not %q", text, got, want)
		}
	}
}

// Of the cycles that are too many for a page, there are as many of either end.
func TestFitting(t *testing.T) {
	g := graphOf(t, graphtest.Grid(30, 30))
	var cycles [][]uint32
	for i := range 200 {
		cycles = append(cycles, make([]uint32, 4+i))
	}
	some := fitting(g, cycles)
	first, last := some[0], some[len(some)-1]
	if len(some) < 10 || len(some) > mapCycles || len(first) != 4 || len(last) != 203 {
		t.Errorf("%d cycles, from %d vertices to %d", len(some), len(first), len(last))
	}
	huge := [][]uint32{make([]uint32, 5000), make([]uint32, 5001)}
	if some := fitting(g, huge); len(some) != 1 {
		t.Errorf("%d of two cycles that are too long", len(some))
	}
}

// Bins of trussness say from where to where they go.
func TestBinsOfTrussness(t *testing.T) {
	var sizes []truss.Size
	for k := uint32(2); k <= 127; k++ {
		sizes = append(sizes, truss.Size{K: k, Vertices: 127, Edges: 8001, Components: 1})
	}
	figure := trussness(sizes)
	row := figure.Table.Rows[len(figure.Table.Rows)-1]
	if len(figure.Table.Columns) != 3 || row[0] != uint32(125) || row[1] != uint32(127) || row[2] != uint64(8001) {
		t.Errorf("%v: the last is %v", figure.Table.Columns, row)
	}
	if !strings.HasSuffix(figure.Note, "have a trussness from 125 to 127.") {
		t.Error(figure.Note)
	}
}
