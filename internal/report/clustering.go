package report

import (
	"fmt"
	"slices"

	"github.com/tricycle-graph/tricycle/internal/page"
	"github.com/tricycle-graph/tricycle/internal/plot"
	"github.com/tricycle-graph/tricycle/internal/readable"
	"github.com/tricycle-graph/tricycle/internal/summary"
	"github.com/tricycle-graph/tricycle/triangle"
)

// formulas says what each local clustering coefficient is made of.
var formulas = map[triangle.Formula]string{
	"":               "The local clustering coefficient of a vertex of degree d is triangles / (d (d − 1) / 2), the part of the pairs of its neighbours that are neighbours of each other, and 0 below degree 2.",
	triangle.Fagiolo: "The local clustering coefficient is that of Fagiolo: the directed triangles of a vertex by all that there could be.",
	triangle.LCC:     "The local clustering coefficient is that of LDBC Graphalytics: the part of the ordered pairs of a vertex's neighbours that an arc joins.",
	triangle.Onnela:  "The local clustering coefficient is that of Onnela: the geometric means of the weights of a vertex's triangles, by all triangles that there could be.",
	triangle.Barrat:  "The local clustering coefficient is that of Barrat: the triangles of a vertex, weighted by its own edges in them.",
}

// clustering says how clustered the vertices are, by their degree. The means are those of all
// vertices, and of those of degree 2 and more.
func clustering(p *triangle.PerVertex, means [2]float64, byDegree []summary.Clustered) page.Section {
	facts := page.Facts{
		{Name: "mean clustering", Value: means[0], Note: "the mean of the local clustering coefficients of all vertices"},
		{Name: "from degree 2 on", Value: means[1], Note: "the same of the vertices of degree 2 and more"},
		{Name: "transitivity", Value: p.Transitivity(), Note: "3 × triangles / wedges, of the graph as a whole"},
	}
	section := page.Section{Title: "Clustering", Blocks: []page.Block{
		facts, page.Text(formulas[p.Formula]),
	}}
	if len(byDegree) > 0 && p.Triangles > 0 {
		section.Blocks = append(section.Blocks, clusteringByDegree(byDegree))
	}
	return section
}

// clusteringByDegree draws the mean clustering of the vertices of each degree.
func clusteringByDegree(all []summary.Clustered) page.Figure {
	first, last := all[0], all[len(all)-1]
	note := "c(d) is the mean local clustering coefficient of the vertices of degree d."
	if len(all) > chartMost {
		degrees := len(all)
		all = graded(all)
		note += fmt.Sprintf(" %s degrees are in %d bins, each drawn at the mean of its degrees.", readable.Number(uint64(degrees)), len(all))
	}
	series := plot.Series{Mark: plot.Points}
	numbers := &page.Table{Title: "Mean clustering by degree", Columns: []string{"degree d", "mean clustering c(d)", "from", "to", "vertices"}}
	for _, c := range all {
		series.X, series.Y = append(series.X, c.MeanDegree()), append(series.Y, c.Mean())
		numbers.Rows = append(numbers.Rows, []any{c.MeanDegree(), c.Mean(), c.From, c.To, c.Vertices})
	}
	says := fmt.Sprintf("The mean clustering is %s at degree %s and %s at degree %s.", digits(first.Mean()), readable.Number(first.From), digits(last.Mean()), readable.Number(last.From))
	if first == last {
		says = fmt.Sprintf("The mean clustering is %s at degree %s, the only one from 2 on.", digits(first.Mean()), readable.Number(first.From))
	}
	if zeros := countZeros(series.Y); zeros > 0 && last.From > linearMost {
		note += fmt.Sprintf(" Without a place on a logarithmic axis: %s of 0.", readable.Quantity(uint64(zeros), "mean", "means"))
	}
	return page.Figure{
		Plot: plot.Chart{
			Head:   plot.Head{Title: "Mean clustering by degree", Description: says},
			X:      plot.Axis{Label: "degree d", Log: last.From > linearMost},
			Y:      plot.Axis{Label: "mean clustering c(d)", Log: last.From > linearMost},
			Series: []plot.Series{series},
		},
		Note:  says + " " + note,
		Table: numbers,
	}
}

// graded joins degrees until there are few enough to be drawn.
func graded(all []summary.Clustered) []summary.Clustered {
	last := all[len(all)-1].From
	return finest(all[0].From, last, func(begins []uint64) []summary.Clustered {
		return summary.Binned(all, func(degree uint64) (summary.Bin, int) {
			i, found := slices.BinarySearch(begins, degree)
			if !found {
				i--
			}
			to := last
			if i+1 < len(begins) {
				to = begins[i+1] - 1
			}
			return summary.Bin{From: begins[i], To: to}, i
		})
	})
}

func countZeros(values []float64) (zeros int) {
	for _, v := range values {
		if v == 0 {
			zeros++
		}
	}
	return zeros
}
