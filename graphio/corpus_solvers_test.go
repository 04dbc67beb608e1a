package graphio

// solverWriters are formats of partitioners, miners and solvers.
var solverWriters = []corpusWriter{
	{name: "METIS", file: "g.graph", must: true, named: []naming{oneBased}, graphs: hasNoLoop, write: metisFile{}.write},
	{name: "METIS with weights", file: "g.graph", must: true, named: []naming{oneBased}, graphs: hasNoLoop, write: metisFile{format: " 001", weights: true}.write},
	{name: "METIS with weights of vertices", file: "g.graph", must: true, named: []naming{oneBased}, graphs: hasNoLoop, write: metisFile{format: " 011", sizes: true, weights: true}.write},
	{name: "METIS with a comment", file: "g.graph", must: true, named: []naming{oneBased}, graphs: hasNoLoop, write: func(w *corpusText, g *corpusGraph) {
		w.f("%% %s\n", g.title)
		metisFile{}.write(w, g)
	}},
	{name: "METIS as txt", file: "g.txt", named: []naming{oneBased}, graphs: hasNoLoop, write: metisFile{}.write},
	{name: "METIS with weights as txt", file: "g.txt", named: []naming{oneBased}, graphs: hasNoLoop, write: metisFile{format: " 1", weights: true}.write},
	{name: "METIS with weights of vertices as txt", file: "g.txt", named: []naming{oneBased}, graphs: hasNoLoop, write: metisFile{format: " 10", sizes: true}.write},
	{name: "KaHIP, trailing blanks", file: "g.metis", must: true, named: []naming{oneBased}, graphs: hasNoLoop, write: metisFile{trailing: " "}.write},
	{name: "NetworKit METIS", file: "g.metis", must: true, named: []naming{oneBased}, graphs: hasNoLoop, write: metisFile{format: " 0", trailing: " "}.write},
	{name: "NetworKit METIS, fractions", file: "g.metis", named: []naming{oneBased}, graphs: both(hasNoLoop, isWeighted), write: func(w *corpusText, g *corpusGraph) {
		w.f("%d %d 1\n", g.n(), len(g.edges))
		for v := range g.names {
			for _, e := range g.out(v) {
				w.f("%d %s\t", e.v+1, e.text())
			}
			w.f("\n")
		}
	}},
	{name: "NetworKit SNAP", file: "g.snap", named: []naming{zeroBased}, write: func(w *corpusText, g *corpusGraph) {
		w.f("p %d %d u u 0\n", g.n(), len(g.edges))
		for _, e := range g.edges {
			w.f("%d %d\n", e.v, e.u)
		}
	}},
	{name: "Scotch", file: "g.grf", named: []naming{zeroBased}, graphs: hasNoLoop, write: func(w *corpusText, g *corpusGraph) {
		w.f("0\n%d\t%d\n0\t000\n", g.n(), len(metisArcs(g)))
		for v := range g.names {
			w.f("%d", len(metisOut(g, v)))
			for _, u := range metisOut(g, v) {
				w.f("\t%d", u)
			}
			w.f("\n")
		}
	}},
	{name: "hMETIS", file: "g.hgr", named: []naming{oneBased}, graphs: hasNoLoop, write: func(w *corpusText, g *corpusGraph) {
		w.f("%d %d\n", len(g.edges), g.n())
		for _, e := range g.edges {
			w.f("%d %d\n", e.u+1, e.v+1)
		}
	}},
	{name: "hMETIS, a net for each vertex", file: "g.hgr", named: []naming{nobody}, graphs: hasSeveral(2), write: func(w *corpusText, g *corpusGraph) {
		w.f("%d %d\n", g.n(), g.n())
		for v := range g.names {
			w.f("%d", v+1)
			for _, e := range g.out(v) {
				w.f(" %d", e.v+1)
			}
			w.f("\n")
		}
	}},
	{name: "DIMACS shortest paths", file: "g.gr", must: true, named: []naming{oneBased}, write: func(w *corpusText, g *corpusGraph) {
		w.f("c 9th DIMACS Implementation Challenge: Shortest Paths\nc\np sp %d %d\nc\n", g.n(), len(g.arcs()))
		for _, e := range g.arcs() {
			w.f("a %d %d 803\n", e.u+1, e.v+1)
		}
	}},
	{name: "DIMACS colouring", file: "g.col", must: true, named: []naming{oneBased}, write: func(w *corpusText, g *corpusGraph) {
		w.f("c FILE: g.col\np edge %d %d\n", g.n(), len(g.edges))
		for _, e := range g.edges {
			w.f("e %d %d\n", e.u+1, e.v+1)
		}
	}},
	{name: "DIMACS colouring with col", file: "g.clq", must: true, named: []naming{oneBased}, write: func(w *corpusText, g *corpusGraph) {
		w.f("c\np col %d %d\n", g.n(), len(g.edges))
		for _, e := range g.edges {
			w.f("e %d %d\n", e.v+1, e.u+1)
		}
	}},
	{name: "DIMACS colouring with degrees", file: "g.col", named: []naming{oneBased}, write: func(w *corpusText, g *corpusGraph) {
		w.f("p edge %d %d\n", g.n(), len(g.edges))
		for v := range g.names {
			w.f("n %d 1\n", v+1)
		}
		for _, e := range g.edges {
			w.f("e %d %d\n", e.u+1, e.v+1)
		}
	}},
	{name: "DIMACS without a problem line", file: "g.col", named: []naming{oneBased}, write: func(w *corpusText, g *corpusGraph) {
		for _, e := range g.edges {
			w.f("e %d %d\n", e.u+1, e.v+1)
		}
	}},
	{name: "DIMACS maximum flow", file: "g.max", named: []naming{oneBased}, write: func(w *corpusText, g *corpusGraph) {
		w.f("p max %d %d\nn 1 s\nn %[1]d t\n", g.n(), len(g.edges))
		for _, e := range g.edges {
			w.f("a %d %d 5\n", e.u+1, e.v+1)
		}
	}},
	{name: "PACE tree width", file: "g.gr", named: []naming{oneBased}, write: func(w *corpusText, g *corpusGraph) {
		w.f("c This file describes a graph\np tw %d %d\n", g.n(), len(g.edges))
		for _, e := range g.edges {
			w.f("%d %d\n", e.u+1, e.v+1)
		}
	}},
	{name: "PACE vertex cover", file: "vc-exact_001.gr", named: []naming{oneBased}, write: func(w *corpusText, g *corpusGraph) {
		w.f("p td %d %d\n", g.n(), len(g.edges))
		for _, e := range g.edges {
			w.f("%d %d\n", e.u+1, e.v+1)
		}
	}},
	{name: "PACE Steiner tree", file: "instance001.gr", named: []naming{oneBased}, write: func(w *corpusText, g *corpusGraph) {
		w.f("SECTION Graph\nNodes %d\nEdges %d\n", g.n(), len(g.edges))
		for _, e := range g.edges {
			w.f("E %d %d 1\n", e.u+1, e.v+1)
		}
		w.f("END\n\nSECTION Terminals\nTerminals 1\nT 1\nEND\n\nEOF\n")
	}},
	{name: "gSpan", file: "g.data", named: []naming{zeroBased}, write: func(w *corpusText, g *corpusGraph) {
		w.f("t # 0\n")
		transactions(w, g)
		w.f("t # -1\n")
	}},
	{name: "gSpan without an end", file: "g.txt", named: []naming{zeroBased}, write: func(w *corpusText, g *corpusGraph) {
		w.f("t # 0\n")
		transactions(w, g)
	}},
	{name: "GraMi", file: "g.lg", named: []naming{zeroBased}, write: func(w *corpusText, g *corpusGraph) {
		w.f("# t 1\n")
		transactions(w, g)
	}},
	{name: "subgraph matching, t v e", file: "g.graph", named: []naming{zeroBased}, write: func(w *corpusText, g *corpusGraph) {
		w.f("t %d %d\n", g.n(), len(g.edges))
		for v := range g.names {
			w.f("v %d 0 %d\n", v, len(g.out(v)))
		}
		for _, e := range g.edges {
			w.f("e %d %d\n", e.u, e.v)
		}
	}},
	{name: "Ligra", file: "g.adj", must: true, named: []naming{zeroBased}, write: func(w *corpusText, g *corpusGraph) {
		w.f("AdjacencyGraph\n%d\n%d\n", g.n(), len(g.arcs()))
		at := 0
		for v := range g.names {
			w.f("%d\n", at)
			at += len(g.out(v))
		}
		for v := range g.names {
			for _, e := range g.out(v) {
				w.f("%d\n", e.v)
			}
		}
	}},
	{name: "PowerGraph adjacency", file: "g.adj", named: []naming{zeroBased}, graphs: hasSeveral(2), write: func(w *corpusText, g *corpusGraph) {
		for v := range g.names {
			w.f("%d %d", v, len(g.out(v)))
			for _, e := range g.out(v) {
				w.f(" %d", e.v)
			}
			w.f("\n")
		}
	}},
	{name: "Arabesque", file: "g.graph", named: []naming{zeroBased}, graphs: hasSeveral(2), write: func(w *corpusText, g *corpusGraph) {
		for v := range g.names {
			w.f("%d %d", v, v%3)
			for _, e := range g.out(v) {
				w.f(" %d", e.v)
			}
			w.f("\n")
		}
	}},
	{name: "Giraph JSON", file: "g.txt", named: []naming{zeroBased}, write: func(w *corpusText, g *corpusGraph) {
		for v := range g.names {
			w.f("[%d,0,[", v)
			for i, e := range g.out(v) {
				w.f("%s[%d,1]", comma(i, ","), e.v)
			}
			w.f("]]\n")
		}
	}},
	{name: "adjacency with colons", file: "g.txt", write: func(w *corpusText, g *corpusGraph) {
		for v, name := range g.names {
			w.f("%s:", name)
			for _, e := range g.out(v) {
				w.f(" %s", g.v(e))
			}
			w.f("\n")
		}
	}},
	{name: "adjacency with colons and commas", file: "g.txt", write: func(w *corpusText, g *corpusGraph) {
		for v, name := range g.names {
			w.f("%s:", name)
			for i, e := range g.out(v) {
				w.f("%s%s", comma(i, ","), g.v(e))
			}
			w.f("\n")
		}
	}},
	{name: "adjacency with arrows", file: "g.txt", write: func(w *corpusText, g *corpusGraph) {
		for v, name := range g.names {
			w.f("%s ->", name)
			for _, e := range g.out(v) {
				w.f(" %s", g.v(e))
			}
			w.f("\n")
		}
	}},
	{name: "adjacency, tab and commas", file: "g.txt", graphs: hasSeveral(2), write: func(w *corpusText, g *corpusGraph) {
		for v, name := range g.names {
			w.f("%s\t", name)
			for i, e := range g.out(v) {
				w.f("%s%s", comma(i, ","), g.v(e))
			}
			w.f("\n")
		}
	}},
	{name: "adjacency of both directions", file: "g.txt", graphs: both(hasSeveral(2), hasUnequalDegrees), write: func(w *corpusText, g *corpusGraph) {
		for v, name := range g.names {
			w.f("%s", name)
			for _, e := range g.out(v) {
				w.f(" %s", g.v(e))
			}
			w.f("\n")
		}
	}},
	{name: "adjacency of both directions, equal degrees", file: "g.txt", graphs: both(hasSeveral(2), hasEqualDegrees), cannotTell: "a third column might be weights", write: func(w *corpusText, g *corpusGraph) {
		for v, name := range g.names {
			w.f("%s", name)
			for _, e := range g.out(v) {
				w.f(" %s", g.v(e))
			}
			w.f("\n")
		}
	}},
	{name: "adjacency without the vertex, from 0", file: "g.txt", named: []naming{zeroBased}, graphs: hasSeveral(4), write: adjacencyOnly(0)},
	{name: "adjacency without the vertex, from 1", file: "g.txt", named: []naming{oneBased}, graphs: hasSeveral(4), write: adjacencyOnly(1)},
	{name: "nauty showg", file: "g.txt", named: []naming{zeroBased}, graphs: isUndirected, write: func(w *corpusText, g *corpusGraph) {
		w.f("\nGraph 1, order %d.\n", g.n())
		nauty(w, g)
	}},
	{name: "nauty dreadnaut", file: "g.dre", named: []naming{zeroBased}, graphs: isUndirected, write: func(w *corpusText, g *corpusGraph) {
		w.f("n=%d $=0 g\n", g.n())
		nauty(w, g)
		w.f("$$\n")
	}},
	{name: "nauty showg -e", file: "g.txt", named: []naming{zeroBased}, graphs: isUndirected, write: func(w *corpusText, g *corpusGraph) {
		w.f("\nGraph 1, order %d.\n%[1]d %d\n", g.n(), len(g.edges))
		for i, e := range g.edges {
			w.f("%s%d %d", comma(i, "  "), e.u, e.v)
		}
		w.f("\n")
	}},
	{name: "nauty showg -eq", file: "g.txt", named: []naming{zeroBased}, graphs: isUndirected, write: func(w *corpusText, g *corpusGraph) {
		w.f("%d %d\n", g.n(), len(g.edges))
		for i, e := range g.edges {
			w.f("%s%d %d", comma(i, " "), e.u, e.v)
		}
		w.f("\n")
	}},
	{name: "Stanford GraphBase", file: "g.gb", named: []naming{zeroBased}, write: func(w *corpusText, g *corpusGraph) {
		w.f("* GraphBase graph (util_types ZZZZZZZZZZZZZZ,%dV,%dA)\n\"g\",%[1]d,%[2]d\n* Vertices\n", g.n(), len(g.arcs()))
		for v, name := range g.names {
			w.f("%q,A%d\n", name, v)
		}
		w.f("* Arcs\n")
		for _, e := range g.arcs() {
			w.f("V%d,0,1\n", e.v)
		}
		w.f("* Checksum 12345\n")
	}},
	{name: "LEMON", file: "g.lgf", named: []naming{zeroBased}, write: func(w *corpusText, g *corpusGraph) {
		w.f("@nodes\nlabel\n")
		for v := range g.names {
			w.f("%d\n", v)
		}
		w.f("@arcs\n\t\tlabel\n")
		for i, e := range g.edges {
			w.f("%d\t%d\t%d\n", e.u, e.v, i)
		}
	}},
	{name: "ORCA, n and m first", file: "g.in", must: true, named: []naming{zeroBased}, write: sizesFirst("%d %d\n", 0)},
	{name: "n and m first, from 1", file: "g.txt", must: true, named: []naming{oneBased}, write: sizesFirst("%d %d\n", 1)},
	{name: "n and m first, tab", file: "g.txt", must: true, named: []naming{zeroBased}, write: sizesFirst("%d\t%d\n", 0)},
	{name: "n and m first, comma", file: "g.csv", named: []naming{zeroBased}, write: sizesFirst("%d,%d\n", 0)},
	{name: "n, m and a word first", file: "g.txt", named: []naming{zeroBased}, write: sizesFirst("%d %d undirected\n", 0)},
	{name: "n, m and a flag first", file: "g.txt", named: []naming{zeroBased}, write: sizesFirst("%d %d 1\n", 0)},
	{name: "n, m and a flag first, from 1", file: "g.txt", named: []naming{oneBased}, write: sizesFirst("%d %d 0\n", 1)},
	{name: "n, m and three flags first", file: "g.txt", named: []naming{zeroBased}, write: sizesFirst("%d %d 0 0 1\n", 0)},
	{name: "n, n and m first", file: "g.txt", must: true, named: []naming{oneBased}, write: func(w *corpusText, g *corpusGraph) {
		w.f("%d %d %d\n", g.n(), g.n(), len(g.edges))
		for _, e := range g.edges {
			w.f("%d %d\n", e.u+1, e.v+1)
		}
	}},
	{name: "n first", file: "g.txt", must: true, named: []naming{zeroBased}, write: func(w *corpusText, g *corpusGraph) {
		w.f("%d\n", g.n())
		for _, e := range g.edges {
			w.f("%d %d\n", e.u, e.v)
		}
	}},
	{name: "m first", file: "g.txt", must: true, named: []naming{byName}, graphs: hasWords, write: func(w *corpusText, g *corpusGraph) {
		w.f("%d\n", len(g.edges))
		everyEdge("%s %s\n")(w, g)
	}},
	{name: "n and m on two lines", file: "g.txt", named: []naming{zeroBased}, write: func(w *corpusText, g *corpusGraph) {
		w.f("%d\n%d\n", g.n(), len(g.edges))
		for _, e := range g.edges {
			w.f("%d %d\n", e.u, e.v)
		}
	}},
	{name: "n and twice m first", file: "g.txt", named: []naming{zeroBased}, graphs: isUndirected, write: func(w *corpusText, g *corpusGraph) {
		w.f("%d %d\n", g.n(), 2*len(g.edges))
		for _, e := range g.edges {
			w.f("%d %d\n", e.u, e.v)
		}
	}},
	{name: "m and n first", file: "g.txt", graphs: hasSeveral(3), named: []naming{zeroBased}, write: func(w *corpusText, g *corpusGraph) {
		w.f("%d %d\n", len(g.edges), g.n())
		for _, e := range g.edges {
			w.f("%d %d\n", e.u, e.v)
		}
	}},
	{name: "sizes in words first", file: "g.txt", named: []naming{zeroBased}, write: func(w *corpusText, g *corpusGraph) {
		w.f("Nodes: %d Edges: %d\n", g.n(), len(g.edges))
		for _, e := range g.edges {
			w.f("%d %d\n", e.u, e.v)
		}
	}},
	{name: "sizes as n=, m= first", file: "g.txt", named: []naming{zeroBased}, write: func(w *corpusText, g *corpusGraph) {
		w.f("n=%d m=%d\n", g.n(), len(g.edges))
		for _, e := range g.edges {
			w.f("%d %d\n", e.u, e.v)
		}
	}},
	{name: "labels of vertices between sizes and edges", file: "g.txt", named: []naming{zeroBased}, write: func(w *corpusText, g *corpusGraph) {
		w.f("%d %d\n", g.n(), len(g.edges))
		for v := range g.names {
			w.f("%d %d\n", v, v%3)
		}
		for _, e := range g.edges {
			w.f("%d %d\n", e.u, e.v)
		}
	}},
	{name: "Pajek arcs list", file: "g.net", must: true, named: []naming{oneBased}, write: func(w *corpusText, g *corpusGraph) {
		w.f("*Vertices %d\n*Arcslist\n", g.n())
		for v := range g.names {
			if out := g.onward(v); len(out) > 0 {
				w.f("%d", v+1)
				for _, e := range out {
					w.f(" %d", e.v+1)
				}
				w.f("\n")
			}
		}
	}},
	{name: "Pajek matrix", file: "g.mat", must: true, named: []naming{oneBased, byName}, graphs: hasNoQuotes, write: func(w *corpusText, g *corpusGraph) {
		w.f("*Vertices %d\r\n", g.n())
		for v, name := range g.names {
			w.f("%d \"%s\"\r\n", v+1, name)
		}
		w.f("*Matrix\r\n")
		matrixText(" ", false)(w, g)
	}},
	{name: "Infomap links", file: "g.net", named: []naming{oneBased, byName}, graphs: hasNoQuotes, write: func(w *corpusText, g *corpusGraph) {
		w.f("# A network in a general undirected network format\n*Vertices %d\n", g.n())
		for v, name := range g.names {
			w.f("%d \"%s\" 1.0\n", v+1, name)
		}
		w.f("*Links\n")
		for _, e := range g.edges {
			w.f("%d %d %s\n", e.u+1, e.v+1, e.real())
		}
	}},
	{name: "Harwell-Boeing", file: "g.rb", named: []naming{oneBased}, graphs: isUndirected, write: func(w *corpusText, g *corpusGraph) {
		w.f("%-72s%-8s\n%14d%14d%14d%14d\n%-14s%14d%14d%14d%14d\n%-16s%-16s\n", g.title, "g", 2, 1, 1, 0, "psa", g.n(), g.n(), len(g.edges), 0, "(26I3)", "(26I3)")
		at := 1
		for v := range g.names {
			w.f("%3d", at)
			at += len(g.onward(v))
		}
		w.f("%3d\n", at)
		for v := range g.names {
			for _, e := range g.onward(v) {
				w.f("%3d", e.v+1)
			}
		}
		w.f("\n")
	}},
}

