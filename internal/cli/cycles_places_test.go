package cli

import (
	"os"
	"path/filepath"
	"testing"
)

// TestMayBeDrawn asks files on both sides of the limit, and what has no size.
func TestMayBeDrawn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "graph.gml")
	if err := os.WriteFile(path, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for size, want := range map[int64]bool{0: true, drawnBytes: true, drawnBytes + 1: false} {
		if err := os.Truncate(path, size); err != nil {
			t.Fatal(err)
		}
		if got := mayBeDrawn(path); got != want {
			t.Errorf("of %d bytes: %v", size, got)
		}
	}
	if !mayBeDrawn("-") {
		t.Error("what comes by a pipe is not drawn")
	}
}
