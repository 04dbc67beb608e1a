package browsertest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/page"
	"github.com/tricycle-graph/tricycle/internal/plot"
)

// commands write reports, to PAGE, of a small graph, a lattice, and one with names that try to
// be more than text.
var commands = map[string]string{
	"count":           "count KARATE --report PAGE",
	"count many":      "count KARATE GRID NAMES --report PAGE",
	"count in parts":  "count --engine cpu --parts 20x2 SKEWED --report PAGE",
	"vertices":        "vertices --stats KARATE --report PAGE",
	"vertices names":  "vertices --stats NAMES --report PAGE",
	"edges":           "edges --stats NAMES --report PAGE",
	"truss":           "truss --stats KARATE --report PAGE",
	"truss names":     "truss --stats NAMES --report PAGE",
	"cycles":          "cycles --histogram --per-vertex GRID --report PAGE",
	"cycles listed":   "cycles KARATE --report PAGE",
	"cycles names":    "cycles --to ndjson --min-length 3 NAMES --report PAGE",
	"cycles longest":  "cycles --longest GRID --report PAGE",
	"cycles by steps": "cycles --count --method frontier GRID --report PAGE",
	"cycles levels":   "cycles --count --method levels KARATE --report PAGE",
	"cycles chordal":  "cycles --is-chordal NAMES --report PAGE",
	"niche":           "niche WEB --report PAGE",
	"estimate":        "estimate --vertices 1e7 --edges 2e8 --report PAGE",
	"bench":           "bench --repeat 1 KARATE --report PAGE",
	"bench cycles":    "bench cycles --repeat 1 --max-cycles 1000 --methods dias,levels --report PAGE",
	"report":          "report KARATE -o PAGE",
	"report many":     "report KARATE NAMES GRID -o PAGE",
	"report torus":    "report TORUS -o PAGE",
}

// reports makes a report of each command, and the one of every kind of block; it returns
// their files by name.
func reports(t *testing.T) map[string]string {
	t.Helper()
	if os.Getenv("TRICYCLE_BROWSER") == "" {
		return map[string]string{"none": ""} // which open skips
	}
	made, err := allReports()
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// folder has the reports of all tests, and goes with the last one.
var folder string

var allReports = sync.OnceValues(func() (map[string]string, error) {
	var err error
	if folder, err = os.MkdirTemp("", "reports"); err != nil {
		return nil, err
	}
	karate, err := filepath.Abs("../../examples/karate.mtx")
	if err != nil {
		return nil, err
	}
	named, err := namedGraph()
	if err != nil {
		return nil, err
	}
	paths := map[string]string{"KARATE": karate, "GRID": filepath.Join(folder, "grid.mtx"), "TORUS": filepath.Join(folder, "torus.net"), "SKEWED": filepath.Join(folder, "skewed.bin"), "NAMES": filepath.Join(folder, "<img src=x onerror=alert(1)>.json"), "WEB": filepath.Join(folder, "web.txt")}
	if err := os.WriteFile(paths["WEB"], []byte("mouse <script>alert(1)</script>\nmouse fox\nfrog fox\nfrog heron\nfish heron\nfish <script>alert(1)</script>\n"), 0o666); err != nil {
		return nil, err
	}
	if err := os.WriteFile(paths["NAMES"], named, 0o666); err != nil {
		return nil, err
	}
	if err := tricycle("generate", "grid", "--rows", "4", "--cols", "6", "-o", paths["GRID"]); err != nil {
		return nil, err
	}
	if err := tricycle("generate", "torus", "--rows", "5", "--cols", "8", "-o", paths["TORUS"]); err != nil {
		return nil, err
	}
	if err := tricycle("generate", "rmat", "--scale", "10", "--edge-factor", "8", "-o", paths["SKEWED"]); err != nil {
		return nil, err
	}
	files := map[string]string{"sample": filepath.Join(folder, "sample.html")}
	html, err := sample().HTML()
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(files["sample"], html, 0o666); err != nil {
		return nil, err
	}
	for name, line := range commands {
		files[name] = filepath.Join(folder, name+".html")
		paths["PAGE"] = files[name]
		words := strings.Fields(line)
		for i, word := range words {
			if path, ok := paths[word]; ok {
				words[i] = path
			}
		}
		if err := tricycle(words...); err != nil {
			return nil, err
		}
	}
	return files, nil
})

// tricycle runs a command, whose answer nobody wants.
func tricycle(arguments ...string) error {
	command := exec.Command("tricycle", arguments...)
	if out, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("%v: %w\n%.2000s", command, err, out)
	}
	return nil
}

// namedGraph is a complete graph of hostile names, as JSON.
func namedGraph() ([]byte, error) {
	names := []string{hostile, "\"", "'; --", "\u202egnp.exe", "nul\x00within", "${alert(1)}", "{{.}}", strings.Repeat("long", 1<<18)}
	type node struct {
		ID string `json:"id"`
	}
	type link struct {
		Source string `json:"source"`
		Target string `json:"target"`
	}
	var nodes []node
	links := []link{}
	for i, name := range names {
		nodes = append(nodes, node{name})
		for _, other := range names[:i] {
			links = append(links, link{name, other})
		}
	}
	return json.Marshal(map[string]any{"nodes": nodes, "links": links})
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
			{Of: hostile, Title: hostile, Blocks: []page.Block{
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
					Rows: []string{hostile, "\u202egnp.exe"}, Series: []plot.BarSeries{{Name: "one", Values: []float64{2, 4}}, {Name: "many", Values: []float64{1, plot.Missing}}},
				}},
				page.Figure{Plot: plot.Heat{
					Head: plot.Head{Title: "Matrix", Description: "Most edges are at the upper left."}, Scale: plot.Axis{Label: "edges"},
					Panels: []plot.Panel{{Title: hostile, Columns: 2, Cells: []float64{9, 1, 1, 0}}},
				}, Table: &page.Table{Title: "Matrix", Columns: []string{"row", "left", "right"}, Rows: [][]any{{1, 9, 1}, {2, 1, 0}}}},
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
