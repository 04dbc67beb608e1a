package graphio

import (
	"fmt"
	"strings"
)

// rWriters are ways to write a data frame or a matrix with R.
var rWriters = []corpusWriter{
	{name: "R write.table", file: "g.txt", must: true, graphs: hasNoQuotes, write: rTable{columns: "from to"}.write},
	{name: "R write.table, weighted", file: "g.txt", must: true, graphs: isWeighted, write: rTable{columns: "from to weight"}.write},
	{name: "R write.table row.names=F", file: "g.txt", must: true, graphs: hasNoQuotes, write: rTable{columns: "from to", rows: rNone}.write},
	{name: "R write.table row.names=F col.names=F", file: "g.txt", must: true, graphs: hasNoQuotes, write: rTable{columns: "from to", rows: rNone, bare: true}.write},
	{name: "R write.table row.names=F col.names=F quote=F", file: "g.txt", must: true, graphs: hasWords, write: rTable{columns: "from to weight", rows: rNone, bare: true, plain: true}.write},
	{name: "R write.table, names with quotes", file: "g.txt", graphs: hasQuotes, write: rTable{columns: "from to"}.write},
	{name: "R write.table row.names=F, names with quotes", file: "g.txt", graphs: hasQuotes, write: rTable{columns: "from to", rows: rNone}.write},
	{name: "R write.table quote=F", file: "g.txt", must: true, graphs: hasWords, write: rTable{columns: "from to", plain: true}.write},
	{name: "R write.table quote=F, names with blanks", file: "g.txt", graphs: hasNoWords, write: rTable{columns: "from to", plain: true}.write},
	{name: "R write.table col.names=F", file: "g.txt", graphs: hasSeveral(3), write: rTable{columns: "from to", bare: true}.write},
	{name: "R write.table sep=','", file: "g.csv", must: true, graphs: hasNoQuotes, write: rTable{columns: "from to", separator: ","}.write},
	{name: "R write.table sep=',' quote=F", file: "g.csv", must: true, graphs: hasWords, write: rTable{columns: "from to", separator: ",", plain: true}.write},
	{name: "R write.table sep='\\t'", file: "g.tsv", must: true, graphs: hasNoQuotes, write: rTable{columns: "from to", separator: "\t"}.write},
	{name: "R write.table sep='\\t' quote=F", file: "g.tsv", must: true, graphs: hasWords, write: rTable{columns: "from to weight", separator: "\t", plain: true}.write},
	{name: "R write.table sep='\\t' quote=F row.names=F", file: "g.tsv", must: true, graphs: hasWords, write: rTable{columns: "from to weight", separator: "\t", plain: true, rows: rNone}.write},
	{name: "R write.table sep=',' col.names=NA", file: "g.csv", must: true, graphs: hasNoQuotes, write: rTable{columns: "from to", separator: ",", rows: rNamed}.write},
	{name: "R write.csv", file: "g.csv", must: true, write: rTable{doubled: true, columns: "from to", separator: ",", rows: rNamed}.write},
	{name: "R write.csv, weighted", file: "g.csv", must: true, graphs: isWeighted, write: rTable{doubled: true, columns: "from to weight", separator: ",", rows: rNamed}.write},
	{name: "R write.csv row.names=F", file: "g.csv", must: true, write: rTable{doubled: true, columns: "from to", separator: ",", rows: rNone}.write},
	{name: "R write.csv row.names=F, weight first", file: "g.csv", must: true, write: rTable{doubled: true, columns: "weight from to", separator: ",", rows: rNone}.write},
	{name: "R write.csv quote=F", file: "g.csv", must: true, graphs: hasWords, write: rTable{doubled: true, columns: "from to", separator: ",", rows: rNamed, plain: true}.write},
	{name: "R write.csv2", file: "g.csv", write: rTable{doubled: true, columns: "from to weight", separator: ";", rows: rNamed, decimal: ","}.write},
	{name: "R write.csv2 row.names=F", file: "g.csv", must: true, write: rTable{doubled: true, columns: "from to", separator: ";", rows: rNone, decimal: ","}.write},
	{name: "R write.table of igraph as_edgelist", file: "g.txt", must: true, graphs: hasNoQuotes, write: rTable{text: true, columns: "V1 V2"}.write},
	{name: "R write.csv of igraph as_edgelist", file: "g.csv", must: true, write: rTable{text: true, doubled: true, columns: "V1 V2", separator: ",", rows: rNamed}.write},
	{name: "R write.table of igraph as_edgelist, no names at all", file: "g.txt", must: true, graphs: hasNoQuotes, write: rTable{text: true, columns: "V1 V2", rows: rNone, bare: true}.write},
	{name: "R write.table of igraph as_edgelist names=F", file: "g.txt", must: true, named: []naming{byName}, graphs: isNumbered, write: rTable{columns: "V1 V2"}.write},
	{name: "R write.csv of igraph as_data_frame", file: "g.csv", must: true, write: rTable{doubled: true, text: true, columns: "from to weight", separator: ",", rows: rNone}.write},
	{name: "R write.csv of igraph as_data_frame vertices and edges", file: "g.csv", must: true, write: rTable{doubled: true, columns: "from to kind weight", separator: ",", rows: rNone}.write},
	{name: "R readr write_csv", file: "g.csv", must: true, write: table{header: "from,to,weight"}.write},
	{name: "R readr write_tsv", file: "g.tsv", must: true, write: table{header: "from,to,weight", separator: "\t"}.write},
	{name: "R readr write_delim", file: "g.txt", must: true, write: table{header: "from,to", separator: " "}.write},
	{name: "R readr write_excel_csv", file: "g.csv", must: true, write: func(w *corpusText, g *corpusGraph) {
		w.f("\ufeff")
		table{header: "from,to"}.write(w, g)
	}},
	{name: "R data.table fwrite", file: "g.csv", must: true, write: table{header: "from,to,weight"}.write},
	{name: "R data.table fwrite sep='\\t' col.names=F", file: "g.tsv", must: true, write: table{header: "from,to,weight", separator: "\t", bare: true}.write},
	{name: "R write.table of a matrix", file: "g.txt", graphs: hasVertices(3), write: func(w *corpusText, g *corpusGraph) {
		for v, name := range g.names {
			w.f("%s%q", comma(v, " "), name)
		}
		w.f("\n")
		rMatrix(w, g, " ")
	}},
	{name: "R write.csv of a matrix", file: "g.csv", graphs: hasVertices(3), write: func(w *corpusText, g *corpusGraph) {
		w.f(`""`)
		for _, name := range g.names {
			w.f(",%s", quoteAll.field(name, ","))
		}
		w.f("\n")
		rMatrix(w, g, ",")
	}},
	{name: "R write.table of a matrix, no names", file: "g.txt", named: []naming{zeroBased, oneBased}, graphs: hasVertices(3), write: matrixText(" ", false)},
	{name: "R Matrix writeMM", file: "g.mtx", must: true, named: []naming{oneBased}, graphs: isUndirected, write: func(w *corpusText, g *corpusGraph) {
		w.f("%%%%MatrixMarket matrix coordinate real symmetric\n%d %d %d\n", g.n(), g.n(), len(g.edges))
		for _, e := range g.edges {
			w.f("%d %d %s\n", e.v+1, e.u+1, e.text())
		}
	}},
	{name: "R print of a data frame", file: "g.txt", graphs: hasWords, write: func(w *corpusText, g *corpusGraph) {
		w.f("   from    to\n")
		for i, e := range g.edges {
			w.f("%-2d %4s %5s\n", i+1, g.u(e), g.v(e))
		}
	}},
	{name: "R print of a matrix", file: "g.txt", graphs: both(isNumbered, hasVertices(3)), write: func(w *corpusText, g *corpusGraph) {
		w.f("     ")
		for v := range g.names {
			w.f(" [,%d]", v+1)
		}
		w.f("\n")
		for v, row := range g.cells() {
			w.f(" [%d,]", v+1)
			for _, x := range row {
				w.f("    %g", x)
			}
			w.f("\n")
		}
	}},
	{name: "R print of a sparse matrix", file: "g.txt", named: []naming{oneBased}, graphs: hasVertices(3), write: func(w *corpusText, g *corpusGraph) {
		w.f("%d x %[1]d sparse Matrix of class \"dgCMatrix\"\n\n", g.n())
		for v, row := range g.cells() {
			w.f("[%d,]", v+1)
			for _, x := range row {
				if x == 0 {
					w.f(" .")
				} else {
					w.f(" %g", x)
				}
			}
			w.f("\n")
		}
	}},
	{name: "R dput", file: "g.R", write: func(w *corpusText, g *corpusGraph) {
		w.f("structure(list(from = c(")
		for i, e := range g.edges {
			w.f("%s%s", comma(i, ", "), jsonName(g.u(e)))
		}
		w.f("), to = c(")
		for i, e := range g.edges {
			w.f("%s%s", comma(i, ", "), jsonName(g.v(e)))
		}
		w.f(")), class = \"data.frame\", row.names = c(NA, -%dL))\n", len(g.edges))
	}},
	{name: "R sna write.dl", file: "g.dl", write: func(w *corpusText, g *corpusGraph) {
		w.f("dl n = %d, nm = 1,\nformat = fullmatrix,\nlabels:\n", g.n())
		for v, name := range g.names {
			w.f("%s%s", comma(v, ","), name)
		}
		w.f("\ndata:\n")
		rMatrixBare(w, g)
	}},
	{name: "R network write.paj", file: "g.paj", must: true, named: []naming{oneBased, byName}, graphs: hasWords, write: func(w *corpusText, g *corpusGraph) {
		w.f("*Network net1.net\n*Vertices %d\n", g.n())
		for v, name := range g.names {
			w.f("%d \"%s\"\n", v+1, name)
		}
		section := "Edges"
		if g.directed {
			section = "Arcs"
		}
		w.f("*%s\n", section)
		for _, e := range g.edges {
			w.f("%d %d %s\n", e.u+1, e.v+1, e.text())
		}
	}},
	{name: "R igraph write_graph pajek", file: "g.net", must: true, named: []naming{oneBased}, write: func(w *corpusText, g *corpusGraph) {
		w.f("*Vertices %d\n*Edges\n", g.n())
		for _, e := range g.edges {
			w.f("%d %d\n", e.u+1, e.v+1)
		}
	}},
	{name: "R print of a matrix of names", file: "g.txt", graphs: both(hasWords, hasVertices(3)), write: func(w *corpusText, g *corpusGraph) {
		w.f("     ")
		for _, name := range g.names {
			w.f(" %5s", name)
		}
		w.f("\n")
		for v, row := range g.cells() {
			w.f("%-5s", g.names[v])
			for _, x := range row {
				w.f(" %5g", x)
			}
			w.f("\n")
		}
	}},
	{name: "R igraph print", file: "g.txt", graphs: hasNames, write: func(w *corpusText, g *corpusGraph) {
		w.f("IGRAPH 7d6c9a2 UN-- %d %d -- \n+ attr: name (v/c)\n+ edges from 7d6c9a2 (vertex names):\n[1]", g.n(), len(g.edges))
		for _, e := range g.edges {
			w.f(" %s--%s", g.u(e), g.v(e))
		}
		w.f("\n")
	}},
}

