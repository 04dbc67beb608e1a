package graphio

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
)

// holes writes zeros as holes of a file, which occupy nothing.
type holes struct{ *os.File }

func (h holes) Write(data []byte) (int, error) {
	if len(bytes.Trim(data, "\x00")) > 0 || len(data) == 0 {
		return h.File.Write(data)
	}
	_, err := h.Seek(int64(len(data)), io.SeekCurrent)
	return len(data), err
}

// zerosThen are so many zeros, and then the end.
func zerosThen(n int, end ...byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for zeros := make([]byte, 1<<20); n > 0; n -= len(zeros) {
			if zeros = zeros[:min(len(zeros), n)]; !yield(zeros) {
				return
			}
		}
		yield(end)
	}
}

// An array of more than 4 GiB is written, and read, as are those that begin behind it.
func TestNpzOver4GiB(t *testing.T) {
	if testing.Short() {
		t.Skip("it reads more than 4 GiB")
	}
	const loops = 1<<29 + 10 // of vertex 0; vertex 1 has one
	path := filepath.Join(t.TempDir(), "g.npz")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w := &npzWriter{ctx: t.Context(), out: &output{Writer: file}, zip: zip.NewWriter(holes{file})}
	for _, a := range []struct {
		name, kind, shape string
		data              iter.Seq[[]byte]
	}{
		{"indices", "<i8", fmt.Sprintf("(%d,)", loops+1), zerosThen(8*loops, 1, 0, 0, 0, 0, 0, 0, 0)},
		{"indptr", "<i8", "(3,)", chunksOf([]uint64{0, loops, loops + 1})},
		{"format", "|S3", "()", chunksOf([]byte("csr"))},
		{"shape", "<i8", "(2,)", chunksOf([]uint64{2, 2})},
		{"data", "|b1", fmt.Sprintf("(%d,)", loops+1), zerosThen(loops + 1)},
	} {
		if err := w.write(a.name, a.kind, a.shape, a.data); err != nil {
			t.Fatal(err)
		}
	}
	closeAll(t, w.zip, file)

	src, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer closeAll(t, src)
	var ones [2]int
	sum, err := src.Read(t.Context(), 2, func(worker int, batch graph.Batch) error {
		for _, e := range batch.Edges {
			if e.U != e.V {
				return fmt.Errorf("the edge %v", e)
			}
			ones[worker] += int(e.U)
		}
		return nil
	})
	if err != nil || sum.Records != loops+1 || ones[0]+ones[1] != 1 || sum.Vertices != graph.Known(2) {
		t.Errorf("%+v, %d of vertex 1, %v", sum, ones[0]+ones[1], err)
	}
}
