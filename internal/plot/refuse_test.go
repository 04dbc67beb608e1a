package plot

import (
	"bytes"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestRefused(t *testing.T) {
	for name, f := range map[string]figure{
		"NaN of a chart":    Chart{Series: []Series{{X: []float64{1}, Y: []float64{math.NaN()}}}},
		"Inf of a chart":    Chart{Series: []Series{{X: []float64{math.Inf(1)}, Y: []float64{1}}}},
		"NaN of bars":       Bars{Rows: []string{"a"}, Series: []BarSeries{{Values: []float64{math.NaN()}}}},
		"Inf of bars":       Bars{Rows: []string{"a"}, Series: []BarSeries{{Values: []float64{math.Inf(-1)}}}},
		"NaN of a map":      Heat{Panels: []Panel{{Columns: 1, Cells: []float64{math.NaN()}}}},
		"NaN of a sketch":   Sketch{Width: 1, Height: 1, Dots: []Dot{{Ink, math.NaN(), 0}}},
		"Inf of a sketch":   Sketch{Width: 1, Height: 1, Lines: []Line{{Ink, [][2]float64{{0, 0}, {1, math.Inf(1)}}}}},
		"a bar below 0":     Bars{Rows: []string{"a"}, Series: []BarSeries{{Values: []float64{-2}}}},
		"a cell below 0":    Heat{Panels: []Panel{{Columns: 1, Cells: []float64{-1}}}},
		"half a row":        Heat{Panels: []Panel{{Columns: 2, Cells: []float64{1, 2, 3}}}},
		"not symmetric":     Heat{Panels: []Panel{{Columns: 2, Cells: []float64{0, 1, 2, 0}, Symmetric: true}}},
		"not square":        Heat{Panels: []Panel{{Columns: 1, Cells: []float64{0, 1}, Symmetric: true}}},
		"no columns":        Heat{Panels: []Panel{{Cells: []float64{1}}}},
		"x without y":       Chart{Series: []Series{{X: []float64{1}}}},
		"a row without bar": Bars{Rows: []string{"a"}, Series: []BarSeries{{}}},
		"many series":       Chart{Series: make([]Series, colours+1)},
		"many bars":         Bars{Series: make([]BarSeries, colours+1)},
		"no such pen":       Sketch{Dots: []Dot{{Pen: Faint - 1}}},
		"NaN of a drawing":  Drawing{Places: [][2]float64{{0, 0}, {1, math.NaN()}}},
		"Inf of a drawing":  Drawing{Places: [][2]float64{{0, 0}, {1, math.Inf(-1)}}},
		"too few labels":    Drawing{Places: [][2]float64{{0, 0}, {1, 1}}, Labels: []string{"a"}},
		"an edge to none":   Drawing{Places: [][2]float64{{0, 0}, {1, 1}}, Edges: [][2]uint32{{0, 2}}},
		"a cycle to none":   Drawing{Places: [][2]float64{{0, 0}, {1, 1}}, Cycles: [][]uint32{{0, 1, 1 << 31}}},
		"many pens":         Sketch{Dots: []Dot{{Pen: First + Pen(colours)}}},
	} {
		if svg, err := f.SVG("figure"); err == nil || svg != nil && !strings.Contains(name, "sketch") {
			t.Errorf("%s: %d bytes, %v", name, len(svg), err)
		}
	}
	for _, prefix := range []string{"", "1a", "a b", "a\"", "ä", strings.Repeat("a", 65)} {
		if _, err := (Sketch{}).SVG(prefix); err == nil {
			t.Errorf("prefix %q is taken", prefix)
		}
	}
}

// A map of 256 by 256 cells stays small, however they are strewn.
func TestHeatIsSmall(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	p := Panel{Columns: 256}
	for y := range 256 {
		for x := range 256 {
			v := 0.0
			if x < y {
				v = math.Floor(math.Pow(10, 4*random.Float64()))
			}
			p.Cells = append(p.Cells, v)
		}
	}
	svg, err := Heat{Scale: Axis{Log: true}, Panels: []Panel{p}}.SVG("figure")
	if err != nil || len(svg) > 250_000 {
		t.Errorf("%d bytes, %v", len(svg), err)
	}
}

// Every picture is well-formed for any text, its ids are its own, and the text is there as it was
// as far as there was room.
func FuzzText(f *testing.F) {
	for _, text := range []string{
		"plain", "<script>alert(1)</script>", `"'&<>]]>`, "</title></svg>", "\x00\x1b[31m\u202eright to left\u2066", "\xff\xfe\ufffe",
		"a\nb\tc\r", strings.Repeat("long ", 5000), strings.Repeat("x", 5000), "{}</style>", "日本語のグラフ",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		h := Head{Title: text, Description: text, Note: text}
		a := Axis{Label: text, Format: func(v float64) string { return text }}
		for _, figure := range []figure{
			Chart{h, a, a, []Series{{text, Lines, []float64{1, 2}, []float64{3, 4}}}},
			Bars{Head: h, Axis: a, Rows: []string{text}, Series: []BarSeries{{text, []float64{1}}}},
			Heat{h, a, []Panel{{Title: text, Columns: 1, Cells: []float64{1}}}},
			Sketch{Head: h, Width: 100, Height: 10, Texts: []Text{{text, 1, 1}}},
			Drawing{Head: h, Places: [][2]float64{{0, 0}, {1, 1}}, Labels: []string{text, text}},
		} {
			svg, err := figure.SVG("p")
			if err != nil {
				t.Fatal(err)
			}
			texts := well(t, svg, "p")
			if len(text) < 10 && !strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r > '~' }) && strings.TrimSpace(text) != "" &&
				(len(texts) < 2 || texts[0] != text || texts[1] != text) {
				t.Errorf("%q became %q", text, texts)
			}
			if len(svg) > 50_000 || bytes.Contains(svg, []byte("<script")) || bytes.ContainsAny(svg, "\u202e\u2066") {
				t.Errorf("%d bytes:\n%.2000s", len(svg), svg)
			}
		}
	})
}
