// Package census finds how many records and distinct ids a source has, in memory
// that does not grow with them: what a refusal needs to name a limit that will do.
package census

import (
	"context"
	"errors"
	"math/bits"
	"sync"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// Census is what a reading found.
type Census struct {
	Records  uint64     // loops and duplicates included
	Largest  uint64     // id
	Distinct uint64     // ids, and hardly fewer than there are: estimated from above where they are many
	Vertices graph.Size // declared, isolated ones included; unknown where none are
}

// Take reads src and keeps nothing.
func Take(ctx context.Context, src graph.Source, threads int) (Census, error) {
	c := &Source{Source: src}
	_, err := c.Read(ctx, par.Workers(threads), func(int, graph.Batch) error { return nil })
	return c.found, err
}

// Of returns the census that was taken when src was read, or that of a reading for
// it alone.
func Of(ctx context.Context, src graph.Source, threads int) (Census, error) {
	if watched, ok := src.(*Source); ok && watched.read {
		return watched.found, watched.err
	}
	return Take(ctx, src, threads)
}

// Complete returns what is known of a source with the census of it: its records, and
// the vertices that cleaning makes arrays for: where ids are far apart, the distinct
// ones.
func (c Census) Complete(info graph.Info) graph.Info {
	info.Records = graph.Known(c.Records)
	switch {
	case c.Vertices.Known():
		info.Vertices = c.Vertices
	case c.Largest < lists.DenseBound(c.Records):
		info.Vertices = graph.Known(c.Largest + 1)
	default:
		info.Vertices = graph.Known(c.Distinct)
	}
	return info
}

// Bound returns a number that all ids are below, but for the largest of 64 bits.
func (c Census) Bound() uint64 { return max(c.Largest, c.Largest+1) }

// Source is a source that can be read once and takes the census on the way. Where
// the reader has no memory for more, the rest is read all the same, for the census.
type Source struct {
	graph.Source
	found Census
	read  bool
	err   error
}

// Watch returns src, and where it can be read once has a census taken then, as none
// can be taken afterwards.
func Watch(src graph.Source) graph.Source {
	if _, loaded := src.(graph.Loader); loaded || src.Info().Rereadable {
		return src
	}
	return &Source{Source: src}
}

func (s *Source) Read(ctx context.Context, workers int, emit func(worker int, b graph.Batch) error) (graph.Summary, error) {
	var (
		lanes = make([]lane, workers)
		mutex sync.Mutex
		short error // why nobody wants more
	)
	wanted := func() bool {
		mutex.Lock()
		defer mutex.Unlock()
		return short == nil
	}
	summary, err := s.Source.Read(ctx, workers, func(worker int, b graph.Batch) error {
		l := &lanes[worker]
		l.add(b)
		if l.done || !wanted() {
			l.done = true
			return nil
		}
		err := emit(worker, b)
		var memory *graph.MemoryError
		if errors.As(err, &memory) {
			mutex.Lock()
			defer mutex.Unlock()
			short = err
			return nil
		}
		return err
	})
	if s.read, s.err = true, err; err != nil {
		return summary, err
	}
	s.found = merge(lanes)
	s.found.Vertices = summary.Vertices
	return summary, short
}

// lane is the census of one worker.
type lane struct {
	Census
	ids  Sketch
	done bool     // nobody wants what comes
	_    [64]byte // keeps the workers' counters on lines of their own
}

func (l *lane) add(b graph.Batch) {
	l.Records += uint64(len(b.Edges) + len(b.Wide))
	for _, e := range b.Edges {
		l.Largest = max(l.Largest, uint64(e.U), uint64(e.V))
		l.ids.Note(hash(uint64(e.U)), 0)
		l.ids.Note(hash(uint64(e.V)), 0)
	}
	for _, e := range b.Wide {
		l.Largest = max(l.Largest, e.U, e.V)
		l.ids.Note(hash(e.U), 0)
		l.ids.Note(hash(e.V), 0)
	}
}

func hash(id uint64) uint64 {
	high, low := bits.Mul64(id^0x2545f4914f6cdd1d, 0x9e3779b97f4a7c15)
	return (high ^ low) * 0xff51afd7ed558ccd
}

// merge joins what the workers found.
func merge(lanes []lane) Census {
	var (
		all Census
		ids Sketch
	)
	for i := range lanes {
		all.Records += lanes[i].Records
		all.Largest = max(all.Largest, lanes[i].Largest)
		ids.Join(&lanes[i].ids)
	}
	distinct, _ := ids.Distinct()
	all.Distinct = min(distinct, 2*all.Records)
	return all
}
