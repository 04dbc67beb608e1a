package report

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/tricycle-graph/tricycle/chordless"
	"github.com/tricycle-graph/tricycle/internal/page"
	"github.com/tricycle-graph/tricycle/internal/plot"
	"github.com/tricycle-graph/tricycle/internal/readable"
)

const (
	barsMost    = 60  // lengths that have a bar each
	lengthsMost = 200 // that have a row each: more are put together
	filesMost   = 6   // whose lengths are drawn in one figure
)

// having returns the lengths that there are cycles of.
func having(counts []*big.Int) []int {
	var lengths []int
	for length, n := range counts {
		if n != nil && n.Sign() > 0 {
			lengths = append(lengths, length)
		}
	}
	return lengths
}

// most returns the length of most cycles, the least of several.
func most(counts []*big.Int) int {
	at := 0
	for length, n := range counts {
		if n != nil && n.Sign() > 0 && (at == 0 || n.Cmp(counts[at]) > 0) {
			at = length
		}
	}
	return at
}

// drawable says whether a number has a place in a figure, and returns it.
func drawable(n *big.Int) (float64, bool) {
	const digits = 99
	v, _ := new(big.Float).SetInt(n).Float64()
	return v, n.BitLen() < digits*3
}

// byLength shows how many cycles there are of each length.
func byLength(counts []*big.Int, partial bool) []page.Block {
	lengths := having(counts)
	if len(lengths) == 0 {
		return []page.Block{page.Text("There is no cycle of any length that was asked for.")}
	}
	const title = "Cycles by length"
	numbers, width := page.Table{Title: title, Columns: []string{"vertices of a cycle", "cycles"}}, 1
	if len(lengths) > lengthsMost {
		width = (lengths[len(lengths)-1]-lengths[0])/(lengthsMost/2) + 1
		numbers.Columns[0] = "vertices of a cycle, from"
		numbers.Note = fmt.Sprintf("Lengths are put together, %d to a row.", width)
	}
	var names []string
	var xs, ys []float64
	fits := true
	for at := 0; at < len(lengths); {
		from := lengths[at] - (lengths[at]-lengths[0])%width
		sum := new(big.Int)
		for ; at < len(lengths) && lengths[at] < from+width; at++ {
			sum.Add(sum, counts[lengths[at]])
		}
		numbers.Rows = append(numbers.Rows, []any{from, sum})
		y, ok := drawable(sum)
		fits = fits && ok
		names, xs, ys = append(names, fmt.Sprint(from)), append(xs, float64(from)), append(ys, y)
	}
	if !fits {
		numbers.Note = strings.TrimSpace(numbers.Note + " Numbers so large have no room in a figure.")
		return []page.Block{numbers}
	}
	head := plot.Head{Title: title, Description: describeLengths(counts, lengths, partial)}
	if width > 1 {
		head.Description += " " + numbers.Note
	}
	figure := page.Figure{Table: &numbers, Note: head.Description}
	if len(lengths) <= barsMost {
		figure.Plot = plot.Bars{Head: head, Axis: plot.Axis{Label: "cycles", Log: true}, Rows: names, Series: []plot.BarSeries{{Values: ys}}}
		figure.Note += " The numbers at the left are vertices of a cycle; the axis of cycles is logarithmic."
	} else {
		figure.Plot = plot.Chart{
			Head: head, X: plot.Axis{Label: numbers.Columns[0]}, Y: plot.Axis{Label: "cycles", Log: true},
			Series: []plot.Series{{Name: "cycles", Mark: plot.Points, X: xs, Y: ys}},
		}
	}
	return []page.Block{figure}
}

// describeLengths says in a sentence what is to be seen.
func describeLengths(counts []*big.Int, lengths []int, partial bool) string {
	top := most(counts)
	text := fmt.Sprintf("Cycles have %d to %d vertices; most of them, %s, have %d.",
		lengths[0], lengths[len(lengths)-1], readable.Big(counts[top]), top)
	if len(lengths) == 1 {
		text = fmt.Sprintf("All cycles, %s, have %d vertices.", readable.Big(counts[top]), top)
	}
	if partial {
		text += " The search was stopped, so that there are at least as many."
	}
	return text
}

// lengthsSideBySide draws the lengths of several files over each other, where they are few
// enough to be told apart.
func lengthsSideBySide(names []string, results []*chordless.Result) (page.Figure, bool) {
	chart := plot.Chart{
		Head: plot.Head{Title: "Cycles by length, file by file"},
		X:    plot.Axis{Label: "vertices of a cycle"}, Y: plot.Axis{Label: "cycles", Log: true},
	}
	widest := 0
	for i, r := range results {
		series := plot.Series{Name: names[i], Mark: plot.Lines}
		for _, length := range having(r.ByLength) {
			y, ok := drawable(r.ByLength[length])
			if !ok {
				return page.Figure{}, false
			}
			series.X, series.Y = append(series.X, float64(length)), append(series.Y, y)
		}
		if widest = max(widest, len(series.X)); len(series.X) > 0 {
			chart.Series = append(chart.Series, series)
			chart.Description += fmt.Sprintf("%s: most cycles have %d vertices. ", names[i], most(r.ByLength))
		}
	}
	return page.Figure{Plot: chart, Note: chart.Description}, len(chart.Series) > 0 && len(chart.Series) <= filesMost && widest <= lengthsMost
}
