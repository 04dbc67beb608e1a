package table

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/atomicfile"
	"github.com/tricycle-graph/tricycle/internal/lists"
)

// everything returns a table with a column of every kind but texts, and its rows:
// numbers of all lengths, and all vertices.
func everything(labels graph.Labels, vertices, rows int) (*Table, Batch) {
	table := &Table{
		Columns:  []Column{{Name: "vertex", Kind: Vertex}, {Name: "degree", Kind: Uint32}, {Name: "triangles", Kind: Uint64}, {Name: "clustering", Kind: Float}},
		Labels:   labels,
		Vertices: vertices,
		Rows:     graph.Known(rows),
	}
	random := rand.New(rand.NewPCG(uint64(vertices), uint64(rows)))
	b := make(Batch, 4)
	for row := range rows {
		b[0].Uint32s = append(b[0].Uint32s, uint32(row%vertices))
		b[1].Uint32s = append(b[1].Uint32s, random.Uint32()>>random.IntN(32))
		b[2].Uint64s = append(b[2].Uint64s, random.Uint64()>>(1+random.IntN(63)))
		b[3].Floats = append(b[3].Floats, []float64{0, 1, random.Float64(), 1 / random.Float64(), 1e300, 5e-324}[random.IntN(6)])
	}
	return table, b
}

// part returns some rows of a batch.
func part(table *Table, b Batch, begin, end int) Batch {
	p := make(Batch, len(b))
	for i := range b {
		p[i].append(&b[i], table.Columns[i].Kind, begin, end)
	}
	return p
}

