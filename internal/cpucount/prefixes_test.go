package cpucount

import (
	"math/rand/v2"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/simd"
)

// Column by column as many triangles are found beyond the hubs as row by row, and of the sample as much is
// said to be scanned as is.
func TestColumnsBeyondHubs(t *testing.T) {
	random, several, unfit := rand.New(rand.NewPCG(18, 2)), 0, 0
	for round := range 200 {
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
		shift := random.IntN(5)
		cut := func(room columnRoom, positions uint64) (*columns, bool) {
			c := newColumns(o, hubs, limit, workers)
			c.shift += uint(shift)
			c.positions = positions
			if err := c.count(t.Context(), workers); err != nil {
				t.Fatal(err)
			}
			fits, err := c.cutBlocks(t.Context(), workers, room)
			if err != nil {
				t.Fatal(err)
			}
			return c, fits
		}
		c, fits := cut(columnRoom{1 + random.Uint64N(o.Edges()), 1 + random.Uint64N(2*o.Edges())}, 1+random.Uint64N(2*o.Edges()))
		if !fits {
			unfit++
			if c, fits = cut(columnRoom{1 << 40, 1 << 40}, nearBit-1); !fits || len(c.blocks) > 1 {
				t.Fatalf("%d blocks, all fit: %v", len(c.blocks), fits)
			}
		}
		if len(c.blocks) > 1 {
			several++
		}
		states := make([]autoState, workers)
		if err := c.sum(t.Context(), nil, states); err != nil {
			t.Fatal(err)
		}
		if got, err := sumStates(states); err != nil || got != want {
			t.Fatalf("%d rows, %d hubs: %d triangles, want %d; %v", o.Rows(), hubs, got, want, err)
		}
		entries, scan, before := uint64(0), uint64(0), uint64(0)
		for u := range uint32(o.Rows()) {
			for i, v := range o.Row(u) {
				if i > 0 && int(v) >= hubs {
					if sampled(v - uint32(hubs)) {
						scan, before = scan+uint64(o.OutDegree(v)), before+uint64(i)
					}
					if o.Row(u)[0] < limit {
						entries++
					}
					if o.Row(u)[i-1] >= limit {
						entries++
					}
				}
			}
		}
		marked := uint64(0)
		for v := hubs; v < o.Rows(); v++ {
			if sampled(uint32(v - hubs)) {
				marked += uint64(o.OutDegree(uint32(v)))
			}
		}
		if again := random.IntN(3); c.pays(again) != (2*scan > 3*(before+uint64(again)*marked)) {
			t.Fatalf("%d to scan, %d before, rows of %d marked %d times again: pays is %v", scan, before, marked, again, c.pays(again))
		}
		if c.entries != entries || c.scan != scan || c.before != before {
			t.Fatalf("%d rows, %d hubs: %d entries, %d and %d to scan, want %d, %d and %d", o.Rows(), hubs, c.entries, c.scan, c.before, entries, scan, before)
		}
	}
	if several < 10 || unfit < 10 {
		t.Errorf("%d times several blocks, %d times too many: that tests little", several, unfit)
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
		planned, err := c.plan(t.Context(), 1, columnRoom{1 << 40, 1 << 40})
		if err == nil && planned != nil {
			err = c.sum(t.Context(), nil, states)
		}
		if done := planned != nil; err != nil || done != test.done {
			t.Errorf("%d bits for the number of v: %v, %v; longest %d, %d to scan and %d before", test.shift, done, err, c.longest, c.scan, c.before)
		}
		if got := sumOf(t, states); got != want && test.done || got > 0 && !test.done {
			t.Errorf("%d bits for the number of v: %d triangles, want %d", test.shift, got, want)
		}
	}
}

// What columns and tiles hold beside the matrix, of however many hubs, is within what was planned and
// within the limit; one that is too low leaves them out.
func TestColumnBytes(t *testing.T) {
	if !simd.Best().Stretches {
		t.Skip("no columns without kernels for stretches")
	}
	random, tight := rand.New(rand.NewPCG(18, 6)), 0
	for range 20000 {
		rows, edges := 1<<9+random.IntN(1<<9<<random.IntN(20)), uint64(columnLeast+random.IntN(1<<23<<random.IntN(15)))
		p := Params{Threads: 1 + random.IntN(40)}
		if random.IntN(10) > 0 {
			p.Memory = 1<<16 + random.Int64N(20*int64(edges))
		}
		planned := BesideBytes(rows, edges, p)
		for hubs := range hubChoices(rows, edges, p) {
			matrix, columns := matrixBytes(hubs), int64(0)
			room := roomFor(rows, edges, matrix, p)
			if room.entries > 0 {
				columns = hugemem.Bytes(int64(room.entries)*(entryBytes-stretchBytes)) + hugemem.Bytes(2*int64(room.nears)) + stretchBytes*int64(room.entries) +
					tablesOf(2*(rows-hubs), edges, room.entries, p.Threads) // halves, which a tripartite graph has, take more than rows
			}
			columns += matrix
			tiles := matrix + int64(p.Threads)*stripQueueBytes(hubs/simd.StripBits, 1, tileRoom(rows, edges, hubs, p))
			if tileRoom(rows, edges, hubs, p) == 0 {
				tiles = matrix
			}
			if held := max(columns, tiles); held > planned || p.Memory > 0 && held > p.Memory {
				t.Fatalf("%d rows, %d edges, %d hubs, %+v: columns take %d, tiles %d, planned are %d", rows, edges, hubs, p, columns, tiles, planned)
			}
			if room.entries == 0 {
				tight++
			}
		}
	}
	if tight == 0 {
		t.Error("no limit left columns out")
	}
}

// tablesOf is what the tables of columns of so many rows hold, and the last pages of the workers' stretches,
// each of which has as many as the largest bucket.
func tablesOf(rows int, edges, most uint64, workers int) int64 {
	if rows < 1 {
		return 0
	}
	shift := bucketShift(rows)
	counters := 8 * (columnTasks(edges, workers) + mostBlocks) * (bucketsOf(rows, shift) + 1)
	pages, largest := int64(0), stretchBytes*int64(columnWait*most)/int64(workers)
	if largest >= hugemem.Page {
		pages = int64(workers) * hugemem.Page
	}
	return int64(counters+workers*(nearIDs+4*(2<<shift+1))) + pages
}
