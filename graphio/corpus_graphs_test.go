package graphio

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// corpusGraph is a graph that the writers of the corpus write.
type corpusGraph struct {
	title    string
	names    []string // of the vertices
	edges    []corpusEdge
	directed bool
	weighted bool
}

type corpusEdge struct {
	u, v   int
	weight float64
}

// corpusGraphs are small enough to be read by eye, and have what makes formats
// differ: ids from 0, from 1 and with gaps, names with all sorts of things in
// them, weights, isolated vertices, both directions of an edge, a loop.
var corpusGraphs = []*corpusGraph{
	newCorpusGraph("clique with a tail, from 0", "0 1 2 3 4 5", "0-1 0-2 0-3 1-2 1-3 2-3 3-4 4-5"),
	newCorpusGraph("clique with a tail, from 1", "1 2 3 4 5 6", "0-1 0-2 0-3 1-2 1-3 2-3 3-4 4-5"),
	newCorpusGraph("one edge", "0 1", "0-1"),
	newCorpusGraph("triangle", "1 2 3", "0-1 1-2 0-2"),
	newCorpusGraph("ring", "0 1 2 3 4 5 6 7", "0-1 1-2 2-3 3-4 4-5 5-6 6-7 0-7"),
	newCorpusGraph("star", "0 1 2 3 4 5 6", "0-1 0-2 0-3 0-4 0-5 0-6"),
	newCorpusGraph("wheel of 12", "0 1 2 3 4 5 6 7 8 9 10 11",
		"0-1 0-2 0-3 0-4 0-5 0-6 0-7 0-8 0-9 0-10 0-11 1-2 2-3 3-4 4-5 5-6 6-7 7-8 8-9 9-10 10-11 1-11"),
	newCorpusGraph("complete graph", "1 2 3 4 5", "0-1 0-2 0-3 0-4 1-2 1-3 1-4 2-3 2-4 3-4"),
	newCorpusGraph("isolated vertices", "0 1 2 3 4 5 6", "0-2 0-3 2-3 3-5"),
	newCorpusGraph("ids with gaps", "17 40 305 9001 2147483648 77", "0-1 0-2 1-2 2-3 3-4 4-5 2-4"),
	newCorpusGraph("weights", "0 1 2 3 4", "0-1:0.5 0-2:1.25 1-2:3 2-3:0.125 3-4:7.5 2-4:1"),
	newCorpusGraph("whole weights", "1 2 3 4 5", "0-1:3 0-2:1 1-2:5 2-3:2 3-4:4 2-4:12"),
	newCorpusGraph("names", "alice bob carol dave erin", "0-1 0-2 1-2 2-3 3-4"),
	newCorpusGraph("names with weights", "TP53 MDM2 EGFR ABL1", "0-1:0.9 0-2:0.25 1-2:1 2-3:0.75"),
	newCorpusGraph("names with blanks", "New York|San Jose|Los Angeles|Boston", "0-1 0-2 1-2 2-3"),
	newCorpusGraph("names with commas and quotes", `Smith, John|O'Neil "Bo" Pat|Lee; Ann|Wu|Ng, A., B.`, "0-1 0-2 1-2 2-3 3-4"),
	newCorpusGraph("names beyond ASCII", "Zoë Jürgen Łukasz 李明 Søren", "0-1 0-2 1-2 2-3 3-4"),
	newCorpusGraph("directed", "0 1 2 3 4", "0>1 1>0 0>2 2>1 3>2 3>4"),
	newCorpusGraph("directed with a loop", "1 2 3 4", "0>1 1>2 2>0 2>2 3>2 2>3"),
}

