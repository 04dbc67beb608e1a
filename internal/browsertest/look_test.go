package browsertest

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

var themes = []string{"light", "dark"}

// wear shows the page as a reader of a theme and a medium sees it.
func (t *tab) wear(theme, medium string) {
	t.Helper()
	call(t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Media: medium, Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme}},
	})
}

// Nothing is wider than the window, and pictures of all of it are kept.
func TestWidths(t *testing.T) {
	for name, path := range reports(t) {
		t.Run(name, func(t *testing.T) {
			tab := open(t)
			tab.visit(path)
			for _, width := range []int64{320, 400, 800, 1600} {
				tab.do(chromedp.EmulateViewport(width, 900))
				if wide := ask[[]string](tab, `document.documentElement.scrollWidth <= innerWidth ? [] :
					[...document.querySelectorAll("body *")].filter(e => e.getBoundingClientRect().right > innerWidth && !e.closest(".view, .wide")).map(e => e.outerHTML.slice(0, 80))`); len(wide) > 0 {
					t.Errorf("wider than %d pixels: %q", width, wide)
				}
				for _, theme := range themes {
					if artifacts() == "" || width == 320 {
						continue
					}
					tab.wear(theme, "screen")
					tab.keep(name, fmt.Sprintf("%d-%s.jpeg", width, theme), get(tab, chromedp.FullScreenshot(90)))
				}
			}
			tab.done()
		})
	}
}

// On paper nothing is cut, and nothing is there that only works on a screen.
func TestPrint(t *testing.T) {
	const between = 718 // pixels between the margins of A4
	for name, path := range reports(t) {
		t.Run(name, func(t *testing.T) {
			tab := open(t)
			tab.visit(path)
			tab.wear("dark", "print")
			tab.do(chromedp.EmulateViewport(between, 1000))
			if cut := ask[[]string](tab, `[...document.querySelectorAll("body *")].filter(e => e.checkVisibility() && !e.closest("svg *")
				&& (e.getBoundingClientRect().right > innerWidth + 1 || getComputedStyle(e).overflowX === "auto" && e.scrollWidth > e.clientWidth))
				.map(e => e.outerHTML.slice(0, 80))`); len(cut) > 0 {
				t.Errorf("cut: %q", cut)
			}
			if ground := ask[string](tab, `getComputedStyle(document.body).backgroundColor`); ground != "rgb(255, 255, 255)" {
				t.Errorf("paper is %s", ground)
			}
			tab.wear("light", "")
			tab.keep(name, "print.pdf", get(tab, chromedp.PrintToPDF(chromedp.PDFPaper(chromedp.PaperA4), chromedp.PDFMargin(0.4))))
			tab.done()
		})
	}
}
