// Package realdata is for tests that read real graphs. The project does not hold
// them.
package realdata

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
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

// Expected runs a subtest for each real graph whose answers for vertices, edges and
// trusses an independent program found; cell returns what it found, by column. Short
// tests have the small ones alone.
func Expected(t *testing.T, each func(t *testing.T, path string, cell func(column string) string)) {
	folder := Folder(t)
	file, err := os.Open(filepath.Join(folder, "EXPECTED_local.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	table := csv.NewReader(file)
	table.Comma, table.Comment, table.LazyQuotes = '\t', '#', true
	rows, err := table.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows[1:] {
		cell := func(column string) string { return row[slices.Index(rows[0], column)] }
		t.Run(row[0], func(t *testing.T) {
			if testing.Short() && len(cell("m")) > 4 {
				t.Skip("a large one")
			}
			each(t, filepath.Join(folder, filepath.FromSlash(row[0])), cell)
		})
	}
}
