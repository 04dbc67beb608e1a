package graphio

import (
	"fmt"
	"hash/maphash"
	"math/bits"

	"github.com/tricycle-graph/tricycle/graph"
)

// bvNodes decodes the lists of consecutive nodes. Of the lists before the current one
// it keeps those that can be referred to, one behind the other.
type bvNodes struct {
	*bvHeader
	in   *input
	bits bvBits

	node  uint64 // the next one
	begin int64  // where the one before it begins, in bits
	arcs  uint64 // of the nodes so far
	rest  []uint32
	wrong error

	recent []bvList // a ring of the last nodes, by node
	lists  []uint32 // of the recent nodes and of the one at hand
	used   int
	held   int64 // bytes that were counted

	copied, residuals, extra []uint32 // of the node at hand
	intervals                []bvInterval
}

// bvList is the list of a recent node.
type bvList struct {
	begin, end int
	depth      int  // of the references that lead to it
	known      bool // the list was decoded
}

func newBVNodes(s *bvSource) *bvNodes {
	ring := 1 << bits.Len64(min(s.window, s.nodes))
	return &bvNodes{
		bvHeader: &s.bvHeader, in: s.in,
		bits:   bvBits{in: s.in, size: s.piece},
		recent: make([]bvList, ring),
	}
}

// start goes to a node, whose code begins at a bit, and forgets all others.
func (d *bvNodes) start(node uint64, bit int64) {
	clear(d.recent)
	d.node, d.arcs, d.used, d.rest, d.wrong = node, 0, 0, nil, nil
	d.bits.seek(bit)
}

func (d *bvNodes) slot(node uint64) *bvList { return &d.recent[node&uint64(len(d.recent)-1)] }

// more says that fill has not returned all arcs of the nodes before end.
func (d *bvNodes) more(end uint64) bool { return d.node < end || len(d.rest) > 0 }

// fill appends arcs of the nodes before end to edges, as far as there is room and as
// that does not take long.
func (d *bvNodes) fill(end uint64, edges []graph.Edge) ([]graph.Edge, error) {
	const most = 1 << 14 // nodes
	for last := min(end, d.node+most); len(edges) < cap(edges); {
		if n := min(len(d.rest), cap(edges)-len(edges)); n > 0 {
			u, room := uint32(d.node-1), edges[len(edges):len(edges)+n]
			for i, v := range d.rest[:n] {
				room[i] = graph.Edge{U: u, V: v}
			}
			edges, d.rest = edges[:len(edges)+n], d.rest[n:]
			continue
		}
		if d.node == last {
			break
		}
		if err := d.next(); err != nil {
			return edges, err
		}
	}
	return edges, nil
}

// next decodes the next node.
func (d *bvNodes) next() error {
	if d.wrong != nil {
		return d.wrong
	}
	d.begin = d.bits.bit()
	if d.wrong = d.decode(d.node); d.wrong != nil {
		return d.wrong
	}
	list := d.slot(d.node)
	d.rest = d.lists[list.begin:list.end]
	for i := 1; i < len(d.rest); i++ {
		if d.rest[i-1] >= d.rest[i] {
			d.wrong = d.malformed("successors that ascend", fmt.Sprintf("%d before %d", d.rest[i-1], d.rest[i]))
			return d.wrong
		}
	}
	d.arcs += uint64(len(d.rest))
	if d.arcs > d.arcsInAll {
		d.wrong = d.malformed(fmt.Sprintf("%s in all, as %s says", counted(d.arcsInAll, "arc", "arcs"), d.properties), "more")
		return d.wrong
	}
	d.node++
	return nil
}

// malformed is the InputError for the node at hand.
func (d *bvNodes) malformed(expected, found string) error {
	if d.bits.err != nil {
		return d.bits.err
	}
	bit := d.bits.bit()
	return &graph.InputError{
		File: d.in.name, Offset: bit / 8,
		Expected: fmt.Sprintf("%s, of node %d, which begins at bit %d", expected, d.node, d.begin),
		Found:    fmt.Sprintf("%s at bit %d", found, bit),
	}
}

