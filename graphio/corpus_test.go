package graphio

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
)

// The corpus is what other programs write, by the rules of each, over a few
// small graphs whose edges are known. Whatever such a file looks like, it is
// read rightly or refused; a smaller graph or another one is never read.

// corpusWriter is one program, with the options that change what it writes.
type corpusWriter struct {
	name string // program and function
	file string // the file's name, with the suffix that its users give it

	// must says that the files have to be read. The others may be refused, as
	// formats that are not known, or as too much like something else.
	must bool
	// graphs says which graphs it writes: those with names, for example.
	graphs func(g *corpusGraph) bool
	// named are the ways in which its files name a vertex, as far as a reader
	// may choose: by number, and by a label beside the number. What is read must
	// be right under one of them. Without any, it is named as in the graph.
	named []naming
	// cannotTell says why no reader can see from such a file what it is: it
	// might be an edge list as well. It is part of the table, for those who
	// wonder, and nothing is asked of it.
	cannotTell string

	write func(w *corpusText, g *corpusGraph)
}

// corpusText takes a file's text.
type corpusText struct{ strings.Builder }

func (w *corpusText) f(format string, values ...any) { fmt.Fprintf(w, format, values...) }

// naming tells what vertex v of g is called in a file.
type naming func(g *corpusGraph, v int) string

func byName(g *corpusGraph, v int) string    { return g.names[v] }
func zeroBased(_ *corpusGraph, v int) string { return fmt.Sprint(v) }
func oneBased(_ *corpusGraph, v int) string  { return fmt.Sprint(v + 1) }

func corpusWriters() []corpusWriter {
	return slices.Concat(
		networkxWriters, pandasWriters, rWriters, igraphWriters, arrayWriters,
		siteWriters, solverWriters, toolWriters, plainWriters)
}

