package cpucount

import (
	"context"
	"sync/atomic"

	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// Support counts, for each edge of oriented lists, the triangles that hold it: one
// number for each position in their neighbours. It fits 32 bits, as an edge is in fewer
// triangles than there are vertices. Their sum is three times the triangles.
//
// Errors: those of [Count].
func Support(ctx context.Context, o *lists.Oriented, method Method, p Params) ([]uint32, error) {
	at := hugemem.Make[uint32](int(o.Edges()))
	return at, SupportTo(ctx, o, method, p, at)
}

// SupportTo is Support to an array of zeros: from all workers at once, so that it had better
// not be of memory that one of them must clear or that comes in small pages.
func SupportTo(ctx context.Context, o *lists.Oriented, method Method, p Params, at []uint32) error {
	if err := method.fits(o, p, SupportingBytes(o.Rows(), o.Edges(), o.MaxOutDegree(), p)); err != nil {
		return err
	}
	if method == Auto {
		return autoSupport(ctx, o, p, at)
	}
	_, err := method.walk(ctx, o, p, &edgeTaker{o, at})
	return err
}

// SupportBytes is what the support of so many edges holds.
func SupportBytes(edges uint64) int64 { return 4 * int64(edges) }

// SupportingBytes is that, and what workers tally and note of it, for rows of which the longest
// has so many entries.
func SupportingBytes(rows int, edges uint64, longest uint32, p Params) int64 {
	workers := par.Workers(p.Threads)
	return SupportBytes(edges) + notesBytes(edges, workers) + tallyBytes(rows, workers, longest)
}

// edgeTaker credits each triangle to its edges.
type edgeTaker struct {
	lists *lists.Oriented
	at    []uint32
}

func (t *edgeTaker) take(u uint32, pos uint64, third []uint32) {
	offsets, neighbors := t.lists.Offsets(), t.lists.Neighbors()
	row, head := offsets[u], offsets[neighbors[pos]]
	atomic.AddUint32(&t.at[pos], uint32(len(third)))
	for _, i := range third {
		atomic.AddUint32(&t.at[head+uint64(i)], 1)
		row += uint64(seek(neighbors[row:pos], neighbors[head+uint64(i)]))
		atomic.AddUint32(&t.at[row], 1)
	}
}
