package graphio

import (
	"fmt"
	"strings"
	"unicode/utf16"
)

// pandasWriters are ways to write a table of edges with pandas' to_csv, and
// what else people do with a DataFrame.
var pandasWriters = []corpusWriter{
	{name: "pandas to_csv", file: "g.csv", must: true, write: table{header: "source,target", index: true}.write},
	{name: "pandas to_csv index=False", file: "g.csv", must: true, write: table{header: "source,target"}.write},
	{name: "pandas to_csv, weighted", file: "g.csv", must: true, graphs: isWeighted, write: table{header: "source,target,weight", index: true}.write},
	{name: "pandas to_csv index=False, weighted", file: "g.csv", must: true, graphs: isWeighted, write: table{header: "source,target,weight"}.write},
	{name: "pandas to_csv index=False, weight first", file: "g.csv", must: true, write: table{header: "weight,source,target"}.write},
	{name: "pandas to_csv index=False, time first", file: "g.csv", must: true, write: table{header: "time,source,target"}.write},
	{name: "pandas to_csv index=False, id first", file: "edges.csv", must: true, write: table{header: "edge_id,from,to"}.write},
	{name: "pandas to_csv, weight first", file: "g.csv", must: true, write: table{header: "weight,source,target", index: true}.write},
	{name: "pandas to_csv index=False, kinds around", file: "g.csv", must: true, write: table{header: "kind,src,weight,dst"}.write},
	{name: "pandas to_csv index_label='id'", file: "g.csv", must: true, write: table{header: "source,target", index: true, indexName: "id"}.write},
	{name: "pandas to_csv index=False header=False", file: "g.csv", must: true, write: table{header: "source,target", bare: true}.write},
	{name: "pandas to_csv index=False header=False, weighted", file: "g.csv", must: true, graphs: isWeighted, write: table{header: "source,target,weight", bare: true}.write},
	{name: "pandas to_csv header=False", file: "g.csv", graphs: hasSeveral(3), write: table{header: "source,target", index: true, bare: true}.write},
	{name: "pandas to_csv header=False, weighted", file: "g.csv", graphs: both(isWeighted, hasSeveral(3)), write: table{header: "source,target,weight", index: true, bare: true}.write},
	{name: "pandas to_csv sep='\\t'", file: "g.tsv", must: true, write: table{header: "source,target", index: true, separator: "\t"}.write},
	{name: "pandas to_csv sep='\\t' index=False", file: "g.tsv", must: true, write: table{header: "source,target", separator: "\t"}.write},
	{name: "pandas to_csv sep='\\t' index=False, txt", file: "g.txt", must: true, write: table{header: "source,target,weight", separator: "\t"}.write},
	{name: "pandas to_csv sep='\\t' header=False", file: "g.tsv", graphs: hasSeveral(3), write: table{header: "source,target", index: true, bare: true, separator: "\t"}.write},
	{name: "pandas to_csv sep=' '", file: "g.txt", must: true, write: table{header: "source,target", index: true, separator: " "}.write},
	{name: "pandas to_csv sep=' ' index=False", file: "g.txt", must: true, write: table{header: "source,target", separator: " "}.write},
	{name: "pandas to_csv sep=' ' header=False", file: "g.txt", graphs: hasSeveral(3), write: table{header: "source,target", index: true, bare: true, separator: " "}.write},
	{name: "pandas to_csv sep=';'", file: "g.csv", write: table{header: "source,target", index: true, separator: ";"}.write},
	{name: "pandas to_csv sep=';' index=False", file: "g.csv", must: true, write: table{header: "source,target", separator: ";"}.write},
	{name: "pandas to_csv sep=';' index=False header=False", file: "g.csv", write: table{header: "source,target", separator: ";", bare: true}.write},
	{name: "pandas to_csv sep='|' index=False", file: "g.csv", write: table{header: "source,target", separator: "|"}.write},
	{name: "pandas to_csv sep=';' decimal=','", file: "g.csv", graphs: isWeighted, write: func(w *corpusText, g *corpusGraph) {
		w.f(";source;target;weight\n")
		for i, e := range g.edges {
			w.f("%d;%s;%s;%s\n", i, g.u(e), g.v(e), strings.Replace(e.real(), ".", ",", 1))
		}
	}},
	{name: "pandas to_csv quoting=QUOTE_ALL", file: "g.csv", must: true, write: table{header: "source,target", index: true, quote: quoteAll}.write},
	{name: "pandas to_csv quoting=QUOTE_ALL index=False", file: "g.csv", must: true, write: table{header: "source,target,weight", quote: quoteAll}.write},
	{name: "pandas to_csv quoting=QUOTE_NONNUMERIC index=False", file: "g.csv", must: true, write: table{header: "source,target", quote: quoteText}.write},
	{name: "pandas to_csv index=False, ids that were NaN once", file: "g.csv", must: true, graphs: isNumbered, write: table{header: "source,target", id: asFloats(true, true)}.write},
	{name: "pandas to_csv, first column that was NaN once", file: "g.csv", must: true, graphs: isNumbered, write: table{header: "source,target", index: true, id: asFloats(true, false)}.write},
	{name: "pandas to_csv header=False index=False, first column that was NaN once", file: "g.csv", must: true, graphs: isNumbered, write: table{header: "source,target", bare: true, id: asFloats(true, false)}.write},
	{name: "pandas to_csv header=False index=False, second column that was NaN once", file: "g.csv", must: true, graphs: isNumbered, write: table{header: "source,target", bare: true, id: asFloats(false, true)}.write},
	{name: "pandas to_csv header=False index=False sep=' ', floats", file: "g.txt", must: true, graphs: isNumbered, write: table{header: "source,target", bare: true, separator: " ", id: asFloats(true, true)}.write},
	{name: "pandas to_csv index=False, columns of its own", file: "g.csv", must: true, graphs: isNumbered, write: table{header: "user_id,friend_id"}.write},
	{name: "pandas to_csv index=False, columns called 0 and 1", file: "g.csv", graphs: isNumbered, cannotTell: "the header is an edge", write: table{header: "0,1"}.write},
	{name: "pandas to_csv, columns called 0 and 1", file: "g.csv", graphs: hasSeveral(2), write: table{header: "0,1", index: true}.write},
	{name: "pandas to_csv index=False, from a database", file: "g.csv", must: true, write: table{header: "created_at,source_id,target_id,count"}.write},
	{name: "pandas to_csv encoding='utf-8-sig'", file: "g.csv", must: true, write: func(w *corpusText, g *corpusGraph) {
		w.f("\ufeff")
		table{header: "source,target", index: true}.write(w, g)
	}},
	{name: "pandas to_csv encoding='utf-16'", file: "g.csv", write: utf16File(table{header: "source,target"}.write)},
	{name: "pandas to_csv lineterminator='\\r\\n'", file: "g.csv", must: true, write: windows(table{header: "source,target", index: true}.write)},
	{name: "pandas to_csv of the adjacency matrix", file: "g.csv", write: func(w *corpusText, g *corpusGraph) {
		for _, name := range g.names {
			w.f(",%s", csvField(name, ","))
		}
		w.f("\n")
		for v, row := range g.cells() {
			w.f("%s", csvField(g.names[v], ","))
			for _, x := range row {
				w.f(",%s", corpusEdge{weight: x}.real())
			}
			w.f("\n")
		}
	}},
	{name: "pandas to_string", file: "g.txt", graphs: hasWords, write: func(w *corpusText, g *corpusGraph) {
		w.f("   source  target\n")
		for i, e := range g.edges {
			w.f("%-2d %6s  %6s\n", i, g.u(e), g.v(e))
		}
	}},
	{name: "pandas to_string, names with blanks", file: "g.txt", graphs: hasNoWords, write: func(w *corpusText, g *corpusGraph) {
		w.f("     source       target\n")
		for i, e := range g.edges {
			w.f("%-2d %11s  %11s\n", i, g.u(e), g.v(e))
		}
	}},
	{name: "pandas to_string index=False", file: "g.txt", must: true, graphs: hasWords, write: func(w *corpusText, g *corpusGraph) {
		w.f(" source  target\n")
		for _, e := range g.edges {
			w.f(" %6s  %6s\n", g.u(e), g.v(e))
		}
	}},
	{name: "pandas to_markdown", file: "g.md", write: func(w *corpusText, g *corpusGraph) {
		w.f("|    | source   | target   |\n|---:|:---------|:---------|\n")
		for i, e := range g.edges {
			w.f("| %2d | %-8s | %-8s |\n", i, g.u(e), g.v(e))
		}
	}},
	{name: "pandas to_markdown index=False", file: "g.md", write: func(w *corpusText, g *corpusGraph) {
		w.f("| source   | target   |\n|:---------|:---------|\n")
		for _, e := range g.edges {
			w.f("| %-8s | %-8s |\n", g.u(e), g.v(e))
		}
	}},
	{name: "pandas to_latex", file: "g.tex", write: func(w *corpusText, g *corpusGraph) {
		w.f("\\begin{tabular}{lll}\n\\toprule\n & source & target \\\\\n\\midrule\n")
		for i, e := range g.edges {
			w.f("%d & %s & %s \\\\\n", i, g.u(e), g.v(e))
		}
		w.f("\\bottomrule\n\\end{tabular}\n")
	}},
	{name: "pandas to_json", file: "g.json", write: func(w *corpusText, g *corpusGraph) {
		w.f("{")
		for end, column := range []string{"source", "target"} {
			w.f("%s%q:{", comma(end, ","), column)
			for i, e := range g.edges {
				w.f("%s\"%d\":%s", comma(i, ","), i, jsonName(g.names[[]int{e.u, e.v}[end]]))
			}
			w.f("}")
		}
		w.f("}")
	}},
	{name: "pandas to_json orient='records'", file: "g.json", write: func(w *corpusText, g *corpusGraph) {
		w.f("[")
		for i, e := range g.edges {
			w.f(`%s{"source":%s,"target":%s}`, comma(i, ","), jsonName(g.u(e)), jsonName(g.v(e)))
		}
		w.f("]")
	}},
	{name: "pandas to_json orient='values'", file: "g.json", write: func(w *corpusText, g *corpusGraph) {
		w.f("[")
		for i, e := range g.edges {
			w.f(`%s[%s,%s]`, comma(i, ","), jsonName(g.u(e)), jsonName(g.v(e)))
		}
		w.f("]")
	}},
	{name: "pandas to_json orient='records' lines=True", file: "g.jsonl", write: func(w *corpusText, g *corpusGraph) {
		for _, e := range g.edges {
			w.f("{\"source\":%s,\"target\":%s}\n", jsonName(g.u(e)), jsonName(g.v(e)))
		}
	}},
	{name: "pandas to_html", file: "g.html", write: func(w *corpusText, g *corpusGraph) {
		w.f("<table border=\"1\" class=\"dataframe\">\n  <tbody>\n")
		for _, e := range g.edges {
			w.f("    <tr>\n      <td>%s</td>\n      <td>%s</td>\n    </tr>\n", g.u(e), g.v(e))
		}
		w.f("  </tbody>\n</table>")
	}},
	{name: "pandas to_xml", file: "g.xml", write: func(w *corpusText, g *corpusGraph) {
		w.f("<?xml version='1.0' encoding='utf-8'?>\n<data>\n")
		for i, e := range g.edges {
			w.f("  <row>\n    <index>%d</index>\n    <source>%s</source>\n    <target>%s</target>\n  </row>\n", i, xmlEscapes.Replace(g.u(e)), xmlEscapes.Replace(g.v(e)))
		}
		w.f("</data>")
	}},
	{name: "polars write_csv", file: "g.csv", must: true, write: table{header: "source,target,weight"}.write},
	{name: "polars write_csv separator='\\t'", file: "g.tsv", must: true, write: table{header: "src,dst", separator: "\t"}.write},
	{name: "pyarrow write_csv", file: "g.csv", must: true, write: table{header: "source,target", quote: quoteText}.write},
	{name: "print of a polars DataFrame", file: "g.txt", write: func(w *corpusText, g *corpusGraph) {
		w.f("shape: (%d, 2)\n┌────────┬────────┐\n│ source ┆ target │\n│ ---    ┆ ---    │\n│ str    ┆ str    │\n╞════════╪════════╡\n", len(g.edges))
		for _, e := range g.edges {
			w.f("│ %-6s ┆ %-6s │\n", g.u(e), g.v(e))
		}
		w.f("└────────┴────────┘\n")
	}},
}

