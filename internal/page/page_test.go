package page

import (
	"encoding/json"
	stdhtml "html"
	"math"
	"math/big"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/plot"
)

func example() Page {
	hostile := "</script><script>alert(1)</script>\"'><img src=x onerror=alert(1)>\u202e\u0000\xff"
	falling := plot.Series{Name: "vertices", Mark: plot.Points}
	for d := 1; d < 2000; d = d*3/2 + 1 {
		falling.X, falling.Y = append(falling.X, float64(d)), append(falling.Y, math.Pow(float64(d), -1.5))
	}
	return Page{
		Title: hostile, Lead: "Made up for a test.", Command: "tricycle report " + hostile,
		Sections: []Section{
			{hostile, []Block{
				Text("A paragraph."),
				Facts{{hostile, hostile, hostile}, {"triangles", uint64(1) << 60, ""}, {"wedges", new(big.Int).Lsh(big.NewInt(1), 90), ""}, {"mean", 0.25, ""}},
				Figure{Plot: plot.Chart{
					Head: plot.Head{Title: hostile, Description: "Falls."},
					X:    plot.Axis{Label: "degree", Log: true}, Y: plot.Axis{Label: "part", Log: true},
					Series: []plot.Series{falling},
				}, Note: hostile},
				Table{Title: hostile, Columns: []string{"vertex", "degree"}, Rows: [][]any{{hostile, 3}, {"b", uint32(12)}, {"c", nil}}, Note: hostile},
			}},
			{"Second", []Block{
				Figure{Plot: plot.Bars{Head: plot.Head{Title: "Seconds"}, Axis: plot.Axis{Label: "s"}, Rows: []string{"a", "b"}, Series: []plot.BarSeries{{Name: "", Values: []float64{1, plot.Missing}}}}},
				Image{Title: "Matrix", Description: "Dots.", PNG: []byte{137, 'P', 'N', 'G'}, Side: 256},
			}},
		},
		Run: Section{"This run", []Block{Facts{{"total", 1.5, "seconds"}}}},
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
		if _, err := (Page{Sections: []Section{{"s", []Block{block}}}}).HTML(); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
