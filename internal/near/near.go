// Package near takes from a source what lies around a few vertices: their neighbours,
// and all edges among these. It reads the source twice and keeps nothing else, so that it
// takes less time and memory than the graph does.
package near

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"sync/atomic"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/loading"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// Graph is the graph of some vertices and their neighbours, with all edges among these.
type Graph struct {
	*graph.Graph          // under the ids of the source
	Chosen       []uint32 // the vertices that were asked for, ascending, each once
	Records      uint64   // of the source
}

// MissingError says that a source has no vertex with such an id.
type MissingError struct{ Label string }

func (e *MissingError) Error() string { return fmt.Sprintf("no vertex %s", e.Label) }

// ErrMany says that the vertices have so many neighbours that it is better to read the
// whole graph.
var ErrMany = errors.New("too many neighbours for the memory")

// Read reads a source that can be read again, for the vertices with these ids.
//
// Errors: *[MissingError]; [ErrMany]; those of the source, of its memory and of ctx.
func Read(ctx context.Context, src graph.Source, labels []string, opt graph.Options) (*Graph, error) {
	s := scan{src: src, opt: opt}
	asked := guess(labels, src.Info())
	for {
		if err := s.neighbors(ctx, asked); err != nil {
			return nil, err
		}
		ids, err := s.find(labels)
		if err != nil {
			return nil, err
		}
		if slices.Equal(asked, ids) {
			break
		}
		asked = ids // names are known behind the first scan
	}
	among := &among{src: src, of: newSet(s.near), labels: s.labels()}
	held := among.of.bytes()
	if opt.Memory > 0 {
		opt.Memory = max(opt.Memory-held, 1)
	}
	g, _, err := loading.Graph(ctx, among, opt)
	if short := (*graph.MemoryError)(nil); errors.As(err, &short) {
		return nil, &graph.MemoryError{What: short.What, Need: short.Need + held, Limit: s.opt.Memory}
	}
	if err != nil {
		return nil, err
	}
	found := &Graph{Graph: g, Records: s.summary.Records}
	for _, id := range asked {
		v, _ := among.of.place(id)
		found.Chosen = append(found.Chosen, v)
	}
	return found, nil
}

// guess returns the ids inside of vertices, ascending, if their labels are numbers as most
// formats have them; those of others are left out.
func guess(labels []string, info graph.Info) (ids []uint64) {
	for _, label := range labels {
		if n, err := strconv.ParseUint(label, 10, 64); err == nil && n >= info.Base {
			ids = append(ids, n-info.Base)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// scan is a reading for the neighbours of some vertices.
type scan struct {
	src     graph.Source
	opt     graph.Options
	near    []uint64 // those with a record, and their neighbours; then those that are declared, too
	summary graph.Summary
}

// lane is what a worker finds.
type lane struct {
	near []uint64
	most int      // from which on repetitions are dropped
	_    [64]byte // keeps the workers' counters on lines of their own
}

// neighbors reads the source.
func (s *scan) neighbors(ctx context.Context, asked []uint64) error {
	const first = 1 << 12
	lanes := make([]lane, par.Workers(s.opt.Threads))
	var held atomic.Int64
	add := func(l *lane, u, v uint64) error {
		if l.near = append(l.near, u, v); len(l.near) < l.most {
			return nil
		}
		slices.Sort(l.near)
		l.near = slices.Compact(l.near)
		before := l.most
		l.most = max(2*len(l.near), first)
		const share = 8 // of the memory, for these and for what else they grow by
		if now := held.Add(8 * int64(l.most-before)); s.opt.Memory > 0 && now > s.opt.Memory/share {
			return ErrMany
		}
		return nil
	}
	s.opt.Meter.Start("neighbours", s.src.Info().Records.Get())
	of := newSet(asked)
	var err error
	s.summary, err = s.src.Read(ctx, len(lanes), func(worker int, b graph.Batch) error {
		l := &lanes[worker]
		for _, e := range b.Edges {
			if of.has(uint64(e.U)) || of.has(uint64(e.V)) {
				if err := add(l, uint64(e.U), uint64(e.V)); err != nil {
					return err
				}
			}
		}
		for _, e := range b.Wide {
			if of.has(e.U) || of.has(e.V) {
				if err := add(l, e.U, e.V); err != nil {
					return err
				}
			}
		}
		s.opt.Meter.Add(int64(len(b.Edges) + len(b.Wide)))
		return nil
	})
	s.near = nil
	for _, l := range lanes {
		s.near = append(s.near, l.near...)
	}
	slices.Sort(s.near)
	s.near = slices.Compact(s.near)
	return err
}

// labels are those of all vertices of the source, by their ids inside.
func (s *scan) labels() graph.Labels {
	switch {
	case s.summary.Names != nil:
		return graph.NameLabels(s.summary.Names)
	case s.summary.Numbers != nil:
		return graph.NumberLabels(s.summary.Numbers)
	}
	return graph.BaseLabels(s.src.Info().Base)
}

// find returns the ids inside of vertices, ascending, once the source was read. Those that
// are declared and have no record come to the neighbours.
func (s *scan) find(labels []string) (ids []uint64, err error) {
	all := s.labels()
	for _, label := range labels {
		var id uint64
		ok := false
		if s.summary.Names == nil && !s.summary.Vertices.Known() {
			id, err = strconv.ParseUint(label, 10, 64)
			_, ok = slices.BinarySearch(s.near, id)
			ok = ok && err == nil
		} else {
			n := len(s.summary.Names)
			if s.summary.Names == nil {
				n = int(s.summary.Vertices.Get())
			}
			var v uint32
			v, ok = all.Find(label, n)
			id = uint64(v)
		}
		if !ok {
			return nil, &MissingError{label}
		}
		ids = append(ids, id)
	}
	s.near = append(s.near, ids...)
	slices.Sort(s.near)
	s.near = slices.Compact(s.near)
	slices.Sort(ids)
	return slices.Compact(ids), nil
}
