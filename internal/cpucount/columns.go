package cpucount

import (
	"context"
	"sync/atomic"

	"github.com/tricycle-graph/tricycle/internal/lists"
)

// Columns counts, for each row of oriented lists, the triangles that are found from its
// entries: those of which it is the last corner. Their sum is the triangles. It is what a
// block of the kernels of Iakovidis (Finding the number of triangles in a graph, 2019)
// adds up for a column. Auto finds them by merges.
//
// Errors: those of [Count].
func Columns(ctx context.Context, o *lists.Oriented, method Method, p Params) ([]uint64, error) {
	if method == Auto {
		method = Merge
	}
	if err := method.fits(o, p, 8*int64(o.Rows())); err != nil {
		return nil, err
	}
	at := make([]uint64, o.Rows())
	_, err := method.walk(ctx, o, p, columnTaker(at))
	return at, err
}

// columnTaker credits each triangle to its last corner.
type columnTaker []uint64

func (t columnTaker) take(u uint32, _ uint64, third []uint32) {
	atomic.AddUint64(&t[u], uint64(len(third)))
}
