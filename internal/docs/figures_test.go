package docs

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFiguresHaveRows: each picture has a row that says what drew it, and the title, the
// description and the colours for both grounds that package plot gives.
func TestFiguresHaveRows(t *testing.T) {
	folder := filepath.Join("..", "..", "docs", "figures")
	rows, err := os.ReadFile(filepath.Join(folder, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	figures, err := filepath.Glob(filepath.Join(folder, "*.svg"))
	if err != nil || len(figures) == 0 {
		t.Fatalf("%d figures, %v", len(figures), err)
	}
	for _, path := range figures {
		name := filepath.Base(path)
		if !strings.Contains(string(rows), "["+name+"]("+name+")") {
			t.Errorf("%s has no row in docs/figures/README.md", name)
		}
		svg, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range []string{`role="img"`, "<title id=", "<desc id=", "prefers-color-scheme:dark"} {
			if !strings.Contains(string(svg), part) {
				t.Errorf("%s has no %s", name, part)
			}
		}
	}
}
