package graphio

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/tricycle-graph/tricycle/graph"
)

// weighted reads the records with their weights, "u v weight" each, sorted; "u v"
// where there are none.
func weighted(t *testing.T, src graph.Source, workers int) ([]string, graph.Summary, error) {
	t.Helper()
	var (
		mu  sync.Mutex
		all []string
	)
	sum, err := src.Read(t.Context(), workers, func(_ int, b graph.Batch) error {
		mu.Lock()
		defer mu.Unlock()
		if n := len(b.Weights); n > 0 && n != len(b.Edges)+len(b.Wide) {
			t.Errorf("%d weights of %d and %d edges", n, len(b.Edges), len(b.Wide))
			return nil
		}
		show := func(i int, u, v uint64) {
			text := fmt.Sprint(u, " ", v)
			if b.Weights != nil {
				text += fmt.Sprint(" ", b.Weights[i])
			}
			all = append(all, text)
		}
		for i, e := range b.Edges {
			show(i, uint64(e.U), uint64(e.V))
		}
		for i, e := range b.Wide {
			show(len(b.Edges)+i, e.U, e.V)
		}
		return nil
	})
	slices.Sort(all)
	return all, sum, err
}

// tableOf returns a Parquet table with weights, in several row groups.
func tableOf[T any](t *testing.T, rows ...T) string {
	return string(parquetFile(t, rows, 2, parquet.PageBufferSize(64)))
}

type flight struct {
	From, To int64
	Weight   float32
	Cost     int32
}

type friend struct {
	From, To string
	W        *float64 `parquet:"w,optional"`
}

