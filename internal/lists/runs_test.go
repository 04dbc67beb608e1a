package lists

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
)

// rawRuns is a source of runs.
type rawRuns struct {
	*raw
	runs   []*raw
	passes int // over all of it
}

func (r *rawRuns) Runs() []graph.Source {
	var all []graph.Source
	for _, one := range r.runs {
		all = append(all, one)
	}
	return all
}

func (r *rawRuns) Read(ctx context.Context, workers int, emit func(worker int, b graph.Batch) error) (graph.Summary, error) {
	r.passes++
	return r.raw.Read(ctx, workers, emit)
}

// runsOfRaw deals the edges of r out to some runs, of which several may have one.
func runsOfRaw(random *rand.Rand, r *raw) *rawRuns {
	deal := make([][]graph.Edge, 1+random.IntN(7))
	for _, e := range r.edges {
		if e.U != e.V {
			at := &deal[random.IntN(len(deal))]
			*at = append(*at, graph.Edge{U: max(e.U, e.V), V: min(e.U, e.V)})
		}
	}
	all := &rawRuns{raw: &raw{info: r.info, split: r.split}}
	all.info.Vertices, all.info.Rereadable, all.info.Direct = graph.Size{}, true, true
	all.deal(random, deal)
	return all
}

// deal makes a run of each of some lists of edges: sorted, and without duplicates.
func (r *rawRuns) deal(random *rand.Rand, edgesOf [][]graph.Edge) {
	for _, edges := range edgesOf {
		slices.SortFunc(edges, func(a, b graph.Edge) int { return cmp.Or(cmp.Compare(a.U, b.U), cmp.Compare(a.V, b.V)) })
		one := &raw{edges: slices.Compact(edges), split: 1 + random.IntN(50)}
		one.info.Records, one.summary.Records = graph.Known(len(one.edges)), uint64(len(one.edges))
		r.edges = append(r.edges, one.edges...)
		r.runs = append(r.runs, one)
	}
	r.info.Records, r.summary.Records = graph.Known(len(r.edges)), uint64(len(r.edges))
}

// Lists that are merged of runs are those of the simple twin, whatever the order, and
// whether there is memory for the runs or not.
func TestBuilderOfRuns(t *testing.T) {
	merged, read := 0, 0
	for seed := range uint64(150) {
		random := rand.New(rand.NewPCG(seed, 13))
		from := randomRaw(random)
		r := runsOfRaw(random, from)
		opt := Options{Threads: 1 + random.IntN(4), TmpDir: t.TempDir(), Vertices: random.IntN(2) > 0, Memory: int64(random.IntN(2)) << 30}
		order := ordersOfPieces[random.IntN(len(ordersOfPieces))]
		want := rankSimply(r.raw, order)
		b, err := Open(t.Context(), r, opt)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if order == graph.OrderID && random.IntN(4) == 0 && !b.Reserve(1<<40) != (opt.Memory > 0) {
			t.Errorf("seed %d: room for anything", seed)
		}
		if err := rankForPieces(t.Context(), b, order); err != nil {
			t.Fatal(err)
		}
		merges, keeps := b.mergesRuns(), b.input.runs != nil && b.keepsRuns()
		o, built, err := b.Whole(t.Context())
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if merges {
			merged++
		} else {
			read++
		}
		if keeps != (r.passes == 0) {
			t.Errorf("seed %d: read %d times beside its runs, which are kept: %v", seed, r.passes, keeps)
		}
		checkWhole(t, o, want)
		checkBuilt(t, r.raw, built, want, order)
		if opt.Vertices {
			checkAllVertices(t, r.raw, b, o, want.ids)
			checkOrder(t, r.raw, b, want.ids)
		}
		if err := b.Close(); err != nil {
			t.Error(err)
		}
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
	if merged < 10 || read < 10 {
		t.Errorf("%d were merged, and %d read as others", merged, read)
	}
}

// Large runs are cut into jobs, and are ranked by degree once they are merged.
func TestBuilderOfLargeRuns(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 14))
	from := &raw{split: 1 << 10}
	for range 1 << 18 {
		from.edges = append(from.edges, graph.Edge{U: 3 * random.Uint32N(1<<16), V: 3 * (random.Uint32N(1<<16) >> random.IntN(16))})
	}
	r := runsOfRaw(random, from)
	jobs := 0
	for _, order := range []graph.Order{graph.OrderID, graph.OrderDegree} {
		b, err := Open(t.Context(), r, Options{Threads: 2})
		if err != nil {
			t.Fatal(err)
		}
		jobs = len(b.input.runs.cut(b.workers)) - 1
		if err := b.Rank(t.Context(), order); err != nil || !b.mergesRuns() {
			t.Fatal("the runs are not merged", err)
		}
		o, built, err := b.Whole(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		plain, err := Open(t.Context(), r.raw, Options{Threads: 2})
		if err != nil {
			t.Fatal(err)
		}
		if err := plain.Rank(t.Context(), order); err != nil {
			t.Fatal(err)
		}
		want, wanted, err := plain.Whole(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(o.offsets, want.offsets) || !slices.Equal(o.neighbors, want.neighbors) || built.Report != wanted.Report || built.MaxOutDegree != wanted.MaxOutDegree {
			t.Errorf("by %s: other lists, %+v and not %+v", order, built.Report, wanted.Report)
		}
	}
	least, _ := SpillBytes(r.info, 0, 2)
	for memory, kept := range map[int64]bool{least.Get(): false, least.Get() + 100<<20: true} {
		b, err := Open(t.Context(), r, Options{Threads: 2, Memory: memory, TmpDir: t.TempDir()})
		if err != nil || (b.input.runs != nil) != kept {
			t.Errorf("with %d bytes runs are kept, or not: want %v, %v", memory, kept, err)
		}
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	}
	if jobs < 10 {
		t.Errorf("%d jobs", jobs)
	}
}

// What is no run, or has other records than it says, is an error.
func TestRunsThatAreNone(t *testing.T) {
	for what, change := range map[string]func(one *raw){
		"not ascending": func(one *raw) { one.edges[0], one.edges[1] = one.edges[1], one.edges[0] },
		"twice":         func(one *raw) { one.edges[1] = one.edges[0] },
		"a loop":        func(one *raw) { one.edges[0].U = one.edges[0].V },
		"too many":      func(one *raw) { one.edges = append(one.edges, graph.Edge{U: 1 << 31}) },
		"too few":       func(one *raw) { one.edges = one.edges[1:] },
	} {
		random := rand.New(rand.NewPCG(1, 15))
		r := runsOfRaw(random, fixedRaw(random))
		change(r.runs[0])
		_, err := Open(t.Context(), r, Options{Threads: 2})
		if err == nil || !strings.Contains(err.Error(), "not sorted") && !strings.Contains(err.Error(), "changed") {
			t.Errorf("%s: %v", what, err)
		}
	}
}
