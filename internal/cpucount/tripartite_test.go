package cpucount

import (
	"math/rand/v2"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/internal/lists"
)

// randomTripartite has the lists of a skewed tripartite graph, in halves and as [Count] takes them.
func randomTripartite(t *testing.T, random *rand.Rand, n uint32, m int) (*lists.Tripartite, *lists.Oriented) {
	colour := func(v uint32) uint8 { return uint8(v * 0x9e3779b9 >> 8 % 3) }
	var records []graph.Edge
	for _, e := range graphtest.SkewedRecords(random, n, m) {
		if colour(e.U) != colour(e.V) {
			records = append(records, e)
		}
	}
	o, _ := graphtest.ListsOf(t, &graphtest.Source{Edges: records}, graph.OrderID)
	colours := make([]uint8, o.Rows())
	// The rows are the ids that have a record, which are as good as any others.
	ids := map[uint32]bool{}
	for _, e := range records {
		ids[e.U], ids[e.V] = true, true
	}
	row := 0
	for id := range n {
		if ids[id] {
			colours[row] = colour(id)
			row++
		}
	}
	bounds, neighbors := []uint64{0}, []uint32{}
	for r := range uint32(o.Rows()) {
		for half := range uint8(2) {
			for _, v := range o.Row(r) {
				if colours[v] == (colours[r]+1+half)%3 {
					neighbors = append(neighbors, v)
				}
			}
			bounds = append(bounds, uint64(len(neighbors)))
		}
	}
	return lists.NewTripartite(bounds, neighbors, colours), o
}

// What is counted of lists in halves is what is counted of whole ones, with hubs and without.
func TestCountTripartite(t *testing.T) {
	random := rand.New(rand.NewPCG(20, 1))
	hubs := 0
	for round := range graphtest.Fewer(60) {
		tri, o := randomTripartite(t, random, 2+random.Uint32N(4000), random.IntN(20_000<<(round%4)))
		want, err := Count(t.Context(), o, Merge, Params{})
		if err != nil {
			t.Fatal(err)
		}
		p := Params{Threads: 1 + round%3, grain: uint64(1 + random.IntN(1000)), Memory: int64(round%5) << 17}
		if got, err := CountTripartite(t.Context(), tri, p); err != nil || got != want {
			t.Fatalf("%d rows: %d triangles, want %d; %v", tri.Rows(), got, want, err)
		}
		m, err := newLineMatrix(t.Context(), tri, p, 2)
		if err != nil || p.Memory > 0 && m.bytes() > p.Memory {
			t.Fatalf("%d bytes, with %d; %v", m.bytes(), p.Memory, err)
		}
		if m.hubs > 0 {
			hubs++
		}
		m.free()
	}
	if hubs == 0 {
		t.Error("none had hubs")
	}
}

// However many hubs there are, those row by row beyond them are those column by column.
func TestTripartiteBeyondHubs(t *testing.T) {
	random, several := rand.New(rand.NewPCG(20, 2)), 0
	for round := range graphtest.Fewer(60) {
		tri, o := randomTripartite(t, random, 2+random.Uint32N(3000), random.IntN(20_000))
		if tri.Rows() < 2 {
			continue
		}
		hubs, want, got := 1+random.IntN(tri.Rows()-1), uint64(0), uint64(0)
		for u := range uint32(o.Rows()) {
			row := o.Row(u)
			for i, v := range row {
				if int(v) >= hubs {
					want += uint64(len(intersection(row[:i], o.Row(v))))
				}
			}
		}
		lane, state := &tripartiteLane{}, &autoState{}
		lane.init(&lineMatrix{graph: tri, hubs: hubs})
		state.init(tri.Rows())
		for u := range uint32(tri.Rows()) {
			got += lane.countBeyond(u, state.bitmap)
		}
		c, states := newTripartiteColumns(tri, hubs, 4+round%3), make([]autoState, 1+round%3)
		c.positions = 1 + random.Uint64N(2*tri.Edges())
		if err := c.count(t.Context(), len(states)); err != nil {
			t.Fatal(err)
		}
		if fits, err := c.cutBlocks(t.Context(), len(states), 1<<40); err != nil {
			t.Fatal(err)
		} else if !fits {
			continue
		}
		several = max(several, len(c.blocks))
		if err := c.sum(t.Context(), nil, states); err != nil {
			t.Fatal(err)
		}
		if columns, err := sumStates(states); err != nil || got != want || columns != want {
			t.Fatalf("%d rows, %d hubs: %d triangles, and by columns %d, want %d; %v", tri.Rows(), hubs, got, columns, want, err)
		}
	}
	if several < 2 {
		t.Error("all columns in one block")
	}
}

// intersection returns what two sorted lists have in common.
func intersection(a, b []uint32) (both []uint32) {
	for _, x := range a {
		for _, y := range b {
			if x == y {
				both = append(both, x)
			}
		}
	}
	return both
}
