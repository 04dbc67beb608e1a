package report

import (
	"fmt"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/page"
	"github.com/tricycle-graph/tricycle/internal/plot"
	"github.com/tricycle-graph/tricycle/triangle"
)

// filesBeside is how many files have bars; a table has all.
const filesBeside = 30

// Compare puts the counts of several files side by side.
func Compare(results []*triangle.Result) page.Section {
	t := page.Table{
		Title:   "All files",
		Columns: []string{"file", "vertices", "edges", "triangles", "transitivity", "largest degree"},
	}
	names := namesOf(results)
	for i, r := range results {
		t.Rows = append(t.Rows, []any{names[i], r.Vertices, r.Edges, r.Triangles, r.Transitivity(), r.MaxDegree})
	}
	return page.Section{Title: "Side by side", Blocks: []page.Block{
		t,
		compared(results, "triangles", true, plot.Short, func(r *triangle.Result) float64 { return float64(r.Triangles) }),
		compared(results, "transitivity", false, digits, func(r *triangle.Result) float64 { return r.Transitivity() }),
	}}
}

// Found is what a report found out of one of several files, beside its triangles; nil stands for
// what it left out.
type Found struct {
	Clustering float64 // the mean of all vertices
	Support    any     // the largest of an edge
	Truss      any     // the largest k
	Inner      any     // vertices of its truss
}

// CompareFound puts what else is known of several files side by side; names are those of the files.
func CompareFound(names []string, all []Found) page.Table {
	t := page.Table{
		Title:   "All files, further",
		Columns: []string{"file", "mean clustering", "largest support", "largest k of a truss", "its vertices"},
		Note:    "The mean of the local clustering coefficients of all vertices; the most triangles that hold one edge; the k-truss of the largest k, in which every edge is in k − 2 triangles of the truss and more.",
	}
	for i, f := range all {
		t.Rows = append(t.Rows, []any{names[i], f.Clustering, f.Support, f.Truss, f.Inner})
	}
	return t
}

// compared draws a number of each file.
func compared(results []*triangle.Result, what string, log bool, format func(float64) string, of func(r *triangle.Result) float64) page.Figure {
	names, bars := namesOf(results), plot.BarSeries{}
	least, most := 0, 0
	for i, r := range results {
		bars.Values = append(bars.Values, of(r))
		if bars.Values[i] < bars.Values[least] {
			least = i
		}
		if bars.Values[i] > bars.Values[most] {
			most = i
		}
	}
	says := fmt.Sprintf("The %s of each file, from %s of %s to %s of %s.",
		what, format(bars.Values[least]), names[least], format(bars.Values[most]), names[most])
	if len(names) > filesBeside {
		says += fmt.Sprintf(" The first %d of %d are drawn.", filesBeside, len(names))
		names, bars.Values = names[:filesBeside], bars.Values[:filesBeside]
	}
	return page.Figure{
		Plot: plot.Bars{
			Head: plot.Head{Title: "By " + what, Description: says},
			Axis: plot.Axis{Label: what, Log: log, Format: format}, Rows: names, Series: []plot.BarSeries{bars},
		},
		Note: says,
	}
}

// Names returns the names of files as a report has them: whole paths where two would be the
// same without.
func Names(files []graph.Info) []string {
	names, seen := make([]string, len(files)), map[string]bool{}
	for i, file := range files {
		names[i] = Name(file)
		seen[names[i]] = true
	}
	if len(seen) < len(files) {
		for i, file := range files {
			names[i] = file.Name
		}
	}
	return names
}

func namesOf(results []*triangle.Result) []string {
	files := make([]graph.Info, len(results))
	for i, r := range results {
		files[i] = r.Info
	}
	return Names(files)
}
