package clcycles

import (
	"cmp"
	"context"
	_ "embed"
	"errors"
	"math/bits"

	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/opencl"
)

//go:embed kernels/levels.cl
var source string

//go:embed kernels/label.cl
var labelSource string

const (
	mostItems    = 256 // of a work-group
	groupsAUnit  = 16  // work-groups that a compute unit is given: as many as hide waits for memory
	tileIDs      = 256 // TILE of the kernels
	markWords    = 2 * tileIDs / 32
	mostIDs      = 1 << 26 // of a launch
	localLengths = 1 << 10 // counts of holes in local memory: of shorter ones
)

// Levels is a graph on a device, with two stacks of chordless paths. One goroutine uses it at a
// time. After an error of the device, which Failed tells, it does nothing more.
type Levels struct {
	dev    *opencl.Device
	graph  Graph
	format format
	most   int64 // bytes that may be allocated; 0 for what the device has
	degree int   // the largest
	words  int   // of a set
	groups int
	share  int // ids of a launch, as many as are done soon
	limit  int // of these

	triplets, putTriplets, paths, putPaths opencl.Kernel

	offsets, neighbors, labels, weights opencl.Buffer
	marks, sums, byLength, listed       opencl.Buffer
	sides                               [2]side

	holes []uint64 // by length
	seen  []uint32 // what the device counted of each length, where vertices have weights
	lanes [][]uint64
}

// side is a stack of paths: rows of S, and V1, V2, VL and the lengths.
type side struct {
	room int
	sets opencl.Buffer
	of   [4]opencl.Buffer
}

// New puts a graph on a device. Beside it may be allocated what most allows; 0 is no limit. The
// device is the caller's.
func New(dev *opencl.Device, g Graph, most int64) *Levels {
	return newLevels(dev, g, most, g.format(dev.Info().Local))
}

// newLevels does it in a format of one's choice.
func newLevels(dev *opencl.Device, g Graph, most int64, f format) *Levels {
	l := &Levels{
		dev: dev, graph: g, format: f, most: most, words: (g.size() + 63) / 64, degree: max(g.maxDegree(), 1),
		holes: make([]uint64, g.Members+2),
	}
	if most > 0 {
		l.most += dev.Used()
	}
	program := f.head() + source + labelSource
	l.triplets, l.putTriplets = dev.Kernel(program, "triplets", mostItems), dev.Kernel(program, "putTriplets", mostItems)
	l.paths, l.putPaths = dev.Kernel(program, "paths", mostItems), dev.Kernel(program, "putPaths", mostItems)
	l.groups = groupsOf(dev.Info())
	l.limit = int(max(min(mostIDs, 4*(l.Room()/16)), int64(l.degree), tileIDs))
	l.share = min(firstShare, l.limit)
	l.upload(program)
	l.marks = l.dev.Buffer("the marks", 4*markWords*int64((l.limit+tileIDs-1)/tileIDs))
	l.sums = l.dev.Buffer("the sums", 8*int64(l.groups))
	opencl.Write(dev, l.sums, 0, make([]uint64, l.groups))
	if f.weighted {
		l.seen = make([]uint32, len(l.holes))
		l.byLength = l.dev.Buffer("the holes by length", 4*int64(len(l.holes)))
		opencl.Write(dev, l.byLength, 0, l.seen)
	}
	return l
}

func groupsOf(info opencl.Info) int { return max(info.ComputeUnits, 1) * groupsAUnit }

// upload puts the graph and its labels on the device.
func (l *Levels) upload(program string) {
	g := l.graph
	l.offsets = l.numbers("the rows", g.Offsets, l.format.place)
	l.neighbors = l.numbers("the lists", g.Neighbors, l.format.index)
	if l.format.weighted {
		l.weights = l.numbers("the weights", g.Weights, 4)
	}
	if g.size() > labelled {
		l.labels = l.numbers("the labels", g.Labels, l.format.index)
		return
	}
	l.labels = l.dev.Buffer("the labels", l.format.index*int64(g.size()))
	l.label(program)
}

