package table

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"io"
	"math"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/graphio"
)

// allLabels are labels of every kind of a hundred vertices.
func allLabels() map[string]graph.Labels {
	var numbers []uint64
	var names []string
	for v := range uint64(100) {
		numbers = append(numbers, v*v*v*v*v*v*v*v*v)
		names = append(names, "n"+strconv.FormatUint(v, 36))
	}
	return map[string]graph.Labels{
		"0": {}, "1": graph.BaseLabels(1), "large": graph.BaseLabels(1 << 60), "numbers": graph.NumberLabels(numbers), "names": graph.NameLabels(names),
	}
}

// cellsOf returns the cells of everything, as strings, by the plainest way there is.
func cellsOf(table *Table, b Batch) [][]string {
	var rows [][]string
	for i := range b[0].Uint32s {
		rows = append(rows, []string{
			table.Labels.Label(b[0].Uint32s[i]),
			strconv.Itoa(int(b[1].Uint32s[i])),
			strconv.FormatUint(b[2].Uint64s[i], 10),
			strconv.FormatFloat(b[3].Floats[i], 'g', -1, 64),
		})
	}
	return rows
}

func TestSeparatedReadBack(t *testing.T) {
	for name, labels := range allLabels() {
		table, b := everything(labels, 100, 20_000)
		for form, comma := range map[string]rune{"text": '\t', "csv": ','} {
			table.Headless = false
			data := written(t, "table", form, table, b, 2, 777)["table"]
			r := csv.NewReader(bytes.NewReader(data))
			r.Comma = comma
			got, err := r.ReadAll()
			if err != nil {
				t.Fatal(err)
			}
			want := append([][]string{{"vertex", "degree", "triangles", "clustering"}}, cellsOf(table, b)...)
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s in %s differ", name, form)
			}
			table.Headless = true
			_, rest, _ := bytes.Cut(data, []byte("\n"))
			if headless := written(t, "table", form, table, b, 2, 777)["table"]; !bytes.Equal(headless, rest) {
				t.Errorf("%s in %s: without a head more than that differs", name, form)
			}
		}
	}
}

func TestNDJSONReadBack(t *testing.T) {
	for name, labels := range allLabels() {
		table, b := everything(labels, 100, 10_000)
		want := cellsOf(table, b)
		r := json.NewDecoder(bytes.NewReader(written(t, "table", "ndjson", table, b, 2, 777)["table"]))
		r.UseNumber()
		for row := range want {
			var object map[string]any
			if err := r.Decode(&object); err != nil {
				t.Fatal(err)
			}
			if _, isString := object["vertex"].(string); isString != (labels.Names() != nil || labels.Number(99) > 1<<53) {
				t.Fatalf("%s: vertex is %T", name, object["vertex"])
			}
			for i, c := range table.Columns {
				var got string
				switch value := object[c.Name].(type) {
				case string:
					got = value
				case json.Number:
					got = value.String()
				}
				if got != want[row][i] {
					t.Fatalf("%s: row %d has %q for %s, want %q", name, row, got, c.Name, want[row][i])
				}
			}
		}
		if _, err := r.Token(); err != io.EOF {
			t.Errorf("%s: %v behind the rows", name, err)
		}
	}
}

// TestEdgesAreAGraph: a table of edges as text is an edge list, too, of the same
// names, which shows that they are quoted as there.
func TestEdgesAreAGraph(t *testing.T) {
	for _, names := range [][]string{
		{"ann", "bob"}, {"ann lee", "bob"}, {"12", "bob"}, {"a\tb", `c"d`}, {"#a", "b,c"}, {"日本", "{"},
	} {
		table := &Table{
			Columns: []Column{{Name: "source", Kind: Vertex}, {Name: "target", Kind: Vertex}, {Name: "support", Kind: Uint32}},
			Labels:  graph.NameLabels(names), Vertices: 2,
		}
		path := filepath.Join(t.TempDir(), "edges.tsv")
		if err := writeTo(t.Context(), path, "", table, Batch{{Uint32s: []uint32{0}}, {Uint32s: []uint32{1}}, {Uint32s: []uint32{5}}}, 1, 1); err != nil {
			t.Fatal(err)
		}
		g, err := graphio.ReadGraph(t.Context(), path, graphio.Options{}, graph.Options{})
		if err != nil {
			t.Errorf("%q: %v", names, err)
			continue
		}
		if got := g.Labels().Names(); !reflect.DeepEqual(got, names) {
			t.Errorf("%q are read as %q", names, got)
		}
	}
}

