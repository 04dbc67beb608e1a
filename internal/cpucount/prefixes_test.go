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
	random, several, unfit, paid := rand.New(rand.NewPCG(18, 2)), 0, 0, 0
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
		cut := func(bytes int64, positions uint64) (*columns, bool) {
			c := newColumns(o, hubs, limit, 4*workers)
			c.shift += uint(shift)
			c.positions = positions
			if err := c.count(t.Context(), workers); err != nil {
				t.Fatal(err)
			}
			fits, err := c.cutBlocks(t.Context(), workers, bytes)
			if err != nil {
				t.Fatal(err)
			}
			return c, fits
		}
		bytes, positions := 1+random.Int64N(18*int64(o.Edges())), 1+random.Uint64N(2*o.Edges())
		c, fits := cut(bytes, positions)
		if !fits {
			c.free()
			unfit++
			bytes, positions = 1<<40, nearBit-1
			if c, fits = cut(bytes, positions); !fits || len(c.blocks) > 1 {
				t.Fatalf("%d blocks, all fit: %v", len(c.blocks), fits)
			}
		}
		if len(c.blocks) > 1 {
			several++
		}
		entriesAtOnce, nearsAtOnce := uint64(0), uint64(0)
		for _, b := range c.blocks {
			entriesAtOnce, nearsAtOnce = max(entriesAtOnce, b.entries()), max(nearsAtOnce, c.nears(b.begin, b.end))
			if span := c.span(b.begin, b.end); span > positions {
				t.Fatalf("a block of %d positions, want at most %d", span, positions)
			}
		}
		if held := entryBytes*int64(entriesAtOnce) + 2*int64(nearsAtOnce); held > bytes || c.entriesAtOnce != entriesAtOnce || c.nearsAtOnce != nearsAtOnce || len(c.blocks) > mostBlocks {
			t.Fatalf("%d blocks hold %d bytes, want at most %d; %d entries and %d near ones at once, told are %d and %d", len(c.blocks), held, bytes,
				entriesAtOnce, nearsAtOnce, c.entriesAtOnce, c.nearsAtOnce)
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
		for blocks := 1; blocks < 4; blocks++ {
			pays := c.pays(blocks)
			if pays {
				paid++
			}
			if pays != (2*scan > 3*(before+uint64(blocks-1)*marked)) {
				t.Fatalf("%d to scan, %d before, rows of %d in %d blocks: pays is %v", scan, before, marked, blocks, pays)
			}
		}
		if c.entries != entries || c.scan != scan || c.before != before {
			t.Fatalf("%d rows, %d hubs: %d entries, %d and %d to scan, want %d, %d and %d", o.Rows(), hubs, c.entries, c.scan, c.before, entries, scan, before)
		}
	}
	if several < 10 || unfit < 10 || paid < 10 || paid > 3*190 {
		t.Errorf("%d times several blocks, %d times too many, %d times less to scan: that tests little", several, unfit, paid)
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
		c, states := newColumns(o, hubs, nearIDs, 4), make([]autoState, 1)
		c.shift = test.shift
		planned, err := c.plan(t.Context(), 1, 1<<40)
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

// Columns are made in several blocks where there is little room, but not where the rows of v would be marked too often,
// nor where a worker would have one bucket and the others wait.
func TestColumnsInLittleRoom(t *testing.T) {
	o, hubs := skewed(t), 1<<9
	made := func() *columns { return newColumns(o, hubs, nearIDs, 64) }
	several, marked, waiting := 0, 0, 0
	for bytes := entryBytes * int64(o.Edges()); bytes > 1<<10; bytes -= bytes / 8 {
		for _, workers := range []int{2, 1 << 10} {
			c := made()
			if err := c.count(t.Context(), 2); err != nil {
				t.Fatal(err)
			}
			fits, err := c.cutBlocks(t.Context(), 2, bytes)
			c.free()
			if err != nil {
				t.Fatal(err)
			}
			want := 0
			switch {
			case !fits:
			case !c.pays(len(c.blocks)):
				marked++
			case c.largest*uint64(workers) > columnWait*c.entriesAtOnce:
				waiting++
			default:
				want = len(c.blocks)
			}
			if want > 1 {
				several++
			}
			got, err := made().plan(t.Context(), workers, bytes)
			if err != nil {
				t.Fatal(err)
			}
			if got == nil && want > 0 || got != nil && len(got.blocks) != want {
				t.Errorf("%d bytes, %d workers: it is %v that columns are planned, want %d blocks", bytes, workers, got != nil, want)
			}
			if got != nil {
				got.free()
			}
		}
	}
	if several == 0 || marked == 0 || waiting == 0 {
		t.Errorf("%d times several blocks, %d times too much to mark, %d times a bucket too large: that tests little", several, marked, waiting)
	}
}

// A block leaves nothing with the workers.
func TestColumnsLeaveNothing(t *testing.T) {
	o, hubs := skewed(t), 1<<8
	c, err := newColumns(o, hubs, nearIDs, 8).plan(t.Context(), 2, 1<<40)
	if err != nil || c == nil {
		t.Fatal(c, err)
	}
	c.near = make([]uint16, c.nearsAtOnce)
	var tables columnTables
	if err := c.sumBlock(t.Context(), nil, &c.blocks[0], make([]columnEntry, c.entriesAtOnce), &tables, make([]autoState, 2)); err != nil {
		t.Fatal(err)
	}
	c.free()
	if tables.ends.Slice() != nil || tables.marks.Slice() != nil || tables.stretches.Slice() != nil || c.counters.Slice() != nil {
		t.Error("there is still memory")
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
			matrix := matrixBytes(hubs)
			columns := heldByColumns(rows-hubs, edges, roomFor(rows, edges, 0, p), p.Threads)
			tripartite := matrix + heldByColumns(2*(rows-hubs), edges, roomFor(rows, edges, matrix, p), p.Threads)
			tiles := matrix + int64(p.Threads)*stripQueueBytes(hubs/simd.StripBits, 1, tileRoom(rows, edges, hubs, p))
			if tileRoom(rows, edges, hubs, p) == 0 {
				tiles = matrix
			}
			if held := max(columns, tripartite, tiles) + autoBytes(rows, edges, 0, p); held > planned+autoBytes(rows, edges, 0, p) || p.Memory > 0 && held > max(p.Memory, matrix+autoBytes(rows, edges, 0, p)) {
				t.Fatalf("%d rows, %d edges, %d hubs, %+v: columns take %d, of halves %d, tiles %d, planned are %d", rows, edges, hubs, p, columns, tripartite, tiles, planned)
			}
			if columns == 0 {
				tight++
			}
		}
	}
	if tight == 0 {
		t.Error("no limit left columns out")
	}
}

// heldByColumns is what columns of so many rows hold that take all of their room, with the last pages of all arrays:
// each worker's stretches have room for the largest bucket, in pages of its own where that is as large.
func heldByColumns(rows int, edges uint64, room columnRoom, workers int) int64 {
	if rows < 1 || room.bytes == 0 {
		return 0
	}
	shift := bucketShift(rows)
	counters := 8 * (room.tasks + mostBlocks) * (bucketsOf(rows, shift) + 1)
	pages, largest := 3*int64(hugemem.Page), stretchBytes*columnWait*(room.bytes/entryBytes)/int64(workers)
	if largest >= hugemem.Page {
		pages += int64(workers) * hugemem.Page
	} else {
		pages += hugemem.Bytes(int64(workers) * largest)
	}
	return room.bytes + int64(counters) + pages + hugemem.Bytes(int64(workers*nearIDs)) + hugemem.Bytes(int64(64*workers*((2<<shift+16)/16)))
}