// decode decodes the list of node x, which is the next one.
func (d *bvNodes) decode(x uint64) error {
	list := d.slot(x)
	*list = bvList{begin: d.used, end: d.used, known: true}
	degree := d.bits.read(d.outdegrees)
	switch {
	case d.bits.failed():
		return d.malformed("an outdegree", d.found())
	case degree > d.nodes:
		return d.malformed(fmt.Sprintf("an outdegree of at most %d", d.nodes), fmt.Sprint(degree))
	case degree == 0:
		return nil
	}
	if err := d.makeRoom(int(degree)); err != nil {
		return err
	}
	list.begin, list.end = d.used, d.used // which may have moved
	var copied []uint32
	if d.window > 0 {
		back := d.bits.read(d.references)
		if d.bits.failed() || back > min(d.window, x) {
			return d.malformed(fmt.Sprintf("a reference to one of the %d nodes before", min(d.window, x)), d.foundOr(back))
		}
		if back > 0 {
			from := d.slot(x - back)
			if list.depth = from.depth + 1; list.depth > d.depth {
				return d.malformed(fmt.Sprintf("a chain of at most %d references, as %s says", d.depth, d.properties), "a longer one")
			}
			if list.known = from.known; !list.known {
				return nil // and who knows where the next node begins goes on there
			}
			var err error
			if copied, err = d.readBlocks(d.lists[from.begin:from.end], int(degree)); err != nil {
				return err
			}
		}
	}
	to := d.lists[d.used : d.used+int(degree)]
	list.end = list.begin + len(to)
	d.used = list.end
	more := len(to) - len(copied)
	if more == 0 {
		copy(to, copied)
		return nil
	}
	extra := to
	if len(copied) > 0 {
		var err error
		if extra, err = roomFor(d, &d.extra, more); err != nil {
			return err
		}
	}
	if err := d.readExtra(x, extra); err != nil {
		return err
	}
	if len(copied) > 0 {
		mergeLists(to, copied, extra)
	}
	return nil
}

// found says what was found where no code is.
func (d *bvNodes) found() string {
	if d.bits.bad == "" {
		return "the end"
	}
	return d.bits.bad
}

// foundOr says what was found where x is no good, if it is a number at all.
func (d *bvNodes) foundOr(x uint64) string {
	if d.bits.failed() {
		return d.found()
	}
	return fmt.Sprint(x)
}

// take counts memory that the lists take.
func (d *bvNodes) take(n int64) error {
	d.held += n
	return d.in.budget.take("holding the lists of a BVGraph that others refer to", n)
}

// release gives the memory back.
func (d *bvNodes) release() { d.in.budget.give(d.held) }

// makeRoom has room for n numbers behind the lists in use.
func (d *bvNodes) makeRoom(n int) error {
	if d.used+n <= len(d.lists) {
		return nil
	}
	first := d.used
	for back := uint64(1); back <= min(d.window, d.node); back++ {
		if list := d.slot(d.node - back); list.end > list.begin {
			first = list.begin
		}
	}
	held, to := d.used-first, d.lists
	if 2*(held+n) > len(d.lists) {
		size := 2*(held+n) + 1<<12
		if err := d.take(4 * int64(size-len(d.lists))); err != nil {
			return err
		}
		to = make([]uint32, size)
	}
	copy(to, d.lists[first:d.used])
	for i := range d.recent {
		list := &d.recent[i]
		list.begin, list.end = max(list.begin-first, 0), max(list.end-first, 0)
	}
	d.lists, d.used = to, held
	return nil
}

// hash returns a number that tells the recent lists from others.
func (d *bvNodes) hash(seed maphash.Seed) uint64 {
	var h maphash.Hash
	h.SetSeed(seed)
	for back := uint64(1); back <= min(d.window, d.node); back++ {
		list := d.slot(d.node - back)
		maphash.WriteComparable(&h, [2]int{list.end - list.begin, list.depth})
		h.Write(memoryOf(d.lists[list.begin:list.end]))
	}
	return h.Sum64()
}

// checkEnd checks what stands behind the last node: zeros that fill the last word.
func (d *bvNodes) checkEnd() error {
	begin := d.bits.bit()
	left := 8*d.in.bytes - begin
	if left < bvEnd {
		zero := true
		for ; left > 0; left -= min(left, 32) {
			zero = d.bits.plain(int(min(left, 32))) == 0 && zero
		}
		if zero {
			return d.bits.err
		}
	}
	return &graph.InputError{
		File: d.in.name, Offset: begin / 8,
		Expected: fmt.Sprintf("the end behind the last of %s, at bit %d", counted(d.nodes, "node", "nodes"), begin),
		Found:    "more",
	}
}
