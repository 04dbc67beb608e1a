package cpucount

import (
	"context"
	"sync/atomic"

	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// Vertices counts, for each row of oriented lists, the triangles that it is a corner
// of. Their sum is three times the triangles.
//
// Errors: those of [Count].
func Vertices(ctx context.Context, o *lists.Oriented, method Method, p Params) ([]uint64, error) {
	if err := method.fits(o, p, VerticesBytes(o.Rows(), o.MaxOutDegree(), p)); err != nil {
		return nil, err
	}
	if method == Auto {
		return autoVertices(ctx, o, p)
	}
	at := make([]uint64, o.Rows())
	_, err := method.walk(ctx, o, p, &vertexTaker{o, at})
	return at, err
}

// VerticesBytes is what the triangles of so many rows hold, of which the longest has so many
// entries, and what workers count and note of them.
func VerticesBytes(rows int, longest uint32, p Params) int64 {
	workers := par.Workers(p.Threads)
	return 8*int64(rows) + notesBytes(uint64(rows), workers) + creditingBytes(rows, workers, longest)
}

// vertexTaker credits each triangle to its corners.
type vertexTaker struct {
	lists *lists.Oriented
	at    []uint64
}

func (t *vertexTaker) take(u uint32, pos uint64, third []uint32) {
	v := t.lists.Neighbors()[pos]
	row := t.lists.Row(v)
	atomic.AddUint64(&t.at[u], uint64(len(third)))
	atomic.AddUint64(&t.at[v], uint64(len(third)))
	for _, i := range third {
		atomic.AddUint64(&t.at[row[i]], 1)
	}
}
