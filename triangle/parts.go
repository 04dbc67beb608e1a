package triangle

import (
	"cmp"
	"context"
	"errors"
	"runtime/debug"
	"slices"
	"time"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/objectfs"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/partition"
	"github.com/tricycle-graph/tricycle/internal/scratch"
)

// Parts says into how many parts a graph is cut.
type Parts struct {
	Rows     int `json:"rows"`     // ranges of rows, P1
	Columns  int `json:"columns"`  // ranges of columns, P2
	Subtasks int `json:"subtasks"` // that the counting is made of; as a wish, with Rows 0, about, or more
}

// leastRows returns with how many ranges of rows there are as many subtasks as
// are wished for, but for those that hubs take over.
func (p Parts) leastRows() int {
	rows := p.Rows
	for p.Rows == 0 && rows*(rows+1)/2 < p.Subtasks {
		rows++
	}
	return rows
}

// PrepareParts reads and cleans src and leaves its oriented lists, in the order
// graph.OrderRecords, in pieces in files that are for them alone; with nil they
// stay in memory. It cuts them into a grid for opt.Memory, or as
// opt.Parts says, to be counted by opt.Method. The result is all that is known
// before the counting.
//
// Errors: those of [Count], and *partition.BlockError and *lists.DiskError.
func PrepareParts(ctx context.Context, src graph.Source, files objectfs.FS, opt Options) (*Result, *partition.Store, partition.Grid, error) {
	if err := opt.check(); err != nil {
		return nil, nil, partition.Grid{}, err
	}
	if opt.Engine == EngineCUDA {
		return preparePartsForDevices(ctx, src, files, opt)
	}
	p := newPreparation(src.Info(), opt)
	source, err := p.openParts(ctx, src)
	if err != nil {
		return nil, nil, partition.Grid{}, p.refused(ctx, src, err)
	}
	store, grid, err := p.prepareParts(ctx, source, files)
	err = p.refused(ctx, src, err)
	return p.result, store, grid, cmp.Or(err, source.Close())
}

// CountSubtasks counts subtasks of a grid. finished is told the count of each,
// one at a time, as soon as it is known; its error ends the counting. What the
// counting tells, but for the triangles, is filled in in r.
//
// Errors: *partition.BlockError, *graph.MemoryError, what finished returns, the
// cause of ctx when it ends, graph.ErrOverflow.
func CountSubtasks(ctx context.Context, store *partition.Store, grid partition.Grid, tasks []partition.Subtask, opt Options, r *Result, finished func(t partition.Subtask, triangles uint64) error) (err error) {
	if err := opt.checkSubtasks(store, grid, tasks); err != nil {
		return err
	}
	_, err = countSubtasks(ctx, store, grid, tasks, opt, r, finished)
	return err
}

// checkSubtasks refuses subtasks that do not fit the memory of the CPU: a grid
// may have been cut for another limit, or for fewer threads.
func (opt Options) checkSubtasks(store *partition.Store, grid partition.Grid, tasks []partition.Subtask) error {
	if opt.Memory <= 0 || opt.Engine == EngineCUDA {
		return nil
	}
	need, counter := int64(0), cpucount.NewSubtasks(opt.method(), opt.partParams())
	for _, t := range tasks {
		need = max(need, processBytes+counter.Bytes(store, grid, t))
	}
	if need > opt.Memory {
		return &graph.MemoryError{What: "counting in parts of this size", Need: need, Limit: opt.Memory}
	}
	return nil
}

// countSubtasks is CountSubtasks, and returns their sum.
func countSubtasks(ctx context.Context, store *partition.Store, grid partition.Grid, tasks []partition.Subtask, opt Options, r *Result, finished func(t partition.Subtask, triangles uint64) error) (triangles uint64, err error) {
	if opt.Engine == EngineCUDA {
		return countSubtasksForDevices(ctx, store, grid, tasks, opt, r, finished)
	}
	begin := time.Now()
	counter := cpucount.NewSubtasks(opt.method(), opt.partParams())
	defer func() { err = cmp.Or(err, counter.Close()) }()
	q := cpucount.Queue{Store: store, Grid: grid, Finished: finished, Meter: opt.Meter}
	triangles, _, err = q.Run(ctx, tasks, []cpucount.Counter{counter})
	r.Engine, r.Method, r.Order = EngineCPU, opt.method(), graph.OrderRecords
	took := time.Since(begin).Seconds()
	r.Seconds.Count += took
	r.Seconds.Total += took
	return triangles, err
}

// countByParts counts src without having all of its records in memory: whole,
// where the lists fit, and else in parts.
func (p *preparation) countByParts(ctx context.Context, src graph.Source) (err error) {
	source, err := p.openParts(ctx, src)
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, source.Close()) }()
	if source.whole {
		return p.countAssembled(ctx, source)
	}
	folder, err := scratch.New(p.opt.TmpDir)
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, folder.Remove()) }()
	store, grid, err := p.prepareParts(ctx, source, objectfs.NewScratch(folder.Name))
	if err != nil {
		return err
	}
	p.lap(&p.result.Seconds.Order)
	p.result.Triangles, err = countSubtasks(ctx, store, grid, slices.Collect(grid.Subtasks()), p.opt, p.result, nil)
	return err
}

