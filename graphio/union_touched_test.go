package graphio

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
)

// TestUnionCountsVerticesThatPartsDeclare reads parts of which most vertices have no edge: what
// tells these, and their numbers, are in the budget meanwhile, and not afterwards.
func TestUnionCountsVerticesThatPartsDeclare(t *testing.T) {
	const n = 3 * batchEdges
	var names []string
	for part := range 2 {
		var text strings.Builder
		text.WriteString("graph [\n")
		for v := range n {
			fmt.Fprintf(&text, "node [ id %d ]\n", v*2+part)
		}
		fmt.Fprintf(&text, "edge [ source %d target %d ]\n]\n", part, 2+part)
		names = append(names, writeFile(t, fmt.Sprintf("%d.gml", part), text.String()))
	}
	src, err := Open("union", Options{Union: names})
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	most, loops, before := int64(0), 0, src.Info().Holds()
	if before < 2*partBytes {
		t.Errorf("two parts hold %d bytes", before)
	}
	summary, err := src.Read(t.Context(), 1, func(_ int, b graph.Batch) error {
		most = max(most, src.Info().Holds())
		for _, e := range b.Edges {
			if e.U == e.V {
				loops++
			}
		}
		return nil
	})
	if err != nil || summary.Records != 2*(n-2+1) || loops != 2*(n-2) {
		t.Errorf("%d records, %d of them loops, %v", summary.Records, loops, err)
	}
	if most-before < n*touchedBytes {
		t.Errorf("holds %d bytes of %d vertices", most, n)
	}
	if left := src.Info().Holds(); left != before {
		t.Errorf("%d bytes are counted at the end, %d were before", left, before)
	}
	var short *graph.MemoryError
	b := &budget{memory: readerBase}
	if _, err := newTouched(b, 1<<20); !errors.As(err, &short) || b.all() != 0 {
		t.Errorf("%v, with %d bytes held", err, b.all())
	}
}

// TestUnionCountsItsFiles opens a thousand files, within too little and within what is asked for.
func TestUnionCountsItsFiles(t *testing.T) {
	folder := t.TempDir()
	for i := range 1000 {
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("%d.txt", i)), []byte("1 2\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	opt := Options{Union: []string{folder}, Memory: readerBase}
	var short *graph.MemoryError
	if _, err := Open("union", opt); !errors.As(err, &short) || short.Need <= opt.Memory {
		t.Fatal(err)
	}
	opt.Memory = short.Need
	src, err := Open("union", opt)
	if err != nil {
		t.Fatal(err)
	}
	if held := src.Info().Holds(); held < 1000*partBytes {
		t.Errorf("a thousand files hold %d bytes", held)
	}
	if err := src.Close(); err != nil {
		t.Error(err)
	}
}
