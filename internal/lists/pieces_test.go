package lists

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
)

// raw is a source of fixed records.
type raw struct {
	info    graph.Info
	edges   []graph.Edge
	wide    []graph.WideEdge
	summary graph.Summary
	split   int                    // records a batch
	passes  int                    // over the records so far
	before  func(pass int, r *raw) // a pass; may be nil
}

func (r *raw) Info() graph.Info { return r.info }
func (r *raw) Close() error     { return nil }

func (r *raw) Read(ctx context.Context, workers int, emit func(worker int, b graph.Batch) error) (graph.Summary, error) {
	r.passes++
	if r.before != nil {
		r.before(r.passes, r)
	}
	i := 0
	for part := range slices.Chunk(r.edges, max(r.split, 1)) {
		if ctx.Err() != nil {
			return graph.Summary{}, context.Cause(ctx)
		}
		if err := emit(i%workers, graph.Batch{Edges: part}); err != nil {
			return graph.Summary{}, err
		}
		i++
	}
	if len(r.wide) > 0 {
		if err := emit(0, graph.Batch{Wide: r.wide}); err != nil {
			return graph.Summary{}, err
		}
	}
	return r.summary, nil
}

// randomRaw draws records with loops, duplicates, reciprocals, gaps, wide ids,
// names and declared vertices.
func randomRaw(random *rand.Rand) *raw {
	n := uint32(1 + random.IntN(300))
	r := &raw{split: 1 + random.IntN(100)}
	r.info = graph.Info{Name: "records", Format: "records", Rereadable: random.IntN(3) > 0}
	r.info.Direct = r.info.Rereadable && random.IntN(2) == 0
	stretch, base := uint32(1), uint32(0)
	switch random.IntN(5) {
	case 0:
		r.summary.Vertices = graph.Known(int(n) + random.IntN(5))
		if random.IntN(2) == 0 {
			r.info.Vertices = r.summary.Vertices
		}
	case 1:
		stretch = 3
	case 2:
		stretch = 10_000_000 // sparse
	case 3:
		base = -n
	case 4:
		for v := range n {
			r.summary.Names = append(r.summary.Names, string(rune('a'+v)))
		}
	}
	hubs := 1 + n/uint32(1+random.IntN(20))
	for range random.IntN(4000) {
		e := graph.Edge{U: random.Uint32N(n)*stretch + base, V: random.Uint32N(n)*stretch + base}
		if random.IntN(3) == 0 {
			e.V = random.Uint32N(min(hubs, n))*stretch + base
		}
		r.edges = append(r.edges, e)
		switch random.IntN(6) {
		case 0:
			r.edges = append(r.edges, e)
		case 1:
			r.edges = append(r.edges, graph.Edge{U: e.V, V: e.U})
		}
	}
	if !r.summary.Vertices.Known() && r.summary.Names == nil {
		for range random.IntN(5) { // vertices with nothing but a self-loop
			id := (n+random.Uint32N(9))*stretch + base
			r.edges = append(r.edges, graph.Edge{U: id, V: id})
		}
	}
	if !r.summary.Vertices.Known() && r.summary.Names == nil && random.IntN(3) == 0 {
		for range random.IntN(50) {
			e := graph.WideEdge{U: ^uint64(0) - uint64(random.IntN(9)), V: uint64(random.Uint32N(n)*stretch + base)}
			r.wide = append(r.wide, e)
			if random.IntN(4) == 0 {
				r.wide = append(r.wide, graph.WideEdge{U: e.U, V: e.U})
			}
		}
	}
	random.Shuffle(len(r.edges), func(i, j int) { r.edges[i], r.edges[j] = r.edges[j], r.edges[i] })
	r.summary.Records = uint64(len(r.edges) + len(r.wide))
	if r.info.Direct || random.IntN(2) == 0 {
		r.info.Records = graph.Known(r.summary.Records)
	}
	return r
}

// simpleLists are lists, and the id of each row.
type simpleLists struct {
	rows [][]uint32
	ids  []uint64
	work uint64 // of scanning, in this order, for every record
}

// rankSimply is the slow twin of a Builder: the lists of r, its vertices in the order
// of their ids; or ranked by falling number of records, ties by smaller id; or those
// first that have at least as many records as all together have for each vertex.
func rankSimply(r *raw, order graph.Order) simpleLists {
	all := slices.Clone(r.wide)
	for _, e := range r.edges {
		all = append(all, graph.WideEdge{U: uint64(e.U), V: uint64(e.V)})
	}
	records, seen, noLoops := map[uint64]int{}, map[uint64]bool{}, 0
	for _, e := range all {
		seen[e.U], seen[e.V] = true, true
		if e.U != e.V {
			noLoops++
			records[e.U]++
			records[e.V]++
		}
	}
	vertices := len(seen)
	if r.summary.Vertices.Known() {
		vertices = int(r.summary.Vertices.Get())
	}
	center := func(id uint64) bool { return records[id]*vertices >= noLoops }
	var ids []uint64
	for id := range records {
		ids = append(ids, id)
	}
	slices.SortFunc(ids, func(a, b uint64) int {
		switch {
		case order == graph.OrderRecords:
			return cmp.Or(cmp.Compare(records[b], records[a]), cmp.Compare(a, b))
		case order == graph.OrderAverageDegree && center(a) != center(b):
			if center(a) {
				return -1
			}
			return 1
		}
		return cmp.Compare(a, b)
	})
	rank := map[uint64]uint32{}
	for i, id := range ids {
		rank[id] = uint32(i)
	}
	lists := make([][]uint32, len(ids))
	for _, e := range all {
		if u, v := rank[e.U], rank[e.V]; e.U != e.V {
			lists[max(u, v)] = append(lists[max(u, v)], min(u, v))
		}
	}
	for _, list := range lists {
		slices.Sort(list)
	}
	above, edges := make([]int, len(ids)), 0
	for i := range lists {
		lists[i] = slices.Compact(lists[i])
		edges += len(lists[i])
		for _, v := range lists[i] {
			above[v]++
		}
	}
	work, of := 0, 0
	for i, list := range lists {
		work += len(list) * above[i]
		of += records[ids[i]]
	}
	each := float64(work) / float64(max(edges, 1))
	return simpleLists{lists, ids, uint64(math.Round(each * float64(of/2)))}
}