// A weight is that of its record in every format, and only where it is asked for.
func TestWeights(t *testing.T) {
	half, two := 0.5, 2.0
	many := "from,to,weight\n"
	var manyWant []string
	for i := range 3 * batchEdges {
		u := uint64(i) << (i % 2 * 20)
		many += fmt.Sprintf("%d,%d,%d.5\n", u, i, i)
		manyWant = append(manyWant, fmt.Sprintf("%d %d %d.5", u, i, i))
	}
	slices.Sort(manyWant)
	for _, c := range []struct {
		name, text string
		columns    []string
		want       []string // nil where it is an error
	}{
		{"a.csv", "from,to,time,weight\n1,2,7,0.5\n2,3,8,-1e3\n", nil, []string{"1 2 0.5", "2 3 -1000"}},
		{"a.csv", "from,to,time\n1,2,7\n", nil, []string{"1 2"}},
		{"a.csv", "from,to,time\n1,2,7\n", []string{"from", "to", "time"}, []string{"1 2 7"}},
		{"a.txt", "1 2 0.5\n4294967296 3 4\n", nil, []string{"1 2", "4294967296 3"}},
		{"a.txt", "1 2 0.5\n4294967296 3 4\n", []string{"1", "2", "3"}, []string{"1 2 0.5", "4294967296 3 4"}},
		{"a.csv", "from,to,time\n1,2,7\n", []string{"time"}, []string{"1 2 7"}},
		{"a.csv", "from,to,time,weight\n1,2,7,8\n", []string{"3"}, []string{"1 2 7"}},
		{"a.csv", "from,to,time\n1,2,7\n", []string{"cost"}, nil},
		{"a.txt", "1 2 0.5\n2 3 4\n", []string{"3"}, []string{"1 2 0.5", "2 3 4"}},
		{"a.txt", "50 40 1\n30 20 1\n20 30 2\n40 50 2\n", []string{"1", "2", "3"}, []string{"20 30 2", "30 20 1", "40 50 2", "50 40 1"}},
		{"a.txt", "1 2 4\n2 3 1\n3 1 2\n3 4 2\n", []string{"3"}, []string{"1 2 4", "2 3 1", "3 1 2", "3 4 2"}}, // and not two edges in the first line
		{"a.txt", "4 4 3\n2 3 1\n3 1 2\n3 4 2\n", []string{"3"}, []string{"2 3 1", "3 1 2", "3 4 2"}},
		{"a.txt", "1 2 0.5\n2 3 4\n", []string{"4"}, nil},
		{"a.txt", "1 2 0.5\n2 3\n", []string{"1", "2", "3"}, nil},
		{"a.txt", "1 2 0.5\n2 3 x\n", []string{"1", "2", "3"}, nil},
		{"a.csv", "from,to,weight\na,b,0.5\nb,c,2\n", nil, []string{"0 1 0.5", "1 2 2"}},
		{"a.csv", many, nil, manyWant},
		{"a.mtx", "%%MatrixMarket matrix coordinate real general\n3 3 2\n1 2 0.5\n2 3 -2\n", nil, []string{"0 1 0.5", "1 2 -2"}},
		{"a.mtx", "%%MatrixMarket matrix coordinate complex general\n3 3 1\n1 2 0.5 1\n", nil, []string{"0 1"}},
		{"a.mtx", patternGeneral + "3 3 1\n1 2\n", nil, []string{"0 1"}},
		{"a.mtx", "%%MatrixMarket matrix array real general\n2 2\n0\n3\n4\n0\n", nil, []string{"0 1 4", "1 0 3"}},
		{"a.gr", "p sp 3 2\na 1 2 7\na 2 3 1.5\n", nil, []string{"0 1 7", "1 2 1.5"}},
		{"a.col", "p edge 3 1\ne 1 2\n", nil, []string{"0 1"}},
		{"a.tntp", "<NUMBER OF NODES> 4\n<NUMBER OF LINKS> 1\n<END OF METADATA>\n1 2 3 4 ;\n", nil, []string{"0 1"}},
		{"a.graph", "2 1 1\n2 7\n1 7\n", nil, []string{"0 1 7", "1 0 7"}},
		{"a.graph", "2 1\n2\n1\n", nil, []string{"0 1", "1 0"}},
		{"a.net", "*Vertices 3\n*Arcs\n1 2 0.5 c Blue\n2 3\n*Edgeslist\n1 3\n*Matrix\n0 0 0\n0 0 0\n4 0 0\n", nil, []string{"0 1 0.5", "0 2 1", "1 2 1", "2 0 4"}},
		{"a.graphml", `<graphml><key id="k" for="edge" attr.name="weight"/><key id="k" for="node" attr.name="x"/><graph edgedefault="directed">` +
			`<node id="a"><data key="k">9</data></node><node id="b"/><edge source="a" target="b"><data key="k"> 0.5 </data></edge><edge source="b" target="a"/></graph></graphml>`,
			nil, []string{"0 1 0.5", "1 0 1"}},
		{"a.gexf", `<gexf><graph defaultedgetype="directed"><nodes><node id="a"/><node id="b"/></nodes><edges><edge source="a" target="b" weight="0.5"/>` +
			`<edge source="b" target="a"/><edge source="a" target="a" type="mutual" weight="-1e3"/></edges></graph></gexf>`, nil, []string{"0 0 -1000", "0 0 -1000", "0 1 0.5", "1 0 1"}},
		{"a.json", `{"nodes": ["a", "b"], "links": [{"value": 7, "weight": 0.5, "source": "a", "target": "b"}, {"source": "b", "target": "a", "value": 3}, {"source": "a", "target": "a", "value": "x"}]}`,
			nil, []string{"0 0 1", "0 1 0.5", "1 0 3"}},
		{"a.json", `{"nodes": [{"key": "a"}], "edges": [{"source": "a", "target": "a", "attributes": {"weight": -2}}]}`, nil, []string{"0 0 -2"}},
		{"a.json", `{"nodes": [1, 2], "adjacency": [[{"id": 2, "weight": 1e3}], []]}`, nil, []string{"0 1 1000"}},
		{"a.json", `{"links": [{"source": 1, "target": 2, "weight": null}]}`, nil, nil},
		{"a.lgl", "# a\nb 0.5\n# b\na\n", nil, []string{"0 1 0.5", "1 0 1"}},
		{"a.lgr", "LEDA.GRAPH\nvoid\ndouble\n-1\n2\n|{}|\n|{}|\n2\n1 2 0 |{0.5}|\n2 1 0 |{-3}|\n", nil, []string{"0 1 0.5", "1 0 -3"}},
		{"a.lgr", "LEDA.GRAPH\nvoid\nint\n-1\n1\n|{}|\n1\n1 1 0 |{x}|\n", nil, nil},
		{"a.adj", "WeightedAdjacencyGraph\n1\n1\n0\n0\n5\n", nil, []string{"0 0 5"}},
		{"a.adj", "WeightedAdjacencyGraph\n4\n5\n0\n2\n2\n4\n1\n3\n0\n1\n3\n0.5\n7\n-1e3\n2.5\n18446744073709551616\n", nil,
			[]string{"0 1 0.5", "0 3 7", "2 0 -1000", "2 1 2.5", "3 3 1.8446744073709552e+19"}},
		{"a.adj", "AdjacencyGraph\n2\n1\n0\n1\n1\n", nil, []string{"0 1"}},
		{"a.dot", "digraph { a -> b [weight=0.5] b -> a }", nil, []string{"0 1 0.5", "1 0 1"}},
		{"a.parquet", tableOf(t, flight{1, 2, 0.5, 3}, flight{2, 3, 2, 4}, flight{3, 1, 4, 5}), nil, []string{"1 2 0.5", "2 3 2", "3 1 4"}},
		{"a.parquet", tableOf(t, flight{1, 2, 0.5, 3}, flight{2, 3, 2, 4}), []string{"From", "To", "Cost"}, []string{"1 2 3", "2 3 4"}},
		{"a.parquet", tableOf(t, flight{1, 2, 0.5, 3}), []string{"From", "To", "None"}, nil},
		{"a.parquet", tableOf(t, flight{1, 2, 0.5, 3}, flight{2, 3, 2, 4}), []string{"Cost"}, []string{"1 2 3", "2 3 4"}},
		{"a.parquet", tableOf(t, flight{1, 2, 0.5, 3}), []string{"None"}, nil},
		{"a.parquet", tableOf(t, friend{"a", "b", &half}, friend{"b", "c", &two}, friend{"a", "c", &half}), nil, []string{"0 1 0.5", "0 2 0.5", "1 2 2"}},
		{"a.parquet", tableOf(t, friend{"a", "b", &half}, friend{"b", "c", nil}), nil, nil},
	} {
		for _, workers := range []int{1, 3} {
			got, _, err := func() ([]string, graph.Summary, error) {
				src, err := OpenReader(strings.NewReader(c.text), c.name, Options{Weights: true, Columns: c.columns})
				if err != nil {
					return nil, graph.Summary{}, err
				}
				defer closeAll(t, src)
				setBlockSize(src, 40)
				return weighted(t, src, workers)
			}()
			if c.want == nil {
				inputError(t, err)
			} else if err != nil || !slices.Equal(got, c.want) {
				t.Errorf("%s %.60q %v: %.100q, %v, want %.100q", c.name, c.text, c.columns, got, err, c.want)
			}
		}
		if len(c.columns) > 2 || len(c.columns) == 1 {
			continue
		}
		src, err := OpenReader(strings.NewReader(c.text), c.name, Options{})
		if err != nil {
			t.Fatal(err)
		}
		got, _, err := weighted(t, src, 2)
		if err != nil || slices.ContainsFunc(got, func(text string) bool { return strings.Count(text, " ") > 1 }) {
			t.Errorf("%s %.60q: %.100q, %v, and nobody asked", c.name, c.text, got, err)
		}
		closeAll(t, src)
	}
}

