package ties

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/graphio"
)

func open(t *testing.T, name, text string, opt graphio.Options) graph.Source {
	t.Helper()
	src, err := graphio.OpenReader(strings.NewReader(text), name, opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := src.Close(); err != nil {
			t.Error(err)
		}
	})
	return src
}

// arcsOf lists the arcs of d by the labels of their ends.
func arcsOf(d *Directed) (arcs []string) {
	for u := range uint32(d.Vertices()) {
		for i, v := range d.Neighbors(u) {
			if d.Direction(d.Offsets()[u]+uint64(i))&Out != 0 {
				arcs = append(arcs, d.Labels().Label(u)+">"+d.Labels().Label(v))
			}
			if d.Direction(d.Offsets()[u]+uint64(i))&In != 0 {
				arcs = append(arcs, d.Labels().Label(v)+">"+d.Labels().Label(u))
			}
		}
	}
	slices.Sort(arcs)
	return arcs
}

// Each arc is where its ids are, whatever these are like.
func TestDirected(t *testing.T) {
	far := uint64(1) << 50
	for _, c := range []struct {
		name, text, want string
		vertices         int
	}{
		{"a.txt", "1 2\n2 1\n2 3\n2 3\n3 3\n4 4\n", "1>2 2>1 2>3", 4},
		{"a.txt", "7 100\n100 9\n5000000 7\n", "100>9 5000000>7 7>100", 4},
		{"a.txt", fmt.Sprintf("7 %d\n%d 9\n8 8\n", far, far), fmt.Sprintf("%d>9 7>%d", far, far), 4},
		{"a.csv", "from,to\nx,y\ny,x\ny,z\nq,q\n", "x>y y>x y>z", 4},
		{"a.mtx", "%%MatrixMarket matrix coordinate pattern general\n5 5 2\n3 1\n3 4\n", "3>1 3>4", 5},
		{"a.mtx", "%%MatrixMarket matrix coordinate pattern general\n400000 400000 2\n3 400000\n400000 1\n", "3>400000 400000>1", 400000},
		{"a.net", "*Vertices 3\n1 a\n2 b\n3 c\n*Arcs\n2 1\n", "b>a", 3},
		{"a.gml", "graph [ directed 1 node [ id 5 ] node [ id 9 ] node [ id 7 ] edge [ source 9 target 5 ] ]", "9>5", 3},
		{"a.gr", "p sp 3 1\na 3 1 7\n", "3>1", 3},
		{"a.txt", "", "", 0},
	} {
		for _, threads := range []int{1, 3} {
			d, err := ReadDirected(t.Context(), open(t, c.name, c.text, graphio.Options{}), graph.Options{Threads: threads})
			if err != nil {
				t.Errorf("%.60q: %v", c.text, err)
				continue
			}
			// Each arc is there from both of its ends.
			got := arcsOf(d)
			for i := 0; i+1 < len(got); i += 2 {
				if got[i] != got[i+1] {
					t.Errorf("%.60q: %v", c.text, got)
				}
			}
			if got := strings.Join(slices.Compact(got), " "); got != c.want || d.Vertices() != c.vertices {
				t.Errorf("%.60q: %q and %d vertices, want %q and %d", c.text, got, d.Vertices(), c.want, c.vertices)
			}
		}
	}
}

func inputError(t *testing.T, err error, part string) {
	t.Helper()
	var input *graph.InputError
	if !errors.As(err, &input) || !strings.Contains(err.Error(), part) {
		t.Errorf("%v, want an error of the input with %q", err, part)
	}
}

func TestEdgesAreNoArcs(t *testing.T) {
	for name, text := range map[string]string{
		"a.mtx":     "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 1\n2 1\n",
		"a.graph":   "2 1\n2\n1\n",
		"a.col":     "p edge 3 1\ne 1 2\n",
		"a.net":     "*Vertices 3\n*Arcs\n1 2\n*Edges\n2 3\n",
		"a.gml":     "graph [ node [ id 5 ] node [ id 9 ] edge [ source 9 target 5 ] ]",
		"b.graphml": `<graphml><graph edgedefault="undirected"><node id="a"/><node id="b"/><edge source="a" target="b"/></graph></graphml>`,
	} {
		_, err := ReadDirected(t.Context(), open(t, name, text, graphio.Options{}), graph.Options{})
		inputError(t, err, "expected arcs")
	}
	_, err := ReadDirected(t.Context(), mustGraph(t).Source(), graph.Options{})
	inputError(t, err, "expected arcs")
}

