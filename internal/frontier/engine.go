package frontier

import (
	"context"
	"errors"
	"math/bits"
	"slices"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// machine is a kind of graph and an order of its vertices: it knows what a
// state is and what follows it. The all-zero key is the first state.
type machine[K key] interface {
	// steps returns the number of vertices to decide.
	steps() int
	// advance adds to table to, for each state of from, those that follow when
	// vertex number step is decided, and to closed the cycles that it closes.
	advance(step int, from, to *table[K], closed *tally)
	// window returns a run of steps from step on, and a hash of what these
	// leave as it is: states of different classes do not meet within the run.
	window(step int) (end int, class func(K) uint64)
}

// Up to splitStates states are kept in one table, and stepped one vertex at a
// time by one worker.
//
// More are divided into buckets, by what the next window of steps leaves alone.
// Each bucket then goes through all steps of the window by itself, in tables
// that fit a core's cache: no two workers touch the same table. After the
// window its states are dealt out into the buckets of the next one. That two
// states of one class are in one bucket is for speed only: equal states, which
// are of one class whatever a class is, meet when the bucket is read. There are
// so many buckets that one has half of splitStates on average after the states
// have become four times as many, and fewer where a block for each bucket and
// worker would hold more than the states do.
const splitStates = 1 << 14

// level is all states before a window of steps.
type level[K key] struct {
	buckets [][]*block[K] // none empty
	states  int           // equal ones counted apart
}

type engine[K key] struct {
	machine machine[K]
	workers []worker[K]
	store   store[K]
	meter   *graph.Meter
	tuning
	peak int // most states after a window
}

// tuning is what only estimates and tests care for. Its zero value is for all
// others.
type tuning struct {
	budget uint64 // state-steps after which to stop; 0 for none
	split  int    // states up to which they are kept in one table; 0 for splitStates
}

// errBudget ends a run whose budget is spent.
var errBudget = errors.New("the budget is spent")

// stats says what a run took.
type stats struct {
	steps uint64 // states from which a step was made, in all
	peak  int    // most states at a time
	bytes int64  // that were held for them at most
}

func (e *engine[K]) stats() stats {
	s := stats{peak: e.peak, bytes: e.store.peak}
	for i := range e.workers {
		s.steps += e.workers[i].stepped
	}
	return s
}

// progressPerStep is how finely a step shows in the meter.
const progressPerStep = 1 << 10

// run decides all vertices and returns the cycles closed.
func (e *engine[K]) run(ctx context.Context) (*tally, error) {
	steps := e.machine.steps()
	e.meter.Start("frontier", int64(steps)*progressPerStep)
	first := &e.workers[0]
	now, then := &first.tables[0], &first.tables[1]
	now.reset(1, 1)
	now.add(*new(K), []uint64{1})
	for step := 0; step < steps; {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if e.budget > 0 && first.stepped > e.budget {
			return nil, errBudget
		}
		if now.count > e.split {
			var err error
			if step, err = e.windows(ctx, step, now); err != nil {
				return nil, err
			}
			continue
		}
		first.advance(e.machine, step, now, then)
		if err := first.account(&e.store); err != nil {
			return nil, err
		}
		now, then = then, now
		e.peak = max(e.peak, now.count)
		e.meter.Add(progressPerStep)
		step++
	}
	total := &first.total
	for i := range e.workers[1:] {
		total.merge(&e.workers[i+1].total)
	}
	return total, nil
}

// windows takes the states before a step through windows of steps until they
// are few again, and returns the step that it has come to.
func (e *engine[K]) windows(ctx context.Context, step int, states *table[K]) (int, error) {
	end, class := e.machine.window(step)
	e.deal(states.count, class)
	for i := range states.count {
		if err := e.workers[0].put(&e.store, states.keys[i], states.value(i)); err != nil {
			return step, err
		}
	}
	now := e.collect()
	for step < e.machine.steps() && now.states > e.split/2 {
		begin := step
		step = end
		end, class = step, nil
		if step < e.machine.steps() {
			end, class = e.machine.window(step)
		}
		then, err := e.pass(ctx, now, begin, step, class)
		if err != nil {
			return step, err
		}
		now = then
		e.peak = max(e.peak, now.states)
	}
	var all []*block[K]
	for _, blocks := range now.buckets {
		all = append(all, blocks...)
	}
	states.load(all)
	e.store.giveBack(all)
	return step, nil
}

// pass takes every bucket of a level through the steps from begin up to end,
// and deals the states out for the next window.
func (e *engine[K]) pass(ctx context.Context, now level[K], begin, end int, class func(K) uint64) (level[K], error) {
	e.deal(now.states, class)
	work := int64(end-begin) * progressPerStep
	err := par.Each(ctx, len(e.workers), len(now.buckets), func(at, bucket int) error {
		w := &e.workers[at]
		blocks := now.buckets[bucket]
		states, err := w.steps(ctx, &e.store, e.machine, blocks, begin, end)
		if err != nil {
			return err
		}
		e.store.giveBack(blocks)
		now.buckets[bucket] = nil
		if class != nil {
			for i := range states.count {
				if err := w.put(&e.store, states.keys[i], states.value(i)); err != nil {
					return err
				}
			}
		}
		n := int64(len(now.buckets))
		e.meter.Add(work*int64(bucket+1)/n - work*int64(bucket)/n)
		return nil
	})
	return e.collect(), err
}

// deal makes the workers ready to deal states out into the buckets of a window,
// about as many as there are now.
func (e *engine[K]) deal(states int, class func(K) uint64) {
	buckets := bits.Len(uint(4 * states / max(e.split/2, 4*blockStates*len(e.workers)))) // 4 times as many may come
	for i := range e.workers {
		w := &e.workers[i]
		w.class, w.shift = class, uint(64-buckets)
		w.open = make([]*block[K], 1<<buckets)
		w.full = make([][]*block[K], 1<<buckets)
	}
}

// collect returns what the workers have dealt out.
func (e *engine[K]) collect() level[K] {
	l := level[K]{buckets: make([][]*block[K], len(e.workers[0].open))}
	for i := range e.workers {
		w := &e.workers[i]
		for bucket, blocks := range w.full {
			if b := w.open[bucket]; b != nil {
				blocks = append(blocks, b)
			}
			for _, b := range blocks {
				l.states += len(b.keys)
			}
			l.buckets[bucket] = append(l.buckets[bucket], blocks...)
		}
		w.open, w.full = nil, nil
	}
	l.buckets = slices.DeleteFunc(l.buckets, func(blocks []*block[K]) bool { return len(blocks) == 0 })
	return l
}
