package page

import (
	"encoding/json"
	"flag"
	stdhtml "html"
	"math"
	"math/big"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/plot"
)

var update = flag.Bool("update", false, "write testdata anew; look at the page in a browser before you keep it")

func example() Page {
	hostile := "</script><script>alert(1)</script>\"'><img src=x onerror=alert(1)>\u202e\u0000\xff\ufffe"
	falling := plot.Series{Name: "vertices", Mark: plot.Points}
	for d := 1; d < 2000; d = d*3/2 + 1 {
		falling.X, falling.Y = append(falling.X, float64(d)), append(falling.Y, math.Pow(float64(d), -1.5))
	}
	return Page{
		Title: hostile, Lead: "Made up for a test.", Command: "tricycle report " + hostile,
		Sections: []Section{
			{Of: hostile, Title: hostile, Blocks: []Block{
				Text("A paragraph."),
				Facts{{hostile, hostile, hostile}, {"triangles", uint64(1) << 60, ""}, {"wedges", new(big.Int).Lsh(big.NewInt(1), 90), ""}, {"mean", 0.25, ""}},
				Figure{Plot: plot.Chart{
					Head: plot.Head{Title: hostile, Description: "Falls."},
					X:    plot.Axis{Label: "degree", Log: true}, Y: plot.Axis{Label: "part", Log: true},
					Series: []plot.Series{falling},
				}, Note: hostile},
				Table{Title: hostile, Columns: []string{"vertex", "degree"}, Rows: [][]any{{hostile, 3}, {"b", uint32(12)}, {"c", nil}}, Note: hostile},
			}},
			{Title: "Second", Blocks: []Block{
				Figure{Plot: plot.Bars{Head: plot.Head{Title: "Seconds"}, Axis: plot.Axis{Label: "s"}, Rows: []string{"a", "b"}, Series: []plot.BarSeries{{Name: "", Values: []float64{1, plot.Missing}}}}},
				Image{Title: "Matrix", Description: "Dots.", PNG: []byte{137, 'P', 'N', 'G'}, Side: 256},
			}},
		},
		Run: Section{Title: "This run", Blocks: []Block{Facts{{"total", 1.5, "seconds"}}}},
	}
}

func TestHTML(t *testing.T) {
	html, err := example().HTML()
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(html), "<img src=x") || strings.Contains(string(html), "alert(1)</script>\"") {
		t.Error("a label became more than text")
	}
	if strings.ContainsAny(string(html), "\u202e\ufffe\x00") {
		t.Error("letters that no page may have are in it")
	}
}

