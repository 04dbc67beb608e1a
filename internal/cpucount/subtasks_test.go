package cpucount

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/bytesize"
	"github.com/tricycle-graph/tricycle/internal/generator"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/objectfs"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/partition"
)

// storeOf puts lists that are in memory into a store, in about so many pieces:
// the simple twin of what builds a store from a source.
func storeOf(t testing.TB, o *lists.Oriented, pieces int, cuts []partition.Range, files objectfs.FS) *partition.Store {
	t.Helper()
	s, err := partition.NewStore(uint32(o.Rows()), cuts, files)
	if err != nil {
		t.Fatal(err)
	}
	for _, rows := range cutRanges(o.Rows(), pieces, func(r int) uint64 { return o.Offsets()[r] }) {
		b := &partition.Block{Rows: rows, Columns: partition.Range{End: uint32(o.Rows())}}
		for r := rows.Begin; r < rows.End; r++ {
			b.Lengths = append(b.Lengths, o.OutDegree(r))
		}
		b.Neighbors = o.Neighbors()[o.Offsets()[rows.Begin]:o.Offsets()[rows.End]]
		if err := s.Add(t.Context(), b); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Seal(); err != nil {
		t.Fatal(err)
	}
	return s
}

// cutRanges cuts [0, n) into ranges of about equal work.
func cutRanges(n, parts int, before func(i int) uint64) []partition.Range {
	bounds := par.Cut(n, parts, before)
	ranges := make([]partition.Range, len(bounds)-1)
	for i := range ranges {
		ranges[i] = partition.Range{Begin: uint32(bounds[i]), End: uint32(bounds[i+1])}
	}
	return ranges
}

// randomCuts cuts [0, n) anywhere.
func randomCuts(random *rand.Rand, n, most int) []partition.Range {
	if n == 0 {
		return []partition.Range{{}}
	}
	var ranges []partition.Range
	for begin := 0; begin < n; {
		end := begin + 1 + random.IntN(n-begin)
		if len(ranges) == most-1 {
			end = n
		}
		ranges = append(ranges, partition.Range{Begin: uint32(begin), End: uint32(end)})
		begin = end
	}
	return ranges
}

// plainSubtask looks at all triples for the triangles of a subtask.
func plainSubtask(o *lists.Oriented, g partition.Grid, t partition.Subtask) uint64 {
	middle, columns := partition.Range{End: g.Hubs}, partition.Range{End: uint32(o.Rows())}
	if t.J != partition.HubColumn {
		middle, columns = g.Rows[t.J], g.Columns[t.K]
		middle.Begin = max(middle.Begin, g.Hubs)
	}
	count := uint64(0)
	for u := g.Rows[t.I].Begin; u < g.Rows[t.I].End; u++ {
		in := map[uint32]bool{}
		for _, w := range o.Row(u) {
			in[w] = true
		}
		for _, v := range o.Row(u) {
			if v < middle.Begin || v >= middle.End {
				continue
			}
			for _, w := range o.Row(v) {
				if in[w] && w >= columns.Begin && w < columns.End {
					count++
				}
			}
		}
	}
	return count
}

// randomLists returns the oriented lists of a random graph.
func randomLists(t *testing.T, random *rand.Rand, order graph.Order) *lists.Oriented {
	t.Helper()
	edges := graphtest.SkewedRecords(random, 1+random.Uint32N(300), random.IntN(4000))
	o, _ := graphtest.ListsOf(t, &graphtest.Source{Edges: edges}, order)
	return o
}

// TestCPUCounterCountsSubtasks holds each subtask of random grids, by every
// method, against brute force.
func TestCPUCounterCountsSubtasks(t *testing.T) {
	seeds := uint64(25)
	if testing.Short() {
		seeds = 12
	}
	for seed := range seeds {
		random := rand.New(rand.NewPCG(seed, 0))
		o := randomLists(t, random, []graph.Order{graph.OrderDegree, graph.OrderID}[random.IntN(2)])
		var files objectfs.FS
		if random.IntN(2) == 0 {
			files = objectfs.NewScratch(t.TempDir())
		}
		s := storeOf(t, o, 1+random.IntN(9), randomCuts(random, o.Rows(), 1+random.IntN(3)), files)
		for _, method := range Methods {
			g := partition.Grid{Columns: randomCuts(random, o.Rows(), 1+random.IntN(3))}
			for _, p := range s.Pieces() {
				if last := len(g.Rows) - 1; last >= 0 && random.IntN(2) == 0 {
					g.Rows[last].End = p.Rows.End
				} else {
					g.Rows = append(g.Rows, p.Rows)
				}
			}
			if method == Auto {
				g.Hubs = random.Uint32N(uint32(o.Rows()) + 1)
			}
			c := NewSubtasks(method, Params{Threads: 1 + random.IntN(3), grain: uint64(1 + random.IntN(500))})
			if random.IntN(2) == 0 { // of strips, which as small a graph has none of
				c.lined = 1 + random.IntN(o.Rows()+1)
			}
			vertices, sums := make([]uint64, o.Rows()), partition.NewSums(s, g, t.TempDir())
			switch random.IntN(3) {
			case 0:
				c.PerVertex(vertices, o.MaxOutDegree())
			case 1:
				c.PerEdge(sums, o.MaxOutDegree())
			}
			sum := uint64(0)
			for task := range g.Subtasks() {
				got, err := c.Count(t.Context(), s, g, task)
				if err != nil {
					t.Fatal(err)
				}
				if want := plainSubtask(o, g, task); got != want {
					t.Fatalf("seed %d, %v of %v by %s: %d triangles, want %d", seed, task, g, method, got, want)
				}
				sum += got
			}
			if err := cmp.Or(c.Flush(t.Context()), c.Close()); err != nil {
				t.Fatal(err)
			}
			if err := checkSums(t.Context(), o, s, g, sums); c.edges != nil && err != nil {
				t.Fatalf("seed %d, %v by %s: %v", seed, g, method, err)
			}
			if c.vertices != nil {
				if want, _ := answersSlowly(o); !slices.Equal(vertices, want) {
					t.Fatalf("seed %d, %v by %s: %v at the vertices, want %v", seed, g, method, vertices, want)
				}
			}
			whole, err := Count(t.Context(), o, Merge, Params{})
			if err != nil {
				t.Fatal(err)
			}
			if sum != whole {
				t.Fatalf("seed %d, %v by %s: %d triangles, want %d", seed, g, method, sum, whole)
			}
		}
	}
}

// checkSums holds the triangles of each edge, by blocks, against brute force.
func checkSums(ctx context.Context, o *lists.Oriented, s *partition.Store, g partition.Grid, sums *partition.Sums) error {
	_, support := answersSlowly(o)
	for i, rows := range g.Rows {
		for k, columns := range g.Columns {
			var want []uint32
			for r := rows.Begin; r < rows.End; r++ {
				for e, w := range o.Row(r) {
					if w >= columns.Begin && w < columns.End {
						want = append(want, support[o.Offsets()[r]+uint64(e)])
					}
				}
			}
			got := make([]uint32, len(want))
			if err := sums.Read(ctx, i, k, got, 2); err != nil || !slices.Equal(got, want) {
				return fmt.Errorf("block (%d, %d) has support %v (%v), want %v", i, k, got, err, want)
			}
		}
	}
	return sums.Close()
}

// BenchmarkParts counts a skewed graph in more and more parts, from memory and
// from files.
func BenchmarkParts(b *testing.B) {
	ctx := b.Context()
	src, err := generator.RMAT{Scale: 20, EdgeFactor: 16, Seed: 1}.Source()
	if err != nil {
		b.Fatal(err)
	}
	o, _ := graphtest.ListsOf(b, src, graph.OrderDegree)
	rows := o.Rows()
	b.Run("whole", func(b *testing.B) {
		for b.Loop() {
			if _, err := Count(ctx, o, Auto, Params{}); err != nil {
				b.Fatal(err)
			}
		}
	})
	for _, parts := range [][2]int{{1, 1}, {2, 1}, {4, 1}, {8, 1}, {2, 2}, {4, 4}} {
		b.Run(fmt.Sprintf("%dx%d", parts[0], parts[1]), func(b *testing.B) {
			indegree := make([]uint64, rows+1)
			for _, v := range o.Neighbors() {
				indegree[v+1]++
			}
			for v := range rows {
				indegree[v+1] += indegree[v]
			}
			g := partition.Grid{
				Columns: cutRanges(rows, parts[1], func(v int) uint64 { return indegree[v] }),
				Hubs:    uint32(hubCount(o, Params{})),
			}
			s := storeOf(b, o, 32, g.Columns, objectfs.NewScratch(b.TempDir()))
			for i := range parts[0] {
				pieces := s.Pieces()[i*32/parts[0] : (i+1)*32/parts[0]]
				g.Rows = append(g.Rows, partition.Range{Begin: pieces[0].Rows.Begin, End: pieces[len(pieces)-1].Rows.End})
			}
			for b.Loop() {
				c := NewSubtasks(Auto, Params{})
				count := uint64(0)
				for task := range g.Subtasks() {
					n, err := c.Count(ctx, s, g, task)
					if err != nil {
						b.Fatal(err)
					}
					count += n
				}
				if count != 424_514_042 {
					b.Fatalf("%d triangles", count)
				}
				if err := c.Close(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestPartsPastTwoToThe32 plans parts of lists that no machine here could hold.
func TestPartsPastTwoToThe32(t *testing.T) {
	const (
		each = 1 << 33 // edges of a piece
		rows = 1 << 27 // and its rows
	)
	all := partition.Range{End: 8 * rows}
	var pieces []partition.Piece
	for i := range uint32(8) {
		pieces = append(pieces, partition.Piece{Rows: partition.Range{Begin: i * rows, End: (i + 1) * rows}, Edges: []uint64{each}})
	}
	s, err := partition.OpenStore(all.End, []partition.Range{all}, pieces, new(objectfs.Memory), "")
	if err != nil {
		t.Fatal(err)
	}
	two := func(parts int64) int64 { return 2*4*each*parts + 20*rows*parts + 2*rows*8/8 }
	for parts, want := range map[int64]int{1: 8, 2: 4, 4: 2} {
		limit := two(parts) + PageBytes + 1000
		c := NewSubtasks(Auto, Params{Threads: 2, Memory: limit})
		grid, err := s.Cut(partition.Cutting{Limit: limit, Bytes: func(g partition.Grid, t partition.Subtask) int64 { return c.Bytes(s, g, t) }})
		if err != nil {
			t.Fatal(err)
		}
		if len(grid.Rows) != want {
			t.Errorf("within %s: %v, want %d ranges of rows", bytesize.Text(limit), grid, want)
		}
	}
	// Bounds of rows that end beyond 2^32 edges.
	offsets := make([]uint64, 101)
	for i := range offsets {
		offsets[i] = 1<<35 + uint64(i)*each
	}
	chunks := cutOffsets(offsets, 2, each)
	if len(chunks) != 101 {
		t.Errorf("%d chunks of 100 rows of 2^33 edges each", len(chunks)-1)
	}
}
