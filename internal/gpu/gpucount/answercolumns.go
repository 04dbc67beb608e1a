package gpucount

import (
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpucount/kernels"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
)

// answerBlock is the number of threads of the blocks that hand over the triangles of columns, and
// answerShared their dynamic shared memory.
const (
	answerBlock  = 96
	answerShared = (kernels.Near + kernels.FilterBits) / 8
)

// answerColumns is the columns for answers: the rows as 16-bit entries, how many of each row are near, and
// the rows that hold each vertex.
type answerColumns struct {
	*columnLists
	low      gpu.Array[uint16]
	nears    gpu.Array[uint32]
	segments gpu.Array[uint64]
}

// newAnswerColumns makes room for the lists, and middle corners with so many rows.
func (r *deviceRun) newAnswerColumns(lower int, many uint32) *answerColumns {
	c, room := &answerColumns{}, wholeRoom(lower, r.lists)
	if many != kernels.NoColumns {
		// The largest first, while it fits what was lent to the run.
		c.segments, c.low = gpurun.Array[uint64](r.Run, int(room.segments)), gpurun.Array[uint16](r.Run, room.lowEntries())
		c.nears = gpurun.Array[uint32](r.Run, room.upper)
	}
	c.columnLists = r.newColumnLists(room, many, kernels.Item)
	return c
}

// prepare is that of columnLists, for rows of which none has a near entry yet.
func (c *answerColumns) prepare(upper, lower deviceRows, first uint32) gpu.Array[uint32] {
	in := c.columnLists.prepare(upper, lower, first)
	if c.many != kernels.NoColumns {
		gpurun.Zero(c.run.Run, c.nears)
	}
	return in
}
