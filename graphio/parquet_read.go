package graphio

import (
	"context"

	"github.com/tricycle-graph/tricycle/graph"
)

func (s *parquetSource) Info() graph.Info { return s.info }

func (s *parquetSource) Close() error { return s.in.Close() }

func (s *parquetSource) Read(ctx context.Context, workers int, emit func(int, graph.Batch) error) (graph.Summary, error) {
	summary := graph.Summary{Records: uint64(s.first[len(s.first)-1])}
	var err error
	if s.labels {
		summary.Names, err = s.in.readNamed(ctx, max(workers, 1), len(s.first)-1, s.readGroup, emit)
	} else {
		err = s.readNumbers(ctx, max(workers, 1), emit)
	}
	return summary, err
}

// readNumbers reads tables of numeric ids.
func (s *parquetSource) readNumbers(ctx context.Context, workers int, emit func(int, graph.Batch) error) error {
	own := make([]*batch, workers)
	return eachInOrder(ctx, workers, len(s.first)-1, func(worker, group int) error {
		if own[worker] == nil {
			own[worker] = &batch{emit: emitter(worker, emit), weighted: s.weights != nil}
		}
		b := own[worker]
		b.filled, b.wide = 0, b.wide[:0]
		u, v := s.open(group, 0), s.open(group, 1)
		defer u.close()
		defer v.close()
		w := s.openWeights(group)
		defer w.close()
		var weights []float64
		b.weights, b.wideWeights = b.weights[:0], b.wideWeights[:0]
		for left := s.first[group+1] - s.first[group]; left > 0; {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			n, err := s.advance(u, v)
			if err != nil {
				return err
			}
			if weights, err = s.weigh(w, weights[:0], n); err != nil {
				return err
			}
			for i := range n {
				if w == nil {
					b.push(u.numbers[u.at+i], v.numbers[v.at+i])
				} else {
					b.pushWeighted(u.numbers[u.at+i], v.numbers[v.at+i], weights[i])
				}
				if b.full() {
					if err := b.flush(); err != nil {
						return err
					}
				}
			}
			u.at, v.at = u.at+n, v.at+n
			left -= int64(n)
		}
		return b.flush()
	})
}

// advance makes sure that both columns have a page, and returns how many rows
// both have left in it.
func (s *parquetSource) advance(u, v *idColumn) (n int, err error) {
	err = s.guard(func() error {
		if err := u.fill(); err != nil {
			return err
		}
		return v.fill()
	})
	return min(u.rows-u.at, v.rows-v.at), err
}

// weigh appends the weights of the next n rows.
func (s *parquetSource) weigh(w *weightColumn, weights []float64, n int) (_ []float64, err error) {
	err = s.guard(func() error {
		weights, err = w.read(weights, n)
		return err
	})
	return weights, err
}

// readGroup reads a row group. Its edges are pairs of numbers of its names.
func (s *parquetSource) readGroup(ctx context.Context, group int, like *dictionary) (edges []graph.Edge, weights []float64, _ []string, _ error) {
	names := newDictionary(new(budget))
	names.seed = like.seed
	u, v := s.open(group, 0), s.open(group, 1)
	defer u.close()
	defer v.close()
	w := s.openWeights(group)
	defer w.close()
	for left := s.first[group+1] - s.first[group]; left > 0; {
		if ctx.Err() != nil {
			return nil, nil, nil, context.Cause(ctx)
		}
		n, err := s.advance(u, v)
		if err != nil {
			return nil, nil, nil, err
		}
		if weights, err = s.weigh(w, weights, n); err != nil {
			return nil, nil, nil, err
		}
		if edges == nil {
			edges = make([]graph.Edge, 0, min(left, 1<<20))
		}
		for i := range n {
			edges = append(edges, graph.Edge{U: u.id(u.at+i, names), V: v.id(v.at+i, names)})
		}
		u.at, v.at = u.at+n, v.at+n
		left -= int64(n)
	}
	return edges, weights, names.names, nil
}
