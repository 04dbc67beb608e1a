package report

import (
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/page"
)

// Judged says of a graph whether it is chordal.
type Judged struct {
	Name     string // of the file
	Vertices int
	Edges    uint64
	Hole     int // its vertices; 0 where the graph is chordal
}

// CompareChordality says which of several graphs are chordal.
func CompareChordality(judged []Judged) page.Section {
	t := page.Table{
		Title: "All files", Columns: []string{"file", "vertices", "edges", "chordal", "vertices of a hole"},
		Note: "A graph is chordal where it has no hole, a cycle of four vertices or more where " + chordlessNote + ".",
	}
	for _, j := range judged {
		row := []any{j.Name, j.Vertices, j.Edges, "yes", nil}
		if j.Hole > 0 {
			row[3], row[4] = "no", j.Hole
		}
		t.Rows = append(t.Rows, row)
	}
	return page.Section{Title: "Side by side", Blocks: []page.Block{t}}
}

// Intervals says whether the niches of a food web may be intervals along one line, which they
// cannot where the niche-overlap graph has a hole.
func Intervals(niche *graph.Graph, order, hole []uint32) page.Section {
	section := Chordality(niche, order, hole)
	section.Title = "Can niches be intervals?"
	text := page.Text("The niche-overlap graph has no hole. It may be that of intervals along one line, though not each chordal graph is.")
	if hole != nil {
		text = "Niches that are intervals along one line, such as sizes of prey, overlap in a graph without a hole (Cohen, Food Webs and Niche Space, 1978). This one has a hole: its niches are no such intervals."
	}
	section.Blocks = append([]page.Block{text}, section.Blocks...)
	return section
}

// Chordality says whether a graph is chordal, with the proof: a hole, or where there is none a
// perfect elimination order.
func Chordality(g *graph.Graph, order, hole []uint32) page.Section {
	answer := page.Fact{Name: "chordal", Value: "yes", Note: "every cycle of four vertices and more has a chord, an edge between two of its vertices that are not side by side"}
	section := page.Section{Title: "Is it chordal?"}
	proof := []page.Block{
		page.Table{Title: "The proof: a perfect elimination order", Columns: []string{"vertices", "order"}, Rows: [][]any{{len(order), spell(g, order, " – ")}},
			Note: "Of each vertex, the neighbours that come after it are all joined to each other. Of a cycle, the vertex that comes first has its two neighbours after it: a cycle of four vertices and more has a chord between them."},
	}
	if hole != nil {
		answer.Value = "no"
		answer.Note = "it has a hole: a cycle of four vertices or more where " + chordlessNote
		proof = []page.Block{
			page.Table{Title: "The proof: a hole", Columns: []string{"vertices", "cycle"}, Rows: [][]any{{len(hole), spell(g, hole, " – ")}}},
		}
	}
	section.Blocks = append([]page.Block{page.Facts{
		answer, {Name: "vertices", Value: g.Vertices()}, {Name: "edges", Value: g.Edges()},
	}}, proof...)
	return section
}