// FuzzNames: whatever names are, a form of text refuses them, or they are read as
// they were.
func FuzzNames(f *testing.F) {
	for _, pair := range [][2]string{
		{"ann", "bob"}, {"", "x"}, {"a\tb", "c"}, {"a\nb", "c"}, {"a\r\nb", "c"}, {`a"b`, `""`}, {"a,b", " c"}, {"\xff", "é"},
		{"12", "-1"}, {"#a", "\x00"}, {`\`, "\u2028"}, {"\x7f", "{"},
	} {
		f.Add(pair[0], pair[1])
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		table := &Table{Columns: []Column{{Name: "vertex", Kind: Vertex}, {Name: "count", Kind: Uint32}, {Name: "text", Kind: Text}}, Labels: graph.NameLabels([]string{a, b}), Vertices: 2}
		rows := Batch{{Uint32s: []uint32{0, 1}}, {Uint32s: []uint32{1, 2}}, {Texts: []string{b, a}}}
		inLine := func(name string) bool {
			return name != "" && !strings.ContainsFunc(name, func(c rune) bool { return c < ' ' && c != '\t' })
		}
		fits := map[string]bool{
			"text":    inLine(a) && inLine(b),
			"csv":     true,
			"ndjson":  utf8.ValidString(a) && utf8.ValidString(b),
			"parquet": utf8.ValidString(a) && utf8.ValidString(b),
		}
		for form, fit := range fits {
			var data bytes.Buffer
			err := writeStream(t.Context(), &data, form, table, rows)
			if (err == nil) != fit || err != nil && !errors.Is(err, errors.ErrUnsupported) {
				t.Fatalf("%s of %q, %q: %v", form, a, b, err)
			}
			if !fit {
				continue
			}
			var got [][]string
			switch form {
			case "ndjson":
				got = readObjects(t, &data)
			case "parquet":
				_, got = readParquet(t, data.Bytes())
			default:
				r := csv.NewReader(&data)
				if form == "text" {
					r.Comma = '\t'
				}
				if got, err = r.ReadAll(); err != nil {
					t.Fatalf("%s of %q, %q: %v", form, a, b, err)
				}
				got = got[1:]
			}
			// This reader takes CR LF for LF, in quotes, too.
			lf := func(name string) string {
				if form == "csv" {
					name = strings.ReplaceAll(name, "\r\n", "\n")
				}
				return name
			}
			if want := [][]string{{lf(a), "1", lf(b)}, {lf(b), "2", lf(a)}}; !reflect.DeepEqual(got, want) {
				t.Fatalf("%s of %q, %q: %q", form, a, b, got)
			}
		}
	})
}

func readObjects(t *testing.T, data io.Reader) (rows [][]string) {
	r := json.NewDecoder(data)
	for {
		var row struct {
			Vertex string `json:"vertex"`
			Count  int    `json:"count"`
			Text   string `json:"text"`
		}
		if err := r.Decode(&row); err == io.EOF {
			return rows
		} else if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, []string{row.Vertex, strconv.Itoa(row.Count), row.Text})
	}
}

// writeStream writes a table to a stream.
func writeStream(ctx context.Context, w io.Writer, form string, table *Table, b Batch) error {
	target, err := TargetOf("-", form)
	if err != nil {
		return err
	}
	writer, err := target.Create(ctx, w, table, 2)
	if err != nil {
		return err
	}
	defer writer.Discard()
	if err := writer.Write(b); err != nil {
		return err
	}
	return writer.Commit()
}

func TestAppendFloat(t *testing.T) {
	for _, x := range []float64{0, 1, 0.5, 1. / 3, 1e21, 1e-7, math.MaxFloat64, math.SmallestNonzeroFloat64, -2.5} {
		text := appendFloat(nil, x)
		if back, err := strconv.ParseFloat(string(text), 64); err != nil || back != x || !json.Valid(text) {
			t.Errorf("%v is written as %s", x, text)
		}
	}
}
