package graphio

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"math/bits"
	"sync/atomic"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// With the .offsets, nodes are decoded by blocks. The first lists of a block may refer
// to the window in front of it, whose lists refer further back: no further than the
// longest chain allows. These few nodes are decoded twice. What they came to is compared
// with what the block before found there, and so .offsets of another graph, which would
// lead to other lists, are seen.

// bvStart is where a block begins.
type bvStart struct {
	node uint64
	bit  int64
	way  bvOffset // the first node that may matter to it
}

// bvOffset is an offset, of a node that goes without saying.
type bvOffset struct {
	bit  int64 // in the .graph
	next int64 // where the next offset stands, as a bit of the .offsets
}

// bvMostWay is how many nodes may be decoded twice for a block.
const bvMostWay = 1 << 12

// wayBefore returns how many nodes in front of node may matter to it.
func (s *bvSource) wayBefore(node uint64) uint64 {
	return min(s.window*(uint64(s.depth)+1), node)
}

// canStartAnywhere says that few nodes are needed to start at any.
func (s *bvSource) canStartAnywhere() bool {
	return s.window == 0 || uint64(s.depth) < bvMostWay/s.window
}

// errBVOffsets says that blocks do not come to what the whole graph is.
var errBVOffsets = errors.New("blocks do not fit together")

// findStarts reads the offsets and keeps one for each block.
func (s *bvSource) findStarts(ctx context.Context) error {
	if s.starts != nil {
		return nil
	}
	file := &bvBits{in: s.offsets, size: s.piece}
	file.seek(0)
	ring := make([]bvOffset, 1<<bits.Len64(s.wayBefore(s.nodes)))
	mask := uint64(len(ring) - 1)
	var starts []bvStart
	bit, last := int64(0), int64(0)
	for node := uint64(0); node <= s.nodes; node++ {
		if node%(1<<16) == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		before := file.bit()
		more := file.read(s.offsetCode)
		if file.failed() || more > uint64(8*s.in.bytes-bit) || node == 0 && more > 0 {
			if file.err != nil {
				return file.err
			}
			found := file.bad
			if found == "" {
				found = fmt.Sprintf("bit %d", uint64(bit)+more)
			}
			return &graph.InputError{
				File: s.offsets.name, Offset: before / 8,
				Expected: fmt.Sprintf("where node %d begins in %s, which has %d bytes", node, s.in.name, s.in.bytes),
				Found:    found,
			}
		}
		bit += int64(more)
		ring[node&mask] = bvOffset{bit, file.bit()}
		if node == 0 || node == s.nodes || bit-last >= s.block {
			last = bit
			starts = append(starts, bvStart{node, bit, ring[(node-s.wayBefore(node))&mask]})
		}
	}
	s.starts = starts
	return nil
}

// readBlocks reads the graph by blocks.
func (s *bvSource) readBlocks(ctx context.Context, workers int, emit func(int, graph.Batch) error) error {
	if err := s.findStarts(ctx); err != nil {
		return s.blame(ctx, err)
	}
	r := &bvBlocks{
		bvSource: s, seed: maphash.MakeSeed(), workers: make([]*bvWorker, workers),
		before: make([]uint64, len(s.starts)), behind: make([]uint64, len(s.starts)),
	}
	err := par.Each(ctx, workers, len(s.starts)-1, func(worker, block int) error {
		if r.workers[worker] == nil {
			r.workers[worker] = &bvWorker{
				bvNodes: newBVNodes(s),
				offsets: bvBits{in: s.offsets, size: min(s.piece, bvPieceOfOffsets)},
				edges:   make([]graph.Edge, 0, s.batch),
			}
		}
		return r.read(ctx, worker, block, emit)
	})
	for _, w := range r.workers {
		if w != nil {
			w.release()
		}
	}
	if err == nil && r.arcs.Load() == s.arcsInAll {
		for block := 1; block < len(s.starts)-1 && err == nil; block++ {
			if r.before[block] != r.behind[block-1] {
				err = errBVOffsets
			}
		}
	}
	if err == nil && r.arcs.Load() != s.arcsInAll {
		err = errBVOffsets
	}
	if errors.Is(err, errBVOffsets) {
		err = s.blame(ctx, &graph.InputError{
			File: s.offsets.name, Expected: "the offsets of " + s.in.name + ", which is well-formed",
			Found: "others: without the file the graph is read, by one thread at a time",
		})
	}
	return err
}

// blame returns what is wrong with the graph, or else err, which says what is wrong with
// its offsets. So the error is that of a reading without them, whoever met what first.
func (s *bvSource) blame(ctx context.Context, err error) error {
	if malformed := (*graph.InputError)(nil); !errors.As(err, &malformed) {
		return err
	}
	if wrong := s.check(ctx); wrong != nil {
		return wrong
	}
	return err
}

// bvBlocks is one reading by blocks.
type bvBlocks struct {
	*bvSource
	seed           maphash.Seed
	workers        []*bvWorker
	before, behind []uint64 // hashes of the windows in front of a block, as it and the one before found them
	arcs           atomic.Uint64
}

type bvWorker struct {
	*bvNodes
	offsets bvBits
	edges   []graph.Edge
}

// bvPieceOfOffsets is how many bytes of offsets are read for the beginning of a block.
const bvPieceOfOffsets = 4 << 10

// read reads a block.
func (r *bvBlocks) read(ctx context.Context, worker, block int, emit func(int, graph.Batch) error) error {
	w, start, next := r.workers[worker], r.starts[block], r.starts[block+1]
	if err := w.approach(start, r.wayBefore(start.node)); err != nil {
		return broken(err)
	}
	r.before[block] = w.hash(r.seed)
	for w.more(next.node) {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		edges, err := w.fill(next.node, w.edges[:0])
		if err != nil {
			return broken(err)
		}
		if r.arcs.Add(uint64(len(edges))) > r.arcsInAll {
			return errBVOffsets
		}
		if len(edges) == 0 {
			continue
		}
		if err := emit(worker, graph.Batch{Edges: edges}); err != nil {
			return err
		}
	}
	if w.bits.bit() != next.bit {
		return errBVOffsets
	}
	r.behind[block] = w.hash(r.seed)
	if next.node == r.nodes {
		return broken(w.checkEnd())
	}
	return nil
}

// broken is err, or errBVOffsets where that is what malformed input leads to.
func broken(err error) error {
	if malformed := (*graph.InputError)(nil); errors.As(err, &malformed) {
		return errBVOffsets
	}
	return err
}

// approach decodes the window in front of a block, and of the way to it what that
// needs.
func (w *bvWorker) approach(to bvStart, way uint64) error {
	w.start(to.node-way, to.way.bit)
	w.offsets.seek(to.way.next)
	for bit := to.way.bit; w.node < to.node; w.node++ {
		w.bits.skip(bit)
		if err := w.decode(w.node); err != nil {
			return err
		}
		bit += int64(w.offsets.read(w.offsetCode))
	}
	for back := uint64(1); back <= min(w.window, w.node); back++ {
		if !w.slot(w.node - back).known {
			return errBVOffsets
		}
	}
	w.bits.skip(to.bit)
	return w.offsets.err
}

// check decodes the whole file and returns what is wrong with it first.
func (s *bvSource) check(ctx context.Context) error {
	d := newBVNodes(s)
	defer d.release()
	for d.start(0, 0); d.node < s.nodes; {
		if d.node%1024 == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err := d.next(); err != nil {
			return err
		}
	}
	return s.checkWhole(d, d.arcs)
}
