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
