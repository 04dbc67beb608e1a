package graphio

import (
	"fmt"
	"strconv"
	"strings"
)

// networkxWriters are the functions of NetworkX 3 that write files.
var networkxWriters = []corpusWriter{
	{name: "networkx write_edgelist", file: "g.edgelist", must: true, graphs: hasWords, write: nxEdgeList(" ", pythonDict)},
	{name: "networkx write_edgelist, names with blanks", file: "g.edgelist", graphs: hasNoWords, write: nxEdgeList(" ", pythonDict)},
	{name: "networkx write_edgelist data=False", file: "g.txt", must: true, graphs: hasWords, write: nxEdgeList(" ", nil)},
	{name: "networkx write_edgelist data=False, names with blanks", file: "g.txt", graphs: hasNoWords, write: nxEdgeList(" ", nil)},
	{name: "networkx write_edgelist delimiter=','", file: "g.csv", must: true, graphs: hasWords, write: nxEdgeList(",", pythonDict)},
	{name: "networkx write_edgelist delimiter=', '", file: "g.csv", must: true, graphs: hasWords, write: nxEdgeList(", ", pythonDict)},
	{name: "networkx write_edgelist delimiter='\\t'", file: "g.tsv", must: true, graphs: hasWords, write: nxEdgeList("\t", pythonDict)},
	{name: "networkx write_edgelist delimiter=';'", file: "g.csv", graphs: hasWords, write: nxEdgeList(";", nil)},
	{name: "networkx write_edgelist delimiter=':'", file: "g.txt", graphs: hasWords, write: nxEdgeList(":", nil)},
	{name: "networkx write_edgelist delimiter='|'", file: "g.txt", graphs: hasWords, write: nxEdgeList("|", nil)},
	{name: "networkx write_edgelist, two attributes", file: "g.edgelist", must: true, graphs: hasWords,
		write: nxEdgeList(" ", func(_ *corpusGraph, e corpusEdge) string {
			return fmt.Sprintf("{'weight': %s, 'kind': 'a, b'}", e.text())
		})},
	{name: "networkx write_weighted_edgelist", file: "g.edgelist", must: true, graphs: both(hasWords, isWeighted), write: nxEdgeList(" ", weightOf)},
	{name: "networkx write_weighted_edgelist, csv", file: "g.csv", must: true, graphs: both(hasWords, isWeighted), write: nxEdgeList(",", weightOf)},
	{name: "networkx write_edgelist data=['weight','kind']", file: "g.txt", must: true, graphs: both(hasWords, isWeighted),
		write: nxEdgeList(" ", func(_ *corpusGraph, e corpusEdge) string { return e.text() + " red" })},
	{name: "networkx write_adjlist", file: "g.adjlist", graphs: hasSink, write: func(w *corpusText, g *corpusGraph) {
		w.f("#/home/me/work.py\n# GMT Tue May  5 10:11:12 2026\n# %s\n", g.title)
		nxAdjacency(w, g, " ")
	}},
	{name: "networkx generate_adjlist", file: "g.txt", graphs: hasSink, write: func(w *corpusText, g *corpusGraph) { nxAdjacency(w, g, " ") }},
	{name: "networkx generate_adjlist delimiter=','", file: "g.csv", graphs: both(hasSink, hasWords), write: func(w *corpusText, g *corpusGraph) { nxAdjacency(w, g, ",") }},
	{name: "networkx write_multiline_adjlist", file: "g.adjlist", write: func(w *corpusText, g *corpusGraph) {
		w.f("#/home/me/work.py\n# GMT Tue May  5 10:11:12 2026\n# %s\n", g.title)
		nxMultiline(w, g)
	}},
	{name: "networkx generate_multiline_adjlist", file: "g.txt", write: nxMultiline},
	{name: "networkx write_graphml", file: "g.graphml", must: true, write: nxGraphML},
	{name: "networkx write_gml", file: "g.gml", must: true, named: []naming{zeroBased, byName, gmlName}, write: nxGML},
	{name: "networkx write_pajek", file: "g.net", must: true, named: []naming{oneBased, byName}, graphs: hasNoQuotes, write: nxPajek},
	{name: "networkx write_pajek, names with quotes", file: "g.net", named: []naming{oneBased, byName}, graphs: hasQuotes, write: nxPajek},
	{name: "networkx write_edgelist delimiter=',', names with commas", file: "g.csv", graphs: hasNoWords, write: nxEdgeList(",", pythonDict)},
	{name: "networkx write_graph6", file: "g.g6", must: true, named: []naming{zeroBased}, graphs: isUndirected, write: func(w *corpusText, g *corpusGraph) {
		w.f(">>graph6<<%s\n", graph6(g))
	}},
	{name: "networkx write_graph6 header=False", file: "g.g6", must: true, named: []naming{zeroBased}, graphs: isUndirected, write: func(w *corpusText, g *corpusGraph) {
		w.f("%s\n", graph6(g))
	}},
	{name: "networkx write_sparse6", file: "g.s6", must: true, named: []naming{zeroBased}, graphs: isUndirected, write: func(w *corpusText, g *corpusGraph) {
		w.f(">>sparse6<<%s\n", sparse6(g))
	}},
	{name: "networkx node_link_data", file: "g.json", must: true, write: func(w *corpusText, g *corpusGraph) {
		w.f(`{"directed": %t, "multigraph": false, "graph": {}, "nodes": [`, g.directed)
		for v, name := range g.names {
			w.f(`%s{"id": %s}`, comma(v, ", "), jsonName(name))
		}
		w.f(`], "links": [`)
		for i, e := range g.edges {
			w.f(`%s{"weight": %s, "source": %s, "target": %s}`, comma(i, ", "), e.text(), jsonName(g.u(e)), jsonName(g.v(e)))
		}
		w.f("]}")
	}},
	{name: "networkx adjacency_data", file: "g.json", must: true, write: func(w *corpusText, g *corpusGraph) {
		w.f(`{"directed": %t, "multigraph": false, "graph": [], "nodes": [`, g.directed)
		for v, name := range g.names {
			w.f(`%s{"id": %s}`, comma(v, ", "), jsonName(name))
		}
		w.f(`], "adjacency": [`)
		for v := range g.names {
			w.f(`%s[`, comma(v, ", "))
			for i, e := range g.out(v) {
				w.f(`%s{"id": %s}`, comma(i, ", "), jsonName(g.v(e)))
			}
			w.f(`]`)
		}
		w.f("]}")
	}},
	{name: "networkx cytoscape_data, indented", file: "g.cyjs", must: true, write: func(w *corpusText, g *corpusGraph) {
		w.f("{\n  \"data\": [],\n  \"directed\": %t,\n  \"multigraph\": false,\n  \"elements\": {\n    \"nodes\": [\n", g.directed)
		for v, name := range g.names {
			w.f("%s      {\n        \"data\": {\n          \"id\": %q,\n          \"value\": %s\n        }\n      }", comma(v, ",\n"), name, jsonName(name))
		}
		w.f("\n    ],\n    \"edges\": [\n")
		for i, e := range g.edges {
			w.f("%s      {\n        \"data\": {\n          \"source\": %s,\n          \"target\": %s\n        }\n      }", comma(i, ",\n"), jsonName(g.u(e)), jsonName(g.v(e)))
		}
		w.f("\n    ]\n  }\n}\n")
	}},
	{name: "networkx write_gexf", file: "g.gexf", must: true, write: func(w *corpusText, g *corpusGraph) {
		w.f("<?xml version='1.0' encoding='utf-8'?>\n<gexf xmlns=\"http://www.gexf.net/1.2draft\" version=\"1.2\">\n  <graph defaultedgetype=\"undirected\" mode=\"static\" name=\"\">\n    <nodes>\n")
		for _, name := range g.names {
			w.f("      <node id=%s label=%[1]s />\n", xmlName(name))
		}
		w.f("    </nodes>\n    <edges>\n")
		for i, e := range g.edges {
			w.f("      <edge source=%s target=%s id=\"%d\" />\n", xmlName(g.u(e)), xmlName(g.v(e)), i)
		}
		w.f("    </edges>\n  </graph>\n</gexf>\n")
	}},
	{name: "networkx nx_pydot.write_dot", file: "g.dot", must: true, write: func(w *corpusText, g *corpusGraph) {
		kind, arrow := "graph", "--"
		if g.directed {
			kind, arrow = "digraph", "->"
		}
		w.f("strict %s  {\n", kind)
		for _, name := range g.names {
			w.f("%s;\n", dotName(name))
		}
		for _, e := range g.edges {
			w.f("%s %s %s;\n", dotName(g.u(e)), arrow, dotName(g.v(e)))
		}
		w.f("}\n")
	}},
	{name: "networkx write_latex", file: "g.tex", graphs: hasWords, write: func(w *corpusText, g *corpusGraph) {
		w.f("\\documentclass{report}\n\\usepackage{tikz}\n\n\\begin{document}\n\\begin{figure}\n  \\begin{tikzpicture}\n      \\draw\n")
		for _, name := range g.names {
			w.f("        (0,1) node (%s){%s}\n", name, name)
		}
		w.f("      \\begin{scope}[-]\n")
		for _, e := range g.edges {
			w.f("        \\draw[] (%s) to (%s);\n", g.u(e), g.v(e))
		}
		w.f("      \\end{scope}\n    \\end{tikzpicture}\n  \\end{figure}\n\\end{document}\n")
	}},
	{name: "networkx write_network_text", file: "g.txt", graphs: isUndirected, write: func(w *corpusText, g *corpusGraph) {
		for v, name := range g.names {
			mark := "├── "
			if v == 0 {
				mark = "╙── "
			}
			w.f("%s%s\n", mark, name)
		}
	}},
	{name: "print of G.edges()", file: "g.txt", write: func(w *corpusText, g *corpusGraph) {
		w.f("[")
		for i, e := range g.edges {
			w.f("%s(%s, %s)", comma(i, ", "), pythonName(g.u(e)), pythonName(g.v(e)))
		}
		w.f("]\n")
	}},
	{name: "print of every edge of G.edges()", file: "g.txt", write: func(w *corpusText, g *corpusGraph) {
		for _, e := range g.edges {
			w.f("(%s, %s)\n", pythonName(g.u(e)), pythonName(g.v(e)))
		}
	}},
	{name: "print of every edge of G.edges(data=True)", file: "g.txt", write: func(w *corpusText, g *corpusGraph) {
		for _, e := range g.edges {
			w.f("(%s, %s, %s)\n", pythonName(g.u(e)), pythonName(g.v(e)), pythonDict(g, e))
		}
	}},
	{name: "print of nx.to_dict_of_lists", file: "g.txt", write: func(w *corpusText, g *corpusGraph) {
		w.f("{")
		for v, name := range g.names {
			w.f("%s%s: [", comma(v, ", "), pythonName(name))
			for i, e := range g.out(v) {
				w.f("%s%s", comma(i, ", "), pythonName(g.v(e)))
			}
			w.f("]")
		}
		w.f("}\n")
	}},
}

