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
	for _, g := range table(t, "EXPECTED_local.tsv") {
		t.Run(g.Name, func(t *testing.T) {
			if testing.Short() && len(g.Cell("m")) > 4 {
				t.Skip("a large one")
			}
			each(t, g.Path, g.Cell)
		})
	}
}

// Graph is a real graph, of which a table tells what independent programs found.
type Graph struct {
	Name, Path     string
	columns, cells []string
}

// Cell returns what the table has in a column.
func (g Graph) Cell(column string) string { return g.cells[slices.Index(g.columns, column)] }

// Manifest returns all real graphs, and skips the test where there are none. One that is to be
// refused has no numbers.
func Manifest(t testing.TB) []Graph {
	t.Helper()
	return table(t, "MANIFEST.tsv")
}

// table reads a table of the folder.
func table(t testing.TB, name string) (graphs []Graph) {
	t.Helper()
	folder := Folder(t)
	file, err := os.Open(filepath.Join(folder, name))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	lines := csv.NewReader(file)
	lines.Comma, lines.Comment, lines.LazyQuotes, lines.FieldsPerRecord = '\t', '#', true, -1
	rows, err := lines.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows[1:] {
		graphs = append(graphs, Graph{row[0], filepath.Join(folder, filepath.FromSlash(row[0])), rows[0], row})
	}
	return graphs
}
