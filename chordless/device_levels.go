package chordless

import (
	"context"
	"math/big"

	"github.com/tricycle-graph/tricycle/chordless/internal/kernels"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
)

// deviceLevels is the method of Jradi, Dias, Castonguay, Longo and do
// Nascimento: chordless paths of one length after the other, all of a length at
// once. As in the paper the degree labeling is made on the CPU.
//
// Where the paths of a length do not fit beside those that may come of them,
// they are cut: a part is followed to its end before the next one is taken. T
// and T' are two stacks, then: the parts of paths of even length that are left
// wait in one, those of odd length in the other.
type deviceLevels struct {
	*gpurun.Run
	search    *search
	row       int // words of a row of S
	maxDegree int

	triplets gpurun.Kernel[kernels.TripletsArgs]
	expand   gpurun.Kernel[kernels.ExpandArgs]

	offsets, neighbors, weights, labels gpu.Array[uint32]
	counts                              gpu.Array[uint64] // holes by length
	counters                            gpu.Array[uint64] // counterPaths ...
	sides                               [2]levelPaths
	share                               int64 // bytes of memory that each may take

	steps levelSteps

	// For lists alone.
	listed gpu.Array[uint64]
	limit  int // of its rows
	ring   *deviceRing
}

// The counters of the kernels.
const (
	counterPaths = iota
	counterHoles
	counterTriangles
	levelCounters
)

// levelPaths is a stack of paths.
type levelPaths struct {
	sets      gpu.Array[uint64]
	vectors   [4]gpu.Array[uint32] // V1, V2, VL and the lengths
	room, top int
	bytes     int64 // with the arrays that it has outgrown
}

// behind returns the arrays behind so many paths, whose sets have so many words.
func (p *levelPaths) behind(paths, row int) (sets gpu.Array[uint64], vectors [4]gpu.Array[uint32]) {
	for i, vector := range p.vectors {
		vectors[i] = vector.Slice(paths, p.room)
	}
	return p.sets.Slice(paths*row, p.room*row), vectors
}

// levelPart is a part of the paths of a step that waits, on the top of a side.
type levelPart struct{ step, begin, count int }

const (
	levelsBytes = 32 << 30 // of paths at most; more would take long to allocate
	levelRoom   = 1 << 16  // paths that a side has room for at first, about
	// levelThreads bounds the threads of a launch, so that the end of the context
	// is answered soon.
	levelThreads = 1 << 30
)

// newDeviceLevels plans and allocates. All errors are in the run.
func newDeviceLevels(dev *gpu.Device, s *search, lists bool) *deviceLevels {
	a := s.atom
	l := &deviceLevels{Run: gpurun.Again(dev), search: s, row: setWords(a.size())}
	for v := range uint32(a.size()) {
		l.maxDegree = max(l.maxDegree, len(a.row(v)))
	}
	l.triplets = gpurun.Find(l.Run, kernels.Triplets, kernels.LevelThreads, 0)
	l.expand = gpurun.Find(l.Run, kernels.Expand, kernels.LevelThreads, 0)
	weights := make([]uint32, a.size())
	for v := range weights {
		weights[v] = uint32(a.weight(uint32(v)))
	}
	l.offsets, l.neighbors, l.weights = gpurun.Upload(l.Run, a.offsets), gpurun.Upload(l.Run, a.neighbors), gpurun.Upload(l.Run, weights)
	l.labels = gpurun.Upload(l.Run, s.label)
	l.counts = gpurun.Array[uint64](l.Run, len(a.members)+2)
	l.counters = gpurun.Array[uint64](l.Run, levelCounters)
	if lists {
		l.limit = max(int(min(listedBytes, l.Room()/8))/8/l.row, l.maxDegree)
		l.listed = gpurun.Array[uint64](l.Run, l.limit*l.row)
		l.ring = newDeviceRing(l.Run, l.row, l.limit)
	}
	l.allocatePaths()
	return l
}

