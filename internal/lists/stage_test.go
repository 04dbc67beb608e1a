package lists

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
)

// openRaw opens r, ranked by an order, with small buckets.
func openRaw(t *testing.T, r *raw, order graph.Order) *Builder {
	t.Helper()
	shape := func(shape) shape { return shape{target: 200, chunk: 64, sorters: 2, keep: 1 << 20} }
	b, err := Open(t.Context(), r, Options{Threads: 2, TmpDir: t.TempDir(), shape: shape})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := b.Rank(t.Context(), order); err != nil {
		t.Fatal(err)
	}
	return b
}

// checkEnded holds every later step to the error of the one that failed.
func checkEnded(t *testing.T, b *Builder, want error) {
	t.Helper()
	var got pieces
	_, whole := errorOf(b.Whole(t.Context()))
	_, cut := b.Pieces(t.Context(), got.add)
	_, work := b.ScanWork()
	for _, err := range []error{b.Partition(t.Context()), whole, cut, work, b.Rank(t.Context(), graph.OrderID)} {
		if !errors.Is(err, want) {
			t.Errorf("after %q: %v", want, err)
		}
	}
	if len(b.buckets) > 0 || b.chunks.room.Load() != b.shape.keep {
		t.Errorf("%d buckets and %d bytes were not given back", len(b.buckets), b.shape.keep-b.chunks.room.Load())
	}
}

func errorOf(o *Oriented, _ Built, err error) (*Oriented, error) { return o, err }

// What fails in the middle is not finished: it stays an error, not a smaller graph.
func TestFailedStepsEndABuilder(t *testing.T) {
	for name, change := range map[string]func(r *raw){
		"at the first record": func(r *raw) { r.edges[0].U = 1 << 31 },
		"at the end":          func(r *raw) { r.edges = r.edges[1:] },
	} {
		r := fixedRaw(rand.New(rand.NewPCG(1, 20)))
		r.before = func(pass int, r *raw) {
			if pass == 2 {
				change(r)
			}
		}
		b := openRaw(t, r, graph.OrderRecords)
		err := b.Partition(t.Context())
		if input := (*graph.InputError)(nil); !errors.As(err, &input) {
			t.Fatalf("%s: %v", name, err)
		}
		checkEnded(t, b, err)
	}

	broken := errors.New("broken")
	b := openRaw(t, fixedRaw(rand.New(rand.NewPCG(1, 21))), graph.OrderID)
	if _, err := b.Pieces(t.Context(), func(Piece) error { return broken }); !errors.Is(err, broken) {
		t.Fatal(err)
	}
	checkEnded(t, b, broken)

	b = openRaw(t, fixedRaw(rand.New(rand.NewPCG(1, 22))), graph.OrderID)
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	checkEnded(t, b, errClosed)

	stopped, stop := context.WithCancelCause(t.Context())
	stop(broken)
	b, err := Open(t.Context(), fixedRaw(rand.New(rand.NewPCG(1, 23))), Options{Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if err := b.Rank(stopped, graph.OrderRecords); !errors.Is(err, broken) {
		t.Fatal(err)
	}
	checkEnded(t, b, broken)
}

// Steps come in their order, and each once.
func TestStagesOfABuilder(t *testing.T) {
	ctx := t.Context()
	meter := new(graph.Meter)
	b, err := Open(ctx, fixedRaw(rand.New(rand.NewPCG(1, 24))), Options{Threads: 2, Meter: meter})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	check := func(step string, got, want error) {
		t.Helper()
		if !errors.Is(got, want) {
			t.Errorf("%s: %v, want %v", step, got, want)
		}
	}
	_, err = b.ScanWork()
	check("work", err, nil)
	check("sharing out first", b.Partition(ctx), errUnranked)
	check("ranking", b.Rank(ctx, graph.OrderDegree), nil)
	_, err = b.ScanWork()
	check("work of what is ranked", err, errRanked)
	check("ranking again", b.Rank(ctx, graph.OrderDegree), errRanked)
	check("sharing out", b.Partition(ctx), nil)
	if phase, _, _ := meter.Snapshot(); phase != "share" {
		t.Errorf("the phase is %q", phase)
	}
	check("sharing out again", b.Partition(ctx), nil)
	_, err = b.ScanWork()
	check("work of what is shared out", err, errRanked)
	var got pieces
	_, err = b.Pieces(ctx, got.add)
	check("pieces by degree", err, errPieces)
	_, err = errorOf(b.Whole(ctx))
	check("lists", err, nil)
	_, err = errorOf(b.Whole(ctx))
	check("lists again", err, errBuilt)
	if len(got.all) > 0 {
		t.Errorf("%d pieces by degree", len(got.all))
	}
}
