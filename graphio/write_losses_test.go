package graphio

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
)

func TestLosses(t *testing.T) {
	// A path of two edges beside a vertex without an edge.
	make4 := func(labels graph.Labels) *graph.Graph {
		g, err := graph.NewGraph([]uint64{0, 1, 3, 4, 4}, []uint32{1, 0, 2, 1}, labels)
		if err != nil {
			t.Fatal(err)
		}
		return g.WithReport(graph.Report{OneWay: 2, Isolated: 1})
	}
	names := graph.NameLabels([]string{"a", "b", "c", "d"})
	const lostNames, lostIDs, isolated = "the names of the vertices, which are numbered from", "the ids of the vertices, which are numbered from", "1 vertex without an edge"
	for _, c := range []struct {
		path   string
		labels graph.Labels
		from   graph.Info
		want   []string
	}{
		{"g.tcsr", names, graph.Info{}, nil},
		{"g.mtx", names, graph.Info{}, []string{lostNames + " 1"}},
		{"g.mtx", graph.BaseLabels(1), graph.Info{}, nil},
		{"g.mtx.gz", graph.BaseLabels(0), graph.Info{}, []string{lostIDs + " 1"}},
		{"g.mtx", graph.NumberLabels([]uint64{1, 2, 3, 4}), graph.Info{}, nil},
		{"g.mtx", graph.NumberLabels([]uint64{1, 2, 3, 5}), graph.Info{}, []string{lostIDs + " 1"}},
		{"g.sg", graph.BaseLabels(0), graph.Info{}, nil},
		{"g.sg", graph.BaseLabels(1), graph.Info{}, []string{lostIDs + " 0"}},
		{"g.npz", graph.BaseLabels(0), graph.Info{}, nil},
		{"g.npz", names, graph.Info{}, []string{lostNames + " 0"}},
		{"g.txt", names, graph.Info{}, []string{isolated}},
		{"g.parquet", names, graph.Info{}, []string{isolated}},
		{"g.bin", graph.BaseLabels(0), graph.Info{}, []string{isolated}},
		{"g.g500", graph.BaseLabels(5), graph.Info{Directed: true, Weighted: true},
			[]string{isolated, "the direction of 2 edges", "weights and other values beside the ids"}},
	} {
		e, err := EncodingOf(c.path, "")
		if err != nil {
			t.Fatal(err)
		}
		if got := e.Losses(c.from, make4(c.labels)); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.path, got, c.want)
		}
	}
}

// What a source says of direction and weights comes from its header or its
// first line.
func TestDirectedAndWeighted(t *testing.T) {
	for _, c := range []struct {
		name, text         string
		directed, weighted bool
	}{
		{"g.txt", "0 1\n1 2\n", false, false},
		{"g.txt", "# c\n0 1 0.5\n1 2\n", false, true},
		{"g.txt", "3 1\n0 1 7\n", false, true},
		{"g.txt", "3\n0 1\n", false, false},
		{"g.csv", "id_1,id_2,weight\n0,1,2\n", false, true},
		{"g.txt", "a b\n", false, false},
		{"g.txt", "a b {'k': 1}\n", false, true},
		{"g.txt", "", false, false},
		{"g.mtx", patternSymmetric + "2 2 1\n2 1\n", false, false},
		{"g.mtx", patternGeneral + "2 2 1\n2 1\n", true, false},
		{"g.mtx", realGeneral + "2 2 1\n2 1 0.5\n", true, true},
	} {
		src, err := OpenReader(strings.NewReader(c.text), c.name, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if info := src.Info(); info.Directed != c.directed || info.Weighted != c.weighted {
			t.Errorf("%q: directed %t, weighted %t", c.text, info.Directed, info.Weighted)
		}
		closeAll(t, src)
	}
}

// Whether all records have a direction is known when they were read.
func TestMixed(t *testing.T) {
	pajek := "*Vertices 3\n*%s\n1 2\n*%s\n2 3\n"
	graphML := `<graphml><graph edgedefault="%s"><node id="a"/><node id="b"/><node id="c"/><edge source="a" target="b"/><edge source="b" target="c" directed="%s"/></graph></graphml>`
	gexf := `<gexf><graph defaultedgetype="%s"><edges><edge source="a" target="b"/><edge source="b" target="c" type="%s"/></edges></graph></gexf>`
	for _, c := range []struct {
		name, text      string
		directed, mixed bool
	}{
		{"g.net", fmt.Sprintf(pajek, "Arcs", "Arcs"), true, false},
		{"g.net", fmt.Sprintf(pajek, "Edges", "Edges"), false, false},
		{"g.net", fmt.Sprintf(pajek, "Edges", "Arcslist"), true, true},
		{"g.net", fmt.Sprintf(pajek, "Arcs", "Edgeslist"), true, true},
		{"g.json", `{"links": [{"source": 1, "target": 2, "undirected": true}, {"source": 2, "target": 3, "directed": true}]}`, true, true},
		{"g.json", `{"graph": {"nodes": {"a": {}, "b": {}}, "edges": [{"source": "a", "target": "b"}]}}`, true, false},
		{"g.json", `{"graph": {"directed": false, "nodes": {"a": {}, "b": {}}, "edges": [{"source": "a", "target": "b"}]}}`, false, false},
		{"g.gexf", fmt.Sprintf(gexf, "directed", "mutual"), true, false},
		{"g.gexf", fmt.Sprintf(gexf, "undirected", "undirected"), false, false},
		{"g.gexf", fmt.Sprintf(gexf, "directed", "undirected"), true, true},
		{"g.gexf", fmt.Sprintf(gexf, "undirected", "mutual"), true, true},
		{"g.graphml", fmt.Sprintf(graphML, "directed", "true"), true, false},
		{"g.graphml", fmt.Sprintf(graphML, "undirected", "false"), false, false},
		{"g.graphml", fmt.Sprintf(graphML, "directed", "false"), true, true},
		{"g.graphml", fmt.Sprintf(graphML, "undirected", "true"), true, true},
	} {
		src, err := OpenReader(strings.NewReader(c.text), c.name, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := read(src, 2); err != nil {
			t.Fatal(err)
		}
		if info := src.Info(); info.Directed != c.directed || info.Mixed != c.mixed {
			t.Errorf("%q: directed %t, mixed %t", c.text, info.Directed, info.Mixed)
		}
		closeAll(t, src)
	}
}
