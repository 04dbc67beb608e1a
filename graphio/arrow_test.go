package graphio

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
)

// arrowFiles are the tables that libraries wrote (scripts/arrow-tables).
func arrowFiles(t testing.TB) []string {
	t.Helper()
	files, err := filepath.Glob("testdata/arrow/*")
	if err != nil || len(files) == 0 {
		t.Fatalf("no tables: %v", err)
	}
	return files
}

// What pyarrow, pandas and polars wrote is read rightly as a file, compressed and through
// a pipe, by any number of workers, or refused with the reason.
func TestArrowOfLibraries(t *testing.T) {
	refused := map[string]string{
		"bad-null":          `vertex ids of at least 0 in column "source", found nothing in row 3`,
		"bad-null-name":     `names of vertices in column "source", found nothing in row 2`,
		"bad-null-category": `names of vertices in column "source", found nothing in row 2`,
		"bad-negative":      `in column "target", found -2 in row 2`,
		"bad-float":         `"source" (floating point), "target" (floating point); floating-point numbers are no ids`,
		"bad-mixed":         "one is of numbers and one of strings",
		"bad-one":           `found "source" (integer)`,
		"bad-date":          `found "source" (date), "target" (timestamp)`,
	}
	for _, path := range arrowFiles(t) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(path)
		stem := strings.TrimSuffix(name, filepath.Ext(name))
		vertices := []string{"0", "1", "2", "3"}
		switch {
		case stem == "view-long":
			vertices = []string{"a", "b", "c", "d, which is longer than a view of a string"}
		case strings.Contains(stem, "string"), strings.Contains(stem, "names"), strings.Contains(stem, "categor"),
			stem == "replaced", strings.HasPrefix(stem, "dictionary") && stem != "dictionary-int":
			vertices = []string{"a", "b", "c", "d é"}
		}
		want := sortedEdges([][2]string{{vertices[0], vertices[1]}, {vertices[1], vertices[2]}, {vertices[2], vertices[0]},
			{vertices[2], vertices[3]}, {vertices[3], vertices[3]}})
		if stem == "empty" {
			want = nil
		}
		for how, open := range map[string]func() (graph.Source, error){
			"file": func() (graph.Source, error) { return Open(path, Options{}) },
			"pipe": func() (graph.Source, error) { return OpenReader(strings.NewReader(string(data)), "a", Options{}) },
			"gzip": func() (graph.Source, error) {
				return Open(writeFile(t, "a.gz", gzipped(t, string(data))), Options{})
			},
		} {
			for _, workers := range []int{1, 3} {
				src, err := open()
				var edges [][2]string
				if err == nil {
					edges, _, err = read(src, workers)
					if src.Info().Format != "arrow" || src.Info().Table == nil {
						t.Errorf("%s: info %+v", name, src.Info())
					}
					closeAll(t, src)
				}
				if message := refused[stem]; message != "" {
					if got := inputError(t, err).Error(); !strings.Contains(got, message) {
						t.Errorf("%s, %s: %q, want %q", name, how, got, message)
					}
				} else if err != nil || !slices.Equal(edges, want) {
					t.Errorf("%s, %s, %d workers: %v (%v), want %v", name, how, workers, edges, err, want)
				}
			}
		}
	}
}

// The columns may be named, and weights asked for.
func TestArrowColumns(t *testing.T) {
	const path = "testdata/arrow/int8-lz4.feather"
	for _, c := range []struct {
		columns []string
		weights bool
		want    string
	}{
		{[]string{"target", "source"}, false, "0 2, 1 0, 2 1, 3 2, 3 3"},
		{[]string{"4", "3"}, false, "0 2, 1 0, 2 1, 3 2, 3 3"},
		{nil, true, "0 1 0.5, 1 2 1, 2 0 2, 2 3 3, 3 3 4"},
		{[]string{"source", "target", "target"}, true, "0 1 1, 1 2 2, 2 0 0, 2 3 3, 3 3 3"},
		{[]string{"source", "weight"}, false, `no column "weight" of whole numbers or strings`},
		{[]string{"source", "source"}, false, `"source" is named twice`},
		{[]string{"9", "source"}, false, `no column "9"`},
		{[]string{"source", "target", "list"}, true, `no column "list" of numbers`},
	} {
		src, err := Open(path, Options{Columns: c.columns, Weights: c.weights})
		var lines []string
		if err == nil {
			_, err = src.Read(t.Context(), 1, func(_ int, b graph.Batch) error {
				for i, e := range b.Edges {
					line := fmt.Sprint(e.U, " ", e.V)
					if c.weights {
						line += fmt.Sprint(" ", b.Weights[i])
					}
					lines = append(lines, line)
				}
				return nil
			})
			closeAll(t, src)
		}
		slices.Sort(lines)
		got := strings.Join(lines, ", ")
		if err != nil {
			got = inputError(t, err).Error()
		}
		if !strings.Contains(got, c.want) {
			t.Errorf("%v: %q, want %q", c.columns, got, c.want)
		}
	}
}

// What is written is read as it was, whatever the labels and the number of workers.
func TestArrowRoundTrip(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	for kind, labels := range labelled(random, 60) {
		g := randomGraph(t, random, 60, labels)
		var want [][2]string
		for u := range uint32(g.Vertices()) {
			for _, v := range g.Neighbors(u) {
				if u < v {
					want = append(want, [2]string{g.Labels().Label(u), g.Labels().Label(v)})
				}
			}
		}
		want = sortedEdges(want)
		for _, end := range []string{".arrow", ".feather", ".arrows"} {
			data, err := written(t, "g"+end, g)
			if err != nil {
				t.Fatal(err)
			}
			if prefix(arrowMagic)(data) == (end == ".arrows") {
				t.Errorf("%s begins with %q", end, data[:8])
			}
			for _, workers := range []int{1, 2, 5} {
				edges, _, err := read(openFile(t, writeFile(t, "g"+end, string(data))), workers)
				if err != nil || !slices.Equal(edges, want) {
					t.Errorf("%s, %s, %d workers: %d edges (%v), want %d", kind, end, workers, len(edges), err, len(want))
				}
			}
		}
	}
}

