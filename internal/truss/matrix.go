package truss

import (
	"context"
	"math/bits"

	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// matrix is marks for every vertex at once: for what is left of a graph when it has
// become small and dense. Neighbours that two vertices share are then found 64 at a
// time.
type matrix struct {
	stride uint32                // words a vertex; 0 where there is no matrix
	bits   hugemem.Array[uint64] // neighbours of each vertex, by edges that were there when it was made
	before hugemem.Array[uint32] // of each word, neighbours in the words before
}

// matrixDensity is how many words of a row there may be for a neighbour of an average
// vertex: with more, lists are shorter.
const matrixDensity = 4

// matrixBytes returns what the matrix of so many vertices holds.
func matrixBytes(n int) int64 { return int64(n) * int64((n+63)/64) * (8 + 4) }

// fill makes the matrix where it fits and pays.
func (x *matrix) fill(ctx context.Context, g *work, workers int, memory int64) (err error) {
	stride := (g.n + 63) / 64
	if matrixBytes(g.n) > memory || g.n*stride > matrixDensity*2*len(g.lower) {
		return nil
	}
	if x.bits, err = hugemem.New[uint64](g.n * stride); err != nil {
		return err
	}
	if x.before, err = hugemem.New[uint32](g.n * stride); err != nil {
		return err
	}
	x.stride = uint32(stride)
	return par.Chunks(ctx, workers, g.n, 64, func(_, begin, end int) error {
		for v := begin; v < end; v++ {
			row, before := x.row(uint32(v))
			for _, u := range g.lower[g.begin[v]:g.begin[v+1]] {
				row[u>>6] |= 1 << (u & 63)
			}
			for _, u := range g.upper[g.up[v]:g.up[v+1]] {
				row[u>>6] |= 1 << (u & 63)
			}
			sum := uint32(0)
			for i, word := range row {
				before[i] = sum
				sum += uint32(bits.OnesCount64(word))
			}
		}
		return nil
	})
}

func (x *matrix) row(v uint32) (row []uint64, before []uint32) {
	begin, end := int(v)*int(x.stride), int(v+1)*int(x.stride)
	return x.bits.Slice()[begin:end], x.before.Slice()[begin:end]
}

func (x *matrix) free() {
	x.bits.Free()
	x.before.Free()
	x.stride = 0
}

// share looks for the triangles of edge e, from v to u, in the matrix.
func (w *worker) share(v, u, e uint32) {
	g := w.g
	need := g.state[e]
	uRow, uBefore := g.matrix.row(u)
	vRow, vBefore := g.matrix.row(v)
	vRow = vRow[:len(uRow)]
	for i, word := range uRow {
		for both := word & vRow[i]; both != 0; both &= both - 1 {
			below := both&-both - 1
			a := g.markedEdge(u, uBefore[i]+uint32(bits.OnesCount64(word&below)))
			b := g.markedEdge(v, vBefore[i]+uint32(bits.OnesCount64(vRow[i]&below)))
			if w.triangle(e, a, b) {
				if need--; need == 0 {
					return
				}
			}
		}
	}
}