// Positions are there where they are asked for and the input has them.
func TestPositions(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		name, text string
		want       [][3]float64
	}{
		{"a.net", "*Vertices 3\n1 \"a \\\" b\" 0.1 0.2 0.5 ic Red\n3 c 1 2\n*Edges\n1 2\n", [][3]float64{{0.1, 0.2, 0.5}, {nan, nan, nan}, {1, 2, 0}}},
		{"a.net", "*Vertices 2\n1 \"a\"\n2 b ic Red\n*Edges\n1 2\n", nil},
		{"a.graphml", `<graphml><key id="h" for="node" attr.name="x"/><key id="v" for="node" attr.name="Y"/><graph edgedefault="directed">` +
			`<node id="a"><data key="h">1</data><data key="v">2.5</data></node><node id="b"/><edge source="a" target="b"><data key="h">3</data></edge></graph></graphml>`,
			[][3]float64{{1, 2.5, 0}, {nan, nan, nan}}},
		{"a.gexf", `<gexf xmlns:viz="v"><graph><nodes><node id="a"><nodes><node id="b"/></nodes><viz:position x="1" y="2.5" z="-3"/></node><node id="c"><viz:position x="1" y="2"/></node></nodes></graph></gexf>`,
			[][3]float64{{1, 2.5, -3}, {nan, nan, nan}, {1, 2, 0}}},
		{"a.gml", "graph [ node [ id 7 graphics [ w 9 x 1.5 y -2 Line [ x 8 ] z 3 ] x [ y 4 ] ] node [ id 2 ] node [ id 9 x 4 Y 5e1 ] edge [ source 2 target 7 x 1 graphics [ x 1 ] ] ]",
			[][3]float64{{1.5, -2, 3}, {nan, nan, nan}, {4, 50, 0}}},
		{"a.gml", "graph [ x 1 node [ id 0 label \"a\" Longitude -73.9 Latitude 40 x 1 y 2 ] node [ id 1 label \"b\" graphics [ x 1 y 2 ] ] ]", [][3]float64{{-73.9, 40, 0}, {nan, nan, nan}}},
		{"a.graphml", `<graphml><key id="h" for="node" attr.name="x"/><key id="v" for="all" attr.name="Latitude"/><key id="w" for="node" attr.name="lng"/><graph edgedefault="directed">` +
			`<node id="a"><data key="h">1</data><data key="v">2.5</data><data key="w">-7</data></node></graph></graphml>`, [][3]float64{{-7, 2.5, 0}}},
		{"a.graphml", `<graphml><key id="x" for="node" attr.name="x" attr.type="double"/><key id="l" for="node" attr.name="Long" attr.type="string"/><graph edgedefault="directed">` +
			`<node id="a"><data key="x">1</data><data key="l">a long text</data></node><node id="b"><data key="x"> </data></node></graph></graphml>`, [][3]float64{{1, nan, 0}, {nan, nan, nan}}},
		{"a.gml", "graph [ node [ id 0 long \"a long text\" x 1 y 2 ] ]", [][3]float64{{1, 2, 0}}},
		{"a.gdf", "nodedef>name,x,lat,lon,longitude\na,1,50,8,9\nedgedef>node1,node2\n", [][3]float64{{8, 50, 0}}},
		{"a.txt", "1 2\n", nil},
	} {
		for _, asked := range []bool{true, false} {
			src, err := OpenReader(strings.NewReader(c.text), c.name, Options{Positions: asked})
			if err != nil {
				t.Fatal(err)
			}
			_, sum, err := weighted(t, src, 2)
			want := c.want
			if !asked {
				want = nil
			}
			if err != nil || fmt.Sprint(sum.Positions) != fmt.Sprint(want) {
				t.Errorf("%q: %v, %v, want %v", c.text, sum.Positions, err, want)
			}
			closeAll(t, src)
		}
	}
}
