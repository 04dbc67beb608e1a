package docs

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	fences  = regexp.MustCompile("(?ms)^ *```.*?^ *```$")
	links   = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading = regexp.MustCompile(`(?m)^#+ (.*)$`)
	dropped = regexp.MustCompile(`[^\p{L}\p{N}_ -]`)
)

// onGitHub is what links begin with on pages that are read elsewhere, too.
const onGitHub = "https://github.com/tricycle-graph/tricycle/blob/main/"

// page returns the text of a page without its examples.
func page(t *testing.T, name string) string {
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return fences.ReplaceAllString(string(text), "")
}

// anchors returns what links to the headings of a page end with.
func anchors(text string) map[string]bool {
	all := map[string]bool{}
	for _, h := range heading.FindAllStringSubmatch(text, -1) {
		all[strings.ReplaceAll(dropped.ReplaceAllString(strings.ToLower(h[1]), ""), " ", "-")] = true
	}
	return all
}

// TestLinks: each link from a page to a file, a folder or a heading of a page leads
// there.
func TestLinks(t *testing.T) {
	var pages []string
	for _, pattern := range []string{"../../*.md", "../../docs/*.md", "../../docs/papers/*.md", "../../docs/figures/*.md", "../../python/*.md"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatal(found, err)
		}
		pages = append(pages, found...)
	}
	for _, name := range pages {
		for _, link := range links.FindAllStringSubmatch(page(t, name), -1) {
			file, anchor, _ := strings.Cut(link[1], "#")
			to := name
			if ours, found := strings.CutPrefix(file, onGitHub); found {
				to = filepath.Join("..", "..", filepath.FromSlash(ours))
			} else if strings.Contains(file, "://") {
				continue
			} else if file != "" {
				to = filepath.Join(filepath.Dir(name), filepath.FromSlash(file))
			}
			if _, err := os.Stat(to); err != nil {
				t.Errorf("%s: %s leads nowhere: %v", name, link[1], err)
			} else if anchor != "" && !anchors(page(t, to))[anchor] {
				t.Errorf("%s: there is no heading for %s", name, link[1])
			}
		}
	}
}