// numbers makes a buffer of numbers that take 2 or 4 bytes each.
func (l *Levels) numbers(what string, values []uint32, width int64) opencl.Buffer {
	b := l.dev.Buffer(what, width*int64(len(values)))
	if width == 4 {
		opencl.Write(l.dev, b, 0, values)
		return b
	}
	short := make([]uint16, len(values))
	for i, v := range values {
		short[i] = uint16(v)
	}
	opencl.Write(l.dev, b, 0, short)
	return b
}

// Failed is the first error of the device.
func (l *Levels) Failed() error { return l.dev.Err }

// Room is how much more may be allocated.
func (l *Levels) Room() int64 {
	room := l.dev.Room()
	if l.most > 0 {
		room = min(room, max(l.most-l.dev.Used(), 0))
	}
	return room
}

// PathBytes is what a path takes.
func (l *Levels) PathBytes() int64 { return l.graph.PathBytes() }

// Widen moves a stack of so many paths to buffers with room for more, and says whether there was
// memory for that. The first has to succeed.
func (l *Levels) Widen(number, top, room int) bool {
	if l.dev.Err != nil {
		return false
	}
	from, to := &l.sides[number], side{room: room}
	to.sets = l.buffer("the paths", 8*int64(l.words), room)
	for i := range to.of[:3] {
		to.of[i] = l.buffer("the ends of paths", l.format.index, room)
	}
	if l.format.weighted {
		to.of[3] = l.buffer("the lengths of paths", 4, room)
	}
	if from.room > 0 && errors.Is(l.dev.Err, gpu.ErrOutOfMemory) {
		l.dev.Err = nil
		l.free(to)
		return false
	}
	if from.room > 0 {
		l.dev.Copy(to.sets, from.sets, 8*int64(l.words*top))
		for i := range to.of[:3] {
			l.dev.Copy(to.of[i], from.of[i], l.format.index*int64(top))
		}
		l.dev.Copy(to.of[3], from.of[3], l.format.length()*int64(top))
	}
	l.free(*from)
	*from = to
	return true
}

// free gives the buffers of a stack back.
func (l *Levels) free(s side) {
	for _, b := range append(s.of[:], s.sets) {
		l.dev.Free(b)
	}
}

// buffer makes a buffer of so many elements, and writes to its end: a driver may look for the
// memory only when it is used.
func (l *Levels) buffer(what string, width int64, elements int) opencl.Buffer {
	bytes := (width*int64(elements) + 7) / 8 * 8
	b := l.dev.Buffer(what, bytes)
	opencl.Write(l.dev, b, int(max(bytes/8-1, 0)), []uint64{0})
	return b
}

// List makes room for so many holes, which are listed from then on.
func (l *Levels) List(holes, lanes int) {
	l.listed = l.dev.Buffer("the holes", 8*int64(l.words*holes))
	l.lanes = make([][]uint64, lanes)
}

// Begin forgets the holes that were counted.
func (l *Levels) Begin() { clear(l.holes) }

// Counts returns the holes by length so far.
func (l *Levels) Counts() []uint64 { return l.holes }

// Fetch returns words of the holes that were listed last, by a buffer of the host. That grows to powers
// of two: the first touch of memory takes about as long as a copy to it.
func (l *Levels) Fetch(lane, begin, end int) ([]uint64, error) {
	if cap(l.lanes[lane]) < end-begin {
		l.lanes[lane] = hugemem.Make[uint64](1 << bits.Len(uint(end-begin-1)))
	}
	host := l.lanes[lane][:end-begin]
	opencl.ReadAt(l.dev, l.listed, begin, host)
	return host, l.dev.Err
}

// stopped notes the end of the context as an error of the device.
func (l *Levels) stopped(ctx context.Context) bool {
	l.dev.Err = cmp.Or(l.dev.Err, context.Cause(ctx))
	return l.dev.Err != nil
}