func mustGraph(t *testing.T) *graph.Graph {
	t.Helper()
	g, err := graph.NewGraph([]uint64{0, 1, 2}, []uint32{1, 0}, graph.Labels{})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestWeighted(t *testing.T) {
	columns := graphio.Options{Weights: true, Columns: []string{"1", "2", "3"}}
	for _, c := range []struct{ name, text, want string }{
		{"a.txt", "1 2 0.5\n2 1 0.5\n2 3 7\n3 3 1\n1 2 5e-1\n", "1-2 0.5, 2-3 7"},
		{"a.txt", "1 2 -0\n2 1 0\n", "1-2 0"},
		{"a.txt", "5000000000 2 1.5\n", "2-5000000000 1.5"},
		{"a.txt", "a b 1.5\nc b 2\n", "a-b 1.5, b-c 2"},
		{"a.txt", "1 2 0.5\n2 1 0.6\n", ""},
		{"a.txt", "1 2 0.5\n3 1 -0.6\n", ""},
		{"a.txt", "1 2 0.5\n3 1 inf\n", ""},
		{"a.txt", "1 2 0.5\n3 1 nan\n", ""},
		{"a.mtx", "%%MatrixMarket matrix coordinate real symmetric\n3 3 2\n2 1 4\n3 2 0.25\n", "1-2 4, 2-3 0.25"},
		{"a.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n2 1\n3 2\n", ""},
	} {
		for _, threads := range []int{1, 3} {
			opt := columns
			if !strings.HasSuffix(c.name, ".txt") {
				opt.Columns = nil
			}
			w, err := ReadWeighted(t.Context(), open(t, c.name, c.text, opt), graph.Options{Threads: threads})
			if c.want == "" {
				inputError(t, err, "weight")
				continue
			} else if err != nil {
				t.Errorf("%q: %v", c.text, err)
				continue
			}
			var got []string
			for u := range uint32(w.Vertices()) {
				for i, v := range w.Neighbors(u) {
					one, other := w.Weight(w.Offsets()[u]+uint64(i)), w.Weight(place(w.Graph, v, u))
					if one != other {
						t.Errorf("%q: %v and %v", c.text, one, other)
					}
					if u < v {
						got = append(got, fmt.Sprintf("%s-%s %v", w.Labels().Label(u), w.Labels().Label(v), one))
					}
				}
			}
			if text := strings.Join(got, ", "); text != c.want {
				t.Errorf("%q: %q, want %q", c.text, text, c.want)
			}
		}
	}
}

// An edge with two weights is named by the ids of the input, the first of several.
func TestTwoWeights(t *testing.T) {
	src := open(t, "a.txt", "50 40 1\n30 20 1\n20 30 2\n40 50 2\n", graphio.Options{Weights: true, Columns: []string{"1", "2", "3"}})
	_, err := ReadWeighted(t.Context(), src, graph.Options{Threads: 2})
	inputError(t, err, "one weight for an edge, found 1 and 2 for that of 20 and 30")
}

type triple struct{ x, y, z uint32 }

// Every triangle is listed as promised: once, or from each of its corners.
func TestTriangles(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 13))
	for range 100 {
		n := 1 + random.Uint32N(30)
		var edges []graph.Edge
		for range random.IntN(200) {
			edges = append(edges, graph.Edge{U: random.Uint32N(n), V: random.Uint32N(n)})
		}
		d, err := ReadDirected(t.Context(), graph.FromEdges(edges), graph.Options{})
		if err != nil {
			t.Fatal(err)
		}
		g := d.Graph
		var want []triple
		for x := range uint32(g.Vertices()) {
			for _, y := range g.Neighbors(x) {
				for _, z := range g.Neighbors(y) {
					if _, joined := slices.BinarySearch(g.Neighbors(x), z); joined && y < z {
						want = append(want, triple{x, y, z})
					}
				}
			}
		}
		list, err := NewTriangles(t.Context(), g, graph.Options{Threads: 3})
		if err != nil {
			t.Fatal(err)
		}
		byCorner := make([][]triple, g.Vertices())
		at, done := g.Adjacency(), make([]bool, g.Vertices())
		if err := list.AtEach(t.Context(), func(_ int, x uint32, xy, xz, yz uint64) {
			if at[yz] != at[xz] || yz < g.Offsets()[at[xy]] || yz >= g.Offsets()[at[xy]+1] || xz < g.Offsets()[x] || xz >= g.Offsets()[x+1] {
				t.Errorf("places %d, %d and %d at %d", xy, xz, yz, x)
			}
			if done[x] {
				t.Errorf("a triangle of %d when there were no more", x)
			}
			byCorner[x] = append(byCorner[x], triple{x, min(at[xy], at[xz]), max(at[xy], at[xz])})
		}, func(_ int, x uint32) { done[x] = true }); err != nil {
			t.Fatal(err)
		}
		var got []triple
		for _, of := range byCorner {
			slices.SortFunc(of, func(a, b triple) int { return cmp.Or(cmp.Compare(a.y, b.y), cmp.Compare(a.z, b.z)) })
			got = append(got, of...)
		}
		slices.SortFunc(want, func(a, b triple) int {
			return cmp.Or(cmp.Compare(a.x, b.x), cmp.Compare(a.y, b.y), cmp.Compare(a.z, b.z))
		})
		if !slices.Equal(got, want) {
			t.Fatalf("%v, want %v of %v", got, want, edges)
		}
		byX := make([][]triple, g.Vertices())
		if err := list.Once(t.Context(), func(_ int, x uint32, xy, xz, _ uint64) {
			of := []uint32{x, at[xy], at[xz]}
			slices.Sort(of)
			byX[x] = append(byX[x], triple{of[0], of[1], of[2]})
		}); err != nil {
			t.Fatal(err)
		}
		once := slices.Concat(byX...)
		slices.SortFunc(once, func(a, b triple) int {
			return cmp.Or(cmp.Compare(a.x, b.x), cmp.Compare(a.y, b.y), cmp.Compare(a.z, b.z))
		})
		want = slices.DeleteFunc(want, func(of triple) bool { return of.x > of.y })
		if !slices.Equal(once, want) {
			t.Fatalf("%v, want %v of %v", once, want, edges)
		}
	}
}

