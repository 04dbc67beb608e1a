package clcount

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/opencl"
)

// Methods lists the methods, Auto first. All of them answer for each row and entry, too.
var Methods = []cpucount.Method{cpucount.Auto, cpucount.Merge, cpucount.Shared, cpucount.Search, cpucount.Bitmap}

const (
	itemsAUnit = 2048 // that a compute unit is given: as many as hide waits for memory
	fewItems   = 64   // of a work-group: so few seldom wait for each other
	tileItems  = 256  // of one that shares a tile
	mostTile   = 4096 // entries of rows in local memory at once
)

// itemsOf is how many items a work-group has at most.
func itemsOf(method cpucount.Method) int {
	if method == cpucount.Shared {
		return tileItems
	}
	return fewItems
}

// Found is what a count found.
type Found struct {
	Triangles uint64
	Method    cpucount.Method
	Took      time.Duration // of all launches
	Bytes     int64         // allocated on the device
	Parts     int           // ranges of rows that were there one or two at a time
}

// Count counts the triangles of lists by one method. The device is of no more use after an
// error but to be closed.
//
// Errors: *opencl.Error, *opencl.RoomError and *gpu.LimitError; the cause of ctx when it ends.
func Count(ctx context.Context, dev *opencl.Device, o *lists.Oriented, method cpucount.Method, meter *graph.Meter) (Found, error) {
	_, found, err := find[uint64](ctx, dev, o, method, meter, 0, nil)
	return found, err
}

// Rows is Count, and returns the triangles that each row is a corner of.
func Rows(ctx context.Context, dev *opencl.Device, o *lists.Oriented, method cpucount.Method, meter *graph.Meter) ([]uint64, Found, error) {
	return find[uint64](ctx, dev, o, method, meter, o.Rows(), ofRows(dev.Info()))
}

// Support is Count, and returns the triangles that hold the edge of each entry.
func Support(ctx context.Context, dev *opencl.Device, o *lists.Oriented, method cpucount.Method, meter *graph.Meter) ([]uint32, Found, error) {
	return find[uint32](ctx, dev, o, method, meter, int(o.Edges()), []string{ofEntries})
}

// ofEntries is what the source is built with for the triangles of each entry, and ofRows for those
// of each row.
const ofEntries = "OF_ENTRIES"

func ofRows(i opencl.Info) []string {
	if i.Atomics64 {
		return []string{"OF_ROWS", "ATOMICS_OF_64_BITS"}
	}
	return []string{"OF_ROWS"}
}

// find counts, and finds so many numbers, which the source adds up where it is built with
// these definitions.
func find[T uint32 | uint64](ctx context.Context, dev *opencl.Device, o *lists.Oriented, method cpucount.Method, meter *graph.Meter,
	numbers int, definitions []string) ([]T, Found, error) {
	method, err := chosen(method)
	if err != nil {
		return nil, Found{}, err
	}
	c := allocate(dev, o, method, definitions, dev.Kernel(sourceOf(sourceFiles, definitions), string(method), itemsOf(method)))
	c.meter = meter
	upload(ctx, c.Device, c.offsets, o.Offsets())
	answer := hugemem.Make[T](numbers)
	support, _ := any(answer).([]uint32)
	c.count(ctx, support)
	found := Found{Triangles: c.total(), Method: method, Took: c.took, Bytes: dev.Used(), Parts: len(c.ranges)}
	if rows, ok := any(answer).([]uint64); ok {
		opencl.Read(dev, c.answer, rows)
	}
	return answer, found, dev.Err
}

// Parts returns into how many ranges of rows the lists are cut for a count on a device. The errors
// are those of [Count].
func Parts(dev *opencl.Device, o *lists.Oriented, method cpucount.Method) (int, error) {
	method, err := chosen(method)
	if err != nil {
		return 0, err
	}
	c := allocate(dev, o, method, nil, opencl.Kernel{Group: itemsOf(method)}) // which need not be built for that
	return len(c.ranges), dev.Err
}

// chosen is the method that is counted by.
func chosen(method cpucount.Method) (cpucount.Method, error) {
	if method == cpucount.Auto {
		method = cpucount.Merge // the simplest: which one is best on which device has not been measured
	}
	if !slices.Contains(Methods, method) {
		return "", fmt.Errorf("method %q does not run with OpenCL", method)
	}
	return method, nil
}

// allocate takes the memory of a count, whose lists are cut into parts where they do not fit.
func allocate(dev *opencl.Device, o *lists.Oriented, method cpucount.Method, definitions []string, kernel opencl.Kernel) *counting {
	c := &counting{Device: dev, lists: o, method: method, needs: needsOf(dev.Info(), o, method, definitions), kernel: kernel}
	c.Err = cmp.Or(c.Err, c.Fits("counting triangles", c.needs.least()))
	c.inParts = c.needs.whole() > c.Room() || 4*c.needs.entries > dev.Info().MostBuffer
	c.offsets = c.Buffer("the rows", 8*int64(len(o.Offsets())))
	c.answer = c.Buffer("the answer", 8*c.needs.rows)
	c.Zero(c.answer)
	c.plan()
	c.cut()
	return c
}

