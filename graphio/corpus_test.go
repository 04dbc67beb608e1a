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
		fmt.Fprintf(&table, "%-50s %4d files %4d right %4d refused %4d wrong %4d in a pipe", writer.name, r.files, r.right, r.refused, r.wrong, r.wrongPiped)
		if writer.cannotTell != "" {
			table.WriteString(": " + writer.cannotTell)
		}
		table.WriteByte('\n')
		all.files, all.right, all.refused, all.wrong = all.files+r.files, all.right+r.right, all.refused+r.refused, all.wrong+r.wrong
		all.wrongPiped += r.wrongPiped
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
				if c.must && !piped {
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
				if c.cannotTell == "" {
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
