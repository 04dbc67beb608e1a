package frontier

import "context"

// workerBytes is about what the tables of a worker hold.
const workerBytes = 4 << 20

// worker is what one goroutine computes in.
type worker[K key] struct {
	tables [2]table[K]
	held   int64 // by the tables, as the store knows it
	closed tally // in the step at hand
	total  tally // in all before

	// Where states are dealt out for the next window: by bits of their class
	// that do not decide about places in a table.
	class func(K) uint64
	shift uint
	open  []*block[K]
	full  [][]*block[K]

	stepped uint64 // states from which a step was made
}

// advance makes one step, with more words where the numbers ask for it.
func (w *worker[K]) advance(m machine[K], step int, from, to *table[K]) {
	for {
		to.reset(from.words, from.count)
		m.advance(step, from, to, &w.closed)
		if !to.overflow {
			break
		}
		w.closed.reset()
		from.widen()
	}
	w.stepped += uint64(from.count)
	w.total.merge(&w.closed)
}

// steps takes the states of a bucket from one step to another.
func (w *worker[K]) steps(ctx context.Context, s *store[K], m machine[K], bucket []*block[K], begin, end int) (*table[K], error) {
	from, to := &w.tables[0], &w.tables[1]
	from.load(bucket)
	for step := begin; step < end; step++ {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		w.advance(m, step, from, to)
		if err := w.account(s); err != nil {
			return nil, err
		}
		from, to = to, from
	}
	return from, nil
}

// account tells the store what the tables hold.
func (w *worker[K]) account(s *store[K]) error {
	held := w.tables[0].bytes() + w.tables[1].bytes()
	more := held - w.held
	if more == 0 {
		return nil
	}
	w.held = held
	return s.hold(more)
}

// put deals a state out.
func (w *worker[K]) put(s *store[K], k K, v []uint64) error {
	bucket := w.class(k) * 0x9e3779b97f4a7c15 >> w.shift
	b := w.open[bucket]
	if b == nil || len(b.keys) == blockStates || b.words < len(v) {
		if b != nil {
			w.full[bucket] = append(w.full[bucket], b)
		}
		var err error
		if b, err = s.take(len(v)); err != nil {
			return err
		}
		w.open[bucket] = b
	}
	b.keys = append(b.keys, k)
	b.values = append(b.values, v...)
	for range b.words - len(v) {
		b.values = append(b.values, 0)
	}
	return nil
}
