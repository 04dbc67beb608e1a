package census

import (
	"context"
	"errors"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// numbers is a source of records between consecutive multiples of a step, over
// and over.
type numbers struct {
	ids, records int
	step         uint64
}

func (n numbers) Info() graph.Info { return graph.Info{} }
func (n numbers) Close() error     { return nil }

func (n numbers) Read(ctx context.Context, workers int, emit func(worker int, b graph.Batch) error) (graph.Summary, error) {
	err := par.Chunks(ctx, workers, n.records, 1000, func(worker, begin, end int) error {
		var b graph.Batch
		for i := begin; i < end; i++ {
			b.Wide = append(b.Wide, graph.WideEdge{U: uint64(i%n.ids) * n.step, V: uint64((i+1)%n.ids) * n.step})
		}
		return emit(worker, b)
	})
	return graph.Summary{Records: uint64(n.records)}, err
}

func TestTake(t *testing.T) {
	for _, n := range []numbers{
		{ids: 1, records: 5, step: 1}, {ids: 1000, records: 1000, step: 1}, {ids: 8000, records: 20_000, step: 1 << 40},
		{ids: 100_000, records: 100_000, step: 1}, {ids: 100_000, records: 300_000, step: 40_009}, {ids: 300_000, records: 310_000, step: 1 << 44},
		{ids: 200_000, records: 400_000, step: 1 << 20}, {ids: 250_000, records: 250_000, step: 3},
	} {
		c, err := Take(t.Context(), n, 3)
		if err != nil {
			t.Fatal(err)
		}
		ids := uint64(n.ids)
		if c.Records != uint64(n.records) || c.Largest != (ids-1)*n.step {
			t.Errorf("%+v: %+v", n, c)
		}
		if c.Distinct < ids || c.Distinct > ids+ids/4 || n.ids <= mostSample && c.Distinct != ids {
			t.Errorf("%+v: %d distinct ids", n, c.Distinct)
		}
	}
}

func TestWatchReadsOnWhereThereIsNoMemory(t *testing.T) {
	n := numbers{ids: 5000, records: 100_000, step: 7}
	s, short := Watch(n), &graph.MemoryError{Need: 1}
	_, err := s.Read(t.Context(), 2, func(int, graph.Batch) error { return short })
	c, failed := Of(t.Context(), s, 2)
	if !errors.Is(err, short) || failed != nil || c.Records != 100_000 || c.Distinct != 5000 {
		t.Errorf("%+v, errors %v and %v", c, err, failed)
	}
	s, broken := Watch(n), errors.New("broken")
	_, err = s.Read(t.Context(), 2, func(int, graph.Batch) error { return broken })
	if _, failed := Of(t.Context(), s, 2); !errors.Is(err, broken) || !errors.Is(failed, broken) {
		t.Errorf("errors %v and %v", err, failed)
	}
}
