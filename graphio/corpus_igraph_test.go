package graphio

import "strings"

// igraphWriters are the functions of igraph that write files, by its names in C
// and Python.
var igraphWriters = []corpusWriter{
	{name: "igraph write_edgelist", file: "g.txt", must: true, named: []naming{zeroBased}, write: func(w *corpusText, g *corpusGraph) {
		for _, e := range g.edges {
			w.f("%d %d\n", e.u, e.v)
		}
	}},
	{name: "igraph write_ncol", file: "g.ncol", must: true, graphs: hasWords, write: func(w *corpusText, g *corpusGraph) {
		for _, e := range g.edges {
			w.f("%s %s", g.u(e), g.v(e))
			if g.weighted {
				w.f(" %s", e.text())
			}
			w.f("\n")
		}
	}},
	{name: "igraph write_ncol, names with blanks", file: "g.ncol", graphs: hasNoWords, write: nxEdgeList(" ", nil)},
	{name: "igraph write_lgl", file: "g.lgl", must: true, graphs: hasWords, write: func(w *corpusText, g *corpusGraph) {
		for v, name := range g.names {
			if len(g.onward(v)) == 0 {
				continue
			}
			w.f("# %s\n", name)
			for _, e := range g.onward(v) {
				w.f("%s", g.v(e))
				if g.weighted {
					w.f(" %s", e.text())
				}
				w.f("\n")
			}
		}
	}},
	{name: "igraph write_pajek", file: "g.net", must: true, named: []naming{oneBased, byName, func(g *corpusGraph, v int) string { return strings.ReplaceAll(g.names[v], `"`, "&#34;") }}, write: func(w *corpusText, g *corpusGraph) {
		w.f("*Vertices %d\n", g.n())
		for v := range g.names {
			w.f("%d \"%s\"\n", v+1, strings.ReplaceAll(g.names[v], `"`, "&#34;"))
		}
		section := "Edges"
		if g.directed {
			section = "Arcs"
		}
		w.f("*%s\n", section)
		for _, e := range g.edges {
			w.f("%d %d", e.u+1, e.v+1)
			if g.weighted {
				w.f(" %s", e.text())
			}
			w.f("\n")
		}
	}},
	{name: "igraph write_gml", file: "g.gml", must: true, named: []naming{zeroBased, byName, gmlName}, write: func(w *corpusText, g *corpusGraph) {
		w.f("Creator \"igraph version 0.10.12 Tue May  5 10:11:12 2026\"\nVersion 1\ngraph\n[\n  directed %d\n", map[bool]int{true: 1}[g.directed])
		for v := range g.names {
			w.f("  node\n  [\n    id %d\n    name \"%s\"\n  ]\n", v, gmlName(g, v))
		}
		for _, e := range g.edges {
			w.f("  edge\n  [\n    source %d\n    target %d\n", e.u, e.v)
			if g.weighted {
				w.f("    weight %s\n", e.text())
			}
			w.f("  ]\n")
		}
		w.f("]\n")
	}},
	{name: "igraph write_graphml", file: "g.graphml", must: true,
		named: []naming{func(g *corpusGraph, v int) string { return "n" + zeroBased(g, v) }, byName},
		write: func(w *corpusText, g *corpusGraph) {
			kind := "undirected"
			if g.directed {
				kind = "directed"
			}
			w.f("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\"\n         xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"\n         xsi:schemaLocation=\"http://graphml.graphdrawing.org/xmlns\n         http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd\">\n<!-- Created by igraph -->\n  <key id=\"v_name\" for=\"node\" attr.name=\"name\" attr.type=\"string\"/>\n  <graph id=\"G\" edgedefault=\"%s\">\n", kind)
			for v, name := range g.names {
				w.f("    <node id=\"n%d\">\n      <data key=\"v_name\">%s</data>\n    </node>\n", v, xmlEscapes.Replace(name))
			}
			for _, e := range g.edges {
				w.f("    <edge source=\"n%d\" target=\"n%d\">\n    </edge>\n", e.u, e.v)
			}
			w.f("  </graph>\n</graphml>\n")
		}},
	{name: "igraph write_leda", file: "g.lgr", must: true, named: []naming{oneBased, byName}, write: func(w *corpusText, g *corpusGraph) {
		w.f("LEDA.GRAPH\nstring\nvoid\n%d\n# Vertices\n%d\n", map[bool]int{false: -2, true: -1}[g.directed], g.n())
		for _, name := range g.names {
			w.f("|{%s}|\n", name)
		}
		w.f("# Edges\n%d\n", len(g.edges))
		for _, e := range g.edges {
			w.f("%d %d 0 |{}|\n", e.u+1, e.v+1)
		}
	}},
	{name: "igraph write_dimacs", file: "g.max", named: []naming{oneBased}, write: func(w *corpusText, g *corpusGraph) {
		w.f("c created by igraph\np max %d %d\nn 1 s\nn %d t\n", g.n(), len(g.edges), g.n())
		for _, e := range g.edges {
			w.f("a %d %d %s\n", e.u+1, e.v+1, e.text())
		}
	}},
	{name: "igraph write_dot", file: "g.dot", must: true, named: []naming{zeroBased, byName}, write: func(w *corpusText, g *corpusGraph) {
		kind, arrow := "graph", "--"
		if g.directed {
			kind, arrow = "digraph", "->"
		}
		w.f("/* Created by igraph 0.10.12 */\n%s {\n", kind)
		for v, name := range g.names {
			w.f("  %d [\n    name=%s\n  ];\n", v, dotName(name))
		}
		w.f("\n")
		for _, e := range g.edges {
			w.f("  %d %s %d;\n", e.u, arrow, e.v)
		}
		w.f("}\n")
	}},
	{name: "igraph write_adjacency", file: "g.txt", named: []naming{zeroBased, oneBased}, graphs: both(isUnweighted, hasVertices(3)), write: matrixText(" ", false)},
	{name: "igraph write_adjacency sep=','", file: "g.csv", named: []naming{zeroBased, oneBased}, graphs: both(isUnweighted, hasVertices(3)), write: matrixText(",", false)},
	{name: "igraph print of get_adjacency", file: "g.txt", named: []naming{zeroBased, oneBased}, graphs: both(isUnweighted, hasVertices(3)), write: func(w *corpusText, g *corpusGraph) {
		for v, row := range g.cells() {
			w.f("%s", map[bool]string{true: "[[", false: " ["}[v == 0])
			for i, x := range row {
				w.f("%s%g", comma(i, ", "), x)
			}
			w.f("]%s\n", map[bool]string{true: "]"}[v == g.n()-1])
		}
	}},
	{name: "igraph print of get_adjlist", file: "g.txt", named: []naming{zeroBased}, write: func(w *corpusText, g *corpusGraph) {
		w.f("[")
		for v := range g.names {
			w.f("%s[", comma(v, ", "))
			for i, e := range g.out(v) {
				w.f("%s%d", comma(i, ", "), e.v)
			}
			w.f("]")
		}
		w.f("]\n")
	}},
	{name: "igraph get_edge_dataframe", file: "g.csv", must: true, named: []naming{zeroBased}, write: func(w *corpusText, g *corpusGraph) {
		w.f("edge ID,source,target\n")
		for i, e := range g.edges {
			w.f("%d,%d,%d\n", i, e.u, e.v)
		}
	}},
	{name: "igraph summary", file: "g.txt", named: []naming{zeroBased}, graphs: isNumbered, write: func(w *corpusText, g *corpusGraph) {
		w.f("IGRAPH U--- %d %d --\n+ edges:\n", g.n(), len(g.edges))
		for i, e := range g.edges {
			w.f("%s%d--%d", comma(i, " "), e.u, e.v)
		}
		w.f("\n")
	}},
}