// newCorpusGraph makes a graph of its names, which have '|' between them where
// they have blanks inside, and its edges: "0-1" or "0>1", with ":weight".
func newCorpusGraph(title, names, edges string) *corpusGraph {
	g := &corpusGraph{title: title, names: strings.Fields(names), directed: strings.Contains(edges, ">")}
	if strings.Contains(names, "|") {
		g.names = strings.Split(names, "|")
	}
	for _, text := range strings.Fields(edges) {
		e := corpusEdge{weight: 1}
		text, weight, weighted := strings.Cut(text, ":")
		if weighted {
			e.weight, _ = strconv.ParseFloat(weight, 64)
			g.weighted = true
		}
		text = strings.Replace(text, ">", "-", 1)
		if _, err := fmt.Sscanf(text, "%d-%d", &e.u, &e.v); err != nil {
			panic(err)
		}
		g.edges = append(g.edges, e)
	}
	return g
}

// u and v are the names of the ends of an edge.
func (g *corpusGraph) u(e corpusEdge) string { return g.names[e.u] }
func (g *corpusGraph) v(e corpusEdge) string { return g.names[e.v] }

// weight is the weight of an edge as most programs print it.
func (e corpusEdge) text() string { return strconv.FormatFloat(e.weight, 'g', -1, 64) }

// real is the weight of an edge as Python prints a float.
func (e corpusEdge) real() string {
	if text := e.text(); strings.Contains(text, ".") {
		return text
	}
	return e.text() + ".0"
}

func (g *corpusGraph) n() int { return len(g.names) }

// arcs are the edges in both directions, or as they are where g is directed.
func (g *corpusGraph) arcs() []corpusEdge {
	arcs := slices.Clone(g.edges)
	if g.directed {
		return arcs
	}
	for _, e := range g.edges {
		arcs = append(arcs, corpusEdge{e.v, e.u, e.weight})
	}
	slices.SortFunc(arcs, func(a, b corpusEdge) int {
		if a.u != b.u {
			return a.u - b.u
		}
		return a.v - b.v
	})
	return arcs
}

// out are the arcs that leave v.
func (g *corpusGraph) out(v int) []corpusEdge {
	var out []corpusEdge
	for _, e := range g.arcs() {
		if e.u == v {
			out = append(out, e)
		}
	}
	return out
}

// onward are the arcs that leave v for vertices behind it, each edge being
// listed with its first end; for directed graphs all arcs.
func (g *corpusGraph) onward(v int) []corpusEdge {
	return slices.DeleteFunc(g.out(v), func(e corpusEdge) bool { return !g.directed && e.v < e.u })
}

// cells is the adjacency matrix.
func (g *corpusGraph) cells() [][]float64 {
	cells := make([][]float64, g.n())
	for v := range cells {
		cells[v] = make([]float64, g.n())
		for _, e := range g.out(v) {
			cells[v][e.v] = e.weight
		}
	}
	return cells
}

// What follows says which graphs a writer writes.

func isNumbered(g *corpusGraph) bool {
	return !slices.ContainsFunc(g.names, func(name string) bool { return !isNumeric([]byte(name)) })
}

func hasNames(g *corpusGraph) bool { return !isNumbered(g) }

// hasWords says that no name has blanks or punctuation.
func hasWords(g *corpusGraph) bool {
	return !slices.ContainsFunc(g.names, func(name string) bool { return strings.ContainsAny(name, ` ,;"'`) })
}

// hasQuotes says that a name has double quotes inside, and there programs differ.
func hasQuotes(g *corpusGraph) bool {
	return slices.ContainsFunc(g.names, func(name string) bool { return strings.Contains(name, `"`) })
}

func hasNoQuotes(g *corpusGraph) bool { return !hasQuotes(g) }

func hasNoWords(g *corpusGraph) bool { return !hasWords(g) }

func isUndirected(g *corpusGraph) bool { return !g.directed }
func isWeighted(g *corpusGraph) bool   { return g.weighted }
func isUnweighted(g *corpusGraph) bool { return !g.weighted }

// hasSeveral says that there are at least n edges.
func hasSeveral(n int) func(g *corpusGraph) bool {
	return func(g *corpusGraph) bool { return len(g.edges) >= n }
}

func both(conditions ...func(g *corpusGraph) bool) func(g *corpusGraph) bool {
	return func(g *corpusGraph) bool {
		return !slices.ContainsFunc(conditions, func(holds func(g *corpusGraph) bool) bool { return !holds(g) })
	}
}
