package plot

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write testdata anew; look at the pictures before you keep them")

// figure is what every kind of picture is.
type figure interface {
	SVG(prefix string) ([]byte, error)
}

func head(title string) Head {
	return Head{Title: title, Description: "Numbers made up for a test.", Note: "Made up on one machine, 2026-11-22."}
}

func figures() map[string]figure {
	density := Panel{Title: "order degree", Columns: 64}
	noise := Panel{Title: "order id", Columns: 64}
	for y := range 64 {
		for x := range 64 {
			density.Cells = append(density.Cells, max(0, math.Floor(4000/float64((x+1)*(y+2))-1)))
			noise.Cells = append(noise.Cells, float64((x*x*7+y*y*13+x*y)%11%4))
		}
	}
	wheel := Panel{Title: "a wheel", Columns: 9, Cells: make([]float64, 81), Symmetric: true}
	for v := 1; v < 9; v++ {
		for _, w := range []int{0, v%8 + 1} {
			wheel.Cells[v*9+w], wheel.Cells[w*9+v] = 10, 10
		}
	}
	steps, open, cycles := Series{Name: "open paths", Mark: Steps}, Series{Name: "cycles", Mark: Lines}, Series{Name: "mean of both", Mark: Points}
	for x := range 30 {
		paths := math.Floor(1000 * math.Exp(-float64((x-12)*(x-12))/20))
		steps.X, steps.Y = append(steps.X, float64(x+3)), append(steps.Y, paths)
		open.X, open.Y = append(open.X, float64(x+3)), append(open.Y, math.Floor(paths/7))
		cycles.X, cycles.Y = append(cycles.X, float64(x+3)), append(cycles.Y, paths*4/7)
	}
	open.Name, cycles.Name = "cycles", "mean of both"
	grid, spiral := Drawing{Head: head("Cycles of the 4 x 7 grid")}, Drawing{Head: head("A graph of many vertices")}
	for v := range uint32(28) {
		grid.Places = append(grid.Places, [2]float64{float64(v % 7), float64(v / 7)})
		grid.Labels = append(grid.Labels, fmt.Sprintf("v%d", v))
		if v%7 < 6 {
			grid.Edges = append(grid.Edges, [2]uint32{v, v + 1})
		}
		if v < 21 {
			grid.Edges = append(grid.Edges, [2]uint32{v + 7, v})
		}
	}
	grid.Labels[0], grid.Labels[6], grid.Labels[20] = "</text><script>alert(1)</script>", "\u202eright to left", strings.Repeat("long ", 500)
	grid.Cycles = [][]uint32{{0, 1, 2, 3, 10, 17, 16, 15, 14, 7}, {18, 19, 26, 25}}
	for v := range uint32(600) {
		turn, out := float64(v)*2.399963, math.Sqrt(float64(v))
		spiral.Places = append(spiral.Places, [2]float64{out * math.Cos(turn), out * math.Sin(turn)})
		spiral.Labels = append(spiral.Labels, "none")
		for _, back := range []uint32{21, 34} {
			if v >= back {
				spiral.Edges = append(spiral.Edges, [2]uint32{v, v - back})
			}
		}
	}
	return map[string]figure{
		"bars_log": Bars{
			Head: head("Seconds by method and order"), Axis: Axis{Label: "seconds", Log: true},
			Rows: []string{"merge", "a method with quite a long name, longer than there is room for", "hash"},
			Series: []BarSeries{
				{"id", []float64{28.4, 0, 3.25}}, {"degree", []float64{1.5, Missing, 0.03}}, {"average-degree", []float64{1.62, 0.25, 0.031}},
				{"degeneracy", []float64{1.2, 1.3, 1.4}}, {"records", []float64{1.2, 1.3, 1.4}}, {"random", []float64{9.2, 9.3, 9.4}},
				{"auto", []float64{0.2, 0.3, Missing}},
			},
		},
		"bars_speedup": Bars{
			Head: head("Speed-up"), Axis: Axis{Label: "times as fast", Log: true}, From: 1,
			Rows: []string{"8x10", "Niche <web> & \"co\""}, Series: []BarSeries{{"published", []float64{4.2, 0.5}}, {"here", []float64{123, 1}}},
		},
		"bars_linear":     Bars{Head: head("Cycles"), Axis: Axis{Label: "cycles"}, Rows: []string{"a", "b"}, Series: []BarSeries{{"", []float64{8675, 12}}}},
		"chart":           Chart{Head: head("Paths and cycles by length"), X: Axis{Label: "vertices of the path"}, Y: Axis{Label: "how many", Log: true}, Series: []Series{steps, open, cycles}},
		"chart_linear":    Chart{Head: head("Paths and cycles by length"), X: Axis{Label: "vertices of the path"}, Y: Axis{Label: "how many"}, Series: []Series{steps, open}},
		"chart_empty":     Chart{Head: head("Nothing"), X: Axis{Log: true}},
		"heat":            Heat{Head: head("The matrix before and after"), Scale: Axis{Label: "edges in a cell", Log: true}, Panels: []Panel{noise, density, {Title: "small", Columns: 3, Cells: []float64{1, 0, 2, 3, 4, 5, 0, 0, 9}}, {Title: "no vertices"}, wheel}},
		"heat_of_none":    Heat{Head: head(strings.Repeat("A bold title of many words ", 20))},
		"drawing":         grid,
		"drawing_of_many": spiral,
		"drawing_of_one":  Drawing{Head: head("One vertex"), Places: [][2]float64{{3, 4}}, Labels: []string{"alone"}},
		"drawing_of_none": Drawing{Head: head("No vertices")},
		"sketch": Sketch{
			Head: head("A walk"), Width: 300, Height: 160,
			Lines: []Line{{Faint, [][2]float64{{10, 10}, {290, 10}}}, {Ink, [][2]float64{{10, 150}, {290, 150}, {290, 10}}}, {First, [][2]float64{{10, 10}, {100, 10}, {100, 150}}}, {First + 1, [][2]float64{{10, 150}, {150, 10}}}},
			Dots:  []Dot{{First, 100, 10}, {First + 1, 100, 60}, {Ink, 10, 10}}, Texts: []Text{{"diagonal 3", 180, 60}},
		},
	}
}

