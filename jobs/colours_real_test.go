package jobs

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/objectfs"
	"github.com/tricycle-graph/tricycle/internal/realdata"
)

// TestColoursOfRealGraphs counts all graphs of the manifest by colours, where
// TRICYCLE_DATA says that there is time for it.
func TestColoursOfRealGraphs(t *testing.T) {
	if testing.Short() || os.Getenv("TRICYCLE_DATA") == "" {
		t.Skip("takes a minute; set TRICYCLE_DATA to the folder of real graphs")
	}
	folder := realdata.Folder(t)
	file, err := os.Open(filepath.Join(folder, "MANIFEST.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	table := csv.NewReader(file)
	table.Comma, table.Comment, table.LazyQuotes, table.FieldsPerRecord = '\t', '#', true, -1
	rows, err := table.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	tested := 0
	for _, row := range rows[1:] {
		want, err := strconv.ParseUint(row[slices.Index(rows[0], "triangles")], 10, 64)
		if err != nil {
			continue // without numbers
		}
		for _, n := range []int{3, 4, 7} {
			r := Request{File: filepath.Join(folder, filepath.FromSlash(row[0])), Method: "auto", Colours: n}
			j, err := Prepare(t.Context(), new(objectfs.Memory), r, cpu)
			if err != nil {
				t.Logf("%s is no graph that is recognised: %v", row[0], err)
				break
			}
			tested++
			if got, err := triangles(j.Count(t.Context(), cpu)); err != nil || got != want {
				t.Errorf("%s by %d colours: %d triangles, want %d, %v", row[0], n, got, want, err)
			}
		}
	}
	if tested < 400 {
		t.Errorf("%d counts", tested)
	}
}
