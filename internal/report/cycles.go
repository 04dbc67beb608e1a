package report

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/tricycle-graph/tricycle/chordless"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/page"
)

// CyclesAsked says which chordless cycles were asked for.
type CyclesAsked struct {
	Least, Most int      // vertices; 0 for 4 and for any number
	Through     []string // labels of vertices that are on all of them
}

// lengths says which lengths that are.
func (a CyclesAsked) lengths() string {
	least := cmp.Or(a.Least, 4)
	switch {
	case a.Most == 0:
		return fmt.Sprintf("%d vertices and more", least)
	case a.Most == least:
		return fmt.Sprintf("%d vertices", least)
	}
	return fmt.Sprintf("%d to %d vertices", least, a.Most)
}

// facts say what a number of cycles is of.
func (a CyclesAsked) facts() page.Facts {
	facts := page.Facts{{Name: "lengths asked for", Value: a.lengths()}}
	if len(a.Through) > 0 {
		facts = append(facts, page.Fact{Name: "through", Value: strings.Join(a.Through, ", "), Note: "all of these are on each cycle"})
	}
	return facts
}

// chordlessNote says what is counted.
const chordlessNote = "no edge joins two of a cycle's vertices but those that it runs along"

// Cycles says how many chordless cycles there are, and also of each length and at each vertex,
// where that was counted. Labels are those of the graph.
func Cycles(r *chordless.Result, labels graph.Labels, asked CyclesAsked) []page.Section {
	sections := []page.Section{cycles(r, asked)}
	if r.PerVertex != nil {
		sections = append(sections, cyclesByVertex(r, labels, asked))
	}
	if r.Plan != nil && r.Plan.Reductions.CoreVertices > 0 { // which it is not of a graph that is searched as it is
		sections = append(sections, reductions(r.Plan.Reductions))
	}
	return sections
}

func cycles(r *chordless.Result, asked CyclesAsked) page.Section {
	name, least := "chordless cycles", ""
	if r.Partial {
		name, least = "chordless cycles, at least", "; the search was stopped"
	}
	facts := append(page.Facts{{Name: name, Value: r.Chordless, Note: "of four vertices and more: " + chordlessNote + least}}, asked.facts()...)
	facts = append(facts,
		page.Fact{Name: "triangles", Value: r.Triangles, Note: "chordless cycles of three vertices, counted apart"},
		page.Fact{Name: "vertices", Value: r.Vertices},
		page.Fact{Name: "edges", Value: r.Edges, Note: "without direction, each once"},
	)
	if len(asked.Through) > 0 {
		facts[len(facts)-3].Note += ", of those through the same vertices"
	}
	section := page.Section{Title: "Chordless cycles", Blocks: []page.Block{facts}}
	if r.ByLength != nil {
		section.Blocks = append(section.Blocks, byLength(r.ByLength, r.Partial)...)
	}
	return section
}

// reductions say what was left to search.
func reductions(r chordless.Reductions) page.Section {
	return page.Section{Title: "What was searched", Blocks: []page.Block{
		page.Text("A chordless cycle stays within one part of the graph. What is on none is taken away first, and what is left falls into parts, the atoms, which are searched one by one."),
		page.Facts{
			{Name: "vertices of the 2-core", Value: r.CoreVertices, Note: "what is left when vertices with one neighbour or none are taken away until there is none"},
			{Name: "blocks", Value: r.Blocks, Note: "parts that no single vertex separates, and that have a cycle"},
			{Name: "simplicial vertices", Value: r.SimplicialRemoved, Note: "removed, as all their neighbours are joined: they are on triangles alone"},
			{Name: "vertices of chains", Value: r.ChainVertices, Note: "of degree 2, contracted into a neighbour"},
			{Name: "single cycles", Value: r.Rings, Note: "parts that are one cycle, counted on the spot"},
			{Name: "atoms", Value: r.Atoms, Note: "parts that no clique separates"},
			{Name: "vertices of atoms", Value: r.AtomVertices, Note: "contracted; one that separates is in several atoms"},
			{Name: "edges of atoms", Value: r.AtomEdges},
		},
	}}
}

// CompareCycles puts the counts of several files side by side; names are those of the files.
func CompareCycles(names []string, results []*chordless.Result, asked CyclesAsked) page.Section {
	t := page.Table{
		Title:   "All files",
		Columns: []string{"file", "vertices", "edges", "triangles", "chordless cycles", "complete", "shortest", "most frequent length", "longest"},
		Note:    "Chordless: " + chordlessNote + ". Where a search was stopped, there are at least as many.",
	}
	lengths := false
	for i, r := range results {
		complete := "yes"
		if r.Partial {
			complete = "no"
		}
		row := []any{names[i], r.Vertices, r.Edges, r.Triangles, r.Chordless, complete, nil, nil, nil}
		if of := having(r.ByLength); len(of) > 0 {
			row[6], row[7], row[8] = of[0], most(r.ByLength), of[len(of)-1]
		}
		lengths = lengths || r.ByLength != nil
		t.Rows = append(t.Rows, row)
	}
	if !lengths {
		t.Columns = t.Columns[:6]
		for i := range t.Rows {
			t.Rows[i] = t.Rows[i][:6]
		}
	}
	section := page.Section{Title: "Side by side", Blocks: []page.Block{asked.facts(), t}}
	if figure, ok := lengthsSideBySide(names, results); ok {
		section.Blocks = append(section.Blocks, figure)
	}
	return section
}
