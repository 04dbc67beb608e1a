package triangle

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"runtime/debug"
	"slices"
	"sync"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpucount"
	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/opencl"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/truss"
)

// question says of what triangles are counted.
type question uint8

const (
	ofGraph question = iota
	perVertex
	perEdge
	trussOfEdges
	eachTriangle
)

func (q question) String() string {
	return [...]string{
		"counting the triangles", "counting the triangles of each vertex", "counting the triangles of each edge",
		"finding the trussness of each edge", "listing the triangles",
	}[q]
}

// found is the answer to another question than that for the graph's triangles.
type found struct {
	vertices lists.Vertices
	degrees  []uint32
	counts   []uint64  // of each vertex
	edges    supported // with their support

	ids *lists.KnownIDs // that a GPU has read, until they are numbered

	trussness []uint32 // of each of these

	lists  *lists.Oriented // to list the triangles of, by these parameters
	params cpucount.Params
}

// answerable returns the wishes with the engine that answers a question, and refuses
// what there is no way to answer it by.
func (opt Options) answerable(q question) (Options, error) {
	if q == ofGraph {
		return opt, nil
	}
	if opt.Engine == opencl.Engine {
		if !q.onOpenCL() {
			return opt, errOpenCL(q.String())
		}
		opt.asked = q
		return opt, nil
	}
	cut, credits := opt.Parts != (Parts{}), slices.Contains(gpucount.AnswerMethods, opt.method())
	switch onGPU := opt.Engine == device.CUDA; {
	case onGPU && !q.onDevice():
		return opt, fmt.Errorf("%s is done by the CPU, and not on a GPU yet: %w", q, errors.ErrUnsupported)
	case cut && !q.inParts():
		return opt, fmt.Errorf("%s is done with the graph whole in memory, and not in parts yet: %w", q, errors.ErrUnsupported)
	case onGPU && !credits:
		return opt, fmt.Errorf("%s is done on a GPU by the methods %v, and not by %q: %w", q, gpucount.AnswerMethods, opt.method(), errors.ErrUnsupported)
	case !credits || !q.onDevice():
		opt.Engine = device.CPU
	}
	opt.asked = q
	return opt, nil
}

// onDevice reports whether a GPU answers a question.
func (q question) onDevice() bool { return q != eachTriangle }

// onOpenCL reports whether a device of OpenCL answers a question.
func (q question) onOpenCL() bool { return q == ofGraph || q == perVertex || q == perEdge }

// inParts reports whether a question may be answered in parts.
func (q question) inParts() bool { return q == ofGraph || q == perVertex || q == perEdge }

// bytes is what the answer holds beside the lists and what counts them.
func (q question) bytes(vertices, edges uint64, threads int) int64 {
	switch q {
	case perVertex:
		return int64(4+8+8) * int64(vertices) // degrees, counts, and labels that may take a table
	case perEdge:
		return int64(4+8)*int64(vertices) + supportedBytes(vertices, edges) + arrangeBytes(vertices, edges, par.Workers(threads))
	case trussOfEdges: // and the trussness, of 4 bytes, when what arranges them, of 2, is done
		return perEdge.bytes(vertices, edges, threads) + (4-2)*int64(edges)
	case eachTriangle:
		return int64(4+8+4) * int64(vertices) // and numbers of the rows
	}
	return 0
}

// entryBytes is what an edge takes in the lists, which truss.Bytes has in its sum.
const entryBytes = 4

// arrangedBytes is the least that edges with support and trussness, in the order of the
// ids, hold and take to be arranged: peeling ends before that begins, and has this room.
func arrangedBytes(rows int, edges uint64) int64 {
	return supportedBytes(uint64(rows), edges) + 4*int64(edges)
}

// countingBytes is what the answer holds for each row or entry of the lists while they
// are counted.
func (q question) countingBytes(rows int, edges uint64, p cpucount.Params) int64 {
	longest := uint32(min(uint64(rows), edges)) // row that there can be
	switch q {
	case perVertex:
		return cpucount.VerticesBytes(rows, longest, p)
	case perEdge:
		return cpucount.SupportingBytes(rows, edges, longest, p)
	case trussOfEdges:
		peeling := truss.Bytes(rows, edges, par.Workers(p.Threads)) - entryBytes*int64(edges)
		return max(cpucount.SupportingBytes(rows, edges, longest, p), 2*cpucount.SupportBytes(edges), cpucount.SupportBytes(edges)+peeling-arrangedBytes(rows, edges))
	case eachTriangle:
		return cpucount.ListBytes(rows, longest, p)
	}
	return 0
}

// beside returns the wishes with the memory that an answer leaves to others.
func (opt Options) beside(q question, vertices, edges uint64) Options {
	if opt.Memory > 0 && q != ofGraph {
		opt.Memory = max(opt.Memory-q.bytes(vertices, edges, opt.Threads), 1)
	}
	return opt
}