// table is a table of edges with columns by the names in its header: "source"
// and the like for the ends, "weight", and others that are made up.
type table struct {
	header    string // with commas, whatever the separator
	separator string // "" for a comma
	bare      bool   // the header is not written
	index     bool   // a first column that counts rows from 0
	indexName string
	quote     quoting
	id        func(end int, name string) string // how an id is written, or nil
}

func (t table) write(w *corpusText, g *corpusGraph) {
	if t.separator == "" {
		t.separator = ","
	}
	columns := strings.Split(t.header, ",")
	row := func(fields []string) {
		for i, field := range fields {
			w.f("%s%s", comma(i, t.separator), t.quote.field(field, t.separator))
		}
		w.f("\n")
	}
	if !t.bare {
		names := columns
		if t.index {
			names = append([]string{t.indexName}, columns...)
		}
		row(names)
	}
	for i, e := range g.edges {
		var fields []string
		if t.index {
			fields = append(fields, fmt.Sprint(i))
		}
		for _, column := range columns {
			fields = append(fields, t.cell(g, i, e, column))
		}
		row(fields)
	}
}

func (t table) cell(g *corpusGraph, i int, e corpusEdge, column string) string {
	end := func(end int, name string) string {
		if t.id != nil {
			return t.id(end, name)
		}
		return name
	}
	switch column {
	case "source", "src", "from", "user_id", "source_id", "0", "u", "i", "START", "node1", "head", "protein1", "follower":
		return end(0, g.u(e))
	case "target", "dst", "to", "friend_id", "target_id", "1", "v", "j", "END", "node2", "tail", "protein2", "followee":
		return end(1, g.v(e))
	case "weight":
		return e.real()
	case "time":
		return fmt.Sprint(1082008561 + 20*i)
	case "created_at":
		return fmt.Sprintf("2026-05-%02d 10:11:12", i+1)
	case "kind":
		return []string{"friend", "colleague"}[i%2]
	case "count":
		return fmt.Sprint(1 + i%3)
	case "edge_id":
		return fmt.Sprint(i)
	}
	panic("no column " + column)
}