// randomShape makes buckets and chunks so small that few records fill many, and
// leaves some memory to chunks or none.
func randomShape(random *rand.Rand) func(shape) shape {
	s := shape{target: 1 + random.Uint64N(300), chunk: 16 + random.IntN(300), sorters: 1 + random.IntN(4), keep: random.Int64N(2) * random.Int64N(10_000)}
	return func(shape) shape { return s }
}

// pieces collects what Build hands over.
type pieces struct {
	mutex sync.Mutex
	all   []Piece
}

func (p *pieces) add(b Piece) error {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.all = append(p.all, b)
	return nil
}

// check holds the pieces, of at most so many edges, to lists.
func (p *pieces) check(t *testing.T, want [][]uint32, most uint64) {
	t.Helper()
	slices.SortFunc(p.all, func(a, b Piece) int { return cmp.Compare(a.First, b.First) })
	row := 0
	for _, b := range p.all {
		if int(b.First) != row {
			t.Fatalf("a piece from row %d on at row %d", b.First, row)
		}
		if most > 0 && uint64(len(b.Neighbors)) > most && len(b.Lengths) > 1 {
			t.Errorf("a piece of %d edges in %d rows, at most %d were asked for", len(b.Neighbors), len(b.Lengths), most)
		}
		rest := b.Neighbors
		for _, n := range b.Lengths {
			if !slices.Equal(rest[:n], want[row]) {
				t.Fatalf("row %d is %v, want %v", row, rest[:n], want[row])
			}
			rest = rest[n:]
			row++
		}
		if len(rest) > 0 {
			t.Fatalf("%d neighbours behind row %d", len(rest), row)
		}
	}
	if row != len(want) {
		t.Fatalf("%d rows, want %d", row, len(want))
	}
}

// What is small comes in one piece, however many buckets it was cut into.
func TestBuildJoinsSmallBuckets(t *testing.T) {
	r := fixedRaw(rand.New(rand.NewPCG(1, 8)))
	s, err := openPieces(context.Background(), r, piecesOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if len(s.buckets) < 7 {
		t.Errorf("%d buckets of 100 rows: not cut at powers of two", len(s.buckets))
	}
	var got pieces
	if _, err := s.Build(context.Background(), got.add); err != nil {
		t.Fatal(err)
	}
	if len(got.all) != 1 {
		t.Errorf("%d pieces", len(got.all))
	}
	if _, err := s.Build(context.Background(), got.add); err == nil {
		t.Error("built twice")
	}
}

// checkMasses holds masses to what lists have without duplicates.
func checkMasses(t *testing.T, m Masses, lists [][]uint32) {
	t.Helper()
	if int(m.Rows()) != len(lists) || !slices.IsSorted(m.Bounds) {
		t.Fatalf("bounds %v of %d rows", m.Bounds, len(lists))
	}
	for power := 1; power < len(lists); power *= 2 {
		if !slices.Contains(m.Bounds, uint32(power)) {
			t.Errorf("bounds %v lack %d", m.Bounds, power)
		}
	}
	for i, bound := range m.Bounds {
		larger, smaller := uint64(0), uint64(0)
		for r, list := range lists {
			for _, low := range list {
				if uint32(r) < bound {
					larger++
				}
				if low < bound {
					smaller++
				}
			}
		}
		if m.Larger[i] < larger || m.Smaller[i] < smaller || m.Larger[i] > m.Records() || m.Smaller[i] > m.Records() {
			t.Errorf("below %d: %d and %d records, no fewer than %d and %d edges", bound, m.Larger[i], m.Smaller[i], larger, smaller)
		}
	}
}

// valid reports whether p is oriented lists: the lengths add up, and each row
// ascends strictly below its own id.
func (p Piece) valid() bool {
	rest := p.Neighbors
	for r, n := range p.Lengths {
		if uint64(n) > uint64(len(rest)) {
			return false
		}
		list := rest[:n]
		for i, v := range list {
			if v >= p.First+uint32(r) || i > 0 && v <= list[i-1] {
				return false
			}
		}
		rest = rest[n:]
	}
	return len(rest) == 0
}