// A small page is the one that was looked at, but for style, script and pictures: these have
// files of their own.
func TestGolden(t *testing.T) {
	html, err := small().HTML()
	if err != nil {
		t.Fatal(err)
	}
	for _, apart := range []string{`(?s)(<style>).*?(</style>)`, `(?s)(<script>).*?(</script>)`, `(?s)(<svg).*?(</svg>)`, `(sha256-).*?(&#39;)`} {
		html = regexp.MustCompile(apart).ReplaceAll(html, []byte("$1…$2"))
	}
	path := filepath.Join("testdata", "small.html")
	if *update {
		if err := os.WriteFile(path, html, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(html) != string(want) {
		t.Errorf("%s is another page now; look at it after go test -update", path)
	}
}

// small has a block of each kind.
func small() Page {
	falling := plot.Series{Name: "vertices", X: []float64{1, 10}, Y: []float64{1, 0.1}}
	return Page{
		Title: "karate.mtx", Lead: "Two of a club's members fell out.", Command: "tricycle count karate.mtx",
		Sections: []Section{{Title: "Triangles", Blocks: []Block{
			Text("All of them."),
			Facts{{"triangles", 45, "three vertices joined by three edges"}, {"format", "matrixmarket", ""}},
			Table{Title: "Largest", Columns: []string{"vertex", "degree"}, Rows: [][]any{{"a<b", 17}, {"c", nil}}, Note: "2 of 34."},
			Figure{Plot: plot.Chart{Head: plot.Head{Title: "Degrees"}, X: plot.Axis{Label: "degree", Log: true}, Y: plot.Axis{Label: "part"}, Series: []plot.Series{falling}}, Note: "It falls."},
			Figure{Plot: plot.Bars{Head: plot.Head{Title: "Parts"}, Axis: plot.Axis{Label: "edges"}, Rows: []string{"first"}, Series: []plot.BarSeries{{Values: []float64{78}}}}},
			Image{Title: "Matrix", Description: "Dots on the diagonal.", PNG: []byte{137, 'P', 'N', 'G'}, Side: 256, Note: "A dot is an edge."},
		}}, {Of: "other.mtx", Title: "Input", Blocks: []Block{Text("None.")}}, {Of: "other.mtx", Title: "Degrees"}},
		Run: Section{Title: "This run", Blocks: []Block{Facts{{"seconds", 1.5, ""}}}},
	}
}

// Of a chart with a table of its own, columns with the names of its series are told.
func TestTold(t *testing.T) {
	f := plot.Chart{X: plot.Axis{Label: "degree"}, Y: plot.Axis{Label: "part"}, Series: []plot.Series{{Name: "a"}, {}}}
	for columns, want := range map[string]string{"degree,a,b,part": "t1 1 3", "vertex,a": "", "degree,b": "", "degree": ""} {
		if got := told(f, "t1", strings.Split(columns, ",")); got != want {
			t.Errorf("of %s: %q, want %q", columns, got, want)
		}
	}
}

// The policy names the style and the script that are in the page.
func TestPolicy(t *testing.T) {
	html, err := example().HTML()
	if err != nil {
		t.Fatal(err)
	}
	for _, tag := range []string{"style", "script"} {
		_, after, _ := strings.Cut(string(html), "<"+tag+">")
		content, _, ok := strings.Cut(after, "</"+tag+">")
		if !ok || strings.Count(string(html), "<"+tag+">") != 1 || !strings.Contains(stdhtml.UnescapeString(string(html)), tag+"-src '"+hash(content)+"'") {
			t.Errorf("the policy does not allow the page's own %s, or there is more than one", tag)
		}
	}
	if size := len(script); size > 5<<10 {
		t.Errorf("the script has %d bytes, and 5 KiB are what a page may have", size)
	}
}

// A page is the same each time, and its data are what its tables show.
func TestData(t *testing.T) {
	html, err := example().HTML()
	if err != nil {
		t.Fatal(err)
	}
	again, err := example().HTML()
	if err != nil || string(again) != string(html) {
		t.Error("the same page has other bytes")
	}
	_, after, _ := strings.Cut(string(html), `<script type="application/json" id="data">`)
	text, _, _ := strings.Cut(after, "</script>")
	var got data
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		t.Fatal(err)
	}
	if len(got.Sections) != 2 || len(got.Sections[0].Tables) != 2 || len(got.Sections[1].Tables) != 1 || got.Run == nil {
		t.Errorf("the data are %+v", got)
	}
	if facts := got.Sections[0].Facts; facts[1].Value != "1152921504606846976" || facts[3].Value != 0.25 {
		t.Errorf("the facts are %+v", facts)
	}
}

// What cannot be shown is an error.
func TestRefused(t *testing.T) {
	for name, block := range map[string]Block{
		"type":    Facts{{"a", []int{1}, ""}},
		"columns": Table{Columns: []string{"a", "b"}, Rows: [][]any{{1}}},
		"figure":  Figure{Plot: plot.Chart{Series: []plot.Series{{X: []float64{1}}}}},
	} {
		if _, err := (Page{Sections: []Section{{Title: "s", Blocks: []Block{block}}}}).HTML(); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// TestSixDigits has numbers on both sides of where commas and exponents begin.
func TestSixDigits(t *testing.T) {
	for v, want := range map[float64]string{
		0: "0", 0.25: "0.25", 1e-7: "1e-07", 2. / 3: "0.666667", 999.9999: "1,000", 1000: "1,000", 1234.5678: "1,234.57",
		382650: "382,650", -1234567.8: "-1,234,570", 1e15: "1e+15", 123456789e12: "1.23457e+20",
	} {
		if got := sixDigits(v); got != want {
			t.Errorf("%v is %q, want %q", v, got, want)
		}
	}
}