// quoting says what a writer of tables puts in quotes.
type quoting int

const (
	quoteNeeded quoting = iota // what has a separator, a quote or a line's end inside
	quoteAll
	quoteText
	quoteNone
)

func (q quoting) field(text, separator string) string {
	quoted := `"` + strings.ReplaceAll(text, `"`, `""`) + `"`
	switch {
	case q == quoteNone:
	case q == quoteAll, q == quoteText && !isDecimal(text), strings.ContainsAny(text, separator+"\"\n"):
		return quoted
	}
	return text
}

func csvField(text, separator string) string { return quoteNeeded.field(text, separator) }

func isDecimal(text string) bool {
	return len(text) > 0 && strings.Trim(text, "-0123456789.") == ""
}

// asFloats writes the ids of one or both columns as pandas writes floats.
func asFloats(first, second bool) func(end int, name string) string {
	return func(end int, name string) string {
		if end == 0 && first || end == 1 && second {
			return name + ".0"
		}
		return name
	}
}

// windows ends lines as Windows does.
func windows(write func(*corpusText, *corpusGraph)) func(*corpusText, *corpusGraph) {
	return func(w *corpusText, g *corpusGraph) {
		var text corpusText
		write(&text, g)
		w.WriteString(strings.ReplaceAll(text.String(), "\n", "\r\n"))
	}
}

// utf16File is what Windows calls Unicode.
func utf16File(write func(*corpusText, *corpusGraph)) func(*corpusText, *corpusGraph) {
	return func(w *corpusText, g *corpusGraph) {
		var text corpusText
		write(&text, g)
		for _, unit := range utf16.Encode([]rune("\ufeff" + text.String())) {
			w.Write([]byte{byte(unit), byte(unit >> 8)})
		}
	}
}
