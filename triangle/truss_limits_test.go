package triangle

import (
	"errors"
	"runtime"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/lists"
)

// TestTooManyEdgesForTrussness are refused once they are known, before anything is
// counted.
func TestTooManyEdgesForTrussness(t *testing.T) {
	for _, x := range []struct {
		asked question
		edges uint64
		want  error
	}{
		{trussOfEdges, 1<<32 - 1, nil},
		{trussOfEdges, 1 << 32, errors.ErrUnsupported},
		{perEdge, 1 << 32, nil},
	} {
		r := &run{goal: goal{asked: x.asked}, result: new(Result)}
		if err := r.describe(lists.Facts{Edges: x.edges}, graph.Report{}); !errors.Is(err, x.want) {
			t.Errorf("%v of %d edges: %v, want %v", x.asked, x.edges, err, x.want)
		}
	}
}

// TestKTrussAsksFirst: what does not fit is refused before it is made, and the limit that
// is named does.
func TestKTrussAsksFirst(t *testing.T) {
	const vertices = 1 << 20
	p := &PerEdge{
		Degrees: make([]uint32, vertices), Trussness: []uint32{2, 2},
		edges:  supported{offsets: make([]uint64, vertices+1), edges: []supportedEdge{1 << 32, 2 << 32}},
		memory: 1,
	}
	p.Edges, p.Degrees[0], p.Degrees[1], p.Degrees[2] = 2, 2, 1, 1
	for u := range p.edges.offsets[1:] {
		p.edges.offsets[u+1] = 2 // both are of vertex 0
	}
	for {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		g, err := p.KTruss(2)
		runtime.ReadMemStats(&after)
		made := int64(after.TotalAlloc - before.TotalAlloc)
		var short *graph.MemoryError
		if !errors.As(err, &short) {
			if err != nil || g.Vertices() != 3 || g.Edges() != 2 {
				t.Errorf("%v, %v", g, err)
			}
			break
		}
		if held := p.memory - processBytes; made > max(held, 0)+1<<16 {
			t.Fatalf("%d bytes are made, and then refused within %d", made, p.memory)
		}
		if short.Need <= p.memory {
			t.Fatalf("%v with %d", err, p.memory)
		}
		p.memory = short.Need
	}
}