func hasNoLoop(g *corpusGraph) bool {
	for _, e := range g.edges {
		if e.u == e.v {
			return false
		}
	}
	return true
}

func hasEqualDegrees(g *corpusGraph) bool {
	for v := range g.names {
		if len(g.out(v)) != len(g.out(0)) {
			return false
		}
	}
	return true
}

func hasUnequalDegrees(g *corpusGraph) bool { return !hasEqualDegrees(g) }

// metisArcs are the edges in both directions, each once, as METIS wants them.
func metisArcs(g *corpusGraph) []corpusEdge {
	var arcs []corpusEdge
	seen := make(map[[2]int]bool)
	for _, e := range g.edges {
		for _, end := range [][2]int{{e.u, e.v}, {e.v, e.u}} {
			if !seen[end] {
				seen[end] = true
				arcs = append(arcs, corpusEdge{end[0], end[1], e.weight})
			}
		}
	}
	return arcs
}

func metisOut(g *corpusGraph, v int) []int {
	var out []int
	for _, e := range metisArcs(g) {
		if e.u == v {
			out = append(out, e.v)
		}
	}
	return out
}

// metisFile is a way to write METIS.
type metisFile struct {
	format   string // the third number of the first line, with a blank before it
	sizes    bool   // a weight of each vertex
	weights  bool
	trailing string // at the end of lines
}

