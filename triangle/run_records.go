package triangle

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/big"
	"runtime/debug"
	"slices"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/objectfs"
	"github.com/tricycle-graph/tricycle/internal/partition"
	"github.com/tricycle-graph/tricycle/internal/scratch"
)

// recordsOnCPU counts a source of records: it makes the lists of all of it where
// they fit the memory, and else cuts it into parts.
func (r *run) recordsOnCPU(ctx context.Context) (err error) {
	if r.explain && r.opt.Parts != (Parts{}) {
		r.count = CountPlan{Order: r.opt.partsOrder(), Method: r.opt.method(), Bytes: r.opt.Memory, Reason: r.opt.tellCenters("counted in parts, as asked")}
		return nil
	}
	s, err := r.openRecords(ctx)
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, s.Close()) }()
	whole, err := r.chooseLists(ctx, s)
	if err != nil || r.explain {
		return err
	}
	rank := s.Rank
	if !whole {
		rank = s.rankPieces
	}
	if err := rank(ctx, r.count.Order); err != nil {
		return err
	}
	r.clock.lap(&r.clock.Order)
	r.result.Method = r.count.Method
	switch {
	case whole && r.asked == ofGraph && r.count.Method == cpucount.Auto && cpucount.TripartitePays() && s.MakesTripartite():
		return r.countTripartite(ctx, s)
	case whole:
		o, err := r.wholeLists(ctx, s)
		if err != nil {
			return err
		}
		params := r.left().beside(r.asked, uint64(r.found.vertices.Count), o.Edges()).listParams(o.Rows(), o.Edges())
		params.Windows = r.count.windows
		return r.countLists(ctx, o, params)
	case r.parts != nil:
		return r.cutPieces(ctx, s, r.parts)
	}
	return r.countPieces(ctx, s)
}

// records is a source whose records are read and counted.
type records struct {
	*lists.Builder
	graph *graph.Graph // that was there already, clean; nil for others
}

// openRecords reads the source.
func (r *run) openRecords(ctx context.Context) (*records, error) {
	src, g, err := r.loaded(ctx)
	if err != nil {
		return nil, err
	}
	b, err := lists.Open(ctx, src, lists.Options{
		Threads: r.opt.Threads, Memory: r.opt.Memory, TmpDir: r.opt.TmpDir, Meter: r.opt.Meter,
		Piece: r.opt.piece(r.info, r.devicePiece), Vertices: r.asked != ofGraph,
	})
	r.clock.lap(&r.clock.Read)
	return &records{b, g}, err
}

// rankPieces ranks by an order of parts.
func (s *records) rankPieces(ctx context.Context, order graph.Order) error {
	if order == graph.OrderAverageDegree {
		return s.RankCenters(ctx)
	}
	return s.Rank(ctx, order)
}

