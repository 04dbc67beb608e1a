package chordless

import (
	"context"
	"math/big"
)

// deviceLevels is the method of Jradi, Dias, Castonguay, Longo and do
// Nascimento on a device: chordless paths of one length after the other, all of a
// length at once.
//
// Where the paths of a length do not fit beside those that may come of them,
// they are cut: a part is followed to its end before the next one is taken. T
// and T' are two stacks, then: the parts of paths of even length that are left
// wait in one, those of odd length in the other.
type deviceLevels struct {
	levelKernels
	search    *search
	row       int // words of a row of S
	maxDegree int
	sides     [2]levelSide
	share     int64 // bytes of memory that each may take
	steps     levelSteps

	// For lists alone.
	limit int // of rows that are listed before they are brought to the host
	ring  *holeRing
}

// levelKernels is what deviceLevels asks of a device: kernels, and the memory of two
// stacks of paths. After an error, which Failed tells, it does nothing more.
type levelKernels interface {
	Room() int64      // bytes that can still be allocated
	PathBytes() int64 // what a path takes
	// Widen moves a stack with so many paths to arrays with room for more, and says
	// whether there was memory for that. What it had stays allocated.
	Widen(side, paths, room int) bool
	// List makes room for so many holes, which are listed from then on, and for so
	// many lanes to the host.
	List(holes, lanes int)
	// Begin forgets the holes that were counted.
	Begin()
	// Triplets puts the triplets of some vertices on the empty stack 1.
	Triplets(ctx context.Context, first, last int) (paths, triangles uint64)
	// Extend extends paths of a step, so many from begin on, and puts what comes of
	// them on the other stack, behind those below `to`.
	Extend(ctx context.Context, step, begin, count, to int) (paths, holes uint64)
	Counts() []uint64 // holes by length
	// Fetch brings words of the holes that Extend listed to the host.
	Fetch(lane, begin, end int) ([]uint64, error)
	Failed() error
}