func (f metisFile) write(w *corpusText, g *corpusGraph) {
	w.f("%d %d%s\n", g.n(), len(metisArcs(g))/2, f.format)
	for v := range g.names {
		between := ""
		if f.sizes {
			w.f("%d", 1+v%4)
			between = " "
		}
		for i, u := range metisOut(g, v) {
			w.f("%s%d", between, u+1)
			if f.weights {
				w.f(" %d", 1+(i+v)%3)
			}
			between = " "
		}
		w.f("%s\n", f.trailing)
	}
}

// adjacencyOnly writes the neighbours of each vertex on its line.
func adjacencyOnly(first int) func(*corpusText, *corpusGraph) {
	return func(w *corpusText, g *corpusGraph) {
		for v := range g.names {
			for i, u := range metisOut(g, v) {
				w.f("%s%d", comma(i, " "), u+first)
			}
			w.f("\n")
		}
	}
}

// transactions writes vertices and edges with labels of both.
func transactions(w *corpusText, g *corpusGraph) {
	for v := range g.names {
		w.f("v %d %d\n", v, 2+v%2)
	}
	for _, e := range g.edges {
		w.f("e %d %d 2\n", e.u, e.v)
	}
}

func nauty(w *corpusText, g *corpusGraph) {
	for v := range g.names {
		w.f("%3d :", v)
		for _, e := range g.out(v) {
			w.f(" %d", e.v)
		}
		w.f("%s\n", map[bool]string{true: ".", false: ";"}[v == g.n()-1])
	}
}

// sizesFirst writes edges behind a line of the sizes, numbered from first.
func sizesFirst(line string, first int) func(*corpusText, *corpusGraph) {
	return func(w *corpusText, g *corpusGraph) {
		w.f(line, g.n(), len(g.edges))
		for _, e := range g.edges {
			w.f("%d %d\n", e.u+first, e.v+first)
		}
	}
}
