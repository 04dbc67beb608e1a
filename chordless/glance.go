package chordless

import (
	"context"
	"errors"
	"time"

	"github.com/tricycle-graph/tricycle/internal/par"
)

const (
	glanceShare = 8   // the part of the time up to a deadline that all glances may take
	glanceSeeds = 256 // of an atom, about, from which holes are looked for
	glanceHoles = 64  // that are visited from each
)

// glance looks at some holes of every atom and keeps the longest where it is
// longer than best, so that there is an answer when time is up. Without a
// deadline it does nothing.
func glance(ctx context.Context, jobs []job, best *[]uint32) error {
	deadline, limited := ctx.Deadline()
	if !limited {
		return nil
	}
	short, cancel := context.WithTimeout(ctx, time.Until(deadline)/glanceShare)
	defer cancel()
	for _, j := range jobs {
		// The end of the shorter time is no error.
		if err := j.search.glance(short, best); err != nil && short.Err() == nil {
			return err
		}
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return nil
}

// glance looks at the first holes of some of the seeds. The first seeds, which
// leave out the fewest vertices, have the longest holes.
func (s *search) glance(ctx context.Context, best *[]uint32) error {
	w, holes := newWalk(ctx, s), 0
	w.visit = func(hole []uint32) error {
		if cycle := s.atom.expand(nil, hole); len(cycle) > len(*best) {
			*best = cycle
		}
		if holes++; holes == glanceHoles {
			return errStopped
		}
		return nil
	}
	seeds, err := s.seeds(par.NewHeed(ctx))
	if err != nil {
		return err
	}
	for i := 0; i < len(seeds); i += 1 + len(seeds)/glanceSeeds {
		holes = 0
		if err := w.from(seeds[i]); errors.Is(err, errStopped) {
			w.forget()
		} else if err != nil {
			return err
		}
	}
	return nil
}

// forget takes back what a walk that was stopped has marked.
func (w *walk) forget() {
	w.undo(0)
	w.lists, w.choices = w.lists[:0], w.choices[:0]
	w.missing = len(w.search.query.through)
	if w.required == nil {
		w.missing = 0
	}
}
