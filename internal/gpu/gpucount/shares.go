package gpucount

import (
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpucount/kernels"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
)

// share is consecutive rows, with all entries of which a device counts.
type share struct {
	begin, end int    // rows
	from, to   uint64 // their entries
	work       int64
}

// room is what the columns of a share are made for, over so many lower rows; longest bounds its own.
func (x share) room(lower int, longest uint32) columnRoom {
	return columnRoom{upper: x.end - x.begin, lower: lower, edges: x.to - x.from, segments: x.to - x.from, longest: longest}
}

const (
	// mostWeighed is how many ranges of rows are weighed, at most: shares are cut between them.
	mostWeighed = 1 << 16
	// entryWork is the work of an entry beside the entries of its row, by shares of two Kronecker
	// graphs on an H200.
	entryWork = 192
	// A share has one part in leftShares*devices of the work that is left, and no less than one in
	// allShares*devices of all of it: the first are large, and the last, for which devices may have
	// to wait, are small.
	leftShares, allShares = 2, 24
)

// weighRows returns ranges of rows of about the same number, with the work of each.
func weighRows(r *deviceRun) []share {
	rows := r.lists.Rows
	each := (rows + mostWeighed - 1) / mostWeighed
	ranges := (rows + each - 1) / each
	begins, squares := gpurun.Array[uint64](r.Run, ranges), gpurun.Array[uint64](r.Run, ranges)
	gpurun.Find(r.Run, kernels.Weigh, kernels.Threads, 0).Launch(kernels.WeighArgs{
		Offsets: r.lists.Offsets, Rows: uint32(rows), Each: uint32(each), Begins: begins, Squares: squares,
	})
	from, work := append(gpurun.Read(r.Run, begins), r.lists.Edges), gpurun.Read(r.Run, squares)
	gpurun.Free(r.Run, &begins)
	gpurun.Free(r.Run, &squares)
	if r.Err != nil {
		return nil
	}
	weighed := make([]share, ranges)
	for i := range weighed {
		x := share{begin: i * each, end: min((i+1)*each, rows), from: from[i], to: from[i+1]}
		x.work = int64(work[i] + entryWork*(x.to-x.from))
		weighed[i] = x
	}
	return weighed
}

// cutShares joins consecutive ranges to shares for so many devices, the last rows first: theirs
// are the largest, and there is one look at every lower row for each share. fits reports whether
// there is room for the columns of any share; ok is false where there is not for those of a range.
func cutShares(weighed []share, devices, lower int, longest uint32, fits func(columnRoom) bool) (shares []share, most columnRoom, ok bool) {
	all := int64(0)
	for _, x := range weighed {
		all += x.work
	}
	most.lower = lower
	for end, left := len(weighed), all; end > 0; {
		wanted := max(left/int64(leftShares*devices), all/int64(allShares*devices))
		x := weighed[end-1]
		room := most.or(x.room(lower, longest))
		if !fits(room) {
			return nil, most, false
		}
		for most, end = room, end-1; end > 0 && x.work+weighed[end-1].work <= wanted; end-- {
			before := weighed[end-1]
			longer := share{begin: before.begin, end: x.end, from: before.from, to: x.to, work: x.work + before.work}
			if room = most.or(longer.room(lower, longest)); !fits(room) {
				break
			}
			x, most = longer, room
		}
		shares = append(shares, x)
		left -= x.work
	}
	return shares, most, true
}

// or is room for either of two.
func (c columnRoom) or(d columnRoom) columnRoom {
	longest := max(c.longest, d.longest)
	if c.edges > 0 && c.longest == 0 || d.edges > 0 && d.longest == 0 {
		longest = 0 // it is not known of one of them
	}
	return columnRoom{
		upper: max(c.upper, d.upper), lower: max(c.lower, d.lower), edges: max(c.edges, d.edges), segments: max(c.segments, d.segments), longest: longest,
	}
}

// sharer counts shares on a device, by hubs and columns.
type sharer struct {
	*deviceRun
	hubs    int
	steps   *twoSteps
	rebase  gpurun.Kernel[kernels.RebaseArgs]
	offsets gpu.Array[uint64] // of the rows of a share
}

// sharerBytes is what a sharer holds beside the lists.
func sharerBytes(hubs int, most columnRoom) int64 {
	return hubMatrixBytes(hubs) + most.bytes() + 8*int64(most.upper+1)
}

func newSharer(r *deviceRun, hubs int, many uint32, most columnRoom) *sharer {
	s := &sharer{deviceRun: r, hubs: hubs}
	s.steps = r.newTwoSteps(hubs, most, many)
	s.offsets = gpurun.Array[uint64](r.Run, most.upper+1)
	s.rebase = gpurun.Find(r.Run, kernels.Rebase, kernels.Threads, 0)
	if hubs > 0 {
		s.steps.hubs.build(r.allRows())
	}
	return s
}

// launch counts with u among the rows of a share.
func (s *sharer) launch(x share) {
	if s.Err != nil {
		return
	}
	upper := deviceRows{
		count: x.end - x.begin, edges: x.to - x.from,
		offsets: s.offsets.Slice(0, x.end-x.begin+1), neighbors: s.lists.Neighbors.Slice(int(x.from), int(x.to)),
	}
	s.rebase.Launch(kernels.RebaseArgs{
		Offsets: s.lists.Offsets.Slice(x.begin, x.end+1), Rows: uint32(upper.count), Based: upper.offsets,
	})
	end := max(x.end, s.hubs) // the middle corner comes before u
	s.steps.launch(upper, s.allRows().slice(s.hubs, end), uint32(s.hubs), nil)
}
