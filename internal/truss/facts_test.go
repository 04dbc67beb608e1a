package truss

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/internal/lists"
)

// TestClassics takes graphs whose edges all have one trussness.
func TestClassics(t *testing.T) {
	for name, test := range map[string]struct {
		o    *lists.Oriented
		want uint32
	}{
		"no vertices":   {graphtest.Complete(0), 0},
		"one vertex":    {graphtest.Complete(1), 0},
		"K2":            {graphtest.Complete(2), 2},
		"K3":            {graphtest.Complete(3), 3},
		"K40":           {graphtest.Complete(40), 40},
		"K3 by itself":  {graphtest.Wheel(3).Lists(), 4},
		"wheel":         {graphtest.Wheel(9).Lists(), 3},
		"grid":          {graphtest.Grid(1, 20).Lists(), 2},
		"bipartite":     {graphtest.Multipartite(6, 9).Lists(), 2},
		"octahedron":    {graphtest.Multipartite(2, 2, 2).Lists(), 4},
		"K(4,4,4,4)":    {graphtest.Multipartite(4, 4, 4, 4).Lists(), 10},
		"Petersen":      {graphtest.Kneser(5, 2).Lists(), 2},
		"Kneser 8 2":    {graphtest.Kneser(8, 2).Lists(), 8},
		"cycle squared": {graphtest.CyclePower(20, 2).Lists(), 3},
	} {
		t.Run(name, func(t *testing.T) {
			for _, got := range decompose(t, test.o, 3) {
				if got != test.want {
					t.Fatalf("trussness %d, want %d", got, test.want)
				}
			}
		})
	}
}

// TestNamesDoNotMatter compares the trussness of every edge under other names.
func TestNamesDoNotMatter(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 13))
	e := graphtest.Kronecker(rng, 9, 12)
	names := make([]uint32, e.N)
	for i, v := range rng.Perm(e.N) {
		names[i] = uint32(v)
	}
	byEdge := func(e *graphtest.Edges, name func(uint32) uint32) map[[2]uint32]uint32 {
		o := e.Lists()
		truss := decompose(t, o, 2)
		all := make(map[[2]uint32]uint32)
		for u := range uint32(o.Rows()) {
			for i, v := range o.Row(u) {
				a, b := name(u), name(v)
				all[[2]uint32{min(a, b), max(a, b)}] = truss[o.Offsets()[u]+uint64(i)]
			}
		}
		return all
	}
	renamed := byEdge(e.Relabel(e.N, names), func(v uint32) uint32 { return v })
	for edge, want := range byEdge(e, func(v uint32) uint32 { return names[v] }) {
		if renamed[edge] != want {
			t.Fatalf("edge %v: trussness %d, under other names %d", edge, want, renamed[edge])
		}
	}
}

func TestMemory(t *testing.T) {
	o := graphtest.Complete(30)
	support := supportOf(o)
	need := Bytes(o.Rows(), o.Edges(), 2)
	var memory *graph.MemoryError
	err := Decompose(t.Context(), o, support, Params{Threads: 2, Memory: need - 1})
	if !errors.As(err, &memory) || memory.Need != need {
		t.Fatalf("%v, want that it needs %d bytes", err, need)
	}
	if support[0] != 28 {
		t.Error("the support is not what it was")
	}
	if err := Decompose(t.Context(), o, support, Params{Threads: 2, Memory: need}); err != nil {
		t.Fatal(err)
	}
	if perEdge := Bytes(1<<22, 1<<26, 16) / (1 << 26); perEdge >= 23 {
		t.Errorf("%d bytes an edge", perEdge)
	}
}

func TestTheEndOfTheContext(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 13))
	scale := 13
	if testing.Short() {
		scale = 11
	}
	o := graphtest.Kronecker(rng, scale, 16).ByDegree().Lists()
	support := supportOf(o)
	cause := errors.New("enough")
	for _, threads := range []int{1, 2} {
		// Whenever it ends, what comes back is the cause or the whole answer.
		for pause := time.Duration(0); ; pause = 2*pause + time.Millisecond {
			ctx, cancel := context.WithCancelCause(t.Context())
			timer := time.AfterFunc(pause, func() { cancel(cause) })
			if pause == 0 {
				cancel(cause)
			}
			err := Decompose(ctx, o, slices.Clone(support), Params{Threads: threads})
			timer.Stop()
			cancel(nil)
			if err == nil {
				break
			}
			if !errors.Is(err, cause) {
				t.Fatal(err)
			}
		}
	}
}

func TestProgress(t *testing.T) {
	o := graphtest.Kronecker(rand.New(rand.NewPCG(5, 13)), 9, 8).Lists()
	meter := &graph.Meter{}
	if err := Decompose(t.Context(), o, supportOf(o), Params{Threads: 2, Meter: meter}); err != nil {
		t.Fatal(err)
	}
	if phase, done, total := meter.Snapshot(); phase != "truss" || done != total || total != int64(o.Edges()) {
		t.Errorf("%s: %d of %d", phase, done, total)
	}
}
