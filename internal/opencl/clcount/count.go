package clcount

import (
	"cmp"
	"context"
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"time"
	"unsafe"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/opencl"
)

//go:embed kernels/count.cl
var source string

// Methods lists the methods, Auto first. All of them answer for each row and entry, too.
var Methods = []cpucount.Method{cpucount.Auto, cpucount.Merge, cpucount.Shared, cpucount.Search, cpucount.Bitmap}

const (
	mostItems   = 256  // of a work-group
	groupsAUnit = 8    // work-groups that a compute unit is given: as many as hide waits for memory
	mostTile    = 4096 // entries of a row in local memory at once
)

// Found is what a count found.
type Found struct {
	Triangles uint64
	Method    cpucount.Method
	Took      time.Duration // of all launches
	Bytes     int64         // allocated on the device
}

// Count counts the triangles of lists by one method. The device is of no more use after an
// error but to be closed.
//
// Errors: *opencl.Error, *opencl.RoomError and *gpu.LimitError; the cause of ctx when it ends.
func Count(ctx context.Context, dev *opencl.Device, o *lists.Oriented, method cpucount.Method, meter *graph.Meter) (Found, error) {
	_, found, err := find[uint64](ctx, dev, o, method, meter, 0, nil)
	return found, err
}

// Bytes is what lists take on a device.
func Bytes(o *lists.Oriented) int64 { return 8*int64(len(o.Offsets())) + 4*int64(o.Edges()) }

// Needs is what a count by a method allocates at least, an answer aside.
func Needs(i opencl.Info, o *lists.Oriented, method cpucount.Method) int64 {
	need := Bytes(o) + 8*int64(groupsOf(i))
	if method == cpucount.Bitmap {
		need += 4 * bitWords(o)
	}
	return need
}

// groupsOf is how many work-groups a device is given, and bitWords how many words of bits one of
// them has of all rows.
func groupsOf(i opencl.Info) int       { return max(i.ComputeUnits, 1) * groupsAUnit }
func bitWords(o *lists.Oriented) int64 { return (int64(o.Rows()) + 31) / 32 }

// Rows is Count, and returns the triangles that each row is a corner of.
func Rows(ctx context.Context, dev *opencl.Device, o *lists.Oriented, method cpucount.Method, meter *graph.Meter) ([]uint64, Found, error) {
	return find[uint64](ctx, dev, o, method, meter, o.Rows(), ofRows(dev.Info()))
}

// Support is Count, and returns the triangles that hold the edge of each entry.
func Support(ctx context.Context, dev *opencl.Device, o *lists.Oriented, method cpucount.Method, meter *graph.Meter) ([]uint32, Found, error) {
	return find[uint32](ctx, dev, o, method, meter, int(o.Edges()), []string{"OF_ENTRIES"})
}

// ofRows are what the source is built with for the triangles of each row.
func ofRows(i opencl.Info) []string {
	if i.Atomics64 {
		return []string{"OF_ROWS", "ATOMICS_OF_64_BITS"}
	}
	return []string{"OF_ROWS"}
}

// define returns a source with definitions, whose lines count as before.
func define(source string, names []string) string {
	var text strings.Builder
	for _, name := range names {
		fmt.Fprintf(&text, "#define %s\n", name)
	}
	return text.String() + "#line 1\n" + source
}

// find counts, and finds so many numbers, which the source adds up where it is built with
// these definitions.
func find[T uint32 | uint64](ctx context.Context, dev *opencl.Device, o *lists.Oriented, method cpucount.Method, meter *graph.Meter,
	numbers int, definitions []string) ([]T, Found, error) {
	if method == cpucount.Auto {
		method = cpucount.Merge // the simplest: which one is best on which device has not been measured
	}
	if !slices.Contains(Methods, method) {
		return nil, Found{}, fmt.Errorf("method %q does not run with OpenCL", method)
	}
	c := &counting{Device: dev, lists: o, kernel: dev.Kernel(define(source, definitions), string(method), mostItems)}
	c.upload(ctx)
	c.answer = c.Buffer("the answer", int64(unsafe.Sizeof(T(0)))*int64(numbers))
	c.Zero(c.answer)
	c.plan(method)
	total, took := c.count(ctx, method, meter)
	found := Found{Triangles: total, Method: method, Took: took, Bytes: dev.Used()}
	if dev.Err != nil || numbers == 0 {
		return nil, found, dev.Err
	}
	answer := hugemem.Make[T](numbers)
	opencl.Read(dev, c.answer, answer)
	return answer, found, dev.Err
}

// counting is a count on its way.
type counting struct {
	*opencl.Device
	lists  *lists.Oriented
	kernel opencl.Kernel
	groups int

	offsets, neighbors, sums, answer opencl.Buffer
	more                             []any // arguments of the method
}

// upload copies the lists, looking at the context between some MiB and the next.
func (c *counting) upload(ctx context.Context) {
	offsets, neighbors := c.lists.Offsets(), c.lists.Neighbors()
	c.offsets = c.Buffer("the rows", 8*int64(len(offsets)))
	c.neighbors = c.Buffer("the lists", 4*int64(len(neighbors)))
	upload(ctx, c.Device, c.offsets, offsets)
	upload(ctx, c.Device, c.neighbors, neighbors)
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
func (c *counting) plan(method cpucount.Method) {
	c.groups = groupsOf(c.Info())
	scratch := 8 * int64(c.kernel.Group)
	switch method {
	case cpucount.Shared:
		tile := max(min(mostTile, (c.Info().Local-scratch)/2/4), 1)
		c.more = []any{opencl.Local(4 * tile), uint32(tile)}
	case cpucount.Bitmap:
		// Bits for each group take at most a quarter of the room.
		words := bitWords(c.lists)
		c.groups = int(max(min(int64(c.groups), min(c.Room()/4, c.Info().MostBuffer)/max(4*words, 1)), 1))
		bits := c.Buffer("the bits of rows", 4*words*int64(c.groups))
		c.Zero(bits)
		c.more = []any{bits, uint64(words)}
	}
	c.sums = c.Buffer("the sums", 8*int64(c.groups))
	c.Zero(c.sums)
	c.more = append([]any{opencl.Local(scratch)}, c.more...)
}

const firstShare = 1 << 14 // entries or rows of the first launch

// count launches the kernel for all entries, or rows.
func (c *counting) count(ctx context.Context, method cpucount.Method, meter *graph.Meter) (total uint64, took time.Duration) {
	all := c.lists.Edges()
	if method == cpucount.Shared || method == cpucount.Bitmap {
		all = uint64(c.lists.Rows())
	}
	meter.Start("count", int64(all))
	share := firstShare
	for first := uint64(0); first < all; {
		last := min(first+uint64(share), all)
		if c.Err = cmp.Or(c.Err, context.Cause(ctx)); c.Err != nil {
			return 0, took
		}
		begin := time.Now()
		c.kernel.Launch(c.groups, append([]any{c.offsets, c.neighbors, uint64(c.lists.Rows()), first, last, c.sums, c.answer}, c.more...)...)
		c.Wait()
		lasted := time.Since(begin)
		took += lasted
		meter.Add(int64(last - first))
		first = last
		share = opencl.NextShare(share, lasted, c.groups, int(all))
	}
	sums := make([]uint64, c.groups)
	opencl.Read(c.Device, c.sums, sums)
	for _, sum := range sums {
		total += sum
	}
	return total, took
}
