package graph

import (
	"context"
	"errors"
	"slices"
	"testing"
)

func readAll(t *testing.T, src Source, workers int) (all []WideEdge, sum Summary) {
	t.Helper()
	lanes := make([][]WideEdge, workers)
	sum, err := src.Read(t.Context(), workers, func(worker int, b Batch) error {
		for _, e := range b.Edges {
			lanes[worker] = append(lanes[worker], WideEdge{uint64(e.U), uint64(e.V)})
		}
		lanes[worker] = append(lanes[worker], b.Wide...)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	all = slices.Concat(lanes...)
	slices.SortFunc(all, func(a, b WideEdge) int { return int(a.U) - int(b.U) })
	return all, sum
}

func TestEdgesInMemory(t *testing.T) {
	const n = 3*edgesBatch + 5
	var edges []Edge
	want := make([]WideEdge, n)
	for v := range uint32(n) {
		edges = append(edges, Edge{v, v + 1})
		want[v] = WideEdge{uint64(v), uint64(v) + 1}
	}
	src := FromEdges(edges)
	for range 2 { // it can be read again
		for _, workers := range []int{1, 3} {
			got, sum := readAll(t, src, workers)
			if !slices.Equal(got, want) || sum.Records != n || sum.Vertices.Known() || src.Info().Records != Known(n) {
				t.Fatalf("%d edges, %+v, %+v", len(got), sum, src.Info())
			}
		}
	}
	if got, sum := readAll(t, FromEdges(nil), 2); len(got) != 0 || sum.Records != 0 {
		t.Errorf("no edges: %v, %+v", got, sum)
	}
}

func TestEdgesOfASequence(t *testing.T) {
	const n = edgesBatch + 5
	src := FromSeq(func(yield func(u, v uint64) bool) {
		for u := range uint64(n) {
			if !yield(u, u<<(u%2*40)) {
				return
			}
		}
	})
	if src.Info().Rereadable || src.Info().Records.Known() {
		t.Errorf("%+v", src.Info())
	}
	got, sum := readAll(t, src, 1)
	if len(got) != n || got[n-1].V != uint64(n-1)<<((n-1)%2*40) || sum.Records != n {
		t.Errorf("%d edges, %+v", len(got), sum)
	}
	if _, err := src.Read(t.Context(), 1, nil); err == nil {
		t.Error("read twice")
	}
}

func TestSequenceHeedsErrors(t *testing.T) {
	forever := FromSeq(func(yield func(u, v uint64) bool) {
		for yield(1, 2) {
		}
	})
	ctx, cancel := context.WithCancelCause(t.Context())
	stop := errors.New("enough")
	if _, err := forever.Read(ctx, 1, func(int, Batch) error { cancel(stop); return nil }); !errors.Is(err, stop) {
		t.Errorf("got %v", err)
	}
}
