package truss

import (
	"sync/atomic"

	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// Arrays of work.edges.
const (
	upperArray = iota
	upperEdgeArray
	orderArray
	lowerArray
	stateArray
	originArray
)

// open makes the first graph of the caller's lists, without the lists upwards.
func (g *work) open(crew *par.Crew, o *lists.Oriented, state []uint32) (err error) {
	g.n, g.lower, g.state = o.Rows(), o.Neighbors(), state
	for i, n := range []int{g.n + 1, g.n + 1, rowOfLength(len(state)), g.n} {
		if g.rows[i], err = hugemem.New[uint32](n); err != nil {
			return err
		}
	}
	g.begin, g.up, g.rowOf = g.rows[0].Slice(), g.rows[1].Slice(), g.rows[2].Slice()
	g.stay = g.rows[3].Slice()
	for i, n := range []int{fatesLength(len(state)), touchedLength(g.n)} {
		if g.words[i], err = hugemem.New[uint64](n); err != nil {
			return err
		}
	}
	g.touched = g.words[1].Slice()
	offsets := o.Offsets()
	err = crew.Chunks(len(offsets), scanned, func(_, first, last int) error {
		for u := first; u < last; u++ {
			g.begin[u] = uint32(offsets[u])
		}
		return nil
	})
	if err != nil {
		return err
	}
	return g.index(crew)
}

func touchedLength(rows int) int { return rows/64 + 1 }

func rowOfLength(edges int) int { return (edges+rowIndex-1)/rowIndex + 1 }

// link makes the lists upwards.
func (g *work) link(crew *par.Crew, left int) error {
	for i := range lowerArray {
		if err := g.make(i, left); err != nil {
			return err
		}
	}
	g.upper = g.edges[upperArray].Slice()[:left]
	g.upperEdge = g.edges[upperEdgeArray].Slice()[:left]
	g.order = g.edges[orderArray].Slice()[:left]
	g.fates = g.words[0].Slice()[:fatesLength(len(g.state))]
	if err := g.fates.begin(crew, g.state); err != nil {
		return err
	}
	return g.turn(crew)
}

// shrink makes a copy without the edges that have gone, and the vertices that have none
// left. The first time it settles what the caller gets of the edges that have gone.
func (g *work) shrink(crew *par.Crew, left int) error {
	first := g.origin == nil
	g.unlink()
	var copies [originArray - lowerArray + 1]hugemem.Array[uint32]
	defer func() {
		for i := range copies {
			copies[i].Free()
		}
	}()
	for i := range copies {
		var err error
		if copies[i], err = hugemem.New[uint32](left); err != nil {
			return err
		}
	}
	lower, state, origin := copies[0].Slice(), copies[1].Slice(), copies[2].Slice()

	begins, err := hugemem.New[uint32](g.n + 1)
	if err != nil {
		return err
	}
	defer func() { begins.Free() }()
	name := g.up // the lists upwards are made anew
	err = crew.Chunks(g.n, scanned, func(_, first, last int) error {
		clear(name[first:last])
		return nil
	})
	if err != nil {
		return err
	}
	cuts := g.cuts(crew.Workers())
	err = crew.Each(len(cuts)-1, func(_, i int) error {
		for u := cuts[i]; u < cuts[i+1]; u++ {
			stay := uint32(0)
			for e := g.begin[u]; e < g.begin[u+1]; e++ {
				if g.state[e] >= gone {
					continue
				}
				stay++
				if at := &name[g.lower[e]]; atomic.LoadUint32(at) == 0 {
					atomic.StoreUint32(at, 1)
				}
			}
			if g.stay[u] = stay; stay > 0 {
				atomic.StoreUint32(&name[u], 1)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	n, begin, err := g.rename(crew, name, begins.Slice())
	if err != nil {
		return err
	}

	err = crew.Each(len(cuts)-1, func(_, i int) error {
		for u := cuts[i]; u < cuts[i+1]; u++ {
			if g.stay[u] == 0 && !first {
				continue
			}
			at := begin[name[u]] // of no meaning where nothing of the row stays
			for e := g.begin[u]; e < g.begin[u+1]; e++ {
				s := g.state[e]
				if s >= gone {
					if first {
						g.state[e] = s&^gone + 2
					}
					continue
				}
				lower[at], state[at], origin[at] = name[g.lower[e]], s, e
				if !first {
					origin[at] = g.origin[e]
				}
				at++
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	g.rows[0], begins = begins, g.rows[0]
	for i := range copies {
		g.edges[lowerArray+i], copies[i] = copies[i], g.edges[lowerArray+i]
	}
	g.n, g.begin, g.up = n, begin, g.up[:n+1]
	g.lower, g.state, g.origin = lower, state, origin
	g.rowOf = g.rowOf[:rowOfLength(left)]
	return g.index(crew)
}

// rename numbers the vertices that have a name anew, and returns how many these are and
// where the row of each begins, from how many edges stay in it.
func (g *work) rename(crew *par.Crew, name, begin []uint32) (n int, _ []uint32, err error) {
	size := max(g.n/(4*crew.Workers()), scanned)
	names := make([]uint32, g.n/size+2) // of the vertices before each chunk
	edges := make([]uint32, g.n/size+2)
	err = crew.Chunks(g.n, size, func(_, first, last int) error {
		n, sum := uint32(0), uint32(0)
		for u := first; u < last; u++ {
			n += name[u]
			sum += g.stay[u]
		}
		names[first/size+1], edges[first/size+1] = n, sum
		return nil
	})
	if err != nil {
		return 0, nil, err
	}
	for i := 1; i < len(names); i++ {
		names[i] += names[i-1]
		edges[i] += edges[i-1]
	}
	err = crew.Chunks(g.n, size, func(_, first, last int) error {
		n, sum := names[first/size], edges[first/size]
		for u := first; u < last; u++ {
			if name[u] != 0 {
				name[u] = n
				begin[n] = sum
				n++
				sum += g.stay[u]
			}
		}
		return nil
	})
	n = int(names[len(names)-1])
	begin[n] = edges[len(edges)-1]
	return n, begin[:n+1], err
}

// recount counts the support of what is left anew, where there are no lists upwards, so that
// there is room.
func (g *work) recount(crew *par.Crew, memory int64) error {
	offsets := make([]uint64, len(g.begin))
	err := crew.Chunks(len(offsets), scanned, func(_, first, last int) error {
		for u := first; u < last; u++ {
			offsets[u] = uint64(g.begin[u])
		}
		return nil
	})
	if err != nil {
		return err
	}
	o, p := lists.NewOriented(offsets, g.lower), cpucount.Params{Threads: crew.Workers(), Memory: memory}
	if longest := o.MaxOutDegree(); longest > cpucount.ShortRow { // of which Bytes does not know
		p.Memory += cpucount.SupportingBytes(o.Rows(), o.Edges(), longest, p) - cpucount.SupportingBytes(o.Rows(), o.Edges(), cpucount.ShortRow, p)
	}
	support, err := cpucount.Support(crew.Context(), o, cpucount.Auto, p)
	if err != nil {
		return err
	}
	return crew.Chunks(len(support), scanned, func(_, first, last int) error {
		copy(g.state[first:last], support[first:last])
		return nil
	})
}

// make makes an array of edges that is not there.
func (g *work) make(array, edges int) (err error) {
	if g.edges[array].Slice() == nil {
		g.edges[array], err = hugemem.New[uint32](edges)
	}
	return err
}

// unlink frees the lists upwards and the order.
func (g *work) unlink() {
	g.order = nil
	g.blocks.free()
	for i := range lowerArray {
		g.edges[i].Free()
	}
}