// readWrongly are the writers of which some file is still read as another
// graph, and refusedStill those of which some file that has to be read is
// refused.
var (
	readWrongly = []string{
		"igraph write_ncol, names with blanks",
		"igraph write_lgl",
		"igraph write_adjacency",
		"igraph write_adjacency sep=','",
		"igraph print of get_adjacency",
		"igraph print of get_adjlist",
		"igraph get_edge_dataframe",
		"igraph summary",
		"Gephi edges, id first",
		"TGF",
		"Graphviz, one line",
		"Mermaid",
		"JSON pairs as lines",
		"JSON pairs as lines, blanks",
		"YAML pairs",
		"Neo4j import",
		"Neo4j import, a property first",
		"Neptune",
		"ArangoDB",
		"GraphX Edge",
		"Spark saveAsTextFile",
		"psql copy csv header",
		"mysql --batch",
		"mysqldump",
		"Excel, semicolons and no header",
		"Excel, thousands with blanks",
		"LaTeX table",
		"diff -y",
		"make rules",
		"numbered lines, cat -n",
		"uniq -c",
		"pandas to_csv index=False, weight first",
		"pandas to_csv index=False, time first",
		"pandas to_csv index=False, id first",
		"pandas to_csv index=False, kinds around",
		"pandas to_csv index_label='id'",
		"pandas to_csv header=False",
		"pandas to_csv header=False, weighted",
		"pandas to_csv sep='\\t'",
		"pandas to_csv sep='\\t' header=False",
		"pandas to_csv sep=' '",
		"pandas to_csv sep=' ' header=False",
		"pandas to_csv sep=';' index=False header=False",
		"pandas to_csv index=False, ids that were NaN once",
		"pandas to_csv header=False index=False, first column that was NaN once",
		"pandas to_csv header=False index=False, second column that was NaN once",
		"pandas to_csv header=False index=False sep=' ', floats",
		"pandas to_csv index=False, from a database",
		"pandas to_string",
		"pandas to_string, names with blanks",
		"pandas to_json orient='values'",
		"METIS",
		"METIS with weights",
		"METIS with weights of vertices",
		"METIS with a comment",
		"METIS as txt",
		"METIS with weights as txt",
		"METIS with weights of vertices as txt",
		"KaHIP, trailing blanks",
		"NetworKit METIS",
		"NetworKit METIS, fractions",
		"NetworKit SNAP",
		"hMETIS",
		"hMETIS, a net for each vertex",
		"DIMACS without a problem line",
		"gSpan",
		"gSpan without an end",
		"GraMi",
		"subgraph matching, t v e",
		"PowerGraph adjacency",
		"Arabesque",
		"Giraph JSON",
		"adjacency with colons",
		"adjacency with colons and commas",
		"adjacency with arrows",
		"adjacency, tab and commas",
		"adjacency of both directions",
		"adjacency without the vertex, from 0",
		"adjacency without the vertex, from 1",
		"nauty showg -eq",
		"n, m and a word first",
		"n, m and a flag first",
		"n, m and a flag first, from 1",
		"n, m and three flags first",
		"n and twice m first",
		"m and n first",
		"sizes in words first",
		"labels of vertices between sizes and edges",
		"Harwell-Boeing",
		"networkx write_edgelist, names with blanks",
		"networkx write_edgelist data=False, names with blanks",
		"networkx write_multiline_adjlist",
		"networkx generate_multiline_adjlist",
		"networkx write_pajek, names with quotes",
		"networkx write_edgelist delimiter=',', names with commas",
		"networkx write_network_text",
		"print of G.edges()",
		"print of every edge of G.edges()",
		"print of every edge of G.edges(data=True)",
		"print of nx.to_dict_of_lists",
		"SNAP Reddit hyperlinks",
		"KONECT bipartite",
		"WebGraph ASCIIGraph",
		"CAIDA as links",
		"STRING links",
		"STRING links, all channels",
		"BioGRID tab3",
		"contacts with a header t i j",
		"knowledge graph, head relation tail",
		"Open Graph Archive, House of Graphs adjacency list",
		"PLINK genome",
		"PLINK ld",
		"Cytoscape SIF",
		"Cytoscape SIF, tab",
		"Cytoscape SIF, several targets a line",
		"Turtle",
		"Freebase easy, object with a dot",
		"R write.table",
		"R write.table, weighted",
		"R write.table quote=F",
		"R write.table quote=F, names with blanks",
		"R write.table col.names=F",
		"R write.table sep=','",
		"R write.table sep=',' quote=F",
		"R write.table sep='\\t'",
		"R write.table sep='\\t' quote=F",
		"R write.csv row.names=F, weight first",
		"R write.table of igraph as_edgelist",
		"R write.table of igraph as_edgelist names=F",
		"R write.table of a matrix",
		"R write.table of a matrix, no names",
		"R print of a data frame",
		"R print of a matrix",
		"R print of a matrix of names",
		"R igraph print",
		"semicolon and blank between",
		"colon and blank between",
		"bar between blanks",
		"equals between",
		"arrow between blanks",
		"double arrow between blanks",
		"two-way arrow between blanks",
		"arrow of Unicode",
		"dashes between blanks",
		"dash between blanks",
		"the word to between",
		"the word and between",
		"tuples",
		"tuples with a blank",
		"tuples with commas behind",
		"tuples without commas",
		"tuples on one line",
		"angle brackets",
		"edge in front",
		"e in front",
		"edge( ) of Prolog",
		"edge( ) of Prolog without blanks",
		"add_edge( )",
		"edge with its number and a colon",
		"edge in words",
		"edges on one line",
		"edges on one line with commas",
		"sources on one line, targets on another",
		"sources on one line, targets on another, csv",
		"a trailing semicolon",
		"a trailing dot",
		"old Mac line ends behind a comment",
		"two files of Windows, one behind the other",
		"comments of C",
		"comments with semicolons",
		"comments of SQL",
		"a title first",
		"a sum at the end",
		"weight first",
		"weight between",
		"weight behind a colon",
		"ids with fractions",
		"ids in single quotes",
		"the matrix with names",
		"the matrix behind its size",
		"the matrix behind its sizes",
		"the matrix with inf for no edge",
		"the matrix in brackets",
		"the matrix of incidence",
		"cliques a line",
		"communities a line",
		"points",
		"a pointer of Git LFS",
		"numpy savetxt of the matrix",
		"numpy savetxt of the matrix fmt='%d'",
		"numpy savetxt of the matrix delimiter=','",
		"numpy savetxt of the matrix fmt='%d' delimiter=','",
		"numpy savetxt of the matrix fmt='%d' delimiter='\\t'",
		"numpy savetxt of the matrix fmt='%.2f'",
		"numpy savetxt of edges",
		"numpy savetxt of edges fmt='%.1f'",
		"numpy print of edges",
		"numpy print of the matrix",
		"scipy print of a sparse matrix",
		"MATLAB save -ascii of edges",
		"MATLAB save -ascii of the matrix",
		"MATLAB writetable of G.Edges",
		"MATLAB mat2str",
		"Octave save -text of the full matrix",
		"Mathematica EdgeList",
		"Mathematica EdgeList, FullForm",
		"Mathematica Export of rules",
		"Mathematica Export of undirected edges",
		"Mathematica Export of undirected edges, Unicode",
		"Mathematica Export of the matrix",
		"Sage G.edges()",
		"Sage G.adjacency_matrix().str()",
		"Julia savegraph",
		"Julia LightGraphs savegraph, version 2",
		"Julia print of edges(g)",
	}
	refusedStill = []string{
		"Gephi edges, id and label first",
		"Gephi edges, semicolons",
		"Excel, semicolons",
		"pandas to_csv",
		"pandas to_csv, weighted",
		"pandas to_csv, weight first",
		"pandas to_csv sep=';' index=False",
		"pandas to_csv quoting=QUOTE_ALL",
		"pandas to_csv, first column that was NaN once",
		"pandas to_csv encoding='utf-8-sig'",
		"pandas to_csv lineterminator='\\r\\n'",
		"m first",
		"OpenKE",
		"R write.table sep=',' col.names=NA",
		"R write.csv",
		"R write.csv, weighted",
		"R write.csv quote=F",
		"R write.csv2 row.names=F",
		"R write.csv of igraph as_edgelist",
	}
)