// counting is a count on its way.
type counting struct {
	*opencl.Device
	lists  *lists.Oriented
	method cpucount.Method
	meter  *graph.Meter
	needs  needs
	kernel opencl.Kernel
	groups int
	took   time.Duration
	share  int // entries or rows of the next launch

	inParts bool
	ranges  []span

	offsets, cursor, sums, answer opencl.Buffer

	taken uint32 // where the cursor stands

	upper, lower part
	more         []any // arguments of the method
}

func upload[T uint32 | uint64](ctx context.Context, dev *opencl.Device, to opencl.Buffer, from []T) {
	const most = 8 << 20 // elements a copy
	at := 0
	for chunk := range slices.Chunk(from, most) {
		if dev.Err = cmp.Or(dev.Err, context.Cause(ctx)); dev.Err != nil {
			return
		}
		opencl.Write(dev, to, at, chunk)
		at += len(chunk)
	}
}

// plan chooses the work-groups, and makes what the method needs beside the lists.
func (c *counting) plan() {
	c.groups = groupsOf(c.Info(), c.method)
	scratch := 8 * int64(c.kernel.Group)
	switch c.method {
	case cpucount.Shared:
		tile := max(min(mostTile, (c.Info().Local-scratch)/2/4), 1)
		c.more = []any{opencl.Local(4 * tile), uint32(tile)}
	case cpucount.Bitmap:
		// Bits for each group take at most a quarter of the room that the lists leave.
		words := bitWords(c.lists)
		beside := c.needs.each * c.needs.entries
		if c.inParts {
			beside = 2 * c.needs.each * c.needs.smallest
		}
		room := min((c.Room()-beside)/4, c.Info().MostBuffer)
		c.groups = int(max(min(int64(c.groups), room/max(4*words, 1)), 1))
		bits := c.Buffer("the bits of rows", 4*words*int64(c.groups))
		c.Zero(bits)
		c.more = []any{bits, uint64(words)}
	}
	c.cursor = c.Buffer("the cursor", 4)
	c.Zero(c.cursor)
	c.sums = c.Buffer("the sums", 8*int64(c.groups))
	c.Zero(c.sums)
	c.more = append([]any{opencl.Local(scratch)}, c.more...)
}

// firstShare is how many entries, or rows, the first launch takes: as many as there are items, or
// work-groups. No list is longer than there are rows before, so that is soon done.
func (c *counting) firstShare() int {
	if takesRows(c.method) {
		return c.groups
	}
	return c.groups * c.kernel.Group
}

// atOnce is how many of so many entries, or rows, a work-group takes at a time: so few that each
// comes back some times.
func (c *counting) atOnce(some uint64) uint64 {
	const times, most, entriesAnItem = 16, 8, 4
	each, items := some/uint64(times*c.groups), uint64(c.kernel.Group)
	switch c.method {
	case cpucount.Shared: // rows that are short fill the tile together
		row := c.lists.Edges()/uint64(c.lists.Rows()) + 1
		return max(min(each, entriesAnItem*items/row), 1)
	case cpucount.Bitmap:
		return max(min(each, most), 1)
	}
	return max(min(each/items, most), 1) * items
}

// launch runs the kernel for all entries, or rows, of a range, with the lists of another.
func (c *counting) launch(ctx context.Context, upper, lower span, from part) {
	first, last := upper.work(c.method, c.lists)
	for first < last {
		end := min(first+uint64(c.share), last)
		if c.Err = cmp.Or(c.Err, context.Cause(ctx)); c.Err != nil {
			return
		}
		many := c.atOnce(end - first)
		turns := (end - first + many - 1) / many
		groups := int(min(uint64(c.groups), turns))
		begin := time.Now()
		c.kernel.Launch(groups, append([]any{
			c.offsets, c.upper.lists, from.lists, uint64(c.lists.Rows()), uint64(upper.begin), uint64(lower.begin), uint64(lower.end),
			first, end, uint32(many), c.cursor, c.taken, c.sums, c.upper.answer, from.answer,
		}, c.more...)...)
		c.Wait()
		lasted := time.Since(begin)
		c.taken += uint32(turns) + uint32(groups) // each has looked once for more
		c.took += lasted
		c.meter.Add(int64(end - first))
		c.share = opencl.NextShare(c.share, int(end-first), lasted, c.groups, math.MaxInt32)
		first = end
	}
}

// total adds up what all groups found.
func (c *counting) total() (total uint64) {
	sums := make([]uint64, c.groups)
	opencl.Read(c.Device, c.sums, sums)
	for _, sum := range sums {
		total += sum
	}
	return total
}