// Batches of more rows than are read at a time.
func TestArrowPieces(t *testing.T) {
	const rows = 3*arrowPiece + 5
	w := &arrowBatchWriter{}
	for i := range uint32(rows) {
		w.edges = append(w.edges, graph.Edge{U: i, V: i / 2})
	}
	labels := graph.BaseLabels(1 << 33)
	data := appendArrowMessage(nil, arrowSchema, arrowSchemaOf(labels), 0)
	w.encode(labels)
	data = append(append(data, w.data...), arrowContinue+"\x00\x00\x00\x00"...)
	src := openFile(t, writeFile(t, "a.arrows", string(data)))
	seen := make([]bool, rows)
	sum, err := src.Read(t.Context(), 1, func(_ int, b graph.Batch) error {
		for _, e := range b.Wide {
			i := e.U - 1<<33
			if seen[i] || e.V != 1<<33+i/2 {
				return fmt.Errorf("edge %v", e)
			}
			seen[i] = true
		}
		return nil
	})
	if err != nil || sum.Records != rows || slices.Contains(seen, false) {
		t.Errorf("%d records (%v)", sum.Records, err)
	}
}

func TestArrowRefused(t *testing.T) {
	file := func(name string) string {
		data, err := os.ReadFile(filepath.Join("testdata", "arrow", name))
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	good, stream := file("int64-plain.feather"), file("int64.arrows")
	footer := binary.LittleEndian.Uint32([]byte(good[len(good)-10:]))
	for name, c := range map[string]struct{ data, want string }{
		"feather 1":     {"FEA1\x00\x00\x00\x00" + strings.Repeat("\x01", 40) + "FEA1", "version 1, which is not read"},
		"no end":        {good[:len(good)-1], "no ARROW1 at the end: the file is truncated"},
		"magic alone":   {arrowMagic, "8 bytes are no table"},
		"large footer":  {good[:len(good)-10] + "\xff\xff\xff\x7f" + arrowEnd, "a table of contents of 2147483647 bytes"},
		"no footer":     {good[:len(good)-10] + "\x00\x00\x00\x00" + arrowEnd, "a table of contents of 0 bytes"},
		"zeros":         {good[:len(good)-10-int(footer)] + strings.Repeat("\x00", int(footer)) + good[len(good)-10:], "no FlatBuffers"},
		"cut stream":    {stream[:len(stream)-8], "the stream has no end"},
		"shorter":       {stream[:len(stream)-30], "it ends too early"},
		"longer stream": {stream + "1", "1 bytes behind the end of the stream"},
	} {
		_, err := readFile(t, "a.arrow", []byte(c.data))
		if got := inputError(t, err).Error(); !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// A batch that declares more rows than the file can hold is refused before there is room
// for them.
func TestArrowHugeRows(t *testing.T) {
	for _, rows := range []int64{6, 1 << 40, math.MaxInt64, -1} {
		data := appendArrowMessage(nil, arrowSchema, arrowSchemaOf(graph.BaseLabels(0)), 0)
		data = appendArrowMessage(data, arrowRecordBatch, flatFields{
			{slot: 0, size: 8, number: rows},
			{slot: 1, child: flatStructs{2, []int64{rows, 0, rows, 0}}},
			{slot: 2, child: flatStructs{2, []int64{0, 0, 0, 40, 0, 0, 0, 40}}},
		}, 40)
		data = append(append(data, make([]byte, 40)...), arrowContinue+"\x00\x00\x00\x00"...)
		_, err := readFile(t, "a.arrows", data)
		inputError(t, err)
	}
}

// However a table is cut or changed, reading it ends with edges or an input error, the same
// for any number of workers.
func FuzzArrow(f *testing.F) {
	for _, path := range arrowFiles(f) {
		data, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var first string
		for _, workers := range []int{1, 3} {
			src, err := OpenReader(strings.NewReader(string(data)), "a.arrow", Options{Format: "arrow", Memory: 1 << 30})
			var edges [][2]string
			if err == nil {
				edges, _, err = read(src, workers)
				closeAll(t, src)
			}
			result := fmt.Sprint(edges)
			if err != nil {
				result = inputError(t, err).Error()
			}
			if workers == 1 {
				first = result
			} else if result != first {
				t.Errorf("%q with one worker, %q with %d", first, result, workers)
			}
		}
	})
}

// A flipped bit ends in edges or an input error.
func TestDamagedArrow(t *testing.T) {
	for _, name := range []string{"int32-lz4.feather", "string-zstd.feather", "dictionary.arrows", "string_view-uncompressed.feather"} {
		data, err := os.ReadFile(filepath.Join("testdata", "arrow", name))
		if err != nil {
			t.Fatal(err)
		}
		for at := range data {
			if testing.Short() && at%7 > 0 {
				continue
			}
			damaged := slices.Clone(data)
			damaged[at] ^= 1 << (at % 8)
			for _, broken := range [][]byte{damaged, data[:at]} {
				src, err := OpenReader(strings.NewReader(string(broken)), "a.arrow", Options{Format: "arrow"})
				if err == nil {
					_, _, err = read(src, 1)
					closeAll(t, src)
					if err == nil && len(broken) < len(data) {
						t.Errorf("%s: %d bytes of %d are read", name, at, len(data))
					}
				}
				if err != nil {
					inputError(t, err)
				}
			}
		}
	}
}