// hasVertices says that there are at least n: below that, a matrix could be
// a list of edges.
func hasVertices(n int) func(g *corpusGraph) bool {
	return func(g *corpusGraph) bool { return g.n() >= n }
}

// rRows says what write.table makes of the names of the rows, which are their
// numbers.
type rRows int

const (
	rUnnamed rRows = iota // in quotes, without a name of the column: the header has one field less
	rNamed                // with an empty name
	rNone
)

// rTable is a data frame that write.table writes.
type rTable struct {
	columns   string
	separator string // "" for a blank
	rows      rRows
	bare      bool // no header
	plain     bool // no quotes
	doubled   bool // quotes inside quotes are doubled, as by write.csv, or have a backslash before them
	text      bool // numbers are in quotes, too, as the ids of a matrix of names
	decimal   string
}

func (t rTable) write(w *corpusText, g *corpusGraph) {
	if t.separator == "" {
		t.separator = " "
	}
	text := func(name string) string {
		switch {
		case t.plain:
			return name
		case t.doubled:
			return quoteAll.field(name, t.separator)
		}
		return `"` + strings.ReplaceAll(name, `"`, `\"`) + `"`
	}
	columns := strings.Fields(t.columns)
	if !t.bare {
		var names []string
		if t.rows == rNamed {
			names = append(names, text(""))
		}
		for _, column := range columns {
			names = append(names, text(column))
		}
		w.f("%s\n", strings.Join(names, t.separator))
	}
	for i, e := range g.edges {
		var fields []string
		if t.rows != rNone {
			fields = append(fields, text(fmt.Sprint(i+1)))
		}
		for _, column := range columns {
			switch column {
			case "from", "V1":
				fields = append(fields, t.id(text, g.u(e)))
			case "to", "V2":
				fields = append(fields, t.id(text, g.v(e)))
			case "kind":
				fields = append(fields, text("friend"))
			case "weight":
				weight := e.text()
				if t.decimal != "" {
					weight = strings.Replace(weight, ".", t.decimal, 1)
				}
				fields = append(fields, weight)
			}
		}
		w.f("%s\n", strings.Join(fields, t.separator))
	}
}

// id is a number without quotes, or a name.
func (t rTable) id(text func(string) string, name string) string {
	if isNumber(name) && !t.text {
		return name
	}
	return text(name)
}

func rMatrix(w *corpusText, g *corpusGraph, separator string) {
	for v, row := range g.cells() {
		w.f("%s", quoteAll.field(g.names[v], separator))
		for _, x := range row {
			w.f("%s%g", separator, x)
		}
		w.f("\n")
	}
}

func rMatrixBare(w *corpusText, g *corpusGraph) { matrixText(" ", false)(w, g) }

// matrixText writes the adjacency matrix and nothing else.
func matrixText(separator string, real bool) func(*corpusText, *corpusGraph) {
	return func(w *corpusText, g *corpusGraph) {
		for _, row := range g.cells() {
			for i, x := range row {
				w.f("%s", comma(i, separator))
				if real {
					w.f("%.18e", x)
				} else {
					w.f("%g", x)
				}
			}
			w.f("\n")
		}
	}
}
