package lists

import (
	"bytes"
	"context"
	"math"
	"math/bits"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/hugemem"
)

// Nothing here holds 2^32 of anything: counters and offsets begin where they
// would be.

func TestChunksFarInTheFile(t *testing.T) {
	folder := t.TempDir()
	if free, err := freeBytes(folder); err != nil || free < 1<<20 {
		t.Skipf("no room: %d, %v", free, err)
	}
	s := newChunkStore(folder)
	defer s.close()
	s.end.Store(1<<33 - 10) // the file is sparse
	var kept []chunk
	for i := range 3 {
		buffer, err := hugemem.New[byte](16)
		if err != nil {
			t.Fatal(err)
		}
		copy(buffer.Slice(), bytes.Repeat([]byte{byte(i + 1)}, 16))
		c, err := s.keep(&buffer, 12)
		if err != nil {
			t.Fatal(err)
		}
		kept = append(kept, c)
		buffer.Free()
	}
	stat, err := s.file.(*os.File).Stat()
	if err != nil || stat.Size() != 1<<33+26 {
		t.Errorf("the file has %v bytes, %v", stat.Size(), err)
	}
	for i, c := range kept {
		got, err := s.read(c, make([]byte, 20))
		if err != nil || !bytes.Equal(got[:12], bytes.Repeat([]byte{byte(i + 1)}, 12)) {
			t.Errorf("chunk %d: %v, %v", i, got, err)
		}
	}
}

// Counts that pass 2^32, in a worker's array, in a page, and where arrays are
// added up.
func TestTallyPasses32Bits(t *testing.T) {
	const n = 5000
	for _, limit := range []int64{0, 3000} {
		random := rand.New(rand.NewPCG(1, 9))
		ta := newTally(n, 2, 0)
		ta.bound = n
		if limit > 0 {
			ta.room.Store(limit)
		}
		want := make([]uint64, n)
		draw := func(loops bool) []graph.Edge {
			edges := make([]graph.Edge, 2000)
			for i := range edges {
				edges[i] = graph.Edge{U: random.Uint32N(n), V: random.Uint32N(n)}
				if !loops && edges[i].U == edges[i].V {
					edges[i].V = (edges[i].V + 1) % n
				}
				if edges[i].U != edges[i].V {
					want[edges[i].U]++
					want[edges[i].V]++
				}
			}
			return edges
		}
		add := func(loops bool) {
			for worker := range 2 {
				if err := ta.add(worker, draw(loops)); err != nil {
					t.Fatal(err)
				}
			}
		}
		add(true)
		ta.lanes[0].records += 1 << 40 // those that are put there by hand
		for id := range uint32(n) {
			more := random.Uint32() | 3<<30
			if err := ta.countMore(&ta.lanes[id&1], id, more); err != nil {
				t.Fatal(err)
			}
			want[id] += uint64(more)
		}
		for range 300 {
			add(false)
			add(true)
		}
		for id := range uint32(n) {
			more := uint32(math.MaxUint32)
			if err := ta.countMore(&ta.lanes[id&1], id, more); err != nil {
				t.Fatal(err)
			}
			want[id] += uint64(more)
		}
		if full := ta.lanes[0].full || ta.lanes[1].full; full != (limit > 0) {
			t.Fatalf("limit %d: an array is full: %t", limit, full)
		}
		c, _, err := ta.merge(context.Background(), n)
		if err != nil {
			t.Fatal(err)
		}
		beyond := 0
		for id := range uint32(n) {
			if c.of(id) != want[id] {
				t.Fatalf("limit %d: id %d has %d records, want %d", limit, id, c.of(id), want[id])
			}
			if want[id]>>32 > 0 {
				beyond++
			}
		}
		if beyond < 100 {
			t.Errorf("only %d counts passed 2^32", beyond)
		}
		checkRanks(t, c, want)
		c.low.Free()
		ta.free()
	}
}