// nxEdgeList writes two names a line and what data makes of the edge.
func nxEdgeList(separator string, data func(g *corpusGraph, e corpusEdge) string) func(*corpusText, *corpusGraph) {
	return func(w *corpusText, g *corpusGraph) {
		for _, e := range g.edges {
			w.f("%s%s%s", g.u(e), separator, g.v(e))
			if data != nil {
				w.f("%s%s", separator, data(g, e))
			}
			w.f("\n")
		}
	}
}

func pythonDict(g *corpusGraph, e corpusEdge) string {
	if g.weighted {
		return fmt.Sprintf("{'weight': %s}", e.text())
	}
	return "{}"
}

func weightOf(_ *corpusGraph, e corpusEdge) string { return e.text() }

// hasSink says that an adjacency list has a line of one vertex only. Without
// one, lines of three numbers each could be edges with weights as well.
func hasSink(g *corpusGraph) bool {
	for v := range g.names {
		if len(g.onward(v)) == 0 {
			return true
		}
	}
	return false
}

func nxAdjacency(w *corpusText, g *corpusGraph, separator string) {
	for v, name := range g.names {
		w.f("%s", name)
		for _, e := range g.onward(v) {
			w.f("%s%s", separator, g.v(e))
		}
		w.f("\n")
	}
}