// well checks that a picture is well-formed, that its ids are its own and used as they are,
// and that its style holds for nothing else.
func well(t *testing.T, svg []byte, prefix string) (texts []string) {
	t.Helper()
	decoder := xml.NewDecoder(bytes.NewReader(svg))
	element := ""
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return texts
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, svg)
		}
		switch token := token.(type) {
		case xml.StartElement:
			element = token.Name.Local
			if element == "script" || element == "image" || element == "a" {
				t.Errorf("a picture has the element %s", element)
			}
			for _, a := range token.Attr {
				if a.Name.Local == "id" && a.Value != prefix && !strings.HasPrefix(a.Value, prefix+"-") {
					t.Errorf("id %q without the prefix", a.Value)
				}
				if strings.HasPrefix(a.Name.Local, "on") || a.Name.Local == "href" && !strings.HasPrefix(a.Value, "#"+prefix+"-") || a.Name.Local == "style" {
					t.Errorf("attribute %s", a.Name.Local)
				}
			}
		case xml.CharData:
			text := string(token)
			if element == "style" {
				for _, line := range strings.Split(strings.TrimSpace(text), "\n") {
					if !strings.HasPrefix(line, "#"+prefix) && !strings.HasPrefix(line, "@media") && line != "}" {
						t.Errorf("the rule %q is not the picture's own", line)
					}
				}
			} else if strings.TrimSpace(text) != "" {
				texts = append(texts, text)
			}
		case xml.EndElement:
			element = ""
		}
	}
}

func TestGolden(t *testing.T) {
	for name, f := range figures() {
		t.Run(name, func(t *testing.T) {
			svg, err := f.SVG("figure")
			if err != nil {
				t.Fatal(err)
			}
			well(t, svg, "figure")
			path := filepath.Join("testdata", name+".svg")
			if *update {
				if err := os.WriteFile(path, svg, 0o666); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(svg, want) {
				t.Errorf("%s is another picture now; look at it after go test -update", path)
			}
			if other, _ := f.SVG("another"); bytes.Equal(other, svg) || !bytes.Equal(bytes.ReplaceAll(other, []byte("another"), []byte("figure")), svg) {
				t.Error("the prefix changes more than names")
			}
		})
	}
}
