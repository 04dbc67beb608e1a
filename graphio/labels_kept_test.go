package graphio

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/realdata"
)

// reread writes g in the format of a suffix and reads it again.
func reread(t testing.TB, name string, g *graph.Graph) *graph.Graph {
	t.Helper()
	data, err := written(t, name, g)
	if err != nil {
		t.Fatal(err)
	}
	src, err := OpenReader(bytes.NewReader(data), name, Options{})
	if err != nil {
		t.Fatalf("%v, in\n%s", err, data)
	}
	defer closeAll(t, src)
	setBlockSize(src, 100)
	again, err := build(t.Context(), src, graph.Options{Threads: 2})
	if err != nil {
		t.Fatalf("%v, in\n%s", err, data)
	}
	checkMaxID(t, src.Info(), again)
	return again
}

// checkMaxID holds the ids of a graph against what its file says of them.
func checkMaxID(t testing.TB, info graph.Info, g *graph.Graph) {
	t.Helper()
	if n := g.Vertices(); info.MaxID > 0 && n > 0 && (g.Labels().Names() != nil || g.Labels().Number(uint32(n-1)) > info.MaxID) {
		t.Errorf("%s: the vertex %s is beyond the largest id, %d", info.Format, g.Labels().Label(uint32(n-1)), info.MaxID)
	}
}

// Formats that declare their vertices keep all of them, and labels as far as
// they say so.
func TestDeclaredVerticesAreKept(t *testing.T) {
	random := rand.New(rand.NewPCG(31, 32))
	for _, n := range []int{0, 1, 2, 3, 10, 100} {
		for kind, labels := range labelled(random, n) {
			g := randomGraph(t, random, n, labels)
			for _, name := range []string{"g.graph", "g.metis", "g.gr", "g.col", "g.net", "g.paj", "g.gml", "g.graphml", "g.gexf", "g.json", "g.tntp", "g.dot", "g.gv", "g.lgr"} {
				t.Run(fmt.Sprintf("%d vertices, %s, %s", n, kind, name), func(t *testing.T) {
					want := g
					if f, _, err := outputFormat(name, ""); err != nil || !f.keeps.labels {
						want = relabelled(t, g, graph.BaseLabels(1))
					}
					sameGraph(t, reread(t, name, g), want)
				})
			}
		}
	}
}

// Numbers come back as numbers from GML, and from Pajek where they are its own.
func TestNumbersAreKept(t *testing.T) {
	random := rand.New(rand.NewPCG(33, 34))
	for name, labels := range map[string]graph.Labels{
		"g.gml": graph.NumberLabels(numbersOf(random, 50, 1<<40)),
		"g.net": graph.BaseLabels(1),
	} {
		g := randomGraph(t, random, 50, labels)
		again := reread(t, name, g)
		sameGraph(t, again, g)
		if again.Labels().Names() != nil {
			t.Errorf("%s: names %q", name, again.Labels().Names())
		}
	}
}

func TestOddNamesAreKept(t *testing.T) {
	names := []string{
		"two words", `a "quoted" word`, "\"", "", "a&b", "&amp;", "&#65;", "<x/>", "it's", "tab\tin", "line\nfeed", "cr\rin",
		" blank in front", "blank behind ", "#5", "*Edges", "%", "é", "日本", "1", "-1", "]", "[", `x" y`, "\xff",
	}
	g := randomGraph(t, rand.New(rand.NewPCG(35, 36)), len(names), graph.NameLabels(names))
	sameGraph(t, reread(t, "g.gml", g), g)
	for name, lacking := range map[string][]string{
		"g.graphml": {"\xff"},
		"g.gexf":    {"\xff"},
		"g.json":    {"\xff"},
		"g.net":     {"line\nfeed", "cr\rin", `x" y`, `a "quoted" word`},
	} {
		var fitting []string
		for _, label := range names {
			if !slices.Contains(lacking, label) {
				fitting = append(fitting, label)
				continue
			}
			g := randomGraph(t, rand.New(rand.NewPCG(37, 38)), 1, graph.NameLabels([]string{label}))
			if _, err := written(t, name, g); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("%q", label)) {
				t.Errorf("%s: %q: %v", name, label, err)
			}
		}
		g := randomGraph(t, rand.New(rand.NewPCG(39, 40)), len(fitting), graph.NameLabels(fitting))
		sameGraph(t, reread(t, name, g), g)
	}
}

// Edge lists put names in quotes where they must.
func TestOddNamesInEdgeLists(t *testing.T) {
	for _, names := range [][]string{
		{"node1", "node2"}, {"a", "two words"}, {"a", "b,c"}, {"a", "b;c"}, {"tab\tin", "b"}, {"#a", "b"}, {"%a", "b"}, {`"a"`, `b"c`},
		{"1", "2", "x", "y"}, {"a", "-1", "b"}, {"01", "1"}, {"a{b", "c"}, {"source", "target"}, {" a", "b "}, {"é", "日本 2"}, {`"`, `""`},
	} {
		lists := make([][]uint32, len(names)) // all are connected
		for v := range lists {
			for w := range uint32(len(names)) {
				if int(w) != v {
					lists[v] = append(lists[v], w)
				}
			}
		}
		offsets := []uint64{0}
		for _, list := range lists {
			offsets = append(offsets, offsets[len(offsets)-1]+uint64(len(list)))
		}
		g, err := graph.NewGraph(offsets, slices.Concat(lists...), graph.NameLabels(names))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"g.txt", "g.csv", "g.tsv", "g.edges"} {
			if again := reread(t, name, g); !slices.Equal(labelledEdges(again), labelledEdges(g)) {
				t.Errorf("%s: %q came back as %q", name, names, again.Labels().Names())
			}
		}
	}
}

// There and back, through every format that keeps labels.
func TestKarateThereAndBack(t *testing.T) {
	karate := openFile(t, filepath.Join(realdata.Folder(t), "odd", "karate.gml"))
	want, err := build(t.Context(), karate, graph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	got := want
	for _, name := range []string{"karate.net", "karate.gml", "karate.graphml", "karate.gexf", "karate.json", "karate.paj", "karate.gml"} {
		got = reread(t, name, got)
		sameGraph(t, got, want)
	}
	text, err := written(t, "karate.gml", reread(t, "karate.net", want))
	if err != nil {
		t.Fatal(err)
	}
	if first, err := written(t, "karate.gml", want); err != nil || !bytes.Equal(first, text) {
		t.Errorf("another file than at first, %v:\n%s", err, text)
	}
}