func nxMultiline(w *corpusText, g *corpusGraph) {
	for v, name := range g.names {
		w.f("%s %d\n", name, len(g.onward(v)))
		for _, e := range g.onward(v) {
			w.f("%s %s\n", g.v(e), pythonDict(g, e))
		}
	}
}

func nxGraphML(w *corpusText, g *corpusGraph) {
	kind := "undirected"
	if g.directed {
		kind = "directed"
	}
	w.f("<?xml version='1.0' encoding='utf-8'?>\n<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:schemaLocation=\"http://graphml.graphdrawing.org/xmlns http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd\">\n")
	if g.weighted {
		w.f("  <key id=\"d0\" for=\"edge\" attr.name=\"weight\" attr.type=\"double\" />\n")
	}
	w.f("  <graph edgedefault=%q>\n", kind)
	for _, name := range g.names {
		w.f("    <node id=%s />\n", xmlName(name))
	}
	for _, e := range g.edges {
		w.f("    <edge source=%s target=%s", xmlName(g.u(e)), xmlName(g.v(e)))
		if g.weighted {
			w.f(">\n      <data key=\"d0\">%s</data>\n    </edge>\n", e.real())
		} else {
			w.f(" />\n")
		}
	}
	w.f("  </graph>\n</graphml>\n")
}