// matrixRoom is the memory that the matrix of the hubs may take, if it were triangular:
// answers ask for a symmetric one.
func (q question) matrixRoom(p cpucount.Params) int64 {
	if q != ofGraph && p.Memory > 0 {
		return max(p.MatrixRoom()/2, 1)
	}
	return p.MatrixRoom()
}

// besideRows is beside for parts, whose answers are first of rows.
func (opt Options) besideRows(q question, vertices, rows uint64) Options {
	if q == perVertex && opt.Memory > 0 {
		opt.Memory = max(opt.Memory-8*int64(rows), 1)
	}
	return opt.beside(q, vertices, 0) // the edges are in files
}

// holdsAnswer is holdsWhole with an answer beside.
func (opt Options) holdsAnswer(q question, vertices uint64, rows uint32, records uint64) bool {
	opt = opt.beside(q, vertices, records)
	if opt.Memory > 0 {
		opt.Memory = max(opt.Memory-q.countingBytes(int(rows), records, opt.partParams()), 1)
	}
	return opt.holdsWhole(rows, records)
}

// answers reports whether the CPU surely answers a question about a source within the
// memory.
func (opt Options) answers(q question, x extent) bool {
	switch {
	case q == ofGraph:
		return opt.fits(x)
	case opt.Memory <= 0:
		return true
	}
	return opt.fitsAnswer(q, x)
}

// fitsAnswer reports whether a question about a source is surely answered within the
// memory.
func (opt Options) fitsAnswer(q question, x extent) bool {
	if opt.answersWhole(q, x) {
		return true
	}
	rows, _ := x.rows()
	return q.inParts() && opt.ordersParts() && opt.besideKept(x).fitsBuilder(x) &&
		opt.besideRows(q, x.vertices(), uint64(rows)).fitsPieces(q, x, opt.piece(x.header, 0))
}

// besideKept returns the wishes with the memory that a builder has beside what it keeps of
// each vertex for an answer. That is counted with the answer when the lists are made.
func (opt Options) besideKept(x extent) Options {
	opt.Memory -= lists.KeptVertexBytes(uint64(x.info.Records.Get()), x.bound, x.distinct)
	return opt
}

// answersWhole is fitsAnswer with the graph whole in memory.
func (opt Options) answersWhole(q question, x extent) bool {
	if opt.Parts != (Parts{}) {
		return false
	}
	rows, records := x.rows()
	if x.info.Loaded {
		orienting, counting := opt.leastGraph(x)
		least := max(orienting, counting+q.countingBytes(int(rows), records, opt.partParams())) + q.bytes(x.vertices(), records, opt.Threads)
		if least <= opt.Memory || !opt.ordersParts() {
			return least <= opt.Memory
		}
	}
	return opt.besideKept(x).fitsLists(x, opt.Order) && opt.holdsAnswer(q, x.vertices(), rows, records)
}

// countLists counts oriented lists on the CPU, for the answer to the question.
func (r *run) countLists(ctx context.Context, o *lists.Oriented, params cpucount.Params) (err error) {
	switch r.asked {
	case ofGraph:
		r.result.Triangles, err = cpucount.Count(ctx, o, r.result.Method, params)
	case perVertex:
		err = r.countVertices(ctx, o, params)
	case perEdge, trussOfEdges:
		err = r.countEdges(ctx, o, params)
	case eachTriangle:
		r.found.lists, r.found.params = o, params
		err = cpucount.Listing{}.Check(o, r.result.Method, params)
	}
	r.clock.lap(&r.clock.Count)
	return err
}

func (r *run) countVertices(ctx context.Context, o *lists.Oriented, params cpucount.Params) error {
	rows, err := cpucount.Vertices(ctx, o, r.result.Method, params)
	if err != nil {
		return err
	}
	return r.takeRows(ctx, rows)
}

// takeRows takes over the triangles at each row.
func (r *run) takeRows(ctx context.Context, rows []uint64) error {
	return r.takeAllRows(func(take func(first int, rows []uint64) error) error {
		return par.Chunks(ctx, par.Workers(r.opt.Threads), len(rows), 1<<14, func(_, begin, end int) error {
			return take(begin, rows[begin:end])
		})
	})
}

// takeAllRows is takeRows for rows that are handed over some at a time, several of these at
// once, each with the first of its rows.
func (r *run) takeAllRows(hand func(take func(first int, rows []uint64) error) error) (err error) {
	f := &r.found
	f.counts = hugemem.Make[uint64](f.vertices.Count)
	var mutex sync.Mutex
	sums := make([]sum, 1)
	err = hand(func(first int, rows []uint64) error {
		some := sum{}
		for i, n := range rows {
			v := f.vertices.Of(uint32(first + i))
			if n > pairsOf(f.degrees[v]) {
				return fmt.Errorf("internal error: %d triangles at a vertex of %d neighbours", n, f.degrees[v])
			}
			f.counts[v] = n
			some.add(n)
		}
		mutex.Lock()
		defer mutex.Unlock()
		sums[0].addSum(some)
		return nil
	})
	if err != nil {
		return err
	}
	r.result.Triangles, err = third(sums)
	return err
}