// levelSide is a stack of paths.
type levelSide struct {
	room, top int
	bytes     int64 // with what it has outgrown
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

// newDeviceLevels plans and allocates. All errors are in the kernels.
func newDeviceLevels(k levelKernels, s *search, lists bool) *deviceLevels {
	l := &deviceLevels{levelKernels: k, search: s, row: setWords(s.atom.size()), maxDegree: s.atom.maxDegree()}
	if lists {
		l.limit = max(int(min(listedBytes, l.Room()/8))/8/l.row, l.maxDegree)
		l.ring = newHoleRing(l.row, l.limit)
		l.List(l.limit, ringBuffers)
	}
	l.allocatePaths()
	return l
}

// allocatePaths shares out most of the memory that is left, and allocates little
// of it: few graphs need it all, and that takes longer than most of them.
func (l *deviceLevels) allocatePaths() {
	l.share = min(l.Room()/8*6, levelsBytes) / 2
	for i := range l.sides {
		l.widen(i, max(min(levelRoom, int(l.share/l.PathBytes())), leastPaths(l.search.atom)))
	}
}

// grow gives a side room for so many paths, where it has not and its share of
// the memory allows it.
func (l *deviceLevels) grow(side, room int) {
	s := &l.sides[side]
	if room <= s.room {
		return
	}
	room = min(max(room, 4*s.room), int((l.share-s.bytes)/l.PathBytes()))
	for ; room >= 2*s.room && l.Failed() == nil; room /= 2 {
		if l.widen(side, room) {
			return
		}
		l.share = min(l.share, s.bytes+int64(room)*l.PathBytes()) // there is less than it seemed
	}
}

// widen moves a side to arrays with room for so many paths. Those that it had
// are given back with the rest; all of them together are smaller.
func (l *deviceLevels) widen(side, room int) bool {
	s := &l.sides[side]
	if !l.Widen(side, s.top, room) {
		return false
	}
	s.room, s.bytes = room, s.bytes+int64(room)*l.PathBytes()
	return true
}

// reserve is the room of a side that one path at a time takes at most, whatever
// waits: what a path is extended to, for every second vertex.
func (l *deviceLevels) reserve() int { return (l.search.atom.size()/2 + 1) * l.maxDegree }

// leastPaths is the least room of a side: the triplets of a vertex beside the reserve.
func leastPaths(a *atom) int {
	degree := a.maxDegree()
	return (a.size()/2+1)*degree + degree*degree
}

// count counts the holes by length. Where an error stops it, what was counted
// until then is returned, too. look is told the counts after each step where it
// is there, and may end the search.
func (l *deviceLevels) count(ctx context.Context, look func(byLength []*big.Int) error) ([]*big.Int, error) {
	var byLength []*big.Int
	after := func() error {
		if look == nil {
			return nil
		}
		return look(bigOf(l.Counts()))
	}
	err := l.run(ctx, after)
	if l.Failed() == nil {
		byLength = bigOf(l.Counts())
	}
	if err == nil {
		err = l.Failed()
	}
	return byLength, err
}

// list calls visit with all holes, as sets of l.row words, many at a time.
func (l *deviceLevels) list(ctx context.Context, visit func(holes []uint64) error) error {
	if err := l.Failed(); err != nil {
		return err
	}
	return l.ring.run(ctx, func(ctx context.Context) error {
		return l.run(ctx, nil)
	}, visit)
}

// run is the paper's algorithm 4. After every extension, which may have found
// holes, it calls after, where it is there, and brings what was listed.
func (l *deviceLevels) run(ctx context.Context, after func() error) error {
	l.steps = l.steps[:0]
	a := l.search.atom
	l.Begin()
	pairs := 0
	for v := range uint32(a.size()) {
		pairs += pairsOf(a, v)
	}
	l.grow(1, pairs+l.reserve())
	for first := 0; first < a.size() && l.Failed() == nil; {
		last, pairs := first, 0
		for ; last < a.size(); last++ {
			if pairs += pairsOf(a, uint32(last)); pairs > l.sides[1].room-l.reserve() && last > first {
				break
			}
		}
		var parts []levelPart
		paths, triangles := l.Triplets(ctx, first, last)
		l.steps.note(1, paths, triangles)
		if paths > 0 {
			parts = append(parts, levelPart{step: 1, count: int(paths)})
			l.sides[1].top = int(paths)
		}
		for len(parts) > 0 && l.Failed() == nil {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			var holes uint64
			parts, holes = l.extend(ctx, parts)
			if after != nil {
				if err := after(); err != nil {
					return err
				}
			}
			if l.ring != nil {
				if err := l.ring.bring(ctx, int(holes)*l.row, l.Fetch); err != nil {
					return err
				}
			}
		}
		first = last
	}
	return l.Failed()
}

// pairsOf is how many triplets a vertex may be in the middle of.
func pairsOf(a *atom, v uint32) int {
	degree := len(a.row(v))
	return degree * (degree - 1) / 2
}

// extend extends the part that waits last, or as many of its paths as there is
// room for, and returns the parts that wait then, and the holes that it found.
func (l *deviceLevels) extend(ctx context.Context, parts []levelPart) ([]levelPart, uint64) {
	part := &parts[len(parts)-1]
	from, to := &l.sides[part.step%2], &l.sides[1-part.step%2]
	most := max(l.maxDegree-1, 1)
	some := min(part.count, levelThreads/l.maxDegree+1)
	if l.ring != nil {
		some = min(some, l.limit/l.maxDegree)
	}
	l.grow(1-part.step%2, to.top+l.reserve()+some*most)
	if room := to.room - to.top - l.reserve(); some > room/most {
		some = max(room/2/most, 1)
	}
	paths, holes := l.Extend(ctx, part.step, part.begin+part.count-some, some, to.top)
	step := part.step + 1
	l.steps.note(step, paths, holes)
	// The paper's algorithm 4 swaps T' for T before it waits; this is after.
	if part.count -= some; part.count == 0 {
		parts = parts[:len(parts)-1]
	}
	from.top -= some
	if paths > 0 {
		parts = append(parts, levelPart{step, to.top, int(paths)})
		to.top += int(paths)
	}
	return parts, holes
}

func (l *deviceLevels) trace() levelSteps { return l.steps }