// allocatePaths shares out most of the memory that is left, and allocates little
// of it: few graphs need it all, and that takes longer than most of them.
func (l *deviceLevels) allocatePaths() {
	l.share = min(l.Room()/8*6, levelsBytes) / 2
	for i := range l.sides {
		l.widen(&l.sides[i], max(min(levelRoom, int(l.share/l.pathBytes())), l.least()))
	}
}

// pathBytes is what a path takes.
func (l *deviceLevels) pathBytes() int64 { return int64(8*l.row + 16) }

// grow gives a side room for so many paths, where it has not and its share of
// the memory allows it.
func (l *deviceLevels) grow(side *levelPaths, room int) {
	if room <= side.room {
		return
	}
	room = min(max(room, 4*side.room), int((l.share-side.bytes)/l.pathBytes()))
	if room >= 2*side.room {
		l.widen(side, room)
	}
}

// widen moves a side to arrays with room for so many paths. Those that it had
// are given back with the rest; all of them together are smaller.
func (l *deviceLevels) widen(side *levelPaths, room int) {
	to := levelPaths{room: room, top: side.top, bytes: side.bytes + int64(room)*l.pathBytes()}
	to.sets = gpurun.Array[uint64](l.Run, room*l.row)
	vectors := gpurun.Array[uint32](l.Run, len(to.vectors)*room)
	if l.Err != nil {
		return
	}
	for i := range to.vectors {
		to.vectors[i] = vectors.Slice(i*room, (i+1)*room)
		gpurun.Copy(l.Run, to.vectors[i].Slice(0, to.top), side.vectors[i].Slice(0, to.top))
	}
	gpurun.Copy(l.Run, to.sets.Slice(0, to.top*l.row), side.sets.Slice(0, to.top*l.row))
	*side = to
}

// reserve is the room of a side that one path at a time takes at most, whatever
// waits: what a path is extended to, for every second vertex.
func (l *deviceLevels) reserve() int { return (l.search.atom.size()/2 + 1) * l.maxDegree }

// least is the least room of a side: the triplets of a vertex beside the reserve.
func (l *deviceLevels) least() int { return l.reserve() + l.maxDegree*l.maxDegree }

// count counts the holes by length. Where an error stops it, what was counted
// until then is returned, too. look is told the counts after each step where it
// is there, and may end the search.
func (l *deviceLevels) count(ctx context.Context, look func(byLength []*big.Int) error) ([]*big.Int, error) {
	var byLength []*big.Int
	after := func() error {
		if look == nil {
			return nil
		}
		return look(bigOf(gpurun.Read(l.Run, l.counts)))
	}
	err := l.run(ctx, after)
	if l.Err == nil {
		byLength = bigOf(gpurun.Read(l.Run, l.counts))
	}
	if err == nil {
		err = l.Err
	}
	return byLength, err
}

// list calls visit with all holes, as sets of l.row words, many at a time.
func (l *deviceLevels) list(ctx context.Context, visit func(holes []uint64) error) error {
	if l.Err != nil {
		return l.Err
	}
	return l.ring.run(ctx, func(ctx context.Context) error {
		return l.run(ctx, func() error {
			holes := gpurun.Read(l.Run, l.counters)[counterHoles]
			if l.Err != nil {
				return l.Err
			}
			return l.ring.bring(ctx, l.listed.Slice(0, int(holes)*l.row))
		})
	}, visit)
}

// run is the paper's algorithm 4, and calls after behind every launch that may
// have found holes.
func (l *deviceLevels) run(ctx context.Context, after func() error) error {
	l.steps = l.steps[:0]
	a := l.search.atom
	gpurun.Zero(l.Run, l.counts)
	pairs := 0
	for v := range uint32(a.size()) {
		pairs += pairsOf(a, v)
	}
	l.grow(&l.sides[1], pairs+l.reserve())
	for first := 0; first < a.size() && l.Err == nil; {
		last, pairs := first, 0
		for ; last < a.size(); last++ {
			if pairs += pairsOf(a, uint32(last)); pairs > l.sides[1].room-l.reserve() && last > first {
				break
			}
		}
		var parts []levelPart
		if paths := l.begin(first, last); paths > 0 {
			parts = append(parts, levelPart{step: 1, count: paths})
			l.sides[1].top = paths
		}
		for len(parts) > 0 && l.Err == nil {
			if ctx.Err() != nil {
				l.Wait()
				return context.Cause(ctx)
			}
			parts = l.extend(parts)
			if err := after(); err != nil {
				return err
			}
		}
		first = last
	}
	return l.Err
}

