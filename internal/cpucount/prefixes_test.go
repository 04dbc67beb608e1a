package cpucount

import (
	"math/rand/v2"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/internal/simd"
)

// Column by column as many triangles are found beyond the hubs as row by row, and as much is
// said to be scanned as is.
func TestColumnsBeyondHubs(t *testing.T) {
	random := rand.New(rand.NewPCG(18, 2))
	for round := range 60 {
		records := graphtest.SkewedRecords(random, 2+random.Uint32N(6000), random.IntN(20000))
		o, _ := graphtest.ListsOf(t, &graphtest.Source{Edges: records}, graph.Orders[1+round%2])
		if o.Rows() < 2 {
			continue
		}
		hubs, workers := 1+random.IntN(o.Rows()-1), 1+round%3
		rows := simd.All()[0].CountRows
		want := rows(o.Offsets(), o.Offsets(), o.Neighbors(), 0, o.Rows(), hubs, o.Rows(), make([]uint32, o.Rows()/32+1))
		limit := uint32(nearIDs)
		if round%4 > 0 {
			limit = random.Uint32N(uint32(o.Rows()))
		}
		c := newColumns(o, hubs, limit, workers)
		c.shift += uint(random.IntN(5))
		states := make([]autoState, workers)
		if err := c.count(t.Context(), workers); err != nil {
			t.Fatal(err)
		}
		if err := c.sum(t.Context(), states); err != nil {
			t.Fatal(err)
		}
		if got, err := sumStates(states); err != nil || got != want {
			t.Fatalf("%d rows, %d hubs: %d triangles, want %d; %v", o.Rows(), hubs, got, want, err)
		}
		entries, scan, before := uint64(0), uint64(0), uint64(0)
		for u := range uint32(o.Rows()) {
			for i, v := range o.Row(u) {
				if i > 0 && int(v) >= hubs {
					scan, before = scan+uint64(o.OutDegree(v)), before+uint64(i)
					if o.Row(u)[0] < limit {
						entries++
					}
					if o.Row(u)[i-1] >= limit {
						entries++
					}
				}
			}
		}
		if c.entries != entries || c.scan != scan || c.before != before {
			t.Fatalf("%d rows, %d hubs: %d entries, %d and %d to scan, want %d, %d and %d", o.Rows(), hubs, c.entries, c.scan, c.before, entries, scan, before)
		}
	}
}

// Columns leave it to others where a stretch is too long for its entry.
func TestColumnsOfLongStretches(t *testing.T) {
	o, hubs := skewed(t), 1<<8
	want := simd.All()[0].CountRows(o.Offsets(), o.Offsets(), o.Neighbors(), 0, o.Rows(), hubs, o.Rows(), make([]uint32, o.Rows()/32+1))
	for _, test := range []struct {
		shift uint
		done  bool
	}{{13, true}, {31, false}} {
		c, states := newColumns(o, hubs, nearIDs, 1), make([]autoState, 1)
		c.shift = test.shift
		if done, err := c.found(t.Context(), 1<<40, states); err != nil || done != test.done {
			t.Errorf("%d bits for the number of v: %v, %v; longest %d, %d to scan and %d before", test.shift, done, err, c.longest, c.scan, c.before)
		}
		if got := sumOf(t, states); got != want && test.done || got > 0 && !test.done {
			t.Errorf("%d bits for the number of v: %d triangles, want %d", test.shift, got, want)
		}
	}
}

// What columns hold is within what was planned, and a limit that is too low leaves them out.
func TestColumnBytes(t *testing.T) {
	const rows, edges = 1 << 20, 1 << 24
	if !simd.Best().Stretches {
		t.Skip("no columns without kernels for stretches")
	}
	for _, workers := range []int{1, 16, 100} {
		for memory := int64(1 << 20); memory < 1<<32; memory *= 2 {
			p := Params{Memory: memory, Threads: workers}
			held := columnBytes(rows, edges, 1<<20, p)
			if held == 0 && memory > 1<<30 {
				t.Errorf("memory %d, %d workers: no columns", memory, workers)
			}
			if held+1<<20 > memory && held > 0 {
				t.Errorf("memory %d, %d workers: columns take %d", memory, workers, held)
			}
			most := mostEntries(rows, edges, 1<<20+nearBytes(edges, p), p)
			if took := int64(most)*entryBytes + 2*edges + int64(workers)*nearIDs; most > 0 && took > held {
				t.Errorf("memory %d, %d workers: %d entries take %d, planned are %d", memory, workers, most, took, held)
			}
		}
	}
}
