package docs

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/graphio"
)

// TestFormatsHaveRows: the table of all formats has a row for each, with its suffixes and
// whether it is written, and none besides.
func TestFormatsHaveRows(t *testing.T) {
	text, err := os.ReadFile("../../docs/formats.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "\n## All formats\n")
	table, _, _ = strings.Cut(table, "\n## ")
	rows := map[string][]string{}
	for line := range strings.Lines(table) {
		if cells := strings.Split(line, " | "); len(cells) == 5 && strings.HasPrefix(cells[1], "`") {
			rows[strings.Trim(cells[1], "`")] = cells
		}
	}
	for _, f := range graphio.Formats() {
		row := rows[f.Name]
		delete(rows, f.Name)
		if row == nil {
			t.Errorf("docs/formats.md has no row for %s", f.Name)
			continue
		}
		var suffixes []string
		for i, code := range strings.Split(row[2], "`") {
			if i%2 == 1 && (code != ".graph" || slices.Contains(f.Suffixes, code)) { // which BVGraph has beside its suffix
				suffixes = append(suffixes, code)
			}
		}
		if !slices.Equal(suffixes, f.Suffixes) {
			t.Errorf("docs/formats.md: %s has the suffixes %q, want %q", f.Name, suffixes, f.Suffixes)
		}
		if written := row[3] == "yes"; written != f.Writable {
			t.Errorf("docs/formats.md: %s is written: %s", f.Name, row[3])
		}
	}
	for name := range rows {
		t.Errorf("docs/formats.md has a row for %s, which is no format", name)
	}
}
