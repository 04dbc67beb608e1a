package gpugraph

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gputest"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/internal/lists"
)

// listsByRecords is the simple twin of Parts: the oriented lists of records by
// graph.OrderRecords, or of so many vertices by graph.OrderAverageDegree, and the id of
// each rank.
func listsByRecords(edges []graph.Edge, centers bool, vertices int) (lists [][]uint32, ids []uint32) {
	records, noLoops := map[uint32]int{}, 0
	for _, e := range edges {
		if e.U != e.V {
			noLoops++
			records[e.U]++
			records[e.V]++
		}
	}
	center := func(id uint32) bool { return records[id]*vertices >= noLoops }
	for id := range records {
		ids = append(ids, id)
	}
	slices.SortFunc(ids, func(a, b uint32) int {
		switch {
		case centers && center(a) != center(b):
			if center(a) {
				return -1
			}
			return 1
		case centers:
			return int(a) - int(b)
		}
		if records[a] != records[b] {
			return records[b] - records[a]
		}
		return int(a) - int(b)
	})
	rank := map[uint32]uint32{}
	for i, id := range ids {
		rank[id] = uint32(i)
	}
	lists = make([][]uint32, len(ids))
	for _, e := range edges {
		if u, v := rank[e.U], rank[e.V]; e.U != e.V {
			lists[max(u, v)] = append(lists[max(u, v)], min(u, v))
		}
	}
	for row := range lists {
		slices.Sort(lists[row])
		lists[row] = slices.Compact(lists[row])
	}
	return lists, ids
}

// collected takes lists as Build hands them over.
type collected struct {
	lists  [][]uint32
	piece  int
	longer int // pieces that are too long
}

func (c *collected) add(first uint32, lengths, neighbors []uint32) error {
	if int(first) != len(c.lists) {
		return errors.New("the rows do not follow one another")
	}
	if c.piece > 0 && len(neighbors) > c.piece && len(lengths) > 1 {
		c.longer++
	}
	for _, n := range lengths {
		c.lists = append(c.lists, neighbors[:n:n])
		neighbors = neighbors[n:]
	}
	if len(neighbors) > 0 {
		return errors.New("more neighbors than the lengths tell")
	}
	return nil
}

