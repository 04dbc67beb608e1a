package table

import (
	"bytes"
	"errors"
	"io"
	"math"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/tricycle-graph/tricycle/graph"
)

// readParquet reads a Parquet file into cells of text.
func readParquet(t *testing.T, data []byte) (head []string, rows [][]string) {
	t.Helper()
	file, err := parquet.OpenFile(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	for _, field := range file.Schema().Fields() {
		head = append(head, field.Name())
	}
	for _, group := range file.RowGroups() {
		r := group.Rows()
		buffer := make([]parquet.Row, 1000)
		for {
			n, err := r.ReadRows(buffer)
			for _, row := range buffer[:n] {
				var cells []string
				for _, v := range row {
					cell := v.String()
					if v.Kind() == parquet.Double {
						cell = strconv.FormatFloat(v.Double(), 'g', -1, 64)
					}
					cells = append(cells, strings.Clone(cell))
				}
				rows = append(rows, cells)
			}
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return head, rows
}

func TestParquetReadBack(t *testing.T) {
	for name, labels := range allLabels() {
		table, b := everything(labels, 100, 20_000)
		head, rows := readParquet(t, written(t, "table.parquet", "", table, b, 2, 777)["table.parquet"])
		if strings.Join(head, " ") != "vertex degree triangles clustering" || !reflect.DeepEqual(rows, cellsOf(table, b)) {
			t.Errorf("%s: %v, %d rows differ", name, head, len(rows))
		}
	}
}

// TestParquetGroups: groups are the same whatever batches they came in.
func TestParquetGroups(t *testing.T) {
	if testing.Short() {
		t.Skip("millions of rows")
	}
	const rows = 2_300_000
	table := &Table{Columns: []Column{{Name: "vertex", Kind: Vertex}}, Vertices: rows, Rows: graph.Known(rows)}
	b := make(Batch, 1)
	for v := range uint32(rows) {
		b[0].Uint32s = append(b[0].Uint32s, v)
	}
	var want []byte
	for _, way := range []struct{ threads, size int }{{1, rows}, {3, 0}, {2, 999_999}} {
		data := written(t, "t.parquet", "", table, b, way.threads, way.size)["t.parquet"]
		if want == nil {
			want = data
		}
		if !bytes.Equal(data, want) {
			t.Errorf("%d threads, batches of %d: the file differs", way.threads, way.size)
		}
	}
	file, err := parquet.OpenFile(bytes.NewReader(want), int64(len(want)))
	if err != nil || len(file.RowGroups()) != 3 || file.NumRows() != rows {
		t.Errorf("%d groups, %v", len(file.RowGroups()), err)
	}
}

// TestParquetUnfit: columns are of signed numbers.
func TestParquetUnfit(t *testing.T) {
	for name, c := range map[string]struct {
		table *Table
		batch Batch
	}{
		"id":    {&Table{Columns: []Column{{Name: "vertex", Kind: Vertex}}, Labels: graph.NumberLabels([]uint64{1 << 63}), Vertices: 1}, Batch{{Uint32s: []uint32{0}}}},
		"count": {&Table{Columns: []Column{{Name: "n", Kind: Uint64}}}, Batch{{Uint64s: []uint64{math.MaxInt64 + 1}}}},
	} {
		if err := writeTo(t.Context(), filepath.Join(t.TempDir(), "t.parquet"), "", c.table, c.batch, 1, 1); !errors.Is(err, errors.ErrUnsupported) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