// checkRanks holds rankByRecords, and the buckets that are cut from what it
// gives, to the records of each id.
func checkRanks(t *testing.T, c counts, records []uint64) {
	t.Helper()
	rank, m, order, err := rankByRecords(context.Background(), c, 2, true)
	if err != nil {
		t.Fatal(err)
	}
	defer rank.Free()
	defer m.low.Free()
	var ids []int
	for id, n := range records {
		if n > 0 {
			ids = append(ids, id)
		} else if rank.Slice()[id] != noRank {
			t.Errorf("id %d without a record has rank %d", id, rank.Slice()[id])
		}
	}
	slices.SortStableFunc(ids, func(a, b int) int {
		switch {
		case records[a] > records[b]:
			return -1
		case records[a] < records[b]:
			return 1
		}
		return 0
	})
	if m.rows() != len(ids) {
		t.Fatalf("%d rows of %d", m.rows(), len(ids))
	}
	sum := uint64(0)
	for r, id := range ids {
		if int(rank.Slice()[id]) != r || int(order[r]) != id || m.of(r) != records[id] {
			t.Fatalf("rank %d with %d records, want id %d with %d", r, m.of(r), id, records[id])
		}
		sum += records[id]
	}
	buckets, at, err := cutBuckets(context.Background(), &m, binsOf(9, 0, false), shape{target: sum / 50}, 2)
	if err != nil {
		t.Fatal(err)
	}
	got, end := uint64(0), uint32(0)
	for i, b := range buckets {
		if b.rows.Begin != end || b.rows.Len() > 1 && b.ends > sum/50 {
			t.Errorf("bucket %d of rows %v has %d ends", i, b.rows, b.ends)
		}
		end = b.rows.End
		got += b.ends
		for r := b.rows.Begin; r < b.rows.End; r++ {
			if int(at[binsOf(9, 0, false).Of(r)]) != i {
				t.Fatalf("rank %d is not sent to bucket %d", r, i)
			}
		}
	}
	if got != sum || int(end) != len(ids) {
		t.Errorf("buckets of %d ends and %d rows, want %d and %d", got, end, sum, len(ids))
	}
}

func TestBins(t *testing.T) {
	for width := uint(0); width < 16; width++ {
		k := binsOf(width, 0, false)
		last := uint32(0)
		check := func(rank uint32) {
			bin := k.Of(rank)
			if bin < last || k.begin(bin) > uint64(rank) || k.begin(bin+1) <= uint64(rank) {
				t.Fatalf("%d bits: rank %d is in bin %d, [%d, %d)", width, rank, bin, k.begin(bin), k.begin(bin+1))
			}
			last = bin
		}
		for rank := range uint32(1 << 12) {
			check(rank)
		}
		for power := 12; power < 32; power++ {
			for _, rank := range []uint32{1<<power - 1, 1 << power, 1<<power + 1, 1<<power + 1<<(power-1)} {
				check(rank)
			}
			if bin := k.Of(1 << power); k.begin(bin) != 1<<power {
				t.Errorf("%d bits: no bin begins at 2^%d", width, power)
			}
		}
		check(math.MaxUint32)
		if end := k.begin(k.Of(math.MaxUint32) + 1); end != 1<<32 {
			t.Errorf("%d bits: bins end at %d", width, end)
		}
	}
}

// Bins in the order of the ids are as long as one another, but for the last.
func TestBinsInOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 12))
	for range 1000 {
		width, rows := uint(random.IntN(14)), 1+random.IntN(1<<(1+random.IntN(31)))
		k := binsOf(width, rows, true)
		for range 100 {
			rank := random.Uint32N(uint32(rows))
			bin := k.Of(rank)
			if k.begin(bin) > uint64(rank) || k.begin(bin+1) <= uint64(rank) || bin >= 4<<width {
				t.Fatalf("%d bits, %d rows: rank %d is in bin %d, [%d, %d)", width, rows, rank, bin, k.begin(bin), k.begin(bin+1))
			}
		}
		if last := k.Of(noRank); last <= k.Of(uint32(rows-1)) && rows < 1<<31 {
			t.Errorf("%d bits, %d rows: what has no rank is in bin %d", width, rows, last)
		}
	}
}