// partsAsTwin holds parts against the CPU in all that both tell. It returns how
// often the source was read.
func partsAsTwin(t *testing.T, dev *gpu.Device, src graph.Source, edges []graph.Edge, opt Options) (readings int) {
	t.Helper()
	before, _ := dev.Used()
	_, clean := graphtest.ListsOf(t, src, graph.OrderID)
	want, ids := listsByRecords(edges, opt.Centers, clean.Facts.Vertices)
	p, err := OpenParts(t.Context(), dev, src, opt)
	if err != nil {
		t.Fatal(err)
	}
	got := collected{piece: opt.Piece}
	if err := p.Build(t.Context(), got.add); err != nil {
		t.Fatal(err)
	}
	if int(p.Rows()) != len(want) || !slices.EqualFunc(got.lists, want, slices.Equal) {
		t.Errorf("%d rows, %d handed over, differ from %d", p.Rows(), len(got.lists), len(want))
	}
	if opt.Order != slices.Equal(p.Order(), ids) && len(ids) > 0 || !opt.Order && p.Order() != nil {
		t.Errorf("asked %t: %d vertices of ranks differ from %d", opt.Order, len(p.Order()), len(ids))
	}
	if got.longer > 0 {
		t.Errorf("%d pieces of more than %d edges", got.longer, opt.Piece)
	}
	if p.Report() != clean.Report {
		t.Errorf("report %+v, want %+v", p.Report(), clean.Report)
	}
	if p.Facts() != clean.Facts {
		t.Errorf("facts %+v, want %+v", p.Facts(), clean.Facts)
	}
	longest := 0
	for _, list := range want {
		longest = max(longest, len(list))
	}
	if int(p.MaxOutDegree()) != longest {
		t.Errorf("rows of up to %d, want %d", p.MaxOutDegree(), longest)
	}
	if opt.Order {
		sameVertices(t, p, src, opt.Centers)
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	if after, _ := dev.Used(); after != before {
		t.Errorf("%d bytes are left on the device", after-before)
	}
	return p.Readings()
}

// sameVertices holds the vertices of rows, and their degrees, against the CPU's.
func sameVertices(t *testing.T, p *Parts, src graph.Source, centers bool) {
	t.Helper()
	ids, err := p.IDs(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	got, degrees := ids.Number(p.Order(), 2)
	b, err := lists.Open(t.Context(), src, lists.Options{Vertices: true})
	if err == nil && centers {
		err = b.RankCenters(t.Context())
	} else if err == nil {
		err = b.Rank(t.Context(), graph.OrderRecords)
	}
	if err == nil {
		_, _, err = b.Whole(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	want := b.Vertices()
	if got.Count != want.Count || !slices.Equal(degrees, b.Degrees(&want)) {
		t.Errorf("%d vertices, want %d, or other degrees", got.Count, want.Count)
	}
	for row := range p.Rows() {
		if got.Of(row) != want.Of(row) {
			t.Fatalf("row %d is of vertex %d, want %d", row, got.Of(row), want.Of(row))
		}
	}
}

func TestPartsOnDevice(t *testing.T) {
	dev := gputest.Open(t, 0)
	seed := rand.Uint64()
	random := rand.New(rand.NewPCG(seed, 0))
	const many = 10 // readings; few random graphs need as many
	most := 0
	for i := 0; i < 80 || most < many && i < 800; i++ {
		size := []int{10, 300, 20_000, 200_000}[i%4]
		if size > 20_000 && (i > 40 || testing.Short()) {
			continue
		}
		most = max(most, randomParts(t, dev, random, size, 2*partSlots))
		if t.Failed() {
			t.Fatalf("seed %d, graph %d", seed, i)
		}
	}
	if most < many {
		t.Errorf("at most %d readings", most)
	}
}

// randomParts is partsAsTwin for a random source, in a random way, with parts of at least
// so many records.
func randomParts(t *testing.T, dev *gpu.Device, random *rand.Rand, size, least int) (readings int) {
	t.Helper()
	src := randomRecords(random, size)
	if random.IntN(4) == 0 {
		sorted(src.edges) // no part is like the whole
	}
	read := []graph.Source{src, filled{src}}[random.IntN(2)]
	opt := Options{batch: random.IntN(2) * (least + random.IntN(1+size)), Piece: random.IntN(2) * random.IntN(size), Threads: random.IntN(5), Order: random.IntN(2) == 0, Centers: random.IntN(2) == 0}
	readings = readingsOf(t, dev, read, src.edges, opt)
	if t.Failed() {
		t.Errorf("%d records, %v vertices declared, %+v", len(src.edges), src.vertices, opt)
	}
	return readings
}

// readingsOf is partsAsTwin with larger parts where a row does not fit.
func readingsOf(t *testing.T, dev *gpu.Device, src graph.Source, edges []graph.Edge, opt Options) int {
	t.Helper()
	if opt.batch > 0 {
		rows := map[uint32]int{}
		for _, e := range edges {
			rows[e.U]++
			rows[e.V]++
		}
		for _, n := range rows {
			opt.batch = max(opt.batch, 2*n)
		}
	}
	return partsAsTwin(t, dev, src, edges, opt)
}

// sorted puts records in an order of their ids.
func sorted(edges []graph.Edge) {
	slices.SortFunc(edges, func(a, b graph.Edge) int {
		if d := int(max(b.U, b.V)) - int(max(a.U, a.V)); d != 0 {
			return d
		}
		return int(a.U) - int(b.U)
	})
}

func TestPartsOfShapesOnDevice(t *testing.T) {
	partsOfShapes(t, gputest.Open(t, 0), 20_000)
}

// partsOfShapes has graphs of up to 2n+1 vertices.
func partsOfShapes(t *testing.T, dev *gpu.Device, n uint32) {
	shapes := map[string][]graph.Edge{
		"empty": nil, "one record": {{U: 5, V: 3}}, "one loop": {{U: 0, V: 0}},
		"star": nil, "one edge": nil, "loops": nil, "path": nil, "matching": nil, "two stars": nil,
	}
	for v := range n {
		for name, e := range map[string]graph.Edge{
			"star": {U: n, V: v}, "one edge": {U: v / (n - 1), V: 1 - v/(n-1)}, "loops": {U: v % 7, V: v % 7},
			"path": {U: v + 1, V: v}, "matching": {U: v, V: v + n}, "two stars": {U: v % 2, V: 2 + v},
		} {
			shapes[name] = append(shapes[name], e)
		}
	}
	for name, edges := range shapes {
		for _, declared := range []graph.Size{{}, graph.Known(2*int64(n) + 1)} {
			src := &records{edges: edges, vertices: declared, split: 777, known: declared.Known()}
			for _, batch := range []int{0, int(n / 4)} {
				centers := declared.Known()
				if (name == "one edge" || name == "star" && centers) && batch > 0 {
					continue // a row of n records
				}
				partsAsTwin(t, dev, src, edges, Options{batch: batch, Piece: int(n / 20), Order: true, Centers: centers})
				if t.Failed() {
					t.Fatalf("%s, %v vertices declared, parts of %d", name, declared, batch)
				}
			}
		}
	}
}

// TestPartsLimitOnDevice holds what is used against what is planned, and the
// readings.
func TestPartsLimitOnDevice(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	src := randomRecords(random, 300_000)
	ids := 0
	for _, e := range src.edges {
		ids = max(ids, int(max(e.U, e.V))+1)
	}
	least := PartsBytes(ids)
	for _, bytes := range []int64{least, least + least/2, 8 * least} {
		planned := PartsReadings(uint64(len(src.edges)), ids, bytes)
		if read := partsAsTwin(t, gputest.Open(t, bytes), src, src.edges, Options{}); read > planned {
			t.Errorf("with %d bytes %d readings, not the %d planned", bytes, read, planned)
		}
	}
	if n := PartsReadings(uint64(len(src.edges)), ids, least-1); n != 0 {
		t.Errorf("%d readings with too little memory", n)
	}
	dev := gputest.Open(t, least-1<<20)
	_, err := OpenParts(t.Context(), dev, src, Options{})
	if !errors.Is(err, gpu.ErrOutOfMemory) {
		t.Errorf("with less than it needs: %v", err)
	}
	declared := &records{edges: src.edges, vertices: graph.Known(ids), split: 1000}
	if _, err = OpenParts(t.Context(), dev, declared, Options{}); !errors.Is(err, gpu.ErrOutOfMemory) {
		t.Errorf("with less than it needs: %v", err)
	}
	if used, _ := dev.Used(); used != 0 {
		t.Errorf("%d bytes are left on the device", used)
	}
}

// TestPartsRefusalsOnDevice has sources that parts cannot be made of.
func TestPartsRefusalsOnDevice(t *testing.T) {
	partsRefusals(t, gputest.Open(t, 0), 20_000)
}

// partsRefusals has them of so many records, about.
func partsRefusals(t *testing.T, dev *gpu.Device, n int) {
	random := rand.New(rand.NewPCG(7, 8))
	src := randomRecords(random, n)
	build := func(src graph.Source, opt Options) error {
		p, err := OpenParts(t.Context(), dev, src, opt)
		if err != nil {
			return err
		}
		lists := collected{}
		return errors.Join(p.Build(t.Context(), lists.add), p.Close())
	}
	var input *graph.InputError
	for _, change := range []func(*records){
		func(r *records) { r.edges = r.edges[:len(r.edges)-1] },
		func(r *records) { r.edges = append(r.edges, graph.Edge{U: 0, V: 1}) },
		func(r *records) { r.edges[len(r.edges)/2] = graph.Edge{U: 7, V: 7} },
		func(r *records) { r.edges[0] = graph.Edge{U: 1<<31 - 1, V: 7} },
	} {
		changing := &changes{records: *src, change: change}
		changing.edges = slices.DeleteFunc(slices.Clone(src.edges), func(e graph.Edge) bool { return e.U == e.V })
		if err := build(changing, Options{batch: n / 2}); !errors.As(err, &input) {
			t.Errorf("a source that changes: %v", err)
		}
	}
	row := &records{split: 100}
	for range n / 2 {
		row.edges = append(row.edges, graph.Edge{U: 1, V: 2})
	}
	if err := build(row, Options{batch: n / 4}); !errors.Is(err, gpu.ErrOutOfMemory) {
		t.Errorf("a row that does not fit: %v", err)
	}
	far := &records{edges: []graph.Edge{{U: 1 << 30, V: 1}}, split: 10, known: true}
	if err := build(far, Options{}); !errors.Is(err, ErrIDs) {
		t.Errorf("ids with gaps: %v", err)
	}
	full := errors.New("full")
	p, err := OpenParts(t.Context(), dev, src, Options{batch: n / 2})
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Build(t.Context(), func(uint32, []uint32, []uint32) error { return full }); err != full {
		t.Errorf("where lists are not taken: %v", err)
	}
	if err := p.Build(t.Context(), nil); err != errUsedUp {
		t.Errorf("a second time: %v", err)
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	if used, _ := dev.Used(); used != 0 {
		t.Errorf("%d bytes are left on the device", used)
	}
}

// changes is records that change before they are read for the third time.
type changes struct {
	records
	change func(*records)
	read   int
}

func (c *changes) Read(ctx context.Context, workers int, emit func(worker int, b graph.Batch) error) (graph.Summary, error) {
	if c.read++; c.read == 3 {
		c.change(&c.records)
	}
	return c.records.Read(ctx, workers, emit)
}

// TestPartsInterruptOnDevice ends the context at any time.
func TestPartsInterruptOnDevice(t *testing.T) {
	src := circulant{n: 1 << 18, chords: 16}
	interruptAnywhere(t, func(ctx context.Context, dev *gpu.Device) error {
		p, err := OpenParts(ctx, dev, src, Options{batch: 1 << 20})
		if err != nil {
			return err
		}
		lists := collected{}
		err = p.Build(ctx, lists.add)
		if closing := p.Close(); closing != nil {
			t.Error(closing)
		}
		return err
	})
}
