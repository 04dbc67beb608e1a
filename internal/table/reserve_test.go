package table

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
)

// A table is the same bytes in room that was reserved for it before its labels were known,
// and nothing is left of one that is given up.
func TestReservedTables(t *testing.T) {
	folder, err := os.MkdirTemp("/dev/shm", "tricycle-test-*") // in memory, on Linux
	if err != nil {
		folder = t.TempDir()
	}
	defer os.RemoveAll(folder)
	const rows = 3*streamRows + 17
	expected := &Table{Columns: []Column{{Name: "vertex", Kind: Vertex}, {Name: "triangles", Kind: Uint64}}, Vertices: rows, Rows: graph.Known(rows)}
	fill := func(first int, rows Batch) error {
		for i := range rows[0].Uint32s {
			rows[0].Uint32s[i], rows[1].Uint64s[i] = uint32(first+i), uint64(first+i)*7
		}
		return nil
	}
	write := func(target Target, table *Table, commit bool) {
		t.Helper()
		w, err := target.Create(t.Context(), nil, table, 3)
		if err != nil {
			t.Fatal(err)
		}
		defer w.Discard()
		if err := w.Fill(fill); err != nil {
			t.Fatal(err)
		}
		if !commit {
			return
		}
		if err := w.Commit(); err != nil {
			t.Fatal(err)
		}
	}
	for _, labels := range []graph.Labels{{}, graph.BaseLabels(1), graph.BaseLabels(1 << 40)} {
		table := *expected
		table.Labels = labels
		for _, form := range []string{"binary", "text", "ndjson", "parquet"} {
			var texts [2][]byte
			for i := range texts {
				path := filepath.Join(folder, "rows")
				target, err := TargetOf(path, form)
				if err != nil {
					t.Fatal(err)
				}
				if i == 1 {
					target = target.Reserve(t.Context(), expected)
					target = target.Reserve(t.Context(), expected) // in place of that
				}
				write(target, &table, true)
				if texts[i], err = os.ReadFile(path); err != nil {
					t.Fatal(err)
				}
			}
			if !bytes.Equal(texts[0], texts[1]) {
				t.Errorf("%s: %d bytes in room, want %d", form, len(texts[1]), len(texts[0]))
			}
		}
	}
	target, err := TargetOf(filepath.Join(folder, "rows"), "binary")
	if err != nil {
		t.Fatal(err)
	}
	fewer := *expected
	fewer.Rows = graph.Known(17)
	write(target.Reserve(t.Context(), expected), &fewer, true)
	_, size := fewer.Bytes("binary", 17)
	if stat, err := os.Stat(filepath.Join(folder, "rows")); err != nil || stat.Size() != size {
		t.Errorf("%d bytes of fewer rows, want %d, %v", stat.Size(), size, err)
	}
	target.Release() // of none
	write(target.Reserve(t.Context(), expected), expected, false)
	target.Reserve(t.Context(), expected).Release()
	if names, err := os.ReadDir(folder); err != nil || len(names) != 1 {
		t.Errorf("%d files, %v", len(names), err)
	}
}
