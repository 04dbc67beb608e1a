package browsertest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

const said = `document.querySelector("#f1 output").textContent`

// The pointer is told the point next to it: that whose mark is there.
func TestHover(t *testing.T) {
	tab := open(t)
	tab.visit(reports(t)["sample"])
	type mark struct{ X, Y float64 }
	marks := func(view string) []mark {
		tab.do(chromedp.ScrollIntoView(chromedp.CSS(view)))
		return ask[[]mark](tab, fmt.Sprintf(`(box => [...box.querySelectorAll(".mark, .dot")].flatMap(path => [...path.getAttribute("d").matchAll(/M([\d.]+) ([\d.]+)/g)]
			.map(([, x, y]) => { const p = new DOMPoint(x, y).matrixTransform(box.getScreenCTM()); return {x: p.x, y: p.y}; })))
			(document.querySelector("%s [data-axes]"))`, view))
	}
	want := []string{
		"degree 1: vertices 1", "degree 2: vertices 0.5", "degree 4: vertices 0.3", "degree 8: vertices 0.1", "degree 100: vertices 0.02", "degree 1,000: vertices 0.001",
		"degree 1: edges 1", "degree 4: edges 0.9", "degree 1,000: edges 0.5",
	}
	for i, m := range marks("#f1-1") {
		tab.do(chromedp.MouseEvent(chromedp.MouseMoved, m.X+2, m.Y-2))
		// Both series begin at the same place.
		if got := ask[string](tab, said); got != want[i] && i != 6 {
			t.Errorf("at point %d of the logarithmic chart: %q, want %q", i, got, want[i])
		}
	}
	tab.do(chromedp.MouseEvent(chromedp.MouseMoved, 1, 1))
	if got := ask[string](tab, said); got != "" {
		t.Errorf("away from the chart: %q", got)
	}

	tab.do(chromedp.Click(chromedp.CSS(`label[for="f1-is-1"]`)))
	m := marks("#f1-2")[4]
	tab.do(chromedp.MouseEvent(chromedp.MouseMoved, m.X, m.Y))
	if got := ask[string](tab, said); got != want[4] {
		t.Errorf("at a point of the linear chart: %q, want %q", got, want[4])
	}
	tab.done()
}

// The arrow keys go from point to point.
func TestArrows(t *testing.T) {
	tab := open(t)
	tab.visit(reports(t)["sample"])
	tab.do(chromedp.Focus(chromedp.CSS("#f1 .view")))
	for _, step := range []struct{ key, want string }{
		{kb.ArrowLeft, "degree 1,000: edges 0.5"}, {kb.ArrowRight, "degree 1: vertices 1"}, {kb.ArrowRight, "degree 2: vertices 0.5"}, {kb.ArrowLeft, "degree 1: vertices 1"},
	} {
		tab.do(chromedp.KeyEvent(step.key))
		if got := ask[string](tab, said); got != step.want {
			t.Errorf("%q, want %q", got, step.want)
		}
	}
	if got := ask[string](tab, `document.querySelector("#f1 output").ariaLive`); got != "polite" {
		t.Errorf("it is told %s", got)
	}
	tab.done()
}

// Axes are switched by mouse and by keyboard.
func TestSwitch(t *testing.T) {
	tab := open(t)
	tab.visit(reports(t)["sample"])
	shown := func() string {
		return ask[string](tab, `[...document.querySelectorAll("#f1 .view")].filter(v => v.checkVisibility()).map(v => v.querySelector("svg").id).join()`)
	}
	check := func(what, want string) {
		if got := shown(); got != want {
			t.Errorf("%s: %s is shown, want %s", what, got, want)
		}
	}
	check("at first", "f1-1")
	tab.do(chromedp.Click(chromedp.CSS(`label[for="f1-is-1"]`)))
	check("linear", "f1-2")
	tab.do(chromedp.KeyEvent(kb.ArrowLeft))
	check("logarithmic by a key", "f1-1")
	tab.do(chromedp.KeyEvent(kb.ArrowRight))
	check("linear by a key", "f1-2")
	tab.done()
}

// Tables are sorted by any column, both ways, with empty cells last.
func TestSort(t *testing.T) {
	tab := open(t)
	tab.visit(reports(t)["sample"])
	column := func(j int) []string {
		return ask[[]string](tab, fmt.Sprintf(`[...document.querySelectorAll("#t2 tbody tr")].map(r => r.cells[%d].textContent)`, j))
	}
	for _, try := range []struct {
		column int
		press  string
		want   []string
	}{
		{1, "", []string{"200", "10", "9", "3", "–"}},
		{1, "", []string{"3", "9", "10", "200", "–"}},
		{2, kb.Enter, []string{"1,152,921,504,606,846,977", "1,152,921,504,606,846,976", "9", "8", "7"}},
		{3, " ", []string{"0.5", "0.25", "0.125", "1e-07", "–"}},
		{3, " ", []string{"1e-07", "0.125", "0.25", "0.5", "–"}},
	} {
		button := fmt.Sprintf("#t2 th:nth-child(%d) button", try.column+1)
		if try.press == "" {
			tab.do(chromedp.Click(chromedp.CSS(button)))
		} else {
			tab.do(chromedp.Focus(chromedp.CSS(button)), chromedp.KeyEvent(try.press))
		}
		if got := column(try.column); !slices.Equal(got, try.want) {
			t.Errorf("column %d: %q, want %q", try.column, got, try.want)
		}
	}
	tab.do(chromedp.Click(chromedp.CSS("#t2 th button")))
	if got := strings.Join(column(0)[2:], " "); got != "b9 b10 gnp.exe\ufffd" {
		t.Errorf("words: %q", got)
	}
	if got := ask[string](tab, `[...document.querySelectorAll("#t2 th")].map(h => h.ariaSort).join()`); !strings.HasPrefix(got, "ascending,,,") {
		t.Errorf("the heads say %s", got)
	}
	tab.done()
}

// One cycle of a drawing is seen at a time, which buttons and arrow keys change.
func TestSteps(t *testing.T) {
	tab := open(t)
	tab.visit(reports(t)["cycles"])
	seen := func() string {
		return ask[string](tab, `[...document.querySelectorAll("[data-steps] .cycle")].map((c, i) => getComputedStyle(c).display === "none" ? "" : i + 1).join("") + ": " + document.querySelector("[data-steps] output").textContent`)
	}
	for _, step := range []struct{ press, want string }{
		{"", "1: cycle 1 of 29, 4 vertices, 1 – 2 – 8 – 7"},
		{`[...document.querySelectorAll("[data-steps] p button")].at(-1).click()`, "2: cycle 2 of 29, 4 vertices, "},
		{`document.querySelector("[data-steps] p button").click()`, "1: cycle 1 of 29, "},
		{`document.querySelector("[data-steps] p button").click()`, "29: cycle 29 of 29, "},
	} {
		if step.press != "" {
			ask[any](tab, step.press)
		}
		if got := seen(); !strings.HasPrefix(got, step.want) {
			t.Errorf("%q, want %q", got, step.want)
		}
	}
	tab.do(chromedp.Focus(chromedp.CSS("[data-steps] .view")), chromedp.KeyEvent(kb.ArrowRight))
	if got := seen(); !strings.HasPrefix(got, "1: ") {
		t.Errorf("the arrow key leads to %q", got)
	}
	tab.done()
}
