//go:build unix

package graphio

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A named pipe beside a graph is refused, as nobody may ever write into it.
func TestBVGraphBesidePipes(t *testing.T) {
	for _, pipe := range []string{".properties", ".offsets"} {
		folder := t.TempDir()
		for _, end := range []string{".graph", ".properties"} {
			text, err := os.ReadFile(filepath.Join("testdata", "bvgraph", "java"+end))
			if err != nil {
				t.Fatal(err)
			}
			if end == pipe {
				continue
			}
			if err := os.WriteFile(filepath.Join(folder, "a"+end), text, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if err := syscall.Mkfifo(filepath.Join(folder, "a"+pipe), 0o600); err != nil {
			t.Skip(err)
		}
		for _, format := range []string{"", "bvgraph"} {
			_, err := Open(filepath.Join(folder, "a.graph"), Options{Format: format})
			if wrong := inputError(t, err); pipe == ".offsets" && !strings.Contains(wrong.Error(), "no plain file") {
				t.Errorf("%s: %v", pipe, err)
			}
		}
	}
}