// gmlName is a name as it stands in GML, which is ASCII.
func gmlName(g *corpusGraph, v int) string {
	var text strings.Builder
	for _, r := range g.names[v] {
		if r == '"' || r == '&' || r > '~' {
			fmt.Fprintf(&text, "&#%d;", r)
		} else {
			text.WriteRune(r)
		}
	}
	return text.String()
}

func nxGML(w *corpusText, g *corpusGraph) {
	w.f("graph [\n")
	if g.directed {
		w.f("  directed 1\n")
	}
	for v := range g.names {
		w.f("  node [\n    id %d\n    label \"%s\"\n  ]\n", v, gmlName(g, v))
	}
	for _, e := range g.edges {
		w.f("  edge [\n    source %d\n    target %d\n", e.u, e.v)
		if g.weighted {
			w.f("    weight %s\n", e.text())
		}
		w.f("  ]\n")
	}
	w.f("]\n")
}

func nxPajek(w *corpusText, g *corpusGraph) {
	w.f("*vertices %d\n", g.n())
	for v, name := range g.names {
		if strings.Contains(name, " ") {
			name = `"` + name + `"` // and quotes inside stay as they are
		}
		w.f("%d %s 0.0 0.0 ellipse\n", v+1, name)
	}
	section := "edges"
	if g.directed {
		section = "arcs"
	}
	w.f("*%s\n", section)
	for _, e := range g.edges {
		w.f("%d %d %s\n", e.u+1, e.v+1, e.real())
	}
}

// graph6 is the upper triangle of the matrix, column by column, six bits a
// character (McKay: Description of graph6 and sparse6 encodings).
func graph6(g *corpusGraph) string {
	text, cells := []byte{byte(63 + g.n())}, g.cells()
	var bits, filled byte
	for v := range g.names {
		for u := range v {
			bits <<= 1
			if cells[u][v] != 0 {
				bits |= 1
			}
			if filled++; filled == 6 {
				text, bits, filled = append(text, 63+bits), 0, 0
			}
		}
	}
	if filled > 0 {
		text = append(text, 63+bits<<(6-filled))
	}
	return string(text)
}

// sparse6 is a list of edges by their larger end.
func sparse6(g *corpusGraph) string {
	n, width := g.n(), 1
	for 1<<width < n {
		width++
	}
	var bits []byte
	push := func(b byte, x int) {
		bits = append(bits, b)
		for i := width - 1; i >= 0; i-- {
			bits = append(bits, byte(x>>i&1))
		}
	}
	at := 0
	for v := range g.names {
		for _, e := range g.out(v) {
			if e.v > v {
				continue
			}
			switch v {
			case at:
				push(0, e.v)
			case at + 1:
				push(1, e.v)
			default:
				push(1, v)
				push(0, e.v)
			}
			at = v
		}
	}
	for len(bits)%6 != 0 {
		bits = append(bits, 1)
	}
	text := []byte{':', byte(63 + n)}
	for i := 0; i < len(bits); i += 6 {
		var c byte
		for _, b := range bits[i : i+6] {
			c = c<<1 | b
		}
		text = append(text, 63+c)
	}
	return string(text)
}

// comma is what stands between items, in front of the one of index i.
func comma(i int, between string) string {
	if i == 0 {
		return ""
	}
	return between
}

func isNumber(name string) bool { return isNumeric([]byte(name)) }

func jsonName(name string) string {
	if isNumber(name) {
		return name
	}
	return strconv.Quote(name)
}

func pythonName(name string) string {
	switch {
	case isNumber(name):
		return name
	case strings.Contains(name, "'"):
		return strconv.Quote(name)
	}
	return "'" + name + "'"
}

func dotName(name string) string {
	if strings.ContainsAny(name, ` ,;"'`) {
		return strconv.Quote(name)
	}
	return name
}

var xmlEscapes = strings.NewReplacer("&", "&amp;", `"`, "&quot;", "<", "&lt;")

// xmlName is a name as the value of an attribute.
func xmlName(name string) string { return `"` + xmlEscapes.Replace(name) + `"` }
