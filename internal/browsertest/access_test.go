package browsertest

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// Everyone can tell what is there: language, names, headings in order, and numbers beside
// every picture that has some.
func TestNames(t *testing.T) {
	for name, path := range reports(t) {
		t.Run(name, func(t *testing.T) {
			tab := open(t)
			tab.visit(path)
			for what, wrong := range map[string]string{
				"language or title":         `document.documentElement.lang === "en" && document.title ? [] : [document.documentElement]`,
				"a picture without words":   `[...document.querySelectorAll("svg")].filter(e => e.getAttribute("role") !== "img" || !e.querySelector("title").textContent || !e.querySelector("desc").textContent)`,
				"an image without words":    `[...document.querySelectorAll("img")].filter(e => !e.alt)`,
				"a picture without numbers": `[...document.querySelectorAll("figure")].filter(e => e.querySelector("svg") && !e.querySelector("table"))`,
				"a table without heads":     `[...document.querySelectorAll("table")].filter(e => !e.caption.textContent || [...e.tHead.rows[0].cells].some(c => c.scope !== "col" || !c.textContent))`,
				"an id that is not alone":   `[...document.querySelectorAll("[id]")].filter(e => document.querySelectorAll("#" + e.id).length > 1)`,
				"a name that is nowhere":    `[...document.querySelectorAll("[aria-labelledby]")].filter(e => e.getAttribute("aria-labelledby").split(" ").some(id => !document.getElementById(id)))`,
				"a link to nowhere":         `[...document.querySelectorAll("a")].filter(e => !document.querySelector(e.getAttribute("href")))`,
				"a heading out of order":    `[...document.querySelectorAll("h1, h2, h3, h4")].filter((e, i, all) => i ? e.tagName[1] - all[i - 1].tagName[1] > 1 || e.tagName === "H1" : e.tagName !== "H1")`,
			} {
				if found := ask[[]string](tab, "("+wrong+").map(e => e.outerHTML.slice(0, 120))"); len(found) > 0 {
					t.Errorf("%s: %q", what, found)
				}
			}
			tab.done()
		})
	}
}

// Text stands out from its ground by 4.5 and lines and marks by 3, as the Web Content
// Accessibility Guidelines ask.
func TestContrast(t *testing.T) {
	const contrast = `(() => {
		const light = colour => {
			const [r, g, b] = colour.match(/[\d.]+/g).map(v => (v /= 255, v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
			return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
		};
		const ground = light(getComputedStyle(document.body).backgroundColor), low = {};
		const check = (e, colour, least) => {
			const ratio = Math.max(light(colour) / ground, ground / light(colour));
			if (ratio < least) low[colour + " of " + e.localName + "." + (e.className.baseVal || e.className) + " has " + ratio.toFixed(2)] = true;
		};
		for (const details of document.querySelectorAll("details")) details.open = true;
		const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
		let seen = 0;
		while (walk.nextNode()) {
			const e = walk.currentNode.parentElement, style = getComputedStyle(e);
			if (!walk.currentNode.data.trim() || !e.checkVisibility()) continue;
			seen++;
			check(e, e.closest("svg") ? style.fill : style.color, 4.5);
			for (let at = e; at !== document.body; at = at.parentElement)
				if (!/^rgba\(0, 0, 0, 0\)$/.test(getComputedStyle(at).backgroundColor)) low["a ground of its own: " + at.localName] = true;
		}
		for (const e of document.querySelectorAll("svg :is(.line, .mark, .dot, .axis)"))
			if (!e.closest("defs")) check(e, getComputedStyle(e).stroke, 3);
		if (!seen) low["no text"] = true;
		return Object.keys(low);
	})()`
	for name, path := range reports(t) {
		t.Run(name, func(t *testing.T) {
			tab := open(t)
			tab.visit(path)
			for _, theme := range themes {
				tab.wear(theme, "screen")
				if low := ask[[]string](tab, contrast); len(low) > 0 {
					t.Errorf("%s: %q", theme, low)
				}
			}
			tab.done()
		})
	}
}

// The Tab key goes through the page in the order of reading, and shows where it is.
func TestTabs(t *testing.T) {
	for name, path := range reports(t) {
		t.Run(name, func(t *testing.T) {
			tab := open(t)
			tab.visit(path)
			ask[chromedp.Void](tab, `document.querySelectorAll("details").forEach(d => d.open = true)`)
			want := ask[int](tab, `[...document.querySelectorAll("a, button, summary, input:checked, [tabindex='0']")].filter(e => e.checkVisibility()).length`)
			got := 0
			for ; got <= want; got++ {
				tab.do(chromedp.KeyEvent(kb.Tab))
				wrong := ask[string](tab, `(e => {
					if (e === document.body) return "end";
					const style = getComputedStyle(e), box = e.getBoundingClientRect(), last = window.last;
					window.last = e;
					if (last && !(last.compareDocumentPosition(e) & Node.DOCUMENT_POSITION_FOLLOWING)) return "before the last one: " + e.outerHTML.slice(0, 80);
					if (style.outlineStyle === "none" || parseFloat(style.outlineWidth) < 1) return "without an outline: " + e.outerHTML.slice(0, 80);
					return box.bottom < 0 || box.top > innerHeight ? "out of sight: " + e.outerHTML.slice(0, 80) : "";
				})(document.activeElement)`)
				if wrong == "end" {
					break
				}
				if wrong != "" {
					t.Error(wrong)
				}
			}
			if got != want {
				t.Errorf("%d stops, want %d", got, want)
			}
			tab.done()
		})
	}
}
