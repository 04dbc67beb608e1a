package browsertest

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// Nothing is said on the console, nothing is asked for, and labels stay text.
func TestAlone(t *testing.T) {
	for name, path := range reports(t) {
		t.Run(name, func(t *testing.T) {
			tab := open(t)
			tab.visit(path)
			if elements := ask[[]int](tab, `["script", "img:not([src^='data:image/png;base64,'])", "iframe, object, embed, link, form", "[onerror]", "style"]
				.map(s => document.querySelectorAll(s).length)`); elements[0] != 2 || elements[1]+elements[2]+elements[3] != 0 || elements[4] != 1 {
				t.Errorf("scripts, foreign pictures, frames and the like, handlers, styles: %v", elements)
			}
			if ask[bool](tab, `/[\u202a-\u202e\u2066-\u2069]/.test(document.documentElement.outerHTML)`) {
				t.Error("there are marks that turn the direction of letters")
			}
			tab.done()
		})
	}
}

// The security policy lets nothing in, whatever a label would have become.
func TestPolicy(t *testing.T) {
	for _, name := range []string{"sample", "vertices names"} { // the policy of all
		t.Run(name, func(t *testing.T) {
			tab := open(t)
			tab.visit(reports(t)[name])
			for _, attempt := range []string{
				`document.body.append(Object.assign(document.createElement("script"), {textContent: "window.ran = 1"}))`,
				`document.body.insertAdjacentHTML("beforeend", "<img src=x onerror='window.ran = 1'>")`,
				`document.body.append(Object.assign(document.createElement("style"), {textContent: "h1 {color: rgb(1, 2, 3)}"}))`,
				`document.querySelector("h1").setAttribute("style", "color: rgb(1, 2, 3)")`,
				`document.body.append(Object.assign(document.createElement("iframe"), {src: "https://example.org"}))`,
				`document.head.append(Object.assign(document.createElement("base"), {href: "https://example.org"}))`,
				`fetch("https://example.org").catch(() => {})`,
			} {
				ask[chromedp.Void](tab, attempt)
			}
			if ask[bool](tab, `new Promise(done => setTimeout(() => done("ran" in window || getComputedStyle(document.querySelector("h1")).color === "rgb(1, 2, 3)"), 200))`) {
				t.Error("a foreign script ran, or a foreign style holds")
			}
			refused := 0
			for _, heard := range tab.heard() {
				if strings.Contains(heard, "Content Security Policy") {
					refused++
				} else {
					t.Error(heard)
				}
			}
			if refused < 6 {
				t.Errorf("%d attempts were refused", refused)
			}
		})
	}
}

// What is hostile is shown as it is, but for what turns or is no letter.
func TestHostile(t *testing.T) {
	tab := open(t)
	tab.visit(reports(t)["sample"])
	for where, text := range map[string]string{
		"title":            ask[string](tab, "document.title"),
		"h1":               ask[string](tab, `document.querySelector("h1").textContent`),
		"heading":          ask[string](tab, `document.querySelector("h2 bdi").textContent`),
		"fact":             ask[string](tab, `document.querySelector("dd").textContent`),
		"cell":             ask[string](tab, `document.querySelector("#t2 tbody th").textContent`),
		"data":             ask[string](tab, `JSON.parse(document.getElementById("data").textContent).title`),
		"name of a region": ask[string](tab, `document.querySelector("h2").closest("section").ariaLabelledByElements[0].lastElementChild.textContent`),
	} {
		if text != hostile {
			t.Errorf("%s: %q", where, text)
		}
	}
	if got := ask[string](tab, `[...document.querySelectorAll("#t2 tbody th")].at(3).textContent`); got != "gnp.exe\ufffd" {
		t.Errorf("a label that turns, with a NUL: %q", got)
	}
	if got := ask[int](tab, `[...document.querySelectorAll("#t2 tbody th")].at(4).textContent.length`); got > 2001 {
		t.Errorf("a label has %d letters", got)
	}
	tab.done()
}

// Everything is there with scripts off: pictures, tables and their numbers.
func TestScriptsOff(t *testing.T) {
	for name, path := range reports(t) {
		t.Run(name, func(t *testing.T) {
			tab := open(t)
			call(tab, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
			tab.visit(path)
			if n := ask[int](tab, `document.querySelectorAll("button, output").length`); n != 0 {
				t.Errorf("%d controls do nothing", n)
			}
			ask[chromedp.Void](tab, `document.querySelectorAll("details").forEach(d => d.open = true)`)
			if hidden := ask[[]string](tab, `[...document.querySelectorAll("h1, h2, p, dt, dd, th, td, svg, img")]
				.filter(e => !e.checkVisibility({visibilityProperty: true, opacityProperty: true}) && !e.closest(".view:not(:nth-of-type(1))"))
				.map(e => e.outerHTML.slice(0, 80))`); len(hidden) > 0 {
				t.Errorf("hidden: %q", hidden)
			}
			tab.done()
		})
	}
}
