package graphio

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
)

// parquetFile writes rows, in row groups of some rows.
func parquetFile[T any](t testing.TB, rows []T, group int, options ...parquet.WriterOption) []byte {
	t.Helper()
	var b bytes.Buffer
	w := parquet.NewGenericWriter[T](&b, options...)
	for part := range slices.Chunk(rows, group) {
		if _, err := w.Write(part); err != nil {
			t.Fatal(err)
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// The columns of these tables have the ids that idsOf makes.
type (
	int64Row struct {
		Source int64 `parquet:"source"`
		Target int64 `parquet:"target"`
	}
	int32Row struct {
		U int32   `parquet:"u"`
		W float64 `parquet:"weight"`
		V int32   `parquet:"v,delta"`
	}
	uint64Row struct {
		From uint64 `parquet:"from,zstd"`
		To   uint64 `parquet:"to,delta,gzip"`
	}
	uint32Row struct {
		ID1 uint32 `parquet:"id_1,dict,snappy"`
		ID2 uint32 `parquet:"id_2,dict"`
	}
	optionalRow struct {
		Src *int64 `parquet:"src,optional,dict"`
		Dst *int64 `parquet:"dst,optional"`
	}
	guessedRow struct {
		X    float64 `parquet:"a"`
		Tags []int64 `parquet:"b"`
		A    int64   `parquet:"c"`
		B    int64   `parquet:"d"`
		More int64   `parquet:"count"`
	}
	stringRow struct {
		Source string `parquet:"source,dict"`
		Target string `parquet:"target"`
	}
)

// idsOf returns n random edges with some loops and repeats.
func idsOf(n int, most uint64) []graph.WideEdge {
	random := rand.New(rand.NewPCG(1, uint64(n)))
	edges := make([]graph.WideEdge, n)
	for i := range edges {
		edges[i] = graph.WideEdge{U: random.Uint64N(most), V: random.Uint64N(most) >> random.IntN(20)}
	}
	return edges
}

func rowsOf[T any](edges []graph.WideEdge, row func(u, v uint64) T) []T {
	rows := make([]T, len(edges))
	for i, e := range edges {
		rows[i] = row(e.U, e.V)
	}
	return rows
}

func numberTables(t testing.TB, n int) map[string][2]any {
	small, large := idsOf(n, 300), idsOf(n, 1<<62)
	tables := make(map[string][2]any)
	for _, version := range []int{1, 2} {
		for _, codec := range []compress.Codec{&parquet.Uncompressed, &parquet.Snappy, &parquet.Zstd, &parquet.Gzip, &parquet.Brotli, &parquet.Lz4Raw} {
			opt := []parquet.WriterOption{parquet.DataPageVersion(version), parquet.Compression(codec), parquet.PageBufferSize(1000)}
			how := fmt.Sprintf(", pages %d, %s", version, codec)
			tables["int64"+how] = [2]any{parquetFile(t, rowsOf(large, func(u, v uint64) int64Row { return int64Row{int64(u), int64(v)} }), 100, opt...), large}
			tables["int32"+how] = [2]any{parquetFile(t, rowsOf(small, func(u, v uint64) int32Row { return int32Row{int32(u), 1, int32(v)} }), 1000, opt...), small}
			tables["uint64"+how] = [2]any{parquetFile(t, rowsOf(large, func(u, v uint64) uint64Row { return uint64Row{u, v} }), 77, opt...), large}
			tables["uint32"+how] = [2]any{parquetFile(t, rowsOf(small, func(u, v uint64) uint32Row { return uint32Row{uint32(u), uint32(v)} }), 5, opt...), small}
			tables["optional"+how] = [2]any{parquetFile(t, rowsOf(large, func(u, v uint64) optionalRow {
				a, b := int64(u), int64(v)
				return optionalRow{&a, &b}
			}), 100, opt...), large}
			tables["guessed"+how] = [2]any{parquetFile(t, rowsOf(small, func(u, v uint64) guessedRow {
				return guessedRow{0.5, []int64{1, 2}, int64(u), int64(v), 9}
			}), 100, opt...), small}
		}
	}
	return tables
}

func TestParquetNumbers(t *testing.T) {
	numbers := []int{0, 1, 400}
	if testing.Short() {
		numbers = []int{100}
	}
	for _, n := range numbers {
		for name, table := range numberTables(t, n) {
			data, want := table[0].([]byte), slices.Clone(table[1].([]graph.WideEdge))
			slices.SortFunc(want, compareEdges)
			src := openFile(t, testFile(t, "g", data))
			if info := src.Info(); info.Format != "parquet" || info.Recognised != "magic" || info.Records != graph.Known(n) || !info.Rereadable {
				t.Errorf("%s: info %+v", name, info)
			}
			t.Run(fmt.Sprintf("%d edges, %s", n, name), func(t *testing.T) { readEverywhere(t, "g", data, Options{}, want) })
		}
	}
}

// Strings are numbered in the order of their first appearance, whatever the
// number of workers and the row groups.
func TestParquetStrings(t *testing.T) {
	for _, n := range []int{0, 1, 500} {
		edges := idsOf(n, 200)
		rows := rowsOf(edges, func(u, v uint64) stringRow { return stringRow{fmt.Sprint("é ", u), fmt.Sprint("é ", v)} })
		reference := newDictionary(new(budget))
		var want []graph.WideEdge
		for _, row := range rows {
			u := reference.id(reference.label([]byte(row.Source)))
			v := reference.id(reference.label([]byte(row.Target)))
			want = append(want, graph.WideEdge{U: uint64(u), V: uint64(v)})
		}
		slices.SortFunc(want, compareEdges)
		for _, group := range []int{1, 30, 1000} {
			data := parquetFile(t, rows, group, parquet.PageBufferSize(300))
			for _, workers := range []int{1, 2, 5} {
				src := openFile(t, testFile(t, "g.parquet", data))
				got, sum := rawEdges(t, src, workers)
				if !slices.Equal(got, want) || !slices.Equal(sum.Names, reference.names) {
					t.Errorf("%d edges, groups of %d, %d workers: another graph", n, group, workers)
				}
			}
		}
	}
}

func TestParquetColumns(t *testing.T) {
	type row struct {
		Name  string  `parquet:"name"`
		From  int64   `parquet:"from"`
		Other int64   `parquet:"other"`
		To    int64   `parquet:"TO"`
		When  int64   `parquet:"when,timestamp"`
		X     float32 `parquet:"x"`
	}
	data := parquetFile(t, []row{{"a", 1, 2, 3, 4, 5}}, 1)
	for _, c := range []struct {
		columns []string
		want    graph.WideEdge
		ok      bool
	}{
		{nil, graph.WideEdge{U: 1, V: 3}, true},
		{[]string{"other", "from"}, graph.WideEdge{U: 2, V: 1}, true},
		{[]string{"other", "other"}, graph.WideEdge{}, false},
		{[]string{"name", "from"}, graph.WideEdge{}, false},
		{[]string{"when", "from"}, graph.WideEdge{}, false},
		{[]string{"x", "from"}, graph.WideEdge{}, false},
		{[]string{"nowhere", "from"}, graph.WideEdge{}, false},
	} {
		if c.ok {
			readEverywhere(t, "g", data, Options{Columns: c.columns}, []graph.WideEdge{c.want})
		} else {
			refusedEverywhere(t, "g", data, Options{Columns: c.columns})
		}
	}
	for _, columns := range [][]string{{"from"}, {"from", "to", "x"}} {
		if _, err := OpenReader(bytes.NewReader(data), "g", Options{Columns: columns}); err == nil {
			t.Errorf("%q opened", columns)
		}
	}
	if _, err := OpenReader(strings.NewReader("0 1\n"), "g", Options{Columns: []string{"from", "to"}}); err == nil {
		t.Error("columns that an edge list lacks")
	}
	refusedEverywhere(t, "g", parquetFile(t, []struct{ A, B float64 }{{1, 2}}, 1), Options{})
	refusedEverywhere(t, "g", parquetFile(t, []struct{ A int64 }{{1}}, 1), Options{})
	refusedEverywhere(t, "g", parquetFile(t, []struct{ P, Q, R int64 }{{1, 2, 3}}, 1), Options{})
	readEverywhere(t, "g", parquetFile(t, []struct{ P, Q, R int64 }{{1, 2, 3}}, 1), Options{Columns: []string{"3", "2"}}, []graph.WideEdge{{U: 3, V: 2}})
}

// What is no id is refused in its row, the first one first.
func TestParquetNoIDs(t *testing.T) {
	good := int64(7)
	rows := make([]optionalRow, 300)
	negative := make([]int64Row, 300)
	for i := range rows {
		rows[i] = optionalRow{&good, &good}
	}
	rows[123].Dst = nil
	rows[290].Src = nil
	negative[123].Source = -5
	negative[290].Target = -6
	for _, data := range [][]byte{parquetFile(t, rows, 20), parquetFile(t, negative, 20)} {
		refusedEverywhere(t, "g", data, Options{})
		_, _, err := tryRead(openFile(t, testFile(t, "g", data)), 4)
		if got := inputError(t, err); !strings.HasSuffix(got.Error(), "in row 124") || got.File == "" {
			t.Error(err)
		}
	}
}

// smallTables are small files of all kinds of pages.
func smallTables(t testing.TB) [][]byte {
	var all [][]byte
	for name, table := range numberTables(t, 12) {
		if strings.Contains(name, "snappy") || strings.Contains(name, "SNAPPY") || strings.Contains(name, "LZ4") || strings.Contains(name, "UNCOMPRESSED") {
			all = append(all, table[0].([]byte))
		}
	}
	strs := rowsOf(idsOf(12, 20), func(u, v uint64) stringRow { return stringRow{fmt.Sprint(u), fmt.Sprint("v", v)} })
	all = append(all, parquetFile(t, strs, 5), parquetFile(t, strs, 50, parquet.DataPageVersion(1), parquet.Compression(&parquet.Zstd)))
	slices.SortFunc(all, bytes.Compare)
	return all
}

func TestParquetTruncated(t *testing.T) {
	for _, data := range smallTables(t)[:3] {
		for cut := 4; cut < len(data); cut += 7 {
			refusedEverywhere(t, "g", data[:cut], Options{Format: "parquet"})
		}
	}
}

// Damage is an InputError or another graph, never a panic, a hang or a giant
// allocation.
func TestParquetDamaged(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	tables := smallTables(t)
	changes := 600
	if testing.Short() {
		changes = 200
	}
	for range changes {
		data := slices.Clone(tables[random.IntN(len(tables))])
		for range 1 + random.IntN(3) {
			at := random.IntN(len(data))
			if random.IntN(3) > 0 { // headers are at both ends
				at = len(data) - 1 - random.IntN(len(data)/2)
			}
			data[at] = byte(random.Uint32())
		}
		var results []string
		checkAllocation(t, 64<<20, func() {
			for _, workers := range []int{1, 3} {
				results = append(results, outcome(t, data, workers))
			}
		})
		if results[0] != results[1] {
			t.Fatalf("%q, and %q by three workers, of %q", results[0], results[1], data)
		}
	}
}

// outcome says what reading a table leads to.
func outcome(t testing.TB, data []byte, workers int) string {
	src, err := OpenReader(bytes.NewReader(data), "g", Options{Format: "parquet"})
	var edges [][2]string
	if err == nil {
		edges, _, err = read(src, workers)
		closeAll(t, src)
	}
	if err != nil {
		return inputError(t, err).Error()
	}
	return fmt.Sprint(edges)
}

// A footer that declares lists of billions makes no room for them.
func TestParquetGiantSizes(t *testing.T) {
	for _, footer := range []string{
		"\x15\x02\x29\xfc\xff\xff\xff\xff\x07", // a list of 2^31 structs
		"\x15\x02\x29\xf8\xff\xff\xff\xff\x07", // of strings
		"\x18\xff\xff\xff\xff\x07",             // a string
		strings.Repeat("\x1c", 10_000),         // nested structs
		strings.Repeat("\x19\x19", 10_000),     // nested lists
	} {
		data := append([]byte(parquetMagic+"data"), footer...)
		data = binary.LittleEndian.AppendUint32(data, uint32(len(footer)))
		data = append(data, parquetMagic...)
		checkAllocation(t, 8<<20, func() { refusedEverywhere(t, "g", data, Options{Format: "parquet"}) })
	}
	data := binary.LittleEndian.AppendUint32([]byte(parquetMagic), 1<<32-1)
	data = append(data, parquetMagic...)
	checkAllocation(t, 8<<20, func() { refusedEverywhere(t, "g", data, Options{Format: "parquet"}) })
}

// The file is the same for any number of threads.
func TestWriteParquetThreads(t *testing.T) {
	for _, src := range generators(t) {
		var first []byte
		for _, workers := range []int{1, 3} {
			var b bytes.Buffer
			if err := writeParquetEdges(t.Context(), &output{Writer: &b, workers: workers}, src); err != nil {
				t.Fatal(err)
			}
			if workers == 1 {
				first = b.Bytes()
			} else if !bytes.Equal(first, b.Bytes()) {
				t.Errorf("%s: another file by %d workers", src.Info().Name, workers)
			}
		}
		got, _ := rawEdges(t, openFile(t, testFile(t, "g", first)), 2)
		if graph.Known(len(got)) != src.Info().Records {
			t.Errorf("%s: %d records, want %v", src.Info().Name, len(got), src.Info().Records)
		}
	}
}

func FuzzParquet(f *testing.F) {
	for _, data := range smallTables(f) {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if findCompression(data) != nil {
			return
		}
		if one, three := outcome(t, data, 1), outcome(t, data, 3); one != three {
			t.Fatalf("%q, and %q by three workers", one, three)
		}
	})
}

// A missing value may have made floating-point numbers of ids: no other columns are taken instead.
func TestParquetLostColumn(t *testing.T) {
	data := parquetFile(t, []struct {
		Row    int64
		Source int64
		Target float64
	}{{7, 1, 2}}, 1)
	_, err := OpenReader(bytes.NewReader(data), "g", Options{})
	if got := inputError(t, err).Error(); !strings.Contains(got, `"Target" has neither whole numbers nor strings`) {
		t.Fatal(got)
	}
	refusedEverywhere(t, "g", data, Options{})
	src, err := OpenReader(bytes.NewReader(data), "g", Options{Columns: []string{"Row", "Source"}})
	if err != nil {
		t.Fatal(err)
	}
	closeAll(t, src)
}

// Whoever has the file is told of it, and not of the code that reads it.
func TestParquetWords(t *testing.T) {
	_, err := OpenReader(bytes.NewReader(parquetFile(t, []struct {
		Source, Target float64
		Weight         float32
	}{{1, 2, 3}}, 1)), "g", Options{})
	got := inputError(t, err)
	for _, want := range []string{"two columns of whole numbers or strings", `"Source" (DOUBLE), "Target" (DOUBLE), "Weight" (FLOAT)`, "write them as integers"} {
		if !strings.Contains(got.Error(), want) {
			t.Errorf("%v, want %q", got, want)
		}
	}
	random := rand.New(rand.NewPCG(5, 6))
	for _, data := range smallTables(t) {
		for range graphtest.Fewer(100) {
			data := slices.Clone(data)
			data[random.IntN(len(data))] ^= 1 << random.IntN(8)
			said := outcome(t, data, 1)
			for _, word := range []string{"runtime", "EOF", "parquet", "FIELD", "nil", "index out of range", "panic"} {
				if strings.Contains(said, word) {
					t.Errorf("%q says %q", said, word)
				}
			}
		}
	}
}
