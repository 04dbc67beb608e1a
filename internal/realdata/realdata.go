// Package realdata is for tests that read real graphs. The project does not hold
// them.
package realdata

import (
	"os"
	"path/filepath"
	"testing"
)

// Path returns where the folder of real graphs is looked for: in TRICYCLE_DATA, or
// else in ../shared/data beside the repository.
func Path() string {
	if folder := os.Getenv("TRICYCLE_DATA"); folder != "" {
		return folder
	}
	// Tests run in the folder of their package.
	root := "."
	for range 8 {
		if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
			break
		}
		root = filepath.Join(root, "..")
	}
	return filepath.Join(root, "..", "shared", "data")
}

// Folder returns the folder of real graphs, and skips the test where there is
// none.
func Folder(t testing.TB) string {
	t.Helper()
	folder := Path()
	if _, err := os.Stat(filepath.Join(folder, "MANIFEST.tsv")); err != nil {
		t.Skipf("no folder of real graphs at %s (set TRICYCLE_DATA)", folder)
	}
	return folder
}
