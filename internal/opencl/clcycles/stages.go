package clcycles

import (
	"context"
	"time"

	"github.com/tricycle-graph/tricycle/internal/opencl"
)

const firstShare = 1 << 18 // ids of the first launch

// triangle is how many vertices a path has that stage 1 makes.
const triangle = 3

// Triplets is stage 1 for the vertices from first to last: it leaves paths on the empty stack 1,
// and returns their number and that of the triangles.
func (l *Levels) Triplets(ctx context.Context, first, last int) (paths, triangles uint64) {
	for first < last {
		// Vertices of low degree are taken together, so that a hub has no ids elsewhere.
		next, degree := first+1, l.graph.degree(first)
		for next < last {
			d := max(degree, l.graph.degree(next))
			if (next+1-first)*d*d > l.limit {
				break
			}
			next, degree = next+1, d
		}
		if degree > 1 {
			p, t := l.tripletsOf(ctx, first, degree, uint64(next-first)*uint64(degree)*uint64(degree), paths)
			paths, triangles = paths+p, triangles+t
		}
		first = next
	}
	return paths, triangles
}

// tripletsOf takes the ids of some vertices, whose paths are put behind those before.
func (l *Levels) tripletsOf(ctx context.Context, first, degree int, all, before uint64) (paths, triangles uint64) {
	to := &l.sides[1]
	for begin := uint64(0); begin < all && !l.stopped(ctx); {
		ids := uint32(min(all-begin, uint64(l.share)))
		p, t := l.launch(ids, func(groups int) {
			l.triplets.Launch(groups, l.offsets, l.neighbors, l.labels, uint32(l.graph.size()), l.room(),
				l.weights, uint32(triangle), l.graph.Longest, uint32(first), uint32(degree), begin, ids, l.marks, l.sums)
		}, func(groups int) {
			l.putTriplets.Launch(groups, l.offsets, l.neighbors, uint32(l.graph.size()), l.weights, uint32(first), uint32(degree),
				begin, ids, l.marks, l.sums, to.sets, to.of[0], to.of[1], to.of[2], to.of[3], before+paths)
		})
		paths, triangles, begin = paths+p, triangles+t, begin+uint64(ids)
	}
	return paths, triangles
}

// Extend is stage 2 for count paths of a stack from begin on, those of a step: what they are
// extended to is put on the other stack, from `to` on. It returns the number of these, and that
// of the holes, which are counted, and listed if that was asked for.
func (l *Levels) Extend(ctx context.Context, step, begin, count, to int) (paths, holes uint64) {
	from, onto := &l.sides[step%2], &l.sides[1-step%2]
	length, lists := triangle+step, uint32(min(len(l.lanes), 1))
	lengthsHere := min(localLengths, len(l.holes))
	for done := 0; done < count && !l.stopped(ctx); {
		some := min(count-done, max(l.share/l.degree, 1))
		at, ids := uint64(begin+done), uint32(some*l.degree)
		p, h := l.launch(ids, func(groups int) {
			l.paths.Launch(groups, l.offsets, l.neighbors, l.labels, uint32(l.graph.size()), l.room(),
				l.weights, uint32(length), l.graph.Longest, uint32(l.degree), at, ids, l.marks, l.sums,
				from.sets, from.of[0], from.of[1], from.of[2], from.of[3],
				l.byLength, opencl.Local(4*int64(lengthsHere)), uint32(lengthsHere))
		}, func(groups int) {
			l.putPaths.Launch(groups, l.offsets, l.neighbors, uint32(l.graph.size()), l.weights, uint32(l.degree), at, ids, l.marks, l.sums,
				from.sets, from.of[0], from.of[1], from.of[2], from.of[3],
				onto.sets, onto.of[0], onto.of[1], onto.of[2], onto.of[3], uint64(to)+paths, l.listed, holes, lists)
		})
		l.note(length, h)
		paths, holes, done = paths+p, holes+h, done+some
	}
	return paths, holes
}

// note counts the holes of a launch.
func (l *Levels) note(length int, holes uint64) {
	switch {
	case l.dev.Err != nil || holes == 0:
	case !l.format.weighted:
		l.holes[length] += holes
	default:
		// The device counts on in 32 bits, and no launch finds as many.
		counts := make([]uint32, len(l.seen))
		opencl.Read(l.dev, l.byLength, counts)
		for i, count := range counts {
			l.holes[i] += uint64(count - l.seen[i])
		}
		l.seen = counts
	}
}

// room is the argument for the graph in local memory.
func (l *Levels) room() opencl.Local {
	if !l.format.local {
		return 8 // which is nothing, but not allowed to be
	}
	return opencl.Local((l.format.localBytes(l.graph) + 7) / 8 * 8)
}

// launch marks some ids and puts what is marked, and returns the two sums.
func (l *Levels) launch(ids uint32, mark, put func(groups int)) (first, second uint64) {
	groups := min(l.groups, (int(ids)+tileIDs-1)/tileIDs)
	sums := make([]uint32, 2*groups)
	begin := time.Now()
	mark(groups)
	put(groups)
	opencl.Read(l.dev, l.sums, sums)
	l.share = opencl.NextShare(l.share, int(ids), time.Since(begin), tileIDs, l.limit)
	if l.dev.Err != nil {
		return 0, 0
	}
	for i := 0; i < len(sums); i += 2 {
		first += uint64(sums[i])
		second += uint64(sums[i+1])
	}
	return first, second
}