// Keys of the last ranks take all 64 bits.
func TestKeysOfTheLastRanks(t *testing.T) {
	last := span{1 << 31, math.MaxUint32}
	b := &bucket{rows: last}
	b.column = uint8(bits.Len32(last.End-1) + 1)
	b.width = uint8((b.keyBits() + 7) / 8)
	if b.keyBits() != 64 || b.width != 8 {
		t.Fatalf("%d bits, %d bytes", b.keyBits(), b.width)
	}
	chunks := newChunkStore(t.TempDir())
	chunks.room.Store(1 << 20)
	s := &Builder{chunks: chunks, shape: shape{chunk: 4096}}
	k := binsOf(9, 0, false)
	at := make([]uint16, k.Of(last.End)+1)
	l := newKeyLanes([]bucket{*b}, at, k, 4096, chunks, 1)
	random := rand.New(rand.NewPCG(1, 10))
	type pair struct{ high, low uint32 }
	want := map[uint64]pair{}
	for range 100 {
		p := pair{last.Begin + random.Uint32N(uint32(last.Len())), 0}
		p.low = random.Uint32N(p.high)
		if ok, err := l.push([]graph.Edge{{U: p.high, V: p.low}}); !ok || err != nil {
			t.Fatal(ok, err)
		}
		want[uint64(p.high-last.Begin)<<33|uint64(p.low)<<1] = p
	}
	var err error
	if b.chunks, err = l.finish(0); err != nil {
		t.Fatal(err)
	}
	w := &builder{s: s, few: newFewSorter()}
	seen := 0
	err = w.eachChunk(context.Background(), b, func(data []byte, length int) {
		for i := 0; i < length; i += 8 {
			key := uint64(0)
			for j := range 8 {
				key |= uint64(data[i+j]) << (8 * j)
			}
			if _, ok := want[key]; !ok {
				t.Errorf("key %x", key)
			}
			seen++
		}
	})
	if err != nil || seen != 100 {
		t.Errorf("%d keys, %v", seen, err)
	}
	chunks.releaseAll(b.chunks)
}

func TestSortIDs(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 12))
	for _, n := range []int{0, 1, 100, 5000, 200_000} {
		ids := make([]uint64, n)
		for i := range ids {
			ids[i] = random.Uint64() >> random.IntN(40)
		}
		slices.Sort(ids)
		want := slices.Compact(ids)
		got := slices.Clone(want)
		random.Shuffle(len(got), func(i, j int) { got[i], got[j] = got[j], got[i] })
		if err := sortIDs(context.Background(), got, make([]uint64, len(got)), 3); err != nil || !slices.Equal(got, want) {
			t.Errorf("%d ids are not sorted, %v", len(want), err)
		}
	}
}

func TestShapesFit(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 11))
	for range 3000 {
		workers := 1 + random.IntN(64)
		ids := random.Uint64N(1 << random.IntN(33))
		records := random.Uint64N(1 << random.IntN(40))
		memory := random.Int64N(1 << (25 + random.IntN(16)))
		least := leastBytes(workers, ids, records)
		s, ok := shapeOf(memory, workers, ids, records)
		if ok && memory <= least-1<<20 || !ok && memory >= least {
			t.Fatalf("%d bytes do, %v, and %d are the least, for %d workers, %d ids, %d records", memory, ok, least, workers, ids, records)
		}
		if !ok {
			continue
		}
		lanes := int64(workers) * int64(s.buckets(records)) * int64(s.chunk)
		spilling := fixedBytes(workers) + 8*int64(ids) + lanes
		building := fixedBytes(workers) + 4*int64(ids) + s.sorting()
		if spilling+s.keep > memory && s.keep > 0 || building+s.keep > memory && s.keep > 0 || max(spilling, building) > memory {
			t.Fatalf("%+v takes %d and %d, at most %d, for %d workers, %d ids, %d records", s, spilling, building, memory, workers, ids, records)
		}
		if s.chunk < keySlack || s.target == 0 || s.buckets(records) >= 1<<16 || 1<<s.bins(records, math.MaxUint32, false).Bits < 2*records/s.target {
			t.Fatalf("%+v for %d records", s, records)
		}
	}
}

// What a plan holds fits the memory, however many workers there are: they sort at once.
func TestPlansFitTheMemory(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 12))
	unlimited := 0
	for range 3000 {
		s := &Builder{workers: 1 + random.IntN(300), ids: random.IntN(1 << random.IntN(25)), chunks: newChunkStore("")}
		s.records = random.Uint64N(1 << random.IntN(36))
		bytes := graphBytes{records: s.records, ids: uint64(s.ids)}
		need := fixedBytes(s.workers) + bytes.building()
		s.opt.Memory = need + random.Int64N(2*need)
		if err := s.plan(); err != nil {
			continue // too little for this many workers
		}
		if s.chunks.slabs != nil {
			unlimited++
		} else {
			need = fixedBytes(s.workers)
		}
		if need += s.shape.sorting(); need > s.opt.Memory {
			t.Fatalf("%d bytes for %d workers, %d ids, %d records and %d bytes", need, s.workers, s.ids, s.records, s.opt.Memory)
		}
	}
	if unlimited == 0 {
		t.Error("none does as without a limit")
	}
}