// row is a line of the table that the test prints: files that are opened by name,
// and those that are read wrongly from a pipe.
type row struct{ files, right, refused, wrong, wrongPiped int }

func TestCorpus(t *testing.T) {
	var all row
	var table strings.Builder
	seen := make(map[string]bool)
	for _, writer := range corpusWriters() {
		if seen[writer.name] {
			t.Fatalf("two writers are called %q", writer.name)
		}
		seen[writer.name] = true
		r := writer.check(t)
		writer.checkLists(t, r)
		fmt.Fprintf(&table, "%-50s %4d files %4d right %4d refused %4d wrong %4d in a pipe", writer.name, r.files, r.right, r.refused, r.wrong, r.wrongPiped)
		if writer.cannotTell != "" {
			table.WriteString(": " + writer.cannotTell)
		}
		table.WriteByte('\n')
		all.files, all.right, all.refused, all.wrong = all.files+r.files, all.right+r.right, all.refused+r.refused, all.wrong+r.wrong
		all.wrongPiped += r.wrongPiped
	}
	for _, name := range slices.Concat(readWrongly, refusedStill) {
		if !seen[name] {
			t.Errorf("no writer is called %q", name)
		}
	}
	if len(seen) < 40 || all.files < 300 {
		t.Errorf("%d files of %d writers are too few", all.files, len(seen))
	}
	t.Logf("by writer:\n%s%d writers: %d files, %d right, %d refused, %d wrong, %d wrong in a pipe",
		&table, len(seen), all.files, all.right, all.refused, all.wrong, all.wrongPiped)
}

// check reads the files of a writer, by name and through a pipe.
func (c *corpusWriter) check(t *testing.T) (r row) {
	t.Helper()
	for i, g := range corpusGraphs {
		if c.graphs != nil && !c.graphs(g) || testing.Short() && i%4 != len(c.name)%4 {
			continue
		}
		r.files++
		var text corpusText
		c.write(&text, g)
		for _, piped := range []bool{false, true} {
			name := c.file
			if piped {
				name = "-"
			}
			edges, err := readCorpusFile(t, name, text.String())
			var refusal *graph.InputError
			switch {
			case errors.As(err, &refusal) && refusal.Error() != "":
				if c.must && !piped && !slices.Contains(refusedStill, c.name) {
					t.Errorf("%s, %s, as %s: %v, in\n%s", c.name, g.title, name, err, &text)
				}
				if !piped {
					r.refused++
				}
			case err != nil:
				t.Errorf("%s, %s, as %s: %v (%[4]T), in\n%s", c.name, g.title, name, err, &text)
			case c.isRight(g, edges):
				if !piped {
					r.right++
				}
			default:
				if c.cannotTell == "" && !slices.Contains(readWrongly, c.name) {
					t.Errorf("%s, %s, as %s: read %v, in\n%s", c.name, g.title, name, edges, &text)
				}
				if piped {
					r.wrongPiped++
				} else {
					r.wrong++
				}
			}
		}
	}
	return r
}

