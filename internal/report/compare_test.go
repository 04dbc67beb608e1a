package report

import (
	"fmt"
	"math/big"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/page"
	"github.com/tricycle-graph/tricycle/triangle"
)

// TestCompare draws the bars of some files, and has all in its table.
func TestCompare(t *testing.T) {
	var results []*triangle.Result
	for i := range 2 * filesBeside {
		results = append(results, &triangle.Result{
			Info: graph.Info{Name: fmt.Sprintf("folder/%d.txt", i)}, Triangles: uint64(i), Wedges: big.NewInt(300),
			Seconds: triangle.Seconds{Read: float64(i), Total: float64(i)},
		})
	}
	for _, number := range []int{2, filesBeside, 2 * filesBeside} {
		some := results[:number]
		got, _ := tell(t, []page.Section{Compare(some), Inputs(some), Runs(some)})
		for name, rows := range map[string]int{
			"Side by side: All files": number, "Side by side: By triangles": min(number, filesBeside),
			"Input: All files": number, "This run: Seconds by file and phase": min(number, filesBeside),
		} {
			if len(got.tables[name]) != rows {
				t.Errorf("%s has %d rows, not %d", name, len(got.tables[name]), rows)
			}
		}
	}
	phases := [][]Phase{{{"read", 1}, {"count", 2}}, {{"read", 3}, {"search", 0.5}}}
	got, _ := tell(t, []page.Section{
		{Title: "Found", Blocks: []page.Block{CompareFound([]string{"a", "b"}, []Found{{Clustering: 0.5, Support: uint64(7), Truss: uint32(4), Inner: uint64(9)}, {}})}},
		LeftOutOf(2, []string{"c", "d"}, [][]Left{nil, {{"cycles", "too many"}}}), Work([]string{"a", "b"}, phases, 2, 1),
	})
	for name, want := range map[string]string{
		"Found: All files, further":                       "[[a 0.5 7 4 9] [b 0 <nil> <nil> <nil>]]",
		"Left out: What was not found of the other files": "[[d cycles too many]]",
		"This run: All files":                             "[[a 1000 2000 <nil> 3000] [b 3000 <nil> 500 3500]]",
	} {
		if rows := fmt.Sprint(got.tables[name]); rows != want {
			t.Errorf("%s: %s, want %s", name, rows, want)
		}
	}
	results[1].Info.Name = "another/0.txt"
	if names := namesOf(results); names[0] != "folder/0.txt" || names[1] != "another/0.txt" {
		t.Errorf("two files with one name are called %s and %s", names[0], names[1])
	}
}