// The limit that a refusal names does.
func TestTheLimitThatIsNamedDoes(t *testing.T) {
	if testing.Short() {
		t.Skip("many sums")
	}
	random := rand.New(rand.NewPCG(7, 13))
	for name, line := range map[string]func() string{
		"dense":  func() string { return fmt.Sprintln(random.Uint32N(20_000), random.Uint32N(20_000), 1) },
		"sparse": func() string { return fmt.Sprintln(random.Uint32N(20_000)*40_009, random.Uint32N(20_000)*40_009, 1) },
		"wide":   func() string { return fmt.Sprintln(random.Uint64N(20_000)<<40, random.Uint64N(20_000)<<40, 1) },
		"names":  func() string { return fmt.Sprintf("v%d w%d 1\n", random.Uint32N(20_000), random.Uint32N(20_000)) },
	} {
		var text strings.Builder
		for range 50_000 {
			text.WriteString(line())
		}
		for asked, read := range map[string]func(src graph.Source, opt graph.Options) error{
			"directed": func(src graph.Source, opt graph.Options) error {
				_, err := ReadDirected(t.Context(), src, opt)
				return err
			},
			"weighted": func(src graph.Source, opt graph.Options) error {
				_, err := ReadWeighted(t.Context(), src, opt)
				return err
			},
		} {
			within := func(memory int64) error {
				in := graphio.Options{Weights: true, Columns: []string{"1", "2", "3"}, Memory: memory}
				src, err := graphio.OpenReader(strings.NewReader(text.String()), "-", in)
				if err != nil {
					return err
				}
				defer src.Close()
				return read(src, graph.Options{Threads: 2, Memory: memory})
			}
			for _, memory := range []int64{1, 35 << 20} {
				err := within(memory)
				var short *graph.MemoryError
				if err == nil {
					continue
				} else if !errors.As(err, &short) || short.Limit != memory || short.Need <= memory {
					t.Errorf("%s, %s within %d: %v", name, asked, memory, err)
				} else if again := within(short.Need); again != nil {
					t.Errorf("%s, %s within %d: %v; then: %v", name, asked, memory, err, again)
				}
			}
		}
	}
}

// TestTheLimitThatIsNamedDoesForDeclaredVertices: of which most have no edge.
func TestTheLimitThatIsNamedDoesForDeclaredVertices(t *testing.T) {
	var own strings.Builder
	own.WriteString("graph [ directed 1\n")
	for v := range 200_000 {
		fmt.Fprintf(&own, "node [ id %d ]\n", 5*v)
	}
	own.WriteString("edge [ source 0 target 5 ] edge [ source 5 target 15 ] edge [ source 15 target 0 ] ]\n")
	for name, text := range map[string]string{
		"g.mtx": "%%MatrixMarket matrix coordinate pattern general\n2000000 2000000 3\n1 2\n2 3\n3 1\n",
		"g.gml": own.String(),
	} {
		within := func(memory int64) error {
			src, err := graphio.OpenReader(strings.NewReader(text), name, graphio.Options{Memory: memory})
			if err != nil {
				return err
			}
			defer src.Close()
			_, err = ReadDirected(t.Context(), src, graph.Options{Threads: 2, Memory: memory})
			return err
		}
		for _, memory := range []int64{1, 35 << 20, 50 << 20, 70 << 20, 120 << 20} {
			err := within(memory)
			var short *graph.MemoryError
			if err == nil {
				continue
			} else if !errors.As(err, &short) || short.Limit != memory || short.Need <= memory {
				t.Errorf("%s within %d: %v", name, memory, err)
			} else if again := within(short.Need); again != nil {
				t.Errorf("%s within %d: %v; then: %v", name, memory, err, again)
			}
		}
	}
}