// TestCorpusDemands holds the demands of the corpus against each other: where two
// writers make the same file of different graphs, and one of them has to be
// read, nobody can tell, and the other should say so.
func TestCorpusDemands(t *testing.T) {
	type maker struct {
		writer *corpusWriter
		g      *corpusGraph
	}
	makers := make(map[string][]maker)
	writers := corpusWriters()
	for i := range writers {
		writer := &writers[i]
		for _, g := range corpusGraphs {
			if writer.cannotTell != "" || writer.graphs != nil && !writer.graphs(g) {
				continue
			}
			var text corpusText
			writer.write(&text, g)
			key := suffix(writer.file) + "\n" + text.String()
			for _, other := range makers[key] {
				if (writer.must || other.writer.must) && !slices.ContainsFunc(writer.readings(g), func(edges map[[2]string]bool) bool {
					return other.writer.isRight(other.g, edges)
				}) {
					t.Errorf("%s, %s, and %s, %s, are the same file, and not the same graph:\n%s",
						writer.name, g.title, other.writer.name, other.g.title, &text)
				}
			}
			makers[key] = append(makers[key], maker{writer, g})
		}
	}
}

// checkLists says which writers need not be in a list any longer.
func (c *corpusWriter) checkLists(t *testing.T, r row) {
	t.Helper()
	if testing.Short() {
		return // not all files were read
	}
	if r.wrong == 0 && r.wrongPiped == 0 && slices.Contains(readWrongly, c.name) {
		t.Errorf("%s is not read wrongly any longer, it can leave the list", c.name)
	}
	if r.refused == 0 && slices.Contains(refusedStill, c.name) {
		t.Errorf("%s is not refused any longer, it can leave the list", c.name)
	}
}

// readCorpusFile returns the edges of a text by the names of their ends, without
// loops.
func readCorpusFile(t *testing.T, name, text string) (map[[2]string]bool, error) {
	t.Helper()
	// A file of the disk would make no difference: that it is read as a stream
	// of its name is held elsewhere.
	src, err := OpenReader(strings.NewReader(text), name, Options{})
	if err != nil {
		return nil, err
	}
	defer closeAll(t, src)
	setBlockSize(src, 64<<10) // saves most of the time
	ids, summary, err := tryRead(src, 1)
	if err != nil {
		return nil, err
	}
	label := func(id uint64) string {
		switch {
		case summary.Names != nil:
			return summary.Names[id]
		case summary.Numbers != nil:
			return fmt.Sprint(summary.Numbers[id])
		}
		return fmt.Sprint(id + src.Info().Base)
	}
	edges := make(map[[2]string]bool)
	for _, e := range ids {
		if e.U != e.V {
			edges[ends(label(e.U), label(e.V))] = true
		}
	}
	return edges, nil
}

// isRight says that edges are those of g under one of the namings.
func (c *corpusWriter) isRight(g *corpusGraph, edges map[[2]string]bool) bool {
	return slices.ContainsFunc(c.readings(g), func(want map[[2]string]bool) bool { return maps.Equal(edges, want) })
}

// readings are the edges of g under each of the namings, without loops.
func (c *corpusWriter) readings(g *corpusGraph) []map[[2]string]bool {
	named := c.named
	if named == nil {
		named = []naming{byName}
	}
	var readings []map[[2]string]bool
	for _, name := range named {
		edges := make(map[[2]string]bool)
		for _, e := range g.edges {
			if e.u != e.v {
				edges[ends(name(g, e.u), name(g, e.v))] = true
			}
		}
		readings = append(readings, edges)
	}
	return readings
}

// ends is an edge whichever way it is written.
func ends(u, v string) [2]string { return [2]string{min(u, v), max(u, v)} }