func (r *run) countEdges(ctx context.Context, o *lists.Oriented, params cpucount.Params) error {
	array, err := hugemem.New[uint32](int(o.Edges()))
	if err != nil {
		return err
	}
	defer array.Free()
	support, err := r.support(ctx, o, params, array.Slice())
	if err != nil {
		return err
	}
	if err := takeSupport(ctx, r, support); err != nil {
		return err
	}
	if r.asked == trussOfEdges {
		return r.peelEdges(ctx, o, support, params)
	}
	r.found.edges, err = arrange(ctx, o, support, &r.found.vertices, params)
	return err
}

// support counts the triangles of each edge, to zeros, or by the words that trusses are peeled
// with where that is the way of both.
func (r *run) support(ctx context.Context, o *lists.Oriented, params cpucount.Params, zeros []uint32) ([]uint32, error) {
	if r.asked == trussOfEdges && r.result.Method == cpucount.Auto {
		p := truss.Params{Threads: params.Threads, Memory: params.Memory, Meter: params.Meter}
		if support, err := truss.Support(ctx, o, p); support != nil || err != nil {
			return support, err
		}
	}
	return zeros, cpucount.SupportTo(ctx, o, r.result.Method, params, zeros)
}

// takeSupport counts the triangles by the support of each edge.
func takeSupport[E uint32 | supportedEdge](ctx context.Context, r *run, edges []E) error {
	sums := make([]sum, par.Workers(r.opt.Threads))
	err := par.Chunks(ctx, len(sums), len(edges), 1<<16, func(worker, begin, end int) error {
		for _, e := range edges[begin:end] {
			sums[worker].add(uint64(uint32(e)))
		}
		return nil
	})
	if err != nil {
		return err
	}
	r.result.Triangles, err = third(sums)
	return err
}

// peelEdges finds the trussness of edges of which the support is known.
func (r *run) peelEdges(ctx context.Context, o *lists.Oriented, support []uint32, params cpucount.Params) error {
	if r.opt.Memory > 0 && 16*int64(o.Edges()) > r.opt.Memory/16 {
		debug.FreeOSMemory() // what orienting and counting left would be beside what is peeled
	}
	trussness := hugemem.Make[uint32](len(support))
	copy(trussness, support)
	p := truss.Params{Threads: params.Threads, Memory: params.Memory, Meter: params.Meter}
	if p.Memory > 0 {
		p.Memory += entryBytes*int64(o.Edges()) - cpucount.SupportBytes(o.Edges()) + arrangedBytes(o.Rows(), o.Edges())
	}
	if err := truss.Decompose(ctx, o, trussness, p); err != nil {
		return err
	}
	return r.arrangeTrussness(ctx, o, support, trussness, params)
}

// arrangeTrussness moves what is known of each position of the lists to its edge.
func (r *run) arrangeTrussness(ctx context.Context, o *lists.Oriented, support, trussness []uint32, params cpucount.Params) error {
	f := &r.found
	var err error
	if f.edges, err = arrange(ctx, o, nil, &f.vertices, params); err != nil {
		return err
	}
	if len(support) >= 1<<20 {
		debug.FreeOSMemory() // the lists, which nothing looks at any more
	}
	f.trussness = hugemem.Make[uint32](len(support))
	return par.Chunks(ctx, par.Workers(params.Threads), len(support), 1<<16, func(_, begin, end int) error {
		for i, e := range f.edges.edges[begin:end] {
			at := e.support() // which is a position so far
			f.trussness[begin+i] = trussness[at]
			f.edges.edges[begin+i] = e&^math.MaxUint32 | supportedEdge(support[at])
		}
		return nil
	})
}

// sum is a sum of 128 bits, that of one worker.
type sum struct {
	high, low uint64
	_         [48]byte // keeps the workers' sums on lines of their own
}

func (s *sum) add(n uint64) {
	carry := uint64(0)
	s.low, carry = bits.Add64(s.low, n, 0)
	s.high += carry
}

func (s *sum) addSum(other sum) {
	s.add(other.low)
	s.high += other.high
}

// third returns a third of all sums: each triangle has three corners, and three edges.
func third(sums []sum) (uint64, error) {
	total := sum{}
	for _, s := range sums {
		total.addSum(s)
	}
	if total.high >= 3 {
		return 0, graph.ErrOverflow
	}
	triangles, rest := bits.Div64(total.high, total.low, 3)
	if rest != 0 {
		return 0, fmt.Errorf("internal error: the counts add up to %d more than three for each triangle; please report it", rest)
	}
	return triangles, nil
}