// pairsOf is how many triplets a vertex may be in the middle of.
func pairsOf(a *atom, v uint32) int {
	degree := len(a.row(v))
	return degree * (degree - 1) / 2
}

// begin makes the triplets of some vertices, and returns their number.
func (l *deviceLevels) begin(first, last int) int {
	gpurun.Zero(l.Run, l.counters)
	to := &l.sides[1]
	l.triplets.Launch(kernels.TripletsArgs{
		V: l.offsets, E: l.neighbors, Labels: l.labels, N: uint32(l.search.atom.size()), MaxDegree: uint32(l.maxDegree),
		Weights: l.weights, Longest: longestOf(l.search.atom, l.search.query.longest), First: uint32(first), Last: uint32(last),
		S: to.sets, V1: to.vectors[0], V2: to.vectors[1], VL: to.vectors[2], Lengths: to.vectors[3],
		Count: l.counter(counterPaths), Triangles: l.counter(counterTriangles),
	})
	found := gpurun.Read(l.Run, l.counters)
	l.steps.note(1, found[counterPaths], found[counterTriangles])
	return int(found[counterPaths])
}

// extend extends the part that waits last, or as many of its paths as there is
// room for, and returns the parts that wait then.
func (l *deviceLevels) extend(parts []levelPart) []levelPart {
	part := &parts[len(parts)-1]
	from, to := &l.sides[part.step%2], &l.sides[1-part.step%2]
	most := max(l.maxDegree-1, 1)
	some := min(part.count, levelThreads/l.maxDegree+1)
	if l.ring != nil {
		some = min(some, l.limit/l.maxDegree)
	}
	l.grow(to, to.top+l.reserve()+some*most)
	if room := to.room - to.top - l.reserve(); some > room/most {
		some = max(room/2/most, 1)
	}
	begin := part.begin + part.count - some
	gpurun.Zero(l.Run, l.counters)
	toSets, toVectors := to.behind(to.top, l.row)
	l.expand.Launch(kernels.ExpandArgs{
		V: l.offsets, E: l.neighbors, Labels: l.labels, N: uint32(l.search.atom.size()), MaxDegree: uint32(l.maxDegree),
		Weights: l.weights, Longest: longestOf(l.search.atom, l.search.query.longest),
		S: from.sets, V1: from.vectors[0], V2: from.vectors[1], VL: from.vectors[2], Lengths: from.vectors[3],
		Begin: uint64(begin), Paths: uint32(some),
		ToS: toSets, ToV1: toVectors[0], ToV2: toVectors[1], ToVL: toVectors[2], ToLengths: toVectors[3],
		Count: l.counter(counterPaths), C: l.listed, Found: l.counter(counterHoles), Counts: l.counts,
	})
	found := gpurun.Read(l.Run, l.counters)
	step, paths := part.step+1, int(found[counterPaths])
	l.steps.note(step, found[counterPaths], found[counterHoles])
	// The paper's algorithm 4 swaps T' for T before it waits; this is after.
	if part.count -= some; part.count == 0 {
		parts = parts[:len(parts)-1]
	}
	from.top -= some
	if paths > 0 {
		parts = append(parts, levelPart{step, to.top, paths})
		to.top += paths
	}
	return parts
}

func (l *deviceLevels) trace() levelSteps { return l.steps }

func (l *deviceLevels) counter(i int) gpu.Array[uint64] { return l.counters.Slice(i, i+1) }
