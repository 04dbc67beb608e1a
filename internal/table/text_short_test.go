package table

import (
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
)

// TestShortLabels: what is copied as words is what is written cell by cell.
func TestShortLabels(t *testing.T) {
	short, quoted := make([]string, 100), make([]string, 100)
	for v := range short {
		short[v], quoted[v] = "abcdefg"[:1+v%7], "a, \""[:1+v%4]
	}
	kinds := allLabels()
	kinds["short names"], kinds["in quotes"] = graph.NameLabels(short), graph.NameLabels(quoted)
	kinds["seven digits"] = graph.BaseLabels(9_999_900)
	kinds["eight digits"] = graph.BaseLabels(9_999_901)
	for kind, labels := range kinds {
		for _, form := range []string{"text", "csv", "ndjson"} {
			b := make(Batch, 3)
			for i := range 30_000 {
				for j := range b {
					b[j].Uint32s = append(b[j].Uint32s, uint32(i*(j+7)/(j+1)%100))
				}
			}
			vertices := &Table{Columns: []Column{{Name: "a", Kind: Vertex}, {Name: "b", Kind: Vertex}, {Name: "c", Kind: Vertex}}, Labels: labels, Vertices: 100}
			// Beside a column of another kind there are no words.
			slow := *vertices
			slow.Columns = append(slow.Columns, Column{Name: "d", Kind: Uint32})
			slow.Headless, vertices.Headless = true, true
			got := written(t, "table", form, vertices, b, 2, 999)["table"]
			want := written(t, "table", form, &slow, append(b, Values{Uint32s: make([]uint32, 30_000)}), 2, 999)["table"]
			last := map[string]string{"text": "\t0\n", "csv": ",0\n", "ndjson": ",\"d\":0}\n"}[form]
			end := map[string]string{"text": "\n", "csv": "\n", "ndjson": "}\n"}[form]
			if string(got) != strings.ReplaceAll(string(want), last, end) {
				t.Errorf("%s, %s: %.100q, want %.100q", kind, form, got, want)
			}
		}
	}
}

// TestAsNumbers: numbers of 32 bits are written as the vertices are that have them.
func TestAsNumbers(t *testing.T) {
	numbers := make([]uint64, 100)
	for v := range numbers {
		numbers[v] = uint64(7 * v * v)
	}
	vertices, written32 := make(Batch, 3), make(Batch, 3)
	for i := range 3000 {
		for j := range 3 {
			v := i * (j + 3) % 100
			vertices[j].Uint32s = append(vertices[j].Uint32s, uint32(v))
			written32[j].Uint32s = append(written32[j].Uint32s, uint32(numbers[v]))
		}
	}
	columns := func(kind Kind) []Column {
		return []Column{{Name: "a", Kind: kind}, {Name: "b", Kind: kind}, {Name: "c", Kind: kind}}
	}
	for _, f := range forms {
		byVertex := &Table{Columns: columns(Vertex), Labels: graph.NumberLabels(numbers), Vertices: 100}
		byNumber := &Table{Columns: columns(Uint32), Labels: byVertex.Labels, Vertices: 100}
		want := written(t, "table", f.name, byVertex, vertices, 2, 999)
		got := written(t, "table", f.name, byNumber, written32, 2, 999)
		for name := range want {
			if string(got[name]) != string(want[name]) {
				t.Errorf("%s: %s differs", f.name, name)
			}
		}
		target := Target{form: &f}
		wide, named := *byVertex, *byVertex
		wide.Labels, named.Labels = graph.BaseLabels(1<<32-99), graph.NameLabels(make([]string, 100))
		if target.AsNumbers(byVertex) != !f.lines || target.AsNumbers(&wide) || target.AsNumbers(&named) {
			t.Errorf("%s: as numbers: %t, wide %t, named %t", f.name, target.AsNumbers(byVertex), target.AsNumbers(&wide), target.AsNumbers(&named))
		}
	}
}
