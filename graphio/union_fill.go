package graphio

import (
	"context"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// unionFiller is a union of sources that are all a [graph.Filler].
type unionFiller struct{ *union }

// Fill implements [graph.Filler].
func (u unionFiller) Fill(ctx context.Context, workers, most int, room func(worker, n int) ([]graph.Edge, error), full func(worker, n int) error) (graph.Summary, error) {
	r := &unionReading{union: u.union, ctx: ctx, workers: par.Workers(workers)}
	all := graph.Summary{Records: uint64(u.info.Records.Get())}
	err := r.share(func(int) bool { return true }, func(i int, by readers) error {
		return u.use(i, func(open *unionPart) error {
			_, err := open.src.(graph.Filler).Fill(ctx, by.number, most,
				func(worker, n int) ([]graph.Edge, error) { return room(by.first+worker, n) },
				func(worker, n int) error { return full(by.first+worker, n) })
			return err
		})
	})
	if err == nil {
		err = r.bad.err
	}
	return all, err
}
