package triangle

import (
	"cmp"
	"context"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"runtime/debug"
	"slices"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/objectfs"
	"github.com/tricycle-graph/tricycle/internal/partition"
	"github.com/tricycle-graph/tricycle/internal/scratch"
)

// piecesOnCPU counts the source without having all of its records in memory:
// whole, where the lists fit, and else in parts.
func (r *run) piecesOnCPU(ctx context.Context) (err error) {
	if r.explain {
		r.count = r.opt.planFromPieces(r.plan)
		return nil
	}
	s, err := r.openPieces(ctx)
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, s.Close()) }()
	switch {
	case r.parts != nil:
		return r.cutPieces(ctx, s, r.parts)
	case s.whole:
		return r.countAssembled(ctx, s)
	}
	folder, err := scratch.New(r.opt.TmpDir)
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, folder.Remove()) }()
	parts := &Divided{files: objectfs.NewScratch(folder.Name)}
	if err := r.cutPieces(ctx, s, parts); err != nil {
		return err
	}
	found, err := parts.count(ctx, slices.Collect(parts.Grid.Subtasks()), r.left(), nil)
	if err == nil {
		r.take(found)
	}
	return err
}

// planFromPieces says how a count from pieces goes on.
func (opt Options) planFromPieces(plan IngestPlan) CountPlan {
	count := CountPlan{Order: graph.OrderRecords, Method: opt.method(), Bytes: opt.Memory}
	switch {
	case opt.Parts != (Parts{}):
		count.Reason = "counted in parts, as asked"
	case plan.Parts > 1:
		count.Reason = "the lists do not fit the memory: counted in parts"
	default:
		count.Reason = "the records may not fit the memory, the lists do: these are built piece by piece"
	}
	return count
}

// pieces is a source whose records are counted and put by, so that its oriented
// lists can be built piece by piece.
type pieces struct {
	*lists.Spilled
	report *graph.Report // of a graph that was clean already; nil for others
	whole  bool          // the lists fit the memory
}

// openPieces reads the source.
func (r *run) openPieces(ctx context.Context) (*pieces, error) {
	src, report, err := r.loaded(ctx)
	if err != nil {
		return nil, err
	}
	s := &pieces{report: report}
	s.Spilled, err = lists.Spill(ctx, src, lists.SpillOptions{
		Threads: r.opt.Threads, Memory: r.opt.Memory, TmpDir: r.opt.TmpDir, Meter: r.opt.Meter,
		Piece: r.opt.piece(r.info, r.devicePiece),
		Reserve: func(rows uint32, records uint64) int64 {
			if s.whole = r.parts == nil && r.opt.Parts == (Parts{}) && r.left().holdsWhole(rows, records); s.whole {
				return assembledBytes(rows, records)
			}
			return 0
		},
	})
	if err != nil {
		return nil, err
	}
	s.whole = s.whole && s.Reserved()
	r.clock.lap(&r.clock.Read)
	return s, nil
}

// build hands the pieces of a source to add, and takes over what is known of the
// graph then.
func (r *run) build(ctx context.Context, s *pieces, add func(b *partition.Block) error) error {
	columns := partition.Range{End: s.Masses().Rows()}
	built, err := s.Build(ctx, func(piece lists.Piece) error {
		rows := partition.Range{Begin: piece.First, End: piece.First + uint32(len(piece.Lengths))}
		return add(&partition.Block{Rows: rows, Columns: columns, Lengths: piece.Lengths, Neighbors: piece.Neighbors})
	})
	if err != nil {
		return err
	}
	r.result.MaxOutDegree = built.MaxOutDegree
	r.result.Order, r.result.Method = graph.OrderRecords, r.opt.method()
	if s.report != nil {
		built.Report = *s.report
	}
	if err := r.describe(built.Facts, built.Report); err != nil {
		return err
	}
	if err := s.Close(); err != nil {
		return err
	}
	// What the pieces leave behind would be beside what counts them.
	debug.FreeOSMemory()
	r.clock.lap(&r.clock.Clean)
	return nil
}

// countAssembled puts the lists together and counts them whole.
func (r *run) countAssembled(ctx context.Context, s *pieces) error {
	a, err := newAssembly(s.Masses())
	if err != nil {
		return err
	}
	defer a.free()
	if err := r.build(ctx, s, a.add); err != nil {
		return err
	}
	o, err := a.lists()
	if err != nil {
		return err
	}
	params := r.left().partParams()
	params.Meter = r.opt.Meter
	if params.Memory > 0 {
		params.Memory = max(params.Memory-assembledBytes(uint32(o.Rows()), o.Edges()), 1)
	}
	r.result.Triangles, err = cpucount.Count(ctx, o, r.result.Method, params)
	r.clock.lap(&r.clock.Count)
	return err
}

// cutPieces builds the pieces of a source into a store, and cuts it for the CPU.
func (r *run) cutPieces(ctx context.Context, s *pieces, parts *Divided) error {
	m := s.Masses()
	if err := r.storePieces(ctx, s, parts); err != nil {
		return err
	}
	var err error
	parts.Grid, err = r.left().cutStore(parts.Store, m)
	r.result.Parts = parts.size()
	r.clock.lap(&r.clock.Order)
	return err
}

// storePieces builds the pieces of a source into a store.
func (r *run) storePieces(ctx context.Context, s *pieces, parts *Divided) error {
	m := s.Masses()
	var err error
	if parts.Store, err = partition.NewStore(m.Rows(), cutColumns(m, max(r.opt.Parts.Columns, 1)), parts.files); err != nil {
		return err
	}
	if err := parts.Store.CheckRoom(m.Records()); err != nil {
		return err
	}
	add := func(b *partition.Block) error { return parts.Store.Add(ctx, b) }
	if err := r.build(ctx, s, add); err != nil {
		return err
	}
	return parts.Store.Seal()
}
