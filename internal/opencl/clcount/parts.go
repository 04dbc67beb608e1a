package clcount

import (
	"context"
	"math"

	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/opencl"
)

// Lists that a device has no room for are cut into ranges of rows, and there are two at a time:
// that of u and that of v, for each two. A range has the whole lists of its rows, so that nothing
// but the entries v of other ranges is left out. Offsets, and the triangles of rows, are there whole.

// span is a range of rows.
type span struct{ begin, end int }

// takesRows says that a work-group takes rows by a method, and not entries.
func takesRows(method cpucount.Method) bool {
	return method == cpucount.Shared || method == cpucount.Bitmap
}

// work returns which entries, or rows by methods that take these, are launched for a range.
func (s span) work(method cpucount.Method, o *lists.Oriented) (first, last uint64) {
	if takesRows(method) {
		return uint64(s.begin), uint64(s.end)
	}
	return o.Offsets()[s.begin], o.Offsets()[s.end]
}

// part is the lists of a range on the device, and what is found of its entries where that is asked for.
type part struct{ lists, answer opencl.Buffer }

// mostEntries bounds the entries of a range, for tests.
var mostEntries = int64(math.MaxInt64)

// cut chooses as few ranges as the room allows, and allocates for one or two.
func (c *counting) cut() {
	offsets, rows, most := c.lists.Offsets(), c.lists.Rows(), c.needs.entries
	if c.inParts {
		most = min((c.Room()-rounding)/(2*c.needs.each), c.Info().MostBuffer/4)
	}
	most = max(min(most, mostEntries), int64(c.lists.MaxOutDegree()))
	for begin := 0; begin < rows; {
		end := begin + 1
		for end < rows && offsets[end+1]-offsets[begin] <= uint64(most) {
			end++
		}
		c.ranges = append(c.ranges, span{begin, end})
		begin = end
	}
	longest := uint64(0)
	for _, r := range c.ranges {
		longest = max(longest, offsets[r.end]-offsets[r.begin])
	}
	c.upper = c.part(int64(longest))
	if len(c.ranges) > 1 {
		c.lower = c.part(int64(longest))
	}
}

func (c *counting) part(entries int64) part {
	p := part{c.Buffer("the lists", 4*entries), c.answer}
	if c.needs.each > 4 {
		p.answer = c.Buffer("the answer", 4*entries)
	}
	return p
}

// count counts each range with itself and those before it. What is found of entries is added to
// support, where that is asked for.
func (c *counting) count(ctx context.Context, support []uint32) {
	all := int64(0)
	for i, r := range c.ranges {
		first, last := r.work(c.method, c.lists)
		all += int64(last-first) * int64(i+1)
	}
	c.meter.Start("count", all)
	c.share = c.firstShare()
	for i, upper := range c.ranges {
		c.load(ctx, c.upper, upper)
		for _, lower := range c.ranges[:i] {
			c.load(ctx, c.lower, lower)
			c.launch(ctx, upper, lower, c.lower)
			c.add(c.lower, lower, support)
		}
		c.launch(ctx, upper, upper, c.upper)
		c.add(c.upper, upper, support)
	}
}

// load copies the lists of a range, of whose entries nothing is found yet.
func (c *counting) load(ctx context.Context, to part, r span) {
	upload(ctx, c.Device, to.lists, c.lists.Neighbors()[c.lists.Offsets()[r.begin]:c.lists.Offsets()[r.end]])
	if to.answer != c.answer {
		c.Zero(to.answer)
	}
}

// add adds what was found of the entries of a range.
func (c *counting) add(from part, r span, support []uint32) {
	if c.Err != nil || from.answer == c.answer {
		return
	}
	support = support[c.lists.Offsets()[r.begin]:c.lists.Offsets()[r.end]]
	if len(c.ranges) == 1 {
		opencl.Read(c.Device, from.answer, support)
		return
	}
	found := make([]uint32, min(len(support), 1<<20))
	for at := 0; at < len(support); at += len(found) {
		found = found[:min(len(found), len(support)-at)]
		opencl.ReadAt(c.Device, from.answer, at, found)
		for i, n := range found {
			support[at+i] += n
		}
	}
}
