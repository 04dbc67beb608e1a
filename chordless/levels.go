package chordless

import (
	"context"
	"math/big"
	"slices"
	"sync"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// cpuLevels is the twin of [deviceLevels] on the CPU: the chordless paths of one
// length after the other, all of a length at once, by all workers.
//
// T is kept in blocks, which are made as they are needed and used again. Where
// what may come of all paths of a length does not fit into the memory beside
// them, some of them are followed to their end before the rest is taken, the last
// ones first. Blocks are kept back for a single path, with what comes of it, at
// every length, so that the search always ends.
type cpuLevels struct {
	search   *search
	workers  int
	row      int // words of a set
	width    int // words of a path: its set; first and second vertex; last vertex and length
	longest  uint32
	matrix   words // edges as bits; nil where that would be large
	most     int   // paths and holes that come of one path at most
	perBlock int   // paths

	blocks int // that may be held; 0 for any number
	lock   sync.Mutex
	spare  [][]uint64
	made   int // blocks

	waiting [][][]uint64 // by step: blocks of its paths that are not extended yet
	results []levelResult
	counts  []uint64 // holes by length
	steps   levelSteps
}

// levelResult is what a worker makes of a block of paths, or of some vertices.
type levelResult struct {
	blocks [][]uint64
	holes  []uint64 // sets, where they are listed
	closed uint64   // cycles
	counts []uint64 // of holes by length
}

const (
	levelBlockWords = 1 << 12 // of a block, where a path is not longer
	levelBatch      = 16      // blocks a worker that are extended before their holes are handed on
)

// newCPULevels prepares a search in any memory.
func newCPULevels(s *search, workers int) *cpuLevels {
	l := &cpuLevels{search: s, workers: workers, row: setWords(s.atom.size()), longest: longestOf(s.atom, s.query.longest), matrix: matrix(s.atom)}
	l.width = l.row + 2
	l.perBlock = max(levelBlockWords/l.width, 1)
	for v := range uint32(s.atom.size()) {
		l.most = max(l.most, len(s.atom.row(v))-1)
	}
	l.waiting = make([][][]uint64, s.atom.size()+2)
	l.counts = newCounts(s.atom)
	return l
}

// within bounds what the paths hold, in bytes; 0 is no bound.
func (l *cpuLevels) within(memory int64) (*cpuLevels, error) {
	if least := l.least(); memory > 0 && memory < least {
		return nil, &graph.MemoryError{What: "the chordless paths", Need: least, Limit: memory}
	}
	l.blocks = int(memory / l.blockBytes())
	return l, nil
}

func (l *cpuLevels) blockBytes() int64 { return 8 * int64(l.perBlock*l.width) }

// least is the least memory with which a search ends: room for what comes of one
// path, for every length, and for the triplets of one vertex.
func (l *cpuLevels) least() int64 {
	triplets := 0
	for u := range uint32(l.search.atom.size()) {
		triplets = max(triplets, l.tripletsOf(u))
	}
	return (int64(l.keptBack(0)) + int64(l.blocksFor(triplets))) * l.blockBytes()
}

// keptBack is how many blocks are kept back for the steps behind one.
func (l *cpuLevels) keptBack(step int) int {
	return (l.search.atom.size() - step) * (l.blocksFor(l.most) + 1)
}

func (l *cpuLevels) blocksFor(paths int) int { return (paths + l.perBlock - 1) / l.perBlock }

// room is how many blocks a step may fill.
func (l *cpuLevels) room(step int) int {
	return l.blocks - (l.made - len(l.spare)) - l.keptBack(step)
}

// tripletsOf is how many triplets a vertex may be in the middle of.
func (l *cpuLevels) tripletsOf(u uint32) int {
	later := 0
	for _, v := range l.search.atom.row(u) {
		if l.search.label[v] > l.search.label[u] {
			later++
		}
	}
	return later * (later - 1) / 2
}

// count counts the holes by length, as that of [deviceLevels] does.
func (l *cpuLevels) count(ctx context.Context, look func(byLength []*big.Int) error) ([]*big.Int, error) {
	err := l.run(ctx, false, func([]uint64) error {
		if look == nil {
			return nil
		}
		return look(bigOf(l.counts))
	})
	return bigOf(l.counts), err
}

// list calls visit with all holes, as sets of l.row words, many at a time, in an
// order that does not depend on the number of workers.
func (l *cpuLevels) list(ctx context.Context, visit func(holes []uint64) error) error {
	return l.run(ctx, true, visit)
}

func (l *cpuLevels) trace() levelSteps { return l.steps }

// run is the paper's algorithm 4, and calls after behind every result with its
// holes, where they are listed.
func (l *cpuLevels) run(ctx context.Context, lists bool, after func(holes []uint64) error) error {
	for next := uint32(0); next < uint32(l.search.atom.size()); {
		var seeds [][2]uint32
		seeds, next = l.seeds(next)
		err := l.stage(ctx, 1, len(seeds), after, func(heed *par.Heed, item int, to *levelResult) error {
			return l.triplets(heed, seeds[item], to)
		})
		if err != nil {
			return err
		}
		for step := 1; step > 0; {
			if len(l.waiting[step]) == 0 {
				step--
				continue
			}
			paths := l.take(step)
			err := l.stage(ctx, step+1, len(paths), after, func(heed *par.Heed, item int, to *levelResult) error {
				if err := l.expand(heed, paths[item], lists, to); err != nil {
					return err
				}
				l.giveBack(paths[item])
				return nil
			})
			if err != nil {
				return err
			}
			step++
		}
	}
	return nil
}

// seeds returns ranges of vertices from first on whose triplets there is room
// for, some for each worker to take, and the vertex behind them.
func (l *cpuLevels) seeds(first uint32) (seeds [][2]uint32, next uint32) {
	room := l.room(0)
	for next = first; next < uint32(l.search.atom.size()); {
		begin, triplets := next, 0
		for next < uint32(l.search.atom.size()) && (next == begin || triplets < l.perBlock) {
			triplets += l.tripletsOf(next)
			next++
		}
		room -= l.blocksFor(triplets)
		if l.blocks > 0 && room < 0 {
			if len(seeds) > 0 {
				return seeds, begin
			}
			return [][2]uint32{{begin, begin + 1}}, begin + 1
		}
		seeds = append(seeds, [2]uint32{begin, next})
	}
	return seeds, next
}

// take takes paths of a step, in blocks: all of them where there is room for what
// comes of them, otherwise the last ones, for which half of the room is enough.
func (l *cpuLevels) take(step int) [][]uint64 {
	paths, room := l.waiting[step], l.room(step)
	fit := func(room int) int {
		for i, paths := range slices.Backward(paths) {
			if room -= l.blocksFor(len(paths) / l.width * l.most); room < 0 {
				return i + 1
			}
		}
		return 0
	}
	from := 0
	if l.blocks > 0 && fit(room) > 0 {
		from = fit(room / 2)
	}
	if from < len(paths) {
		l.waiting[step] = paths[:from]
		return paths[from:]
	}
	last := paths[len(paths)-1]
	some := min(max(room/2*l.perBlock/l.most, 1), len(last)/l.width-1)
	if some == 0 { // it is a single path
		l.waiting[step] = paths[:from-1]
		return paths[from-1:]
	}
	cut := len(last) - some*l.width
	paths[len(paths)-1] = last[:cut]
	return [][]uint64{append(l.block(), last[cut:]...)}
}

// stage has the workers do all items of a step, and puts the paths that come of
// them behind those that wait, in the order of the items.
func (l *cpuLevels) stage(ctx context.Context, step, items int, after func(holes []uint64) error, do func(heed *par.Heed, item int, to *levelResult) error) error {
	batch := levelBatch * l.workers
	for len(l.results) < min(batch, items) {
		l.results = append(l.results, levelResult{counts: newCounts(l.search.atom)})
	}
	for begin := 0; begin < items; begin += batch {
		some := min(batch, items-begin)
		err := par.Each(ctx, l.workers, some, func(_, item int) error {
			return do(par.NewHeed(ctx), begin+item, &l.results[item])
		})
		for i := range l.results[:some] {
			r := &l.results[i]
			paths := 0
			for _, b := range r.blocks {
				paths += len(b) / l.width
				l.put(step, b)
			}
			l.steps.note(step, uint64(paths), r.closed)
			addCounts(l.counts, r.counts)
			if err == nil {
				err = after(r.holes)
			}
			clear(r.counts)
			r.blocks, r.holes, r.closed = r.blocks[:0], r.holes[:0], 0
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// put puts a block behind the paths of a step that wait. Two blocks that follow
// each other hold more than one could.
func (l *cpuLevels) put(step int, b []uint64) {
	if paths := l.waiting[step]; len(paths) > 0 {
		if last := &paths[len(paths)-1]; len(*last)+len(b) <= cap(*last) {
			*last = append(*last, b...)
			l.giveBack(b)
			return
		}
	}
	l.waiting[step] = append(l.waiting[step], b)
}

// block returns an empty block.
func (l *cpuLevels) block() []uint64 {
	l.lock.Lock()
	defer l.lock.Unlock()
	if last := len(l.spare) - 1; last >= 0 {
		b := l.spare[last]
		l.spare = l.spare[:last]
		return b
	}
	l.made++
	return make([]uint64, 0, l.perBlock*l.width)
}

func (l *cpuLevels) giveBack(b []uint64) {
	l.lock.Lock()
	defer l.lock.Unlock()
	l.spare = append(l.spare, b[:0])
}