// partSource is a source whose records are counted and put by, so that its
// oriented lists can be built piece by piece.
type partSource struct {
	*lists.Spilled
	report *graph.Report // of a graph that was clean already; nil for others
	whole  bool          // the lists fit the memory
}

// openParts reads src.
func (p *preparation) openParts(ctx context.Context, src graph.Source) (*partSource, error) {
	s := new(partSource)
	if loader, ok := src.(graph.Loader); ok {
		p.opt.Meter.Start("read", 0)
		g, err := loader.Graph(ctx, p.opt.Threads)
		if err != nil {
			return nil, err
		}
		report := g.Report()
		s.report, src = &report, memory{g}
	}
	var err error
	s.Spilled, err = lists.Spill(ctx, src, lists.SpillOptions{
		Threads: p.opt.Threads, Memory: p.opt.Memory, TmpDir: p.opt.TmpDir, Meter: p.opt.Meter,
		Piece: p.opt.piece(p.result.Info),
		Reserve: func(rows uint32, records uint64) int64 {
			p.leave(p.result.Info)
			if s.whole = p.opt.Parts == (Parts{}) && p.opt.holdsWhole(rows, records); s.whole {
				return assembledBytes(rows, records)
			}
			return 0
		},
	})
	if err != nil {
		return nil, err
	}
	p.leave(p.result.Info)
	s.whole = s.whole && s.Reserved()
	p.lap(&p.result.Seconds.Read)
	return s, nil
}

// piece returns the most edges that a piece should have: so few that a subtask
// has many, and that a worker can hold one.
func (opt Options) piece(info graph.Info) uint64 {
	const (
		least    = 1 << 8
		most     = 1 << 26
		ofMemory = 32 // pieces that fit the memory
		ofRange  = 8  // pieces in a range of rows
	)
	edges := uint64(most)
	if opt.Memory > 0 {
		edges = uint64(opt.Memory) / 4 / ofMemory
	}
	if records := expectedRecords(info); opt.Parts.leastRows() > 0 && records.Known() {
		edges = min(edges, uint64(records.Get())/uint64(ofRange*opt.Parts.leastRows()))
	}
	if opt.mostPiece > 0 {
		edges = min(edges/4, opt.mostPiece) // more workers hold one, and twice
	}
	return min(max(edges, least), most)
}

// processBytes is the process itself, and what grows with nothing.
const processBytes = 32 << 20

// holdsWhole reports whether the lists of a graph fit the memory beside what
// counts them.
func (opt Options) holdsWhole(rows uint32, records uint64) bool {
	params := opt.partParams()
	params.Memory -= assembledBytes(rows, records)
	return params.Memory > 0 && opt.method().Bytes(int(rows), records, rows, params) <= params.Memory
}

// partParams are the parameters of the methods that count subtasks.
func (opt Options) partParams() cpucount.Params {
	memory := opt.Memory
	if memory > 0 {
		memory = max(memory-processBytes, 1)
	}
	return cpucount.Params{Threads: opt.Threads, Memory: memory, SliceBits: opt.SliceBits}
}

// assembledBytes is what oriented lists hold that are put together from pieces.
func assembledBytes(rows uint32, records uint64) int64 { return 4*int64(records) + 8*(int64(rows)+1) }

// build has the pieces of a source handed to add, and takes over what is known
// of the graph then.
func (p *preparation) build(ctx context.Context, s *partSource, add func(b *partition.Block) error) error {
	columns := partition.Range{End: s.Masses().Rows()}
	built, err := s.Build(ctx, func(piece lists.Piece) error {
		rows := partition.Range{Begin: piece.First, End: piece.First + uint32(len(piece.Lengths))}
		return add(&partition.Block{Rows: rows, Columns: columns, Lengths: piece.Lengths, Neighbors: piece.Neighbors})
	})
	if err != nil {
		return err
	}
	p.facts = built.Facts
	p.result.MaxOutDegree = built.MaxOutDegree
	p.result.Order, p.result.Method = graph.OrderRecords, p.opt.method()
	if s.report != nil {
		built.Report = *s.report
	}
	if err := p.describe(built.Report); err != nil {
		return err
	}
	if err := s.Close(); err != nil {
		return err
	}
	// What the pieces leave behind would be beside what counts them.
	debug.FreeOSMemory()
	p.lap(&p.result.Seconds.Clean)
	return nil
}

