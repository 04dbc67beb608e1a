package cpucount

import (
	"errors"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/internal/lists"
)

// longRow has two vertices behind all others, who are neighbours of each and of the one
// before: so the two rows are long, and one is looked up in the other.
func longRow(n int) *lists.Oriented {
	e := &graphtest.Edges{N: n + 2}
	for v := range n {
		e.Add(n, v)
		e.Add(n+1, v)
		if v > 0 {
			e.Add(v, v-1)
		}
	}
	e.Add(n+1, n)
	return e.Lists()
}

// TestLongRows: what workers share is enough for rows for which they have no room of their
// own, and is counted.
func TestLongRows(t *testing.T) {
	o := longRow(mostCut + ShortRow + 10)
	longest := o.MaxOutDegree()
	wantVertices, err := Vertices(t.Context(), o, Bitmap, Params{})
	if err != nil {
		t.Fatal(err)
	}
	wantSupport, err := Support(t.Context(), o, Bitmap, Params{})
	if err != nil {
		t.Fatal(err)
	}
	for _, threads := range []int{1, 3} {
		if threads == 1 && testing.Short() {
			continue
		}
		p := Params{Threads: threads}
		vertices, support := VerticesBytes(o.Rows(), longest, p), SupportingBytes(o.Rows(), o.Edges(), longest, p)
		if long := int64(longest - ShortRow); vertices < VerticesBytes(o.Rows(), ShortRow, p)+20*long || support < SupportingBytes(o.Rows(), o.Edges(), ShortRow, p)+16*long {
			t.Errorf("%d threads: %d and %d bytes do not count a row of %d", threads, vertices, support, longest)
		}
		least := autoBytes(o.Rows(), o.Edges(), longest, p)
		p.Memory = vertices + least
		if got, err := Vertices(t.Context(), o, Auto, p); err != nil || !slices.Equal(got, wantVertices) {
			t.Errorf("%d threads: other triangles at the vertices (%v)", threads, err)
		}
		var memory *graph.MemoryError
		p.Memory--
		if _, err := Vertices(t.Context(), o, Auto, p); !errors.As(err, &memory) || memory.Need != vertices+least {
			t.Errorf("%d threads: %v within a byte less than %d", threads, err, vertices+least)
		}
		p.Memory = support + least
		if got, err := Support(t.Context(), o, Auto, p); err != nil || !slices.Equal(got, wantSupport) {
			t.Errorf("%d threads: other support (%v)", threads, err)
		}
		p.Memory--
		if _, err := Support(t.Context(), o, Auto, p); !errors.As(err, &memory) || memory.Need != support+least {
			t.Errorf("%d threads: %v within a byte less than %d", threads, err, support+least)
		}
	}
}
