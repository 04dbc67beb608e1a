package lists

import (
	"context"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
)

// Whatever the policy, the lists of a source are those of the simple twin: whole and
// in pieces, in memory and on the disk, by records and in the order of the ids.
func TestBuilder(t *testing.T) {
	ctx := context.Background()
	folder := t.TempDir()
	seeds := 200
	if testing.Short() {
		seeds = 60
	}
	for seed := range uint64(seeds) {
		random := rand.New(rand.NewPCG(seed, 11))
		r := randomRaw(random)
		opt := Options{Threads: 1 + random.IntN(8), TmpDir: folder, Vertices: random.IntN(4) > 0}
		if random.IntN(3) > 0 {
			opt.shape = randomShape(random)
		}
		if random.IntN(3) == 0 {
			opt.Memory = 100 << 20
		}
		if random.IntN(2) == 0 {
			opt.Piece = 1 + random.Uint64N(500)
		}
		order := ordersOfPieces[random.IntN(len(ordersOfPieces))]
		want := rankSimply(r, order)
		b, err := Open(ctx, r, opt)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if work, err := b.ScanWork(); err != nil || work != rankSimply(r, graph.OrderID).work {
			t.Errorf("seed %d: scans %d, want %d, %v", seed, work, rankSimply(r, graph.OrderID).work, err)
		}
		if err := rankForPieces(ctx, b, order); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if random.IntN(2) == 0 {
			if err := b.Partition(ctx); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			checkMasses(t, b.Masses(), want.rows)
		}
		var built Built
		if random.IntN(3) == 0 {
			var got pieces
			built, err = b.Pieces(ctx, got.add)
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			got.check(t, want.rows, opt.Piece)
			if opt.Vertices {
				checkOrder(t, r, b, want.ids)
			}
		} else {
			var o *Oriented
			o, built, err = b.Whole(ctx)
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			checkWhole(t, o, want)
			if opt.Vertices {
				checkVertices(t, r, o, b.Labels(), want.ids)
				checkAllVertices(t, r, b, o, want.ids)
				checkOrder(t, r, b, want.ids)
			}
		}
		checkBuilt(t, r, built, want, order)
		if left := b.chunks.room.Load(); left != b.shape.keep {
			t.Errorf("seed %d: %d bytes of chunks were not given back", seed, b.shape.keep-left)
		}
		if err := b.Close(); err != nil {
			t.Error(err)
		}
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

// Records of more rows are merged than those whose merged records a builder keeps to itself.
func TestBuilderOfManyRows(t *testing.T) {
	const rows = uint32(3 * len(builder{}.taken))
	random := rand.New(rand.NewPCG(1, 13))
	for _, order := range ordersOfPieces {
		r := &raw{split: 1000, info: graph.Info{Name: "records", Format: "records", Rereadable: true}}
		for range 2 * rows {
			e := graph.Edge{U: random.Uint32N(rows), V: random.Uint32N(rows)}
			if random.IntN(2) == 0 {
				e.V = (e.U + 1) % rows // of high rows, too
			}
			r.edges = append(r.edges, e)
			if random.IntN(2) == 0 {
				r.edges = append(r.edges, graph.Edge{U: e.V, V: e.U})
			}
		}
		r.summary.Records = uint64(len(r.edges))
		b, err := Open(t.Context(), r, Options{Threads: 3, TmpDir: t.TempDir()})
		if err != nil {
			t.Fatal(err)
		}
		if err := rankForPieces(t.Context(), b, order); err != nil {
			t.Fatal(err)
		}
		want := rankSimply(r, order)
		o, built, err := b.Whole(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		checkWhole(t, o, want)
		checkBuilt(t, r, built, want, order)
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	}
}

// ordersOfPieces are those that rows can have before the degrees are known.
var ordersOfPieces = []graph.Order{graph.OrderRecords, graph.OrderID, graph.OrderAverageDegree}

// rankForPieces ranks by one of them.
func rankForPieces(ctx context.Context, b *Builder, order graph.Order) error {
	if order == graph.OrderAverageDegree {
		return b.RankCenters(ctx)
	}
	return b.Rank(ctx, order)
}

func checkWhole(t *testing.T, o *Oriented, want simpleLists) {
	t.Helper()
	if o.Rows() != len(want.rows) {
		t.Fatalf("%d rows, want %d", o.Rows(), len(want.rows))
	}
	edges := 0
	for row, list := range want.rows {
		if !slices.Equal(o.Row(uint32(row)), list) {
			t.Fatalf("row %d is %v, want %v", row, o.Row(uint32(row)), list)
		}
		edges += len(list)
	}
	if int(o.Edges()) != edges {
		t.Errorf("%d edges, want %d", o.Edges(), edges)
	}
}

// checkVertices holds what the rows stand for to the ids of the input.
func checkVertices(t *testing.T, r *raw, o *Oriented, labels graph.Labels, ids []uint64) {
	t.Helper()
	for row, id := range ids {
		if got, want := labels.Label(o.Vertex(uint32(row))), r.label(id); got != want {
			t.Fatalf("row %d is vertex %s, want %s", row, got, want)
		}
	}
}

// label returns what the input calls an id.
func (r *raw) label(id uint64) string {
	if r.summary.Names != nil {
		return r.summary.Names[id]
	}
	return strconv.FormatUint(id, 10)
}

// checkOrder holds the vertices that a builder keeps to the ids of the input.
func checkOrder(t *testing.T, r *raw, b *Builder, ids []uint64) {
	t.Helper()
	order, labels := b.Order(), b.Labels()
	if order != nil && len(order) != len(ids) {
		t.Fatalf("the vertices of %d rows, want %d", len(order), len(ids))
	}
	for row, id := range ids {
		vertex := uint32(row)
		if order != nil {
			vertex = order[row]
		}
		if got, want := labels.Label(vertex), r.label(id); got != want {
			t.Fatalf("row %d is vertex %s, want %s", row, got, want)
		}
	}
}

// Rows that lie in a temporary file know their vertices, too, in every order that
// pieces have, and whatever the ids.
func TestOrderOfPieces(t *testing.T) {
	for name, stretch := range map[string]uint32{"dense": 1, "gaps": 3, "sparse": 30_000_000} {
		for _, order := range ordersOfPieces {
			r := fixedRaw(rand.New(rand.NewPCG(1, 25)))
			for i := range r.edges {
				r.edges[i].U *= stretch
				r.edges[i].V *= stretch
			}
			if name == "sparse" {
				r.wide = []graph.WideEdge{{U: 1 << 60, V: 0}, {U: 1<<64 - 1, V: 3}}
				r.summary.Records += 2
				r.info.Records = graph.Known(r.summary.Records)
			}
			for _, vertices := range []bool{true, false} {
				opt := Options{Threads: 2, TmpDir: t.TempDir(), Memory: 100 << 20, Vertices: vertices}
				opt.shape = func(shape) shape { return shape{target: 200, chunk: 64, sorters: 2} }
				b, err := Open(t.Context(), r, opt)
				if err != nil {
					t.Fatal(err)
				}
				each := int64(4 * b.ids)
				if b.table != nil {
					each = 12 * int64(b.table.distinct())
				}
				if vertices && b.held != each || !vertices && b.held != 0 || (b.table != nil) != (name == "sparse") {
					t.Errorf("%s: %d bytes are held for the vertices, want %d", name, b.held, each)
				}
				if err := rankForPieces(t.Context(), b, order); err != nil {
					t.Fatal(err)
				}
				var got pieces
				if _, err := b.Pieces(t.Context(), got.add); err != nil {
					t.Fatal(err)
				}
				if b.chunks.end.Load() == 0 {
					t.Error("nothing was written to the file")
				}
				if err := b.Close(); err != nil {
					t.Fatal(err)
				}
				if want := rankSimply(r, order); vertices {
					got.check(t, want.rows, 0)
					checkOrder(t, r, b, want.ids)
				} else if b.Order() != nil {
					t.Errorf("%s: vertices that nobody asked for", name)
				}
			}
		}
	}
}

// checkBuilt holds facts and report to the lists and to the twin of cleaning.
func checkBuilt(t *testing.T, r *raw, built Built, want simpleLists, order graph.Order) {
	t.Helper()
	simple := cleanSimply(&fixedRecords{edges: r.edges, wide: r.wide, vertices: r.summary.Vertices})
	if built.Report != simple.report {
		t.Errorf("report %+v, want %+v", built.Report, simple.report)
	}
	degree := make([]uint64, len(want.rows))
	longest, edges := 0, 0
	for row, list := range want.rows {
		longest = max(longest, len(list))
		edges += len(list)
		degree[row] += uint64(len(list))
		for _, v := range list {
			degree[v]++
		}
	}
	largest, wedges, falls := uint64(0), uint64(0), true
	for row, d := range degree {
		largest = max(largest, d)
		wedges += d * (d - 1) / 2
		if row > 0 && (d > degree[row-1] || d == degree[row-1] && want.ids[row] < want.ids[row-1]) {
			falls = false
		}
	}
	f := built.Facts
	if f.Vertices != len(simple.ids) || f.Connected() != len(degree) || f.Edges != uint64(edges) ||
		uint64(f.MaxDegree()) != largest || f.Wedges().Uint64() != wedges || int(built.MaxOutDegree) != longest {
		t.Errorf("%+v, longest row %d; want %d vertices, %d rows, %d edges, degree %d, %d wedges, longest row %d",
			f, built.MaxOutDegree, len(simple.ids), len(degree), edges, largest, wedges, longest)
	}
	switch built.Order {
	case order:
	case graph.OrderDegree:
		if order != graph.OrderRecords || !falls {
			t.Errorf("the order is said to be by degree, and is by %s", order)
		}
	default:
		t.Errorf("order %s, want %s", built.Order, order)
	}
}

// The graph of a source is that of the twin, vertices without an edge included; and
// lists in orders that ask for degrees are those of that graph.
func TestBuilderGraph(t *testing.T) {
	ctx := context.Background()
	for seed := range uint64(60) {
		random := rand.New(rand.NewPCG(seed, 12))
		r := randomRaw(random)
		opt := Options{Threads: 1 + random.IntN(4), Vertices: true, shape: randomShape(random), TmpDir: t.TempDir()}
		b, err := Open(ctx, r, opt)
		if err != nil {
			t.Fatal(err)
		}
		g, err := b.Graph(ctx)
		if err != nil {
			t.Fatal(err)
		}
		want := cleanSimply(&fixedRecords{edges: r.edges, wide: r.wide, vertices: r.summary.Vertices})
		if g.Vertices() != len(want.ids) || !slices.Equal(lower(g), want.edges) || g.Report() != want.report {
			t.Fatalf("seed %d: %d vertices, %+v, want %d, %+v", seed, g.Vertices(), g.Report(), len(want.ids), want.report)
		}
		if err := g.Validate(ctx, 1); err != nil {
			t.Fatal(err)
		}
		for v, id := range want.ids {
			label := strconv.FormatUint(id, 10)
			if r.summary.Names != nil {
				label = r.summary.Names[id]
			}
			if got := g.Labels().Label(uint32(v)); got != label {
				t.Fatalf("seed %d: vertex %d is %s, want %s", seed, v, got, label)
			}
		}
		if err := b.Close(); err != nil {
			t.Error(err)
		}
		if !r.info.Rereadable {
			continue
		}
		for _, order := range []graph.Order{graph.OrderDegree, graph.OrderAverageDegree, graph.OrderDegeneracy} {
			ranking, err := Rank(ctx, g, order, graph.Options{})
			if err != nil {
				t.Fatal(err)
			}
			oriented, err := Orient(ctx, g, ranking, graph.Options{})
			if err != nil {
				t.Fatal(err)
			}
			b, err := Open(ctx, r, opt)
			if err != nil {
				t.Fatal(err)
			}
			if err := b.Rank(ctx, order); err != nil {
				t.Fatal(err)
			}
			o, built, err := b.Whole(ctx)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(o.neighbors, oriented.neighbors) || !slices.Equal(o.offsets, oriented.offsets) || built.Order != order || built.MaxOutDegree != o.MaxOutDegree() {
				t.Fatalf("seed %d: by %s, other lists than those of the graph", seed, order)
			}
			for row := range uint32(o.Rows()) {
				if b.Order()[row] != o.Vertex(row) {
					t.Fatalf("seed %d: by %s, row %d is vertex %d, and %d of the lists", seed, order, row, b.Order()[row], o.Vertex(row))
				}
				all := b.Vertices()
				if got, want := all.Of(row), oriented.Vertex(row); got != want || b.Degrees(&all)[got] != g.Degree(want) {
					t.Fatalf("seed %d: by %s, row %d is vertex %d of degree %d, want %d of %d", seed, order, row, got, b.Degrees(&all)[got], want, g.Degree(want))
				}
				if got, want := b.Labels().Label(o.Vertex(row)), g.Labels().Label(oriented.Vertex(row)); got != want {
					t.Fatalf("seed %d: by %s, row %d is %s, want %s", seed, order, row, got, want)
				}
			}
			if err := b.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}
