package report

import (
	"path/filepath"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/atomicfile"
	"github.com/tricycle-graph/tricycle/internal/page"
	"github.com/tricycle-graph/tricycle/triangle"
)

// Name is what a report calls an input.
func Name(info graph.Info) string {
	if info.Name == "-" {
		return "standard input"
	}
	if atomicfile.Handed(info.Name) {
		return "an unnamed graph"
	}
	return filepath.Base(info.Name)
}

// Input says what was read, and what cleaning did with it.
func Input(info graph.Info, cleaning graph.Report) page.Section {
	format := info.Format
	if info.Compressed != "" {
		format += ", " + info.Compressed
	}
	facts := page.Facts{{Name: "format", Value: format}}
	if info.Bytes.Known() {
		facts = append(facts, page.Fact{Name: "bytes", Value: uint64(info.Bytes.Get())})
	}
	return page.Section{Title: "Input", Blocks: []page.Block{
		append(facts,
			page.Fact{Name: "records", Value: cleaning.Records, Note: "read"},
			page.Fact{Name: "self-loops", Value: cleaning.Loops, Note: "dropped"},
			page.Fact{Name: "duplicates", Value: cleaning.Duplicates, Note: "of one direction, merged"},
			page.Fact{Name: "reciprocal edges", Value: cleaning.Reciprocal, Note: "in both directions, merged into one"},
			page.Fact{Name: "one-way edges", Value: cleaning.OneWay, Note: "in one direction only"},
			page.Fact{Name: "isolated vertices", Value: cleaning.Isolated, Note: "kept"},
		),
	}}
}

// Inputs says of several files what Input says of one.
func Inputs(results []*triangle.Result) page.Section {
	t := page.Table{
		Title:   "All files",
		Columns: []string{"file", "format", "records", "self-loops", "duplicates", "reciprocal edges", "isolated vertices"},
		Note:    "Self-loops are dropped, duplicates and the two directions of an edge merged, isolated vertices kept.",
	}
	for i, name := range namesOf(results) {
		c := results[i].Cleaning
		t.Rows = append(t.Rows, []any{name, results[i].Info.Format, c.Records, c.Loops, c.Duplicates, c.Reciprocal, c.Isolated})
	}
	return page.Section{Title: "Input", Blocks: []page.Block{t}}
}