// written writes a table in batches of a size, or by Fill where that is 0, and
// returns its files.
func written(t *testing.T, name, form string, table *Table, b Batch, threads, size int) map[string][]byte {
	t.Helper()
	folder := t.TempDir()
	if err := writeTo(t.Context(), filepath.Join(folder, name), form, table, b, threads, size); err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	err := filepath.WalkDir(folder, func(path string, entry os.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			files[entry.Name()], err = os.ReadFile(path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func writeTo(ctx context.Context, path, form string, table *Table, b Batch, threads, size int) error {
	target, err := TargetOf(path, form)
	if err != nil {
		return err
	}
	w, err := target.Create(ctx, io.Discard, table, threads)
	if err != nil {
		return err
	}
	defer w.Discard()
	rows, err := table.rows(b)
	if err != nil {
		return err
	}
	if size == 0 {
		err = w.Fill(func(first int, rows Batch) error {
			for i := range rows {
				kind := table.Columns[i].Kind
				n := rows[i].len(kind)
				rows[i].resize(kind, 0)
				rows[i].append(&b[i], kind, first, first+n)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	for begin := 0; begin < rows && size > 0; begin += size {
		if err := w.Write(part(table, b, begin, min(begin+size, rows))); err != nil {
			return err
		}
	}
	return w.Commit()
}

// TestSameBytes: a file is the same for any number of threads and any size of the
// batches, compressed or not.
func TestSameBytes(t *testing.T) {
	rows := 40_000
	if testing.Short() {
		rows = 10_000
	}
	type way struct{ threads, size int }
	ways := []way{{1, rows}, {2, 0}, {7, 1000}}
	if !testing.Short() {
		ways = append(ways, way{1, 1}, way{2, 8191}, way{7, 0})
	}
	table, b := everything(graph.BaseLabels(1), 1000, rows)
	for _, f := range forms {
		for _, suffix := range []string{"", ".gz", ".zst"} {
			if f.name == "npy" && suffix != "" {
				continue
			}
			var want map[string][]byte
			for _, way := range ways {
				if way.size == 1 && suffix != "" {
					continue
				}
				got := written(t, "table"+suffix, f.name, table, b, way.threads, way.size)
				if want == nil {
					want = got
				}
				if len(got) == 0 || len(got) != len(want) {
					t.Fatalf("%s%s: %d files", f.name, suffix, len(got))
				}
				for name, data := range got {
					if !bytes.Equal(data, want[name]) {
						t.Errorf("%s%s, %d threads, batches of %d: %s differs", f.name, suffix, way.threads, way.size, name)
					}
				}
			}
		}
	}
}

func TestNothingAtAll(t *testing.T) {
	for _, f := range forms {
		table, b := everything(graph.Labels{}, 1, 0)
		if files := written(t, "table", f.name, table, b, 2, 10); len(files) == 0 {
			t.Errorf("%s: no file", f.name)
		}
		if _, err := (Target{path: filepath.Join(t.TempDir(), "table"), form: &f}).Create(t.Context(), io.Discard, &Table{}, 1); err == nil {
			t.Errorf("%s: a table without columns", f.name)
		}
	}
}

func TestRowsThatDoNotFit(t *testing.T) {
	for _, f := range forms {
		table, b := everything(graph.Labels{}, 10, 100)
		folder := t.TempDir()
		path := filepath.Join(folder, "table")
		for _, rows := range []int{0, 99, 101} {
			table.Rows = graph.Known(rows)
			if err := writeTo(t.Context(), path, f.name, table, b, 2, 10); err == nil {
				t.Errorf("%s: 100 rows of %d", f.name, rows)
			}
		}
		table.Rows = graph.Size{}
		if err := writeTo(t.Context(), path, f.name, table, b[:3], 2, 10); err == nil {
			t.Errorf("%s: a column too few", f.name)
		}
		b[1].Uint32s = b[1].Uint32s[1:]
		w, err := (Target{path: path, form: &f}).Create(t.Context(), io.Discard, table, 1)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Write(b); err == nil {
			t.Errorf("%s: columns of other lengths", f.name)
		}
		w.Discard()
		if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
			t.Errorf("%s: %v is left, %v", f.name, left, err)
		}
	}
}

// TestNoNumbers: what is no number is an error, but in binary columns, where it is one.
func TestNoNumbers(t *testing.T) {
	for _, f := range []string{"text", "csv", "ndjson", "parquet"} {
		for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
			table := &Table{Columns: []Column{{Name: "x", Kind: Float}}}
			if err := writeTo(t.Context(), filepath.Join(t.TempDir(), "x"), f, table, Batch{{Floats: []float64{x}}}, 1, 1); err == nil {
				t.Errorf("%s: %v is written", f, x)
			}
		}
	}
}

// TestCancelled: the cause of the context is the error, and nothing is left.
func TestCancelled(t *testing.T) {
	stop := errors.New("stop")
	for _, f := range forms {
		table, b := everything(graph.Labels{}, 10, 20_000)
		table.Rows = graph.Size{}
		folder := t.TempDir()
		ctx, cancel := context.WithCancelCause(t.Context())
		target := Target{path: filepath.Join(folder, "table"), form: &f}
		w, err := target.Create(ctx, io.Discard, table, 2)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Write(b); err != nil {
			t.Fatal(err)
		}
		cancel(stop)
		if f.name != "parquet" { // whose chunk is not yet full
			if err := w.Write(b); err != stop {
				t.Errorf("%s: %v", f.name, err)
			}
		}
		if err := w.Commit(); err != stop {
			t.Errorf("%s: %v", f.name, err)
		}
		if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
			t.Errorf("%s: %v is left, %v", f.name, left, err)
		}
	}
}

// full takes so many bytes.
type full struct{ room int }

func (w *full) Write(data []byte) (int, error) {
	if w.room -= len(data); w.room < 0 {
		return 0, syscall.ENOSPC
	}
	return len(data), nil
}

// TestFullDisk: wherever the disk becomes full, the writer says so.
func TestFullDisk(t *testing.T) {
	rows := 40_000
	if testing.Short() {
		rows = 10_000
	}
	table, b := everything(graph.Labels{}, 10, rows)
	for _, f := range forms {
		if f.name == "npy" {
			continue // which is no stream
		}
		for room := 0; ; room = room*3 + 7 {
			target := Target{path: "-", form: &f}
			w, err := target.Create(t.Context(), &full{room}, table, 2)
			if err == nil {
				if err = w.Write(b); err == nil {
					err = w.Commit()
				}
				w.Discard()
			}
			if err == nil {
				break
			}
			if !errors.Is(err, syscall.ENOSPC) || !atomicfile.Full(err) {
				t.Fatalf("%s in %d bytes: %v", f.name, room, err)
			}
		}
	}
}

// TestNoRoom: a table that cannot fit is refused before the work.
func TestNoRoom(t *testing.T) {
	table, _ := everything(graph.Labels{}, 10, 1)
	table.Rows = graph.Known(int64(1) << 54)
	for _, f := range forms {
		folder := t.TempDir()
		_, err := (Target{path: filepath.Join(folder, "table"), form: &f}).Create(t.Context(), io.Discard, table, 1)
		var disk *lists.DiskError
		if f.name == "parquet" {
			continue // nobody knows how well it is compressed
		}
		if !errors.As(err, &disk) {
			t.Errorf("%s: %v", f.name, err)
		}
		if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
			t.Errorf("%s: %v is left, %v", f.name, left, err)
		}
	}
}

// TestFillFails: an error of fill is the table's.
func TestFillFails(t *testing.T) {
	bad := errors.New("bad")
	table, _ := everything(graph.Labels{}, 10, 100_000)
	target, err := TargetOf("-", "csv")
	if err != nil {
		t.Fatal(err)
	}
	w, err := target.Create(t.Context(), io.Discard, table, 2)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Discard()
	err = w.Fill(func(first int, _ Batch) error {
		if first > 30_000 {
			return bad
		}
		return nil
	})
	if err == nil {
		err = w.Commit()
	}
	if err != bad {
		t.Error(err)
	}
}

// TestFillPanics: the caller gets the panic, and nothing is left of the file.
func TestFillPanics(t *testing.T) {
	table, _ := everything(graph.Labels{}, 10, 100)
	folder := t.TempDir()
	defer func() {
		if text := fmt.Sprint(recover()); !strings.HasPrefix(text, "odd\n") {
			t.Errorf("recovered %q", text)
		}
		if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
			t.Errorf("%v is left, %v", left, err)
		}
	}()
	target, err := TargetOf(filepath.Join(folder, "t.csv"), "")
	if err != nil {
		t.Fatal(err)
	}
	w, err := target.Create(t.Context(), nil, table, 2)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Discard()
	_ = w.Fill(func(int, Batch) error { panic("odd") })
	t.Error("committed", w.Commit())
}

// TestFileFails: what is written at its place by workers fails as all else does.
func TestFileFails(t *testing.T) {
	table, b := everything(graph.Labels{}, 10, 100_000)
	for _, f := range forms {
		folder := t.TempDir()
		w, err := (Target{path: filepath.Join(folder, "table"), form: &f}).Create(t.Context(), nil, table, 2)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range w.out.files {
			if err := file.Close(); err != nil {
				t.Fatal(err)
			}
		}
		if err = w.Write(b); err == nil {
			err = w.Commit()
		}
		w.Discard()
		if !errors.Is(err, os.ErrClosed) {
			t.Errorf("%s: %v", f.name, err)
		}
		if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
			t.Errorf("%s: %v is left, %v", f.name, left, err)
		}
	}
}

func TestTargetOf(t *testing.T) {
	for _, c := range []struct{ path, name, want string }{
		{"a.tsv", "", "text"}, {"a.TXT.gz", "", "text"}, {"a.csv.zst", "", "csv"}, {"a.jsonl", "", "ndjson"}, {"a.ndjson", "", "ndjson"},
		{"-", "", "text"}, {"-", "csv", "csv"}, {"a.csv", "ndjson", "ndjson"}, {"a.parquet", "", "parquet"}, {"a.bin", "", ""}, {"a", "", ""}, {"a.gz", "", ""},
		{"a.tcol", "", "binary"}, {"a.tcol.gz", "", "binary"}, {"a/", "", "npy"}, {"a.csv/", "", "npy"}, {".", "", "npy"}, {"a", "npy", "npy"},
		{"-", "npy", ""}, {"-", "binary", "binary"}, {"a.csv.bz2", "", ""}, {"a.csv", "xml", ""},
	} {
		target, err := TargetOf(c.path, c.name)
		got := ""
		if err == nil {
			got = target.form.name
		}
		if got != c.want {
			t.Errorf("%s as %q: %q, %v, want %q", c.path, c.name, got, err, c.want)
		}
	}
}

// TestBytes holds the bounds against tables of few digits and of as many as there are.
func TestBytes(t *testing.T) {
	const rows = 10_000
	random := rand.New(rand.NewPCG(1, 2))
	for name, labels := range map[string]graph.Labels{
		"from 0": {}, "64 bits": graph.BaseLabels(math.MaxUint64 - rows), "63 bits": graph.BaseLabels(math.MaxInt64 - rows),
		"names": graph.NameLabels(slices.Repeat([]string{"ann", "\x01\x02", "\"\"\"", ",", "joe"}, rows/5)),
	} {
		for _, wide := range []bool{false, true} {
			table := &Table{
				Columns: []Column{{Name: "source", Kind: Vertex}, {Name: "target", Kind: Vertex}, {Name: "support", Kind: Uint32, Most: 50}, {Name: "n", Kind: Uint64, Most: 1000}, {Name: "x", Kind: Float}},
				Labels:  labels, Vertices: rows, Rows: graph.Known(rows),
			}
			support, n := uint64(50), uint64(1000)
			if wide {
				table.Columns[2].Most, table.Columns[3].Most = 0, math.MaxInt64
				support, n = math.MaxUint32, math.MaxInt64
			}
			b := make(Batch, 5)
			for range rows {
				b[0].Uint32s = append(b[0].Uint32s, random.Uint32N(rows))
				b[1].Uint32s = append(b[1].Uint32s, random.Uint32N(rows))
				b[2].Uint32s = append(b[2].Uint32s, uint32(random.Uint64N(support+1)))
				b[3].Uint64s = append(b[3].Uint64s, random.Uint64N(n+1))
				b[4].Floats = append(b[4].Floats, math.Exp(-700*random.Float64()))
			}
			for _, f := range forms {
				if f.name == "parquet" && name == "64 bits" {
					continue // which have no room there
				}
				if f.name == "text" && name == "names" {
					continue // nor these
				}
				size := int64(0)
				for _, data := range written(t, "table", f.name, table, b, 2, rows) {
					size += int64(len(data))
				}
				least, most := table.Bytes(f.name, rows)
				if least > size || most < size || least == most && least != size || name != "names" && f.name != "parquet" && most > 2*size {
					t.Errorf("%s, %s, wide %t: %d bytes, at least %d, at most %d", name, f.name, wide, size, least, most)
				}
			}
		}
	}
}

// TestBytesOfLines holds the bounds of lines against the shortest and the longest cells that
// there are: they are met.
func TestBytesOfLines(t *testing.T) {
	const rows = 10
	for _, widest := range []bool{false, true} {
		table := &Table{
			Columns:  []Column{{Name: "source", Kind: Vertex}, {Name: "support", Kind: Uint32, Most: 4711}},
			Vertices: 1000, Rows: graph.Known(rows), Headless: true,
		}
		id, support := uint32(7), uint32(0)
		if widest {
			id, support = 999, 4711
		}
		b := Batch{{Uint32s: slices.Repeat([]uint32{id}, rows)}, {Uint32s: slices.Repeat([]uint32{support}, rows)}}
		for _, form := range []string{"text", "csv", "ndjson"} {
			want, most := table.Bytes(form, rows)
			if widest {
				want = most
			}
			if got := int64(len(written(t, "table", form, table, b, 2, rows)["table"])); got != want {
				t.Errorf("%s, widest %t: %d bytes, bound by %d", form, widest, got, want)
			}
		}
	}
}

func ExampleTarget() {
	target, err := TargetOf("-", "csv")
	if err != nil {
		panic(err)
	}
	table := &Table{Columns: []Column{{Name: "vertex", Kind: Vertex}, {Name: "clustering", Kind: Float}}, Labels: graph.NameLabels([]string{"ann", "lee, bob"}), Vertices: 2}
	w, err := target.Create(context.Background(), os.Stdout, table, 0)
	if err != nil {
		panic(err)
	}
	defer w.Discard()
	if err := w.Write(Batch{{Uint32s: []uint32{0, 1}}, {Floats: []float64{1. / 3, 1}}}); err != nil {
		panic(err)
	}
	fmt.Println(w.Commit())
	// Output:
	// vertex,clustering
	// ann,0.3333333333333333
	// "lee, bob",1
	// <nil>
}
