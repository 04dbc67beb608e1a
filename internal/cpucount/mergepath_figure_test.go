package cpucount

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/plot"
)

//go:generate go test -run ^TestMergePathFigure$ -update .

var update = flag.Bool("update", false, "draw docs/figures/merge-path.svg anew")

// TestMergePathFigure draws one walk, as [crossing] finds it, and holds the picture in the
// documentation to it.
func TestMergePathFigure(t *testing.T) {
	drawn, err := walkFigure([]uint32{2, 5, 6, 8, 9, 12, 14, 15}, []uint32{1, 2, 4, 5, 8, 10, 12, 15}, 4).SVG("merge-path")
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join("..", "..", "docs", "figures", "merge-path.svg")
	if *update {
		if err := os.WriteFile(name, drawn, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	kept, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(drawn, kept) {
		t.Errorf("%s is stale: go generate ./internal/cpucount draws it anew", name)
	}
}

// walkFigure draws the walk of a, from top to bottom, and b, from left to right, cut by
// so many threads into stretches of as many diagonals.
func walkFigure(a, b []uint32, threads int) plot.Sketch {
	const cell, left, top, right, bottom = 36.0, 60.0, 62.0, 40.0, 14.0
	x := func(j int) float64 { return left + cell*float64(j) }
	y := func(i int) float64 { return top + cell*float64(i) }
	s := plot.Sketch{
		Head: plot.Head{
			Title:       "A walk of Merge Path, cut for four threads",
			Description: "A grid with the entries of the list A from top to bottom and those of B from left to right. A walk leads from the upper left to the lower right corner: down for an entry of A, to the right for one of B, and down-right where both are equal. Diagonals at equal distances cut it into four stretches.",
			Note:        "Down for an entry of A, right for one of B, down-right where two are equal. A step over a diagonal, as over 8 and 12, is of the stretch that it begins in: the cut, a dot, is behind it.",
		},
		Width: left + cell*float64(len(b)) + right, Height: top + cell*float64(len(a)) + bottom,
	}
	line := func(pen plot.Pen, points ...[2]float64) {
		s.Lines = append(s.Lines, plot.Line{Pen: pen, Points: points})
	}
	text := func(what string, x, y float64) { s.Texts = append(s.Texts, plot.Text{Text: what, X: x, Y: y}) }

	for i := range len(a) + 1 {
		line(plot.Faint, [2]float64{x(0), y(i)}, [2]float64{x(len(b)), y(i)})
	}
	for j := range len(b) + 1 {
		line(plot.Faint, [2]float64{x(j), y(0)}, [2]float64{x(j), y(len(a))})
	}
	for i, v := range a {
		text(strconv.Itoa(int(v)), left-14, y(i)+cell/2+4)
	}
	for j, v := range b {
		text(strconv.Itoa(int(v)), x(j)+cell/2, top-8)
	}
	text("A", left-40, y(len(a)/2)+4)
	text("B", x(len(b)/2), 14)
	text("diagonal", left-8, top-30)

	share := (len(a) + len(b)) / threads
	for d := share; d < len(a)+len(b); d += share {
		high, low := max(0, d-len(b)), min(d, len(a)) // rows of its two ends
		line(plot.Ink, [2]float64{x(d - high), y(high)}, [2]float64{x(d - low), y(low)})
		if high == 0 {
			text(strconv.Itoa(d), x(d), top-30)
		} else {
			text(strconv.Itoa(d), x(len(b))+16, y(high)+4)
		}
	}
	for thread := range threads {
		var points [][2]float64
		for d := thread * share; d <= (thread+1)*share; d++ {
			i, j := crossing(a, b, uint64(d))
			if point := [2]float64{x(j), y(i)}; !slices.Contains(points, point) {
				points = append(points, point)
			}
		}
		line(plot.First+plot.Pen(thread), points...)
		last := points[len(points)-1]
		s.Dots = append(s.Dots, plot.Dot{Pen: plot.Ink, X: last[0], Y: last[1]})
	}
	return s
}