// chooseLists chooses the order, and reports whether the lists are made whole: else
// they are counted in parts, which have an order of their own.
func (r *run) chooseLists(ctx context.Context, s *records) (whole bool, err error) {
	opt, rows, found := r.left(), s.MostRows(), s.Records()
	vertices := s.MostVertices()
	need := assembledBytes(rows, found) + reorderBytes(opt.Order, rows, found)
	switch {
	case r.parts != nil, opt.Parts != (Parts{}):
	case opt.Memory <= 0:
		whole = true
	default:
		whole = opt.holdsAnswer(r.asked, vertices, rows, found) && s.Reserve(need)
	}
	if !whole && !r.asked.inParts() {
		need += r.asked.bytes(vertices, found, opt.Threads) + r.asked.countingBytes(int(rows), found, opt.partParams())
		return false, &graph.MemoryError{What: r.asked.String(), Need: need, Limit: opt.Memory}
	}
	if !whole && !opt.ordersParts() {
		return false, &graph.MemoryError{What: "ranking the vertices as asked", Need: need, Limit: opt.Memory}
	}
	r.count = CountPlan{Order: opt.Order, Method: opt.method(), Reason: "as asked"}
	switch {
	case !whole:
		r.count.Order, r.count.Bytes = opt.partsOrder(), opt.Memory
		r.count.Reason = opt.tellCenters("the lists do not fit the memory: counted in parts")
		return false, nil
	case opt.leavesOrder():
		works := scanWorks{byID: s.ScanWork, ranked: s.RankedWork}
		if err := r.count.chooseOrder(works.of(r.asked), found, graph.OrderRecords); err != nil {
			return false, err
		}
		if err := r.count.keepNear(r.asked, found, s.NearEdges); err != nil {
			return false, err
		}
	}
	facts := lists.NewFacts(int(rows), int(rows), found, uint32(min(uint64(rows), found, math.MaxUint32)), new(big.Int))
	if opt.leavesOrder() && r.asked == ofGraph {
		look := func() ([]lists.SampledRow, error) { return s.Clusters(ctx) }
		if err := r.count.chooseClusters(int(rows), found, false, opt.cpuParams(facts), s.NearEdges, look); err != nil {
			return false, err
		}
	}
	r.count.Bytes = countBytes(r.count, facts, opt)
	return true, nil
}

// wholeLists makes the lists in memory, and takes over what is known of the graph
// then.
func (r *run) wholeLists(ctx context.Context, s *records) (*lists.Oriented, error) {
	o, built, err := s.Whole(ctx)
	if err != nil {
		return nil, err
	}
	return o, r.built(s, built)
}

// countTripartite counts a task of three colours.
func (r *run) countTripartite(ctx context.Context, s *records) error {
	t, built, err := s.Tripartite(ctx)
	if err != nil {
		return err
	}
	if err := r.built(s, built); err != nil {
		return err
	}
	params := r.left().listParams(t.Rows(), t.Edges())
	if params.Memory > 0 {
		params.Memory = max(params.Memory-lists.TripartiteBytes*int64(t.Rows()), 1)
	}
	r.result.Triangles, err = cpucount.CountTripartite(ctx, t, params)
	r.clock.lap(&r.clock.Count)
	return err
}

// built takes over what is known of a graph whose lists are made, and gives back
// what that took.
func (r *run) built(s *records, built lists.Built) error {
	if r.asked != ofGraph {
		f := &r.found
		f.vertices = s.Vertices()
		f.degrees = s.Degrees(&f.vertices)
		if s.graph != nil { // whose records have no labels
			f.vertices.Labels = s.graph.Labels()
		}
	}
	r.result.Order, r.result.MaxOutDegree = built.Order, built.MaxOutDegree
	if s.graph != nil {
		built.Report = s.graph.Report()
	}
	if err := cmp.Or(r.describe(built.Facts, built.Report), s.Close()); err != nil {
		return err
	}
	// What was given back would be beside what counts, where it was much.
	if r.opt.Memory > 0 && 16*int64(s.Records()) > r.opt.Memory/16 {
		debug.FreeOSMemory()
	}
	r.clock.lap(&r.clock.Clean)
	return nil
}

// countPieces counts the source in parts, from temporary files.
func (r *run) countPieces(ctx context.Context, s *records) error {
	folder, err := scratch.New(r.opt.TmpDir)
	if err != nil {
		return err
	}
	parts := &Divided{files: objectfs.NewScratch(folder.Name), asked: r.asked}
	err = r.cutPieces(ctx, s, parts)
	if err == nil {
		err = r.countParts(ctx, parts, parts.count)
	}
	return cmp.Or(err, folder.Remove())
}

// countSubtasks is how subtasks are counted, on the CPU or on GPUs.
type countSubtasks func(ctx context.Context, tasks []partition.Subtask, opt Options, finished func(t partition.Subtask, triangles uint64) error) (*Result, error)

// subtasksTold is of how many subtasks a result tells, so that it takes little memory.
const subtasksTold = 10_000

