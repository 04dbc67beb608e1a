package jobs

import (
	"os"
	"strconv"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/objectfs"
	"github.com/tricycle-graph/tricycle/internal/realdata"
)

// TestColoursOfRealGraphs counts all graphs of the manifest by colours, where
// TRICYCLE_DATA says that there is time for it.
func TestColoursOfRealGraphs(t *testing.T) {
	if testing.Short() || os.Getenv("TRICYCLE_DATA") == "" {
		t.Skip("takes a minute; set TRICYCLE_DATA to the folder of real graphs")
	}
	tested := 0
	for _, g := range realdata.Manifest(t) {
		want, err := strconv.ParseUint(g.Cell("triangles"), 10, 64)
		if err != nil {
			continue // without numbers
		}
		for _, n := range []int{3, 4, 7} {
			r := Request{File: g.Path, Method: "auto", Colours: n}
			j, err := Prepare(t.Context(), new(objectfs.Memory), r, cpu)
			if err != nil {
				t.Logf("%s is no graph that is recognised: %v", g.Name, err)
				break
			}
			tested++
			if got, err := triangles(j.Sum(inTurn(t, j, cpu)...)); err != nil || got != want {
				t.Errorf("%s by %d colours: %d triangles of subtasks, want %d, %v", g.Name, n, got, want, err)
			}
			if got, err := triangles(j.Count(t.Context(), cpu)); err != nil || got != want {
				t.Errorf("%s by %d colours: %d triangles, want %d, %v", g.Name, n, got, want, err)
			}
		}
	}
	if tested < 400 {
		t.Errorf("%d counts", tested)
	}
}
