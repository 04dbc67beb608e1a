package truss

import (
	"context"

	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// Size is the size of a k-truss.
type Size struct {
	K          uint32
	Edges      uint64
	Vertices   uint64 // vertices of its edges
	Components uint64 // connected ones
}

// SizesBytes returns what Sizes holds beside edges and trussness.
func SizesBytes(rows int, edges uint64) int64 { return 4*int64(edges) + 4*int64(rows) }

// Sizes returns the size of every k-truss, from k = 2 up to the largest trussness, of
// edges that stand row by row; end tells where one ends. They join their ends from the
// highest trussness down, so that one pass does for all k.
func Sizes(ctx context.Context, offsets []uint64, end func(e uint32) uint32, trussness []uint32) ([]Size, error) {
	highest := uint32(0)
	for _, k := range trussness {
		highest = max(highest, k)
	}
	if highest == 0 {
		return nil, nil
	}
	order, err := hugemem.New[uint32](len(trussness))
	if err != nil {
		return nil, err
	}
	defer order.Free()
	ends, err := byTrussness(ctx, trussness, highest, order.Slice())
	if err != nil {
		return nil, err
	}
	root, err := hugemem.New[uint32](len(offsets) - 1)
	if err != nil {
		return nil, err
	}
	defer root.Free()
	f := forest{root: root.Slice()}
	sizes := make([]Size, highest-1)
	heed := par.NewHeed(ctx)
	begin := 0
	for i := range sizes {
		k := highest - uint32(i)
		for _, e := range order.Slice()[begin:ends[i]] {
			f.join(lists.RowOf(offsets, uint64(e)), end(e))
			if err := heed.Did(1 << 3); err != nil {
				return nil, err
			}
		}
		begin = ends[i]
		sizes[len(sizes)-1-i] = Size{K: k, Edges: uint64(begin), Vertices: f.vertices, Components: f.vertices - f.joined}
	}
	return sizes, nil
}

// byTrussness puts the edges in the order of falling trussness, and tells where each
// trussness, from the highest down to 2, ends.
func byTrussness(ctx context.Context, trussness []uint32, highest uint32, order []uint32) (ends []int, err error) {
	heed := par.NewHeed(ctx)
	ends = make([]int, highest-1)
	for _, k := range trussness {
		ends[highest-k]++
	}
	sum := 0
	for i, n := range ends {
		ends[i] = sum
		sum += n
	}
	for e, k := range trussness {
		order[ends[highest-k]] = uint32(e)
		ends[highest-k]++
		if err := heed.Did(1); err != nil {
			return nil, err
		}
	}
	return ends, nil
}

// forest is a union-find of vertices: root is 1 more than the parent, 0 for a vertex
// that no edge has.
type forest struct {
	root             []uint32
	vertices, joined uint64
}

func (f *forest) find(v uint32) uint32 {
	if f.root[v] == 0 {
		f.root[v] = v + 1
		f.vertices++
	}
	for f.root[v] != v+1 {
		parent := f.root[v] - 1
		f.root[v] = f.root[parent]
		v = parent
	}
	return v
}

func (f *forest) join(u, v uint32) {
	// The smaller one is the root: with ranks by degree, that of the vertex of most edges.
	if u, v = f.find(u), f.find(v); u != v {
		f.root[max(u, v)] = min(u, v) + 1
		f.joined++
	}
}
