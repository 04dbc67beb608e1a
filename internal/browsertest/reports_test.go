package browsertest

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/page"
	"github.com/tricycle-graph/tricycle/internal/plot"
)

// commands write reports of graphs that come with the repository.
var commands = map[string][]string{
	"count":      {"count", "examples/karate.mtx"},
	"count many": {"count", "examples/karate.mtx", "examples/karate.mtx"},
	"cycles":     {"cycles", "--histogram", "--per-vertex", "examples/karate.mtx"},
	"steps":      {"cycles", "--count", "--method", "levels", "examples/karate.mtx"},
	"list":       {"cycles", "examples/karate.mtx"},
	"bench":      {"bench", "--repeat", "1", "examples/karate.mtx"},
}

// reports makes a report of each command, and the one of every kind of block; it returns
// their files by name.
func reports(t *testing.T) map[string]string {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{"sample": write(t, sample())}
	for name, arguments := range commands {
		files[name] = filepath.Join(t.TempDir(), name+".html")
		command := exec.Command("tricycle", append(arguments, "--report", files[name])...)
		command.Dir = root
		if out, err := command.CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", command, err, out)
		}
	}
	return files
}

// write writes a page and returns the name of its file.
func write(t *testing.T, p page.Page) string {
	t.Helper()
	html, err := p.HTML()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "sample.html")
	if err := os.WriteFile(path, html, 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

const hostile = "</script><script>alert(1)</script>\"'><img src=x onerror=alert(1)>"

// sample has every kind of block, and labels that try to be more than text.
func sample() page.Page {
	long := make([]byte, 1<<20)
	for i := range long {
		long[i] = 'a' + byte(i%26)
	}
	points := plot.Series{Name: "vertices", Mark: plot.Points, X: []float64{1, 2, 4, 8, 100, 1000}, Y: []float64{1, 0.5, 0.3, 0.1, 0.02, 0.001}}
	steps := plot.Series{Name: "edges", Mark: plot.Steps, X: []float64{1, 4, 1000}, Y: []float64{1, 0.9, 0.5}}
	figure := plot.Chart{
		Head: plot.Head{Title: "Degrees", Description: "The part of the vertices with this degree or more falls from 1 to 0.001."},
		X:    plot.Axis{Label: "degree", Log: true}, Y: plot.Axis{Label: "part of all", Log: true}, Series: []plot.Series{points, steps},
	}
	return page.Page{
		Title: hostile, Lead: hostile, Command: "tricycle report " + hostile,
		Sections: []page.Section{
			{Title: hostile, Blocks: []page.Block{
				page.Text(hostile),
				page.Facts{{Name: hostile, Value: hostile, Note: hostile}, {Name: "vertices", Value: 34}, {Name: "name", Value: string(long), Note: string(long)}},
				page.Figure{Plot: figure, Note: hostile},
				page.Table{Title: "Largest", Note: hostile, Columns: []string{"vertex", "degree", "triangles", "clustering"}, Rows: [][]any{
					{hostile, 10, uint64(1) << 60, 0.5}, {"b10", 9, uint64(1)<<60 + 1, nil}, {"b9", nil, 7, 0.25}, {"\u202egnp.exe\x00", 200, 8, 1e-7}, {string(long), 3, 9, 0.125},
				}},
			}},
			{Title: "Pictures", Blocks: []page.Block{
				page.Figure{Plot: plot.Bars{
					Head: plot.Head{Title: "Seconds", Description: "Hash takes 4 seconds, merge 2."}, Axis: plot.Axis{Label: "seconds"},
					Rows: []string{hostile, "hash"}, Series: []plot.BarSeries{{Name: "one", Values: []float64{2, 4}}, {Name: "many", Values: []float64{1, plot.Missing}}},
				}},
				page.Figure{Plot: plot.Heat{
					Head: plot.Head{Title: "Matrix", Description: "Most edges are at the upper left."}, Scale: plot.Axis{Label: "edges"},
					Panels: []plot.Panel{{Title: hostile, Columns: 2, Cells: []float64{9, 1, 1, 0}}},
				}},
				page.Image{Title: "Dots", Description: "Dots on the diagonal.", PNG: dots(), Side: 256},
				page.Table{Title: "Many columns", Columns: []string{"file", "vertices", "edges", "wedges", "triangles", "transitivity", "largest degree", "method"}, Rows: [][]any{
					{"soc-LiveJournal1.txt.gz", 4846609, 42851237, 7269503753, 285730264, 0.117914, 20333, "hash"}, {"k20.bin", 646385, 15702117, 35068906255, 424514042, 0.0363154, 61417, "bitmap"},
				}},
			}},
		},
		Run: page.Section{Title: "This run", Blocks: []page.Block{page.Facts{{Name: "total", Value: 1.5, Note: "seconds"}}}},
	}
}

// dots is a picture of a diagonal.
func dots() []byte {
	picture := image.NewPaletted(image.Rect(0, 0, 64, 64), color.Palette{color.Transparent, color.RGBA{0x2e, 0x8f, 0xd8, 0xff}})
	for i := range 64 {
		picture.SetColorIndex(i, i, 1)
	}
	var out bytes.Buffer
	_ = png.Encode(&out, picture) // a buffer takes all
	return out.Bytes()
}
