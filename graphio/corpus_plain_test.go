package graphio

import "strings"

// plainWriters are what people's own programs write.
var plainWriters = []corpusWriter{
	{name: "blank between", file: "g.txt", must: true, graphs: hasWords, write: everyEdge("%s %s\n")},
	{name: "no suffix", file: "edges", must: true, graphs: hasWords, write: everyEdge("%s %s\n")},
	{name: "two blanks between", file: "g.txt", must: true, graphs: hasWords, write: everyEdge("%s  %s\n")},
	{name: "comma between", file: "g.txt", must: true, graphs: hasWords, write: everyEdge("%s,%s\n")},
	{name: "comma and blank between", file: "g.txt", must: true, graphs: hasWords, write: everyEdge("%s, %s\n")},
	{name: "comma between blanks", file: "g.txt", must: true, graphs: hasWords, write: everyEdge("%s , %s\n")},
	{name: "semicolon between", file: "g.txt", graphs: hasWords, write: everyEdge("%s;%s\n")},
	{name: "semicolon and blank between", file: "g.txt", graphs: hasWords, write: everyEdge("%s; %s\n")},
	{name: "colon between", file: "g.txt", graphs: hasWords, write: everyEdge("%s:%s\n")},
	{name: "colon and blank between", file: "g.txt", graphs: hasWords, write: everyEdge("%s: %s\n")},
	{name: "bar between", file: "g.txt", graphs: hasWords, write: everyEdge("%s|%s\n")},
	{name: "bar between blanks", file: "g.txt", graphs: hasWords, write: everyEdge("%s | %s\n")},
	{name: "slash between", file: "g.txt", graphs: hasWords, write: everyEdge("%s/%s\n")},
	{name: "equals between", file: "g.txt", graphs: hasWords, write: everyEdge("%s = %s\n")},
	{name: "arrow between", file: "g.txt", graphs: hasWords, write: everyEdge("%s->%s\n")},
	{name: "arrow between blanks", file: "g.txt", graphs: hasWords, write: everyEdge("%s -> %s\n")},
	{name: "double arrow between blanks", file: "g.txt", graphs: hasWords, write: everyEdge("%s => %s\n")},
	{name: "two-way arrow between blanks", file: "g.txt", graphs: hasWords, write: everyEdge("%s <-> %s\n")},
	{name: "arrow of Unicode", file: "g.txt", graphs: hasWords, write: everyEdge("%s → %s\n")},
	{name: "dashes between", file: "g.txt", graphs: hasWords, write: everyEdge("%s--%s\n")},
	{name: "dashes between blanks", file: "g.txt", graphs: hasWords, write: everyEdge("%s -- %s\n")},
	{name: "dash between", file: "g.txt", graphs: hasWords, write: everyEdge("%s-%s\n")},
	{name: "dash between blanks", file: "g.txt", graphs: hasWords, write: everyEdge("%s - %s\n")},
	{name: "the word to between", file: "g.txt", graphs: hasWords, write: everyEdge("%s to %s\n")},
	{name: "the word and between", file: "g.txt", graphs: hasWords, write: everyEdge("%s and %s\n")},
	{name: "tuples", file: "g.txt", write: everyEdge("(%s,%s)\n")},
	{name: "tuples with a blank", file: "g.txt", write: everyEdge("(%s, %s)\n")},
	{name: "tuples with commas behind", file: "g.txt", write: everyEdge("(%s, %s),\n")},
	{name: "tuples without commas", file: "g.txt", write: everyEdge("(%s %s)\n")},
	{name: "tuples on one line", file: "g.txt", write: everyEdge("(%s,%s) ")},
	{name: "braces", file: "g.txt", write: everyEdge("{%s, %s}\n")},
	{name: "braces without blanks", file: "g.txt", write: everyEdge("{%s,%s}\n")},
	{name: "angle brackets", file: "g.txt", write: everyEdge("<%s, %s>\n")},
	{name: "edge in front", file: "g.txt", write: everyEdge("edge %s %s\n"), graphs: hasWords},
	{name: "e in front", file: "g.txt", write: everyEdge("e %s %s\n"), graphs: hasWords},
	{name: "edge( ) of Prolog", file: "g.pl", write: everyEdge("edge(%s, %s).\n"), graphs: hasWords},
	{name: "edge( ) of Prolog without blanks", file: "g.lp", write: everyEdge("edge(%s,%s).\n"), graphs: hasWords},
	{name: "add_edge( )", file: "g.py", write: everyEdge("G.add_edge(%s, %s)\n"), graphs: isNumbered},
	{name: "edge with its number and a colon", file: "g.txt", graphs: both(hasWords, hasSeveral(2)), write: func(w *corpusText, g *corpusGraph) {
		for i, e := range g.edges {
			w.f("%d: %s %s\n", i, g.u(e), g.v(e))
		}
	}},
	{name: "edge in words", file: "g.txt", graphs: hasWords, write: everyEdge("Edge from %s to %s\n")},
	{name: "edges on one line", file: "g.txt", graphs: both(isNumbered, hasSeveral(2)), write: everyEdge("%s %s ")},
	{name: "edges on one line with commas", file: "g.txt", graphs: both(isNumbered, hasSeveral(2)), write: everyEdge("%s %s, ")},
	{name: "one number a line", file: "g.txt", graphs: hasWords, write: everyEdge("%s\n%s\n")},
	{name: "sources on one line, targets on another", file: "edge_index.txt", graphs: both(isNumbered, hasSeveral(5)), write: func(w *corpusText, g *corpusGraph) {
		for i, e := range g.edges {
			w.f("%s%s", comma(i, " "), g.u(e))
		}
		w.f("\n")
		for i, e := range g.edges {
			w.f("%s%s", comma(i, " "), g.v(e))
		}
		w.f("\n")
	}},
	{name: "sources on one line, targets on another, csv", file: "edge_index.csv", graphs: both(isNumbered, hasSeveral(5)), write: func(w *corpusText, g *corpusGraph) {
		for i, e := range g.edges {
			w.f("%s%s", comma(i, ","), g.u(e))
		}
		w.f("\n")
		for i, e := range g.edges {
			w.f("%s%s", comma(i, ","), g.v(e))
		}
		w.f("\n")
	}},
	{name: "a trailing comma", file: "g.csv", must: true, graphs: hasWords, write: everyEdge("%s,%s,\n")},
	{name: "trailing blanks", file: "g.txt", must: true, graphs: hasWords, write: everyEdge("%s %s  \n")},
	{name: "a trailing tab", file: "g.tsv", must: true, graphs: hasWords, write: everyEdge("%s\t%s\t\n")},
	{name: "a trailing semicolon", file: "g.txt", graphs: hasWords, write: everyEdge("%s %s;\n")},
	{name: "a trailing dot", file: "g.txt", graphs: both(hasWords, isNumbered), write: everyEdge("%s %s.\n")},
	{name: "leading blanks", file: "g.txt", must: true, graphs: hasWords, write: everyEdge("  %s %s\n")},
	{name: "a leading tab", file: "g.txt", must: true, graphs: hasWords, write: everyEdge("\t%s\t%s\n")},
	{name: "a leading comma", file: "g.csv", graphs: hasWords, write: everyEdge(",%s,%s\n")},
	{name: "empty lines between", file: "g.txt", must: true, graphs: hasWords, write: everyEdge("%s %s\n\n")},
	{name: "no line's end at the end", file: "g.txt", must: true, graphs: hasWords, write: func(w *corpusText, g *corpusGraph) {
		var text corpusText
		everyEdge("%s %s\n")(&text, g)
		w.WriteString(strings.TrimSuffix(text.String(), "\n"))
	}},
	{name: "Windows line ends", file: "g.txt", must: true, graphs: hasWords, write: windows(everyEdge("%s %s\n"))},
	{name: "old Mac line ends", file: "g.txt", graphs: hasWords, write: func(w *corpusText, g *corpusGraph) {
		everyEdge("%s %s\r")(w, g)
	}},
	{name: "old Mac line ends behind a comment", file: "g.txt", graphs: both(hasWords, hasSeveral(2)), write: func(w *corpusText, g *corpusGraph) {
		w.f("# a comment\n")
		everyEdge("%s %s\r")(w, g)
	}},
	{name: "two files of Windows, one behind the other", file: "g.csv", graphs: both(hasWords, hasSeveral(2)), write: func(w *corpusText, g *corpusGraph) {
		for i, e := range g.edges {
			if i%4 == 0 {
				w.f("\ufeff")
			}
			w.f("%s,%s\r\n", g.u(e), g.v(e))
		}
	}},
	{name: "hash comments", file: "g.txt", must: true, graphs: hasWords, write: func(w *corpusText, g *corpusGraph) {
		w.f("# %s\n#\n", g.title)
		everyEdge("%s %s\n")(w, g)
	}},
	{name: "percent comments", file: "g.txt", must: true, graphs: hasWords, write: func(w *corpusText, g *corpusGraph) {
		w.f("%% %s\n", g.title)
		everyEdge("%s %s\n")(w, g)
	}},
	{name: "comments of C", file: "g.txt", graphs: hasWords, write: func(w *corpusText, g *corpusGraph) {
		w.f("// made today\n")
		everyEdge("%s %s\n")(w, g)
	}},
	{name: "comments with semicolons", file: "g.txt", graphs: hasWords, write: func(w *corpusText, g *corpusGraph) {
		w.f("; made today\n")
		everyEdge("%s %s\n")(w, g)
	}},
	{name: "comments of SQL", file: "g.txt", graphs: hasWords, write: func(w *corpusText, g *corpusGraph) {
		w.f("-- made today\n")
		everyEdge("%s %s\n")(w, g)
	}},
	{name: "comments behind the edges", file: "g.txt", graphs: hasWords, write: everyEdge("%s %s # an edge\n")},
	{name: "a title first", file: "g.txt", graphs: hasWords, write: func(w *corpusText, g *corpusGraph) {
		w.f("%s\n", g.title)
		everyEdge("%s %s\n")(w, g)
	}},
	{name: "a title of one word first", file: "g.txt", graphs: hasWords, write: func(w *corpusText, g *corpusGraph) {
		w.f("EDGES\n")
		everyEdge("%s %s\n")(w, g)
	}},
	{name: "a title of two words first", file: "g.txt", graphs: both(hasWords, hasNames), cannotTell: "the title might be an edge of names", write: func(w *corpusText, g *corpusGraph) {
		w.f("friends network\n")
		everyEdge("%s %s\n")(w, g)
	}},
	{name: "sections", file: "g.txt", graphs: hasWords, write: func(w *corpusText, g *corpusGraph) {
		w.f("NODES\n")
		for _, name := range g.names {
			w.f("%s\n", name)
		}
		w.f("EDGES\n")
		everyEdge("%s %s\n")(w, g)
	}},
	{name: "sections in brackets", file: "g.txt", graphs: hasWords, write: func(w *corpusText, g *corpusGraph) {
		w.f("[nodes]\n")
		for v, name := range g.names {
			w.f("%s label%d\n", name, v)
		}
		w.f("[edges]\n")
		everyEdge("%s %s\n")(w, g)
	}},
	{name: "vertices as lines of one", file: "g.txt", graphs: both(hasWords, hasIsolated), write: func(w *corpusText, g *corpusGraph) {
		everyEdge("%s %s\n")(w, g)
		for v, name := range g.names {
			if len(g.out(v)) == 0 {
				w.f("%s\n", name)
			}
		}
	}},
	{name: "a sum at the end", file: "g.txt", graphs: hasWords, write: func(w *corpusText, g *corpusGraph) {
		everyEdge("%s %s\n")(w, g)
		w.f("total: %d edges in all\n", len(g.edges))
	}},
	{name: "weights on some lines", file: "g.txt", graphs: both(hasWords, isWeighted), write: func(w *corpusText, g *corpusGraph) {
		for i, e := range g.edges {
			if i%2 == 1 {
				w.f("%s %s %s\n", g.u(e), g.v(e), e.text())
			} else {
				w.f("%s %s\n", g.u(e), g.v(e))
			}
		}
	}},
	{name: "weight first", file: "g.txt", graphs: both(isNumbered, isFractional), write: func(w *corpusText, g *corpusGraph) {
		for _, e := range g.edges {
			w.f("%s %s %s\n", e.real(), g.u(e), g.v(e))
		}
	}},
	{name: "weight between", file: "g.txt", graphs: both(isNumbered, isFractional), write: func(w *corpusText, g *corpusGraph) {
		for _, e := range g.edges {
			w.f("%s %s %s\n", g.u(e), e.real(), g.v(e))
		}
	}},
	{name: "weight behind a colon", file: "g.txt", graphs: hasWords, write: everyEdge("%s %s:1.5\n")},
	{name: "hexadecimal ids", file: "g.txt", graphs: isNumbered, named: []naming{func(g *corpusGraph, v int) string { return "0x" + g.names[v] }}, write: everyEdge("0x%s 0x%s\n")},
	{name: "ids with zeros in front", file: "g.txt", graphs: isNumbered, named: []naming{byName, func(g *corpusGraph, v int) string { return "000" + g.names[v] }}, must: true, write: everyEdge("000%s 000%s\n")},
	{name: "ids with a plus", file: "g.txt", graphs: isNumbered, named: []naming{byName, func(g *corpusGraph, v int) string { return "+" + g.names[v] }}, write: everyEdge("+%s +%s\n")},
	{name: "ids with an L behind", file: "g.txt", graphs: isNumbered, named: []naming{byName, func(g *corpusGraph, v int) string { return g.names[v] + "L" }}, write: everyEdge("%sL %sL\n")},
	{name: "ids that are negative", file: "g.txt", graphs: isNumbered, named: []naming{func(g *corpusGraph, v int) string { return "-" + g.names[v] }}, write: everyEdge("-%s -%s\n")},
	{name: "ids with fractions", file: "g.txt", graphs: isNumbered, named: []naming{nobody}, write: everyEdge("%s.5 %s.25\n")},
	{name: "ids in quotes", file: "g.txt", must: true, graphs: hasNoQuotes, write: everyEdge("\"%s\" \"%s\"\n")},
	{name: "ids in single quotes", file: "g.txt", graphs: hasNoQuotes, named: []naming{byName, func(g *corpusGraph, v int) string { return "'" + g.names[v] + "'" }}, write: everyEdge("'%s' '%s'\n")},
	{name: "names with blanks and a tab between", file: "g.txt", must: true, graphs: both(hasNoQuotes, hasNames), write: everyEdge("%s\t%s\n")},
	{name: "names with commas and a tab between", file: "g.tsv", must: true, graphs: both(hasNoQuotes, hasNames), write: everyEdge("%s\t%s\n")},
	{name: "the matrix with names", file: "g.txt", graphs: both(hasWords, hasVertices(3)), write: func(w *corpusText, g *corpusGraph) {
		for _, name := range g.names {
			w.f("\t%s", name)
		}
		w.f("\n")
		for v, row := range g.cells() {
			w.f("%s", g.names[v])
			for _, x := range row {
				w.f("\t%g", x)
			}
			w.f("\n")
		}
	}},
	{name: "the matrix behind its size", file: "g.txt", named: []naming{zeroBased, oneBased}, graphs: hasVertices(3), write: func(w *corpusText, g *corpusGraph) {
		w.f("%d\n", g.n())
		matrixText(" ", false)(w, g)
	}},
	{name: "the matrix behind its sizes", file: "g.txt", named: []naming{zeroBased, oneBased}, graphs: hasVertices(3), write: func(w *corpusText, g *corpusGraph) {
		w.f("%d %[1]d\n", g.n())
		matrixText(" ", false)(w, g)
	}},
	{name: "the lower triangle of the matrix", file: "g.txt", named: []naming{zeroBased, oneBased}, graphs: both(isUndirected, hasVertices(4)), write: func(w *corpusText, g *corpusGraph) {
		for v, row := range g.cells() {
			for i, x := range row[:v+1] {
				w.f("%s%g", comma(i, " "), x)
			}
			w.f("\n")
		}
	}},
	{name: "the matrix with -1 for no edge", file: "g.txt", named: []naming{zeroBased, oneBased}, graphs: hasVertices(3), write: func(w *corpusText, g *corpusGraph) {
		for _, row := range g.cells() {
			for i, x := range row {
				if x == 0 {
					x = -1
				}
				w.f("%s%g", comma(i, " "), x)
			}
			w.f("\n")
		}
	}},
	{name: "the matrix with inf for no edge", file: "g.txt", named: []naming{zeroBased, oneBased}, graphs: hasVertices(3), write: func(w *corpusText, g *corpusGraph) {
		for _, row := range g.cells() {
			for i, x := range row {
				if x == 0 {
					w.f("%sinf", comma(i, " "))
				} else {
					w.f("%s%g", comma(i, " "), x)
				}
			}
			w.f("\n")
		}
	}},
	{name: "the matrix in brackets", file: "g.txt", named: []naming{zeroBased, oneBased}, graphs: hasVertices(3), write: func(w *corpusText, g *corpusGraph) {
		for _, row := range g.cells() {
			w.f("[")
			for i, x := range row {
				w.f("%s%g", comma(i, ", "), x)
			}
			w.f("],\n")
		}
	}},
	{name: "the matrix of incidence", file: "g.txt", named: []naming{nobody}, graphs: both(isUndirected, hasSeveral(4)), write: func(w *corpusText, g *corpusGraph) {
		for v := range g.names {
			for i, e := range g.edges {
				x := 0
				if e.u == v || e.v == v {
					x = 1
				}
				w.f("%s%d", comma(i, " "), x)
			}
			w.f("\n")
		}
	}},
	{name: "cliques a line", file: "g.txt", named: []naming{nobody}, graphs: isTriangle, write: func(w *corpusText, g *corpusGraph) {
		w.f("1 2 3 4\n2 5\n3 5 6\n")
	}},
	{name: "communities a line", file: "g.cmty.txt", named: []naming{nobody}, graphs: isTriangle, write: func(w *corpusText, g *corpusGraph) {
		w.f("1\t2\t3\t4\n5\t6\n7\t8\t9\n")
	}},
	{name: "graph and text", file: "README.md", named: []naming{nobody}, graphs: isTriangle, write: func(w *corpusText, g *corpusGraph) {
		w.f("# Data\n\nThis folder has graphs, each of which is described in a file of its own.\nPlease cite the paper.\n\n* Version 1\n")
	}},
	{name: "points", file: "g.xyz", named: []naming{nobody}, graphs: isTriangle, write: func(w *corpusText, g *corpusGraph) {
		w.f("0.5 1.25 0.125\n1.5 2.25 0.75\n2.5 0.25 1.5\n")
	}},
	{name: "a page of the web", file: "g.txt", named: []naming{nobody}, graphs: isTriangle, write: func(w *corpusText, g *corpusGraph) {
		w.f("<!DOCTYPE html>\n<html><head><title>404 Not Found</title></head>\n<body><h1>Not Found</h1></body></html>\n")
	}},
	{name: "a pointer of Git LFS", file: "g.txt", named: []naming{nobody}, graphs: isTriangle, write: func(w *corpusText, g *corpusGraph) {
		w.f("version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 12345\n")
	}},
}

func hasIsolated(g *corpusGraph) bool {
	for v := range g.names {
		if len(g.out(v)) == 0 {
			return true
		}
	}
	return false
}

// isTriangle picks one graph, for files that have nothing of it.
func isTriangle(g *corpusGraph) bool { return g.title == "triangle" }

// isFractional says that some weight cannot be an id.
func isFractional(g *corpusGraph) bool {
	for _, e := range g.edges {
		if strings.Contains(e.text(), ".") {
			return true
		}
	}
	return false
}