// countParts counts all subtasks, for the answer to the question.
func (r *run) countParts(ctx context.Context, parts *Divided, count countSubtasks) (err error) {
	opt := r.leftBeside(parts)
	switch r.asked {
	case perVertex:
		parts.vertices = hugemem.Make[uint64](int(parts.Store.Rows()))
	case perEdge:
		if err := r.fitsOutside(r.opt.Memory-opt.Memory, parts); err != nil {
			return err
		}
		parts.sums = partition.NewSums(parts.Store, parts.Grid, opt.TmpDir)
		defer func() { err = cmp.Or(err, parts.sums.Close()) }()
	}
	tasks := slices.Collect(parts.Grid.Subtasks())
	each := make(map[partition.Subtask]uint64)
	finished := func(t partition.Subtask, triangles uint64) error {
		each[t] = triangles
		return nil
	}
	if len(tasks) > subtasksTold {
		finished = nil
	}
	found, err := count(ctx, tasks, opt, finished)
	if err != nil {
		return err
	}
	r.take(found)
	if finished != nil {
		for _, t := range tasks {
			r.result.Subtasks = append(r.result.Subtasks, partition.Counted{Subtask: t, Triangles: each[t]})
		}
	}
	switch r.asked {
	case perVertex:
		err = r.takeRows(ctx, parts.vertices)
		parts.vertices = nil
	case perEdge:
		err = r.arrangeOutside(ctx, parts, opt)
		r.clock.lap(&r.clock.Count)
	}
	if err == nil && r.asked != ofGraph {
		err = r.sameTriangles(found.Triangles)
	}
	return err
}

// sameTriangles says whether the answers add up to what was counted.
func (r *run) sameTriangles(counted uint64) error {
	if r.result.Triangles != counted {
		return fmt.Errorf("internal error: %d triangles, and %d by the answers; please report it", counted, r.result.Triangles)
	}
	return nil
}

// leftBeside is left with the memory that the answer leaves to the counting of parts.
func (r *run) leftBeside(parts *Divided) Options {
	return r.left().besideRows(r.asked, uint64(r.found.vertices.Count), uint64(parts.Store.Rows()))
}

// cutPieces makes the lists piece by piece in a store, and cuts it for the CPU.
func (r *run) cutPieces(ctx context.Context, s *records, parts *Divided) error {
	m, err := r.storePieces(ctx, s, parts)
	if err != nil {
		return err
	}
	parts.longest = r.result.MaxOutDegree
	parts.Grid, err = r.leftBeside(parts).cutStore(parts, m)
	r.result.Parts = parts.size(r.opt)
	r.clock.lap(&r.clock.Order)
	return err
}

// storePieces makes the lists piece by piece in a store. It says how the records
// spread over the ranks.
func (r *run) storePieces(ctx context.Context, s *records, parts *Divided) (lists.Masses, error) {
	if err := s.Partition(ctx); err != nil {
		return lists.Masses{}, err
	}
	r.clock.lap(&r.clock.Read)
	m := s.Masses()
	var err error
	if parts.Store, err = partition.NewStore(m.Rows(), cutColumns(m, r.left().columnCuts(m.Rows(), m.Records(), r.deviceRoom)), parts.files); err != nil {
		return m, err
	}
	if err := parts.Store.CheckRoom(m.Records()); err != nil {
		return m, err
	}
	columns := partition.Range{End: m.Rows()}
	built, err := s.Pieces(ctx, func(piece lists.Piece) error {
		rows := partition.Range{Begin: piece.First, End: piece.First + uint32(len(piece.Lengths))}
		return parts.Store.Add(ctx, &partition.Block{Rows: rows, Columns: columns, Lengths: piece.Lengths, Neighbors: piece.Neighbors})
	})
	if err != nil {
		return m, err
	}
	built.Order = r.opt.partsOrder()
	return m, cmp.Or(r.built(s, built), parts.Store.Seal())
}
