package graphio

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
)

// TestDataAfterMuchElse reads what begins late, where the format is told: the names of
// columns and the lines behind the first one count as they would earlier.
func TestDataAfterMuchElse(t *testing.T) {
	const data = "# from to\n1 2\n2 3\n"
	late := func(before int) []byte {
		return []byte(strings.Repeat("# ", before/2-1) + "#\n" + data)
	}
	folder := t.TempDir()
	befores := []int{headSize - 4, headSize, 4*headSize - 14, 4 * headSize, 5 << 20}
	if testing.Short() {
		befores = befores[:4]
	}
	for _, before := range befores {
		for name, text := range map[string][]byte{"late.txt": late(before), "late.txt.gz": []byte(gzipped(t, string(late(before))))} {
			path := filepath.Join(folder, name)
			if err := os.WriteFile(path, text, 0o600); err != nil {
				t.Fatal(err)
			}
			opened := func(opt Options) (graph.Source, error) { return Open(path, opt) }
			piped := func(opt Options) (graph.Source, error) {
				return OpenReader(io.MultiReader(bytes.NewReader(text)), "-", opt)
			}
			for way, open := range map[string]func(Options) (graph.Source, error){"file": opened, "pipe": piped} {
				src, err := open(Options{Format: edgeListName})
				if err != nil {
					t.Errorf("%s, %s of %d: %v", name, way, before, err)
					continue
				}
				summary, err := src.Read(t.Context(), 2, func(int, graph.Batch) error { return nil })
				if err != nil || summary.Records != 2 {
					t.Errorf("%s, %s of %d: %+v, %v", name, way, before, summary, err)
				}
				if names := src.Info().Table.Names; names != [2]string{"from", "to"} {
					t.Errorf("%s, %s of %d: columns %q", name, way, before, names)
				}
				if err := src.Close(); err != nil {
					t.Error(err)
				}
			}
			unclear := new(UnclearError)
			if _, err := opened(Options{}); before >= headSize && (!errors.As(err, &unclear) || unclear.Choices[0].Options.Format != edgeListName) {
				t.Errorf("%s of %d, not told: %v", name, before, err)
			}
		}
	}
	text := late(longestHead)
	if _, err := OpenReader(bytes.NewReader(text), "-", Options{Format: edgeListName}); err == nil || !strings.Contains(err.Error(), "in the first 16.0 MiB") {
		t.Error(err)
	}
	var short *graph.MemoryError
	if _, err := OpenReader(bytes.NewReader(text), "-", Options{Format: edgeListName, Memory: 50 << 20}); !errors.As(err, &short) {
		t.Error(err)
	}
}