// countAssembled puts the lists together and counts them whole.
func (p *preparation) countAssembled(ctx context.Context, s *partSource) error {
	a, err := newAssembly(s.Masses())
	if err != nil {
		return err
	}
	defer a.free()
	if err := p.build(ctx, s, a.add); err != nil {
		return err
	}
	o, err := a.lists()
	if err != nil {
		return err
	}
	params := p.opt.partParams()
	params.Meter = p.opt.Meter
	if params.Memory > 0 {
		params.Memory = max(params.Memory-assembledBytes(uint32(o.Rows()), o.Edges()), 1)
	}
	p.result.Triangles, err = cpucount.Count(ctx, o, p.result.Method, params)
	p.lap(&p.result.Seconds.Count)
	return err
}

// prepareParts puts the pieces of a source in files and cuts them into a grid.
func (p *preparation) prepareParts(ctx context.Context, s *partSource, files objectfs.FS) (*partition.Store, partition.Grid, error) {
	store, m, err := p.storePieces(ctx, s, files)
	if err != nil {
		return nil, partition.Grid{}, err
	}
	grid, err := p.opt.cutStore(store, m)
	p.result.Parts = &Parts{Rows: len(grid.Rows), Columns: len(grid.Columns), Subtasks: grid.Size()}
	return store, grid, err
}

// storePieces builds the pieces of a source and puts them in files, or keeps them
// in memory with nil.
func (p *preparation) storePieces(ctx context.Context, s *partSource, files objectfs.FS) (*partition.Store, lists.Masses, error) {
	m := s.Masses()
	store, err := partition.NewStore(m.Rows(), cutColumns(m, max(p.opt.Parts.Columns, 1)), files)
	if err != nil {
		return nil, m, err
	}
	if err := store.CheckRoom(m.Records()); err != nil {
		return nil, m, err
	}
	if err := p.build(ctx, s, func(b *partition.Block) error { return store.Add(ctx, b) }); err != nil {
		return nil, m, err
	}
	return store, m, store.Seal()
}

// cutStore cuts a store into parts that the CPU can count.
func (opt Options) cutStore(store *partition.Store, m lists.Masses) (partition.Grid, error) {
	params, hubs := opt.partParams(), 0
	if opt.method() == Auto {
		hubs = cpucount.ChooseHubs(int(m.Rows()), m.Records(), cpucount.HubLimit, params.MatrixRoom(), func(hubs int) uint64 { return m.Inside(uint32(hubs)) })
	}
	counter := cpucount.NewSubtasks(opt.method(), params)
	cutting := partition.Cutting{
		Rows: opt.Parts.Rows, Columns: opt.Parts.Columns, Hubs: uint32(hubs), Limit: opt.Memory,
		Bytes: func(g partition.Grid, t partition.Subtask) int64 { return processBytes + counter.Bytes(store, g, t) },
	}
	grid, err := store.Cut(cutting)
	if opt.Parts.Rows > 0 {
		return grid, err
	}
	// Finer than the limit asks for. Where hubs take over most of the rows, there
	// may be less subtasks all the same.
	least := opt.Parts.leastRows()
	for rows := max(len(grid.Rows)+1, least); err == nil && rows <= 2*least && grid.Size() < opt.Parts.Subtasks; rows++ {
		cutting.Rows = rows
		grid, err = store.Cut(cutting)
	}
	return grid, err
}

// cutColumns cuts the ranks into about so many ranges in which about equally many
// records have their smaller end.
func cutColumns(m lists.Masses, parts int) []partition.Range {
	bounds := par.Cut(len(m.Bounds)-1, parts, func(i int) uint64 { return m.Smaller[i] })
	if len(bounds) == 1 {
		return []partition.Range{{}}
	}
	cuts := make([]partition.Range, len(bounds)-1)
	for i := range cuts {
		cuts[i] = partition.Range{Begin: m.Bounds[bounds[i]], End: m.Bounds[bounds[i+1]]}
	}
	return cuts
}

// mayBeCut reports whether a count that ended with err for want of memory may
// begin again in parts.
func (p *preparation) mayBeCut(err error, src graph.Source) bool {
	var short *graph.MemoryError
	return errors.As(err, &short) && p.opt.leavesOrder() && (p.result.Info.Rereadable || isLoader(src))
}

// comesByParts reports whether a source is counted by parts from the start: it
// was asked for, or what may turn out not to fit cannot be read again.
func (p *preparation) comesByParts() bool {
	if p.opt.Parts != (Parts{}) {
		return true
	}
	info := p.result.Info
	_, most := lists.CleanBytes(info)
	return p.opt.Memory > 0 && !info.Rereadable && p.opt.leavesOrder() && (!most.Known() || most.Get() > p.opt.Memory)
}

// startAgain forgets what was done, but for the time.
func (p *preparation) startAgain() {
	before := p.result
	p.result = newResult(before.Info)
	p.result.Note, p.result.Seconds = before.Note, before.Seconds
	p.cleaned, p.graph, p.opt.Memory = nil, nil, p.limit
	p.lap(&p.result.Seconds.Read)
}
