package graphio

import (
	"context"
	"errors"
	"math"

	"github.com/tricycle-graph/tricycle/graph"
)

// Parts that may have names number these on their own, and are known to have none only at
// their end. So their records wait, or are read a second time; in between, one part after
// the other, its names get the ids that they have in the union.

// learnAll reads the parts that may have names. Those that follow each other and are small
// are read side by side.
func (u *unionReading) learnAll() error {
	var run []int
	flush := func() error {
		err := u.learn(run)
		run = run[:0]
		return err
	}
	for i := range u.parts {
		if u.parts[i].streams {
			continue
		}
		large := u.isLarge(i)
		if large {
			if err := flush(); err != nil {
				return err
			}
		}
		if run = append(run, i); large {
			if err := flush(); err != nil {
				return err
			}
		}
	}
	return flush()
}

// errBadPart ends a run of parts of which one is malformed, as is noted elsewhere.
var errBadPart = errors.New("a part is malformed")

// learn reads parts side by side. Their names are numbered in their order, so that ids
// depend on nothing else, and a part that is malformed ends it in its turn.
func (u *unionReading) learn(parts []int) error {
	if len(parts) == 0 || u.bad.err != nil {
		return nil
	}
	turns := newTurns(u.ctx)
	defer turns.close()
	beside := min(u.workers, len(parts))
	err := turns.each(beside, len(parts), func(worker, item int) error {
		i := parts[item]
		noted := func(err error) error {
			if err = u.bad.take(i, err); err == nil {
				err = errBadPart
			}
			return err
		}
		came := false
		take := func(act func() error) error {
			return turns.take(item, func() error {
				came = true
				return act()
			})
		}
		err := u.use(i, func(open *unionPart) error {
			return u.learnPart(i, open, readersOf(worker, u.workers, beside), u.waitingBytes(beside), take)
		})
		switch {
		case err == nil:
		case came:
			err = noted(err)
		default: // it could not be opened, or one before it ended it all
			err = take(func() error { return noted(err) })
		}
		return err
	})
	if errors.Is(err, errBadPart) {
		return nil
	}
	return err
}

// learnPart reads a part, numbers its names in its turn, and emits its records.
func (u *unionReading) learnPart(i int, open *unionPart, by readers, most int64, take func(func() error) error) error {
	w := waiting{budget: &u.budget, most: most, again: open.info.Rereadable}
	defer w.free()
	summary, malformed := open.src.Read(u.ctx, by.number, func(_ int, b graph.Batch) error { return w.add(b) })
	var p placement
	err := take(func() (err error) {
		if malformed == nil {
			p, malformed = u.number(i, summary)
			open.in.budget.forgetNames() // the union has its own
		}
		return malformed
	})
	if err != nil {
		return err
	}
	return u.emitLearned(i, open.src, &w, p, by)
}

// waitingBytes is how much the records of each of so many parts may take that wait.
func (u *unionReading) waitingBytes(parts int) int64 {
	switch {
	case u.waiting > 0:
		return u.waiting
	case u.budget.memory == 0:
		return math.MaxInt64
	}
	return u.budget.room() / 4 / int64(parts)
}

// placement says what the ids of a part become.
type placement struct {
	names   []uint32 // of the places in these
	numbers []uint64 // the same; nil where they are not given
	shift   uint64
	none    bool // names did not fit the memory, and nothing is emitted
}

// number gives the vertices of a part their ids in the union.
func (u *unionReading) number(i int, summary graph.Summary) (p placement, err error) {
	u.sums[i] = summary
	u.sums[i].Names, u.sums[i].Numbers = nil, nil
	switch {
	case summary.Names != nil:
		if len(summary.Names) == 0 {
			return placement{}, nil
		}
		u.kinds[i] = nameIDs
		if u.names == nil {
			u.names = newDictionary(&u.budget)
		}
		p.names, err = u.names.number(summary.Names)
		p.none = u.names.over != nil
		u.behind[i] = uint64(len(u.names.names))
		return p, err
	case summary.Numbers != nil:
		u.kinds[i] = freeIDs
		return placement{numbers: summary.Numbers}, nil
	case summary.Vertices.Known() && summary.Vertices.Get() > 0:
		u.kinds[i] = declaredIDs
		return placement{shift: u.parts[i].info.Base - u.info.Base}, nil
	case summary.Records > 0:
		u.kinds[i] = freeIDs
	}
	return placement{}, nil
}

// emitLearned emits the records of a part, which wait or are read again.
func (u *unionReading) emitLearned(i int, src graph.Source, w *waiting, place placement, by readers) error {
	var seen *touched
	if place.numbers != nil {
		var err error
		if seen, err = newTouched(&u.budget, len(place.numbers)); err != nil {
			return err
		}
		defer seen.free()
	}
	emit := func(worker int, b graph.Batch) error {
		lane := &u.lanes[by.first+worker]
		switch {
		case place.none:
			return nil
		case place.names != nil:
			return lane.name(b, place.names)
		case place.numbers != nil:
			seen.note(b)
			return lane.renumber(b, func(id uint64) uint64 { return place.numbers[id] })
		default:
			return lane.renumber(b, func(id uint64) uint64 { return id + place.shift })
		}
	}
	if w.dropped {
		if _, err := src.Read(u.ctx, by.number, emit); err != nil {
			return err
		}
	}
	for _, b := range w.batches {
		if err := u.ctx.Err(); err != nil {
			return context.Cause(u.ctx)
		}
		if err := emit(0, b); err != nil {
			return err
		}
	}
	if seen == nil {
		return nil
	}
	return seen.others(func(loops []graph.Edge) error {
		u.sums[i].Records += uint64(len(loops))
		return emit(0, graph.Batch{Edges: loops})
	})
}
