package graphio

// arrayWriters are programs for numbers that write graphs as arrays: NumPy,
// SciPy, MATLAB, Mathematica, Julia.
var arrayWriters = []corpusWriter{
	{name: "numpy savetxt of the matrix", file: "g.txt", named: []naming{zeroBased, oneBased}, graphs: hasVertices(3), write: matrixText(" ", true)},
	{name: "numpy savetxt of the matrix fmt='%d'", file: "g.txt", named: []naming{zeroBased, oneBased}, graphs: both(isUnweighted, hasVertices(3)), write: matrixText(" ", false)},
	{name: "numpy savetxt of the matrix delimiter=','", file: "g.csv", named: []naming{zeroBased, oneBased}, graphs: hasVertices(3), write: matrixText(",", true)},
	{name: "numpy savetxt of the matrix fmt='%d' delimiter=','", file: "g.csv", named: []naming{zeroBased, oneBased}, graphs: both(isUnweighted, hasVertices(3)), write: matrixText(",", false)},
	{name: "numpy savetxt of the matrix fmt='%d' delimiter='\\t'", file: "g.tsv", named: []naming{zeroBased, oneBased}, graphs: both(isUnweighted, hasVertices(3)), write: matrixText("\t", false)},
	{name: "numpy savetxt of the matrix fmt='%.2f'", file: "g.txt", named: []naming{zeroBased, oneBased}, graphs: hasVertices(3), write: func(w *corpusText, g *corpusGraph) {
		for _, row := range g.cells() {
			for i, x := range row {
				w.f("%s%.2f", comma(i, " "), x)
			}
			w.f("\n")
		}
	}},
	{name: "numpy savetxt of edges", file: "g.txt", graphs: isNumbered, write: everyEdge("%s.000000000000000000e+00 %s.000000000000000000e+00\n")},
	{name: "numpy savetxt of edges fmt='%d'", file: "g.txt", must: true, graphs: isNumbered, write: everyEdge("%s %s\n")},
	{name: "numpy savetxt of edges fmt='%d' delimiter=','", file: "g.csv", must: true, graphs: isNumbered, write: everyEdge("%s,%s\n")},
	{name: "numpy savetxt of edges fmt='%.1f'", file: "g.txt", must: true, graphs: isNumbered, write: everyEdge("%s.0 %s.0\n")},
	{name: "numpy savetxt of edges with a header", file: "g.csv", must: true, graphs: isNumbered, write: func(w *corpusText, g *corpusGraph) {
		w.f("# source,target\n")
		everyEdge("%s,%s\n")(w, g)
	}},
	{name: "numpy savetxt of edges with a header comments=''", file: "g.csv", must: true, graphs: isNumbered, write: func(w *corpusText, g *corpusGraph) {
		w.f("source,target\n")
		everyEdge("%s,%s\n")(w, g)
	}},
	{name: "numpy print of edges", file: "g.txt", graphs: isNumbered, write: func(w *corpusText, g *corpusGraph) {
		for i, e := range g.edges {
			w.f("%s%s %s]%s\n", map[bool]string{true: "[[", false: " ["}[i == 0], g.u(e), g.v(e), map[bool]string{true: "]"}[i == len(g.edges)-1])
		}
	}},
	{name: "numpy print of the matrix", file: "g.txt", graphs: hasVertices(3), named: []naming{zeroBased, oneBased}, write: func(w *corpusText, g *corpusGraph) {
		for v, row := range g.cells() {
			w.f("%s", map[bool]string{true: "[[", false: " ["}[v == 0])
			for i, x := range row {
				w.f("%s%g", comma(i, " "), x)
			}
			w.f("]%s\n", map[bool]string{true: "]"}[v == g.n()-1])
		}
	}},
	{name: "scipy mmwrite", file: "g.mtx", must: true, named: []naming{oneBased}, graphs: isUndirected, write: func(w *corpusText, g *corpusGraph) {
		w.f("%%%%MatrixMarket matrix coordinate real symmetric\n%%\n%d %d %d\n", g.n(), g.n(), len(g.edges))
		for _, e := range g.edges {
			w.f("%d %d %.18e\n", e.v+1, e.u+1, e.weight)
		}
	}},
	{name: "scipy mmwrite field='pattern'", file: "g.mtx", must: true, named: []naming{oneBased}, write: func(w *corpusText, g *corpusGraph) {
		w.f("%%%%MatrixMarket matrix coordinate pattern general\n%%\n%d %d %d\n", g.n(), g.n(), len(g.arcs()))
		for _, e := range g.arcs() {
			w.f("%d %d\n", e.u+1, e.v+1)
		}
	}},
	{name: "scipy mmwrite of a dense matrix", file: "g.mtx", must: true, named: []naming{oneBased}, write: func(w *corpusText, g *corpusGraph) {
		w.f("%%%%MatrixMarket matrix array real general\n%%\n%d %d\n", g.n(), g.n())
		cells := g.cells()
		for column := range g.n() {
			for row := range g.n() {
				w.f("%.16e\n", cells[row][column])
			}
		}
	}},
	{name: "scipy print of a sparse matrix", file: "g.txt", named: []naming{zeroBased}, write: func(w *corpusText, g *corpusGraph) {
		for _, e := range g.arcs() {
			w.f("  (%d, %d)\t%s\n", e.u, e.v, e.real())
		}
	}},
	{name: "scipy print of a sparse array", file: "g.txt", named: []naming{zeroBased}, write: func(w *corpusText, g *corpusGraph) {
		w.f("<Compressed Sparse Row sparse array of dtype 'float64'\n\twith %d stored elements and shape (%d, %d)>\n  Coords\tValues\n", len(g.arcs()), g.n(), g.n())
		for _, e := range g.arcs() {
			w.f("  (%d, %d)\t%s\n", e.u, e.v, e.real())
		}
	}},
	{name: "MATLAB display of a sparse matrix", file: "g.txt", named: []naming{oneBased}, write: func(w *corpusText, g *corpusGraph) {
		w.f("\nA =\n\n")
		for _, e := range g.arcs() {
			w.f("   (%d,%d)       %s\n", e.u+1, e.v+1, e.text())
		}
		w.f("\n")
	}},
	{name: "MATLAB dlmwrite of find", file: "g.txt", must: true, named: []naming{oneBased}, write: func(w *corpusText, g *corpusGraph) {
		for _, e := range g.arcs() {
			w.f("%d,%d,%s\n", e.u+1, e.v+1, e.text())
		}
	}},
	{name: "MATLAB writematrix of find, tab", file: "g.txt", must: true, named: []naming{oneBased}, write: func(w *corpusText, g *corpusGraph) {
		for _, e := range g.arcs() {
			w.f("%d\t%d\t%s\n", e.u+1, e.v+1, e.text())
		}
	}},
	{name: "MATLAB save -ascii of edges", file: "g.txt", graphs: isNumbered, named: []naming{oneBased}, write: func(w *corpusText, g *corpusGraph) {
		for _, e := range g.edges {
			w.f("   %.7e   %.7e\n", float64(e.u+1), float64(e.v+1))
		}
	}},
	{name: "MATLAB save -ascii of the matrix", file: "g.txt", graphs: hasVertices(3), named: []naming{zeroBased, oneBased}, write: func(w *corpusText, g *corpusGraph) {
		for _, row := range g.cells() {
			for _, x := range row {
				w.f("   %.7e", x)
			}
			w.f("\n")
		}
	}},
	{name: "MATLAB writetable of G.Edges", file: "g.csv", must: true, write: func(w *corpusText, g *corpusGraph) {
		w.f("EndNodes_1,EndNodes_2,Weight\n")
		for _, e := range g.edges {
			w.f("%s,%s,%s\n", csvField(g.u(e), ","), csvField(g.v(e), ","), e.text())
		}
	}},
	{name: "MATLAB mat2str", file: "g.txt", graphs: hasVertices(3), named: []naming{zeroBased, oneBased}, write: func(w *corpusText, g *corpusGraph) {
		w.f("[")
		for v, row := range g.cells() {
			w.f("%s", comma(v, ";"))
			for i, x := range row {
				w.f("%s%g", comma(i, " "), x)
			}
		}
		w.f("]\n")
	}},
	{name: "Octave save -text", file: "g.txt", graphs: hasVertices(3), named: []naming{oneBased}, write: func(w *corpusText, g *corpusGraph) {
		w.f("# Created by Octave 8.4.0, Tue May 05 10:11:12 2026 GMT <me@host>\n# name: A\n# type: sparse matrix\n# nnz: %d\n# rows: %d\n# columns: %d\n", len(g.arcs()), g.n(), g.n())
		for _, e := range g.arcs() {
			w.f("%d %d %s\n", e.u+1, e.v+1, e.text())
		}
		w.f("\n\n")
	}, must: true},
	{name: "Octave save -text of the full matrix", file: "g.txt", graphs: hasVertices(3), named: []naming{zeroBased, oneBased}, write: func(w *corpusText, g *corpusGraph) {
		w.f("# Created by Octave 8.4.0, Tue May 05 10:11:12 2026 GMT <me@host>\n# name: A\n# type: matrix\n# rows: %d\n# columns: %d\n", g.n(), g.n())
		for _, row := range g.cells() {
			for _, x := range row {
				w.f(" %g", x)
			}
			w.f("\n")
		}
		w.f("\n\n")
	}},
	{name: "Mathematica EdgeList", file: "g.txt", graphs: hasWords, write: func(w *corpusText, g *corpusGraph) {
		w.f("{")
		for i, e := range g.edges {
			w.f("%s%s <-> %s", comma(i, ", "), g.u(e), g.v(e))
		}
		w.f("}\n")
	}},
	{name: "Mathematica EdgeList, FullForm", file: "g.m", graphs: hasWords, write: func(w *corpusText, g *corpusGraph) {
		w.f("List[")
		for i, e := range g.edges {
			w.f("%sUndirectedEdge[%s, %s]", comma(i, ", "), g.u(e), g.v(e))
		}
		w.f("]\n")
	}},
	{name: "Mathematica Export of rules", file: "g.txt", graphs: hasWords, write: everyEdge("%s -> %s\n")},
	{name: "Mathematica Export of undirected edges", file: "g.csv", graphs: hasWords, write: everyEdge("%s <-> %s\n")},
	{name: "Mathematica Export of undirected edges, Unicode", file: "g.csv", graphs: hasWords, write: everyEdge("%s \uf3d4 %s\n")},
	{name: "Mathematica Export of pairs", file: "g.csv", must: true, graphs: hasWords, write: everyEdge("%s,%s\n")},
	{name: "Mathematica Export of pairs, tsv", file: "g.tsv", must: true, write: everyEdge("%s\t%s\n"), graphs: hasWords},
	{name: "Mathematica Export of the matrix", file: "g.csv", graphs: hasVertices(3), named: []naming{zeroBased, oneBased}, write: matrixText(",", false)},
	{name: "Maple print of Edges", file: "g.txt", graphs: hasWords, write: func(w *corpusText, g *corpusGraph) {
		w.f("{")
		for i, e := range g.edges {
			w.f("%s{%s, %s}", comma(i, ", "), g.u(e), g.v(e))
		}
		w.f("}\n")
	}},
	{name: "Sage G.edges()", file: "g.txt", write: func(w *corpusText, g *corpusGraph) {
		w.f("[")
		for i, e := range g.edges {
			w.f("%s(%s, %s, None)", comma(i, ", "), pythonName(g.u(e)), pythonName(g.v(e)))
		}
		w.f("]\n")
	}},
	{name: "Sage G.adjacency_matrix().str()", file: "g.txt", graphs: hasVertices(3), named: []naming{zeroBased, oneBased}, write: func(w *corpusText, g *corpusGraph) {
		for _, row := range g.cells() {
			w.f("[")
			for i, x := range row {
				w.f("%s%g", comma(i, " "), x)
			}
			w.f("]\n")
		}
	}},
	{name: "Julia writedlm of edges", file: "g.txt", must: true, graphs: hasWords, write: everyEdge("%s\t%s\n")},
	{name: "Julia savegraph", file: "g.lg", named: []naming{oneBased}, write: func(w *corpusText, g *corpusGraph) {
		w.f("%d,%d,%s,graph,2,Int64,simplegraph\n", g.n(), len(g.edges), map[bool]string{false: "u", true: "d"}[g.directed])
		for _, e := range g.edges {
			w.f("%d,%d\n", e.u+1, e.v+1)
		}
	}},
	{name: "Julia LightGraphs savegraph, version 2", file: "g.csv", named: []naming{oneBased}, write: func(w *corpusText, g *corpusGraph) {
		w.f("%d,%d,%s,graph,2\n", g.n(), len(g.edges), map[bool]string{false: "u", true: "d"}[g.directed])
		for _, e := range g.edges {
			w.f("%d,%d\n", e.u+1, e.v+1)
		}
	}},
	{name: "Julia CSV.write", file: "g.csv", must: true, write: table{header: "src,dst,weight"}.write},
	{name: "Julia print of edges(g)", file: "g.txt", named: []naming{oneBased}, write: func(w *corpusText, g *corpusGraph) {
		for _, e := range g.edges {
			w.f("Edge %d => %d\n", e.u+1, e.v+1)
		}
	}},
	{name: "C array", file: "g.h", graphs: isNumbered, write: func(w *corpusText, g *corpusGraph) {
		w.f("static const int edges[%d][2] = {\n", len(g.edges))
		everyEdge("\t{%s, %s},\n")(w, g)
		w.f("};\n")
	}},
	{name: "C array, the inside", file: "g.txt", graphs: isNumbered, write: everyEdge("{%s, %s},\n")},
}

// everyEdge writes every edge of a graph in this form.
func everyEdge(form string) func(*corpusText, *corpusGraph) {
	return func(w *corpusText, g *corpusGraph) {
		for _, e := range g.edges {
			w.f(form, g.u(e), g.v(e))
		}
	}
}
