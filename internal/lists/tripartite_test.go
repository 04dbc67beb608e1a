package lists

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
)

// colouredRuns are runs of records between the colours of ids.
type colouredRuns struct {
	*rawRuns
	colours int
}

func (r *colouredRuns) Colouring() (int, func(id uint64) int) {
	return r.colours, func(id uint64) int { return int(id*0x9e3779b97f4a7c15>>32) % 3 }
}

// colouredRunsOf deals the edges of r between different colours out to a run for each two of
// these, or those of two colours to several.
func colouredRunsOf(random *rand.Rand, r *raw, several bool) *colouredRuns {
	c := &colouredRuns{rawRuns: runsOfRaw(random, r), colours: 3}
	_, of := c.Colouring()
	deal := make([][]graph.Edge, 4)
	for _, e := range c.edges {
		if a, b := of(uint64(e.U)), of(uint64(e.V)); a != b {
			at := &deal[3-a-b]
			if several && a+b == 1 && random.IntN(2) == 0 {
				at = &deal[3]
			}
			*at = append(*at, e)
		}
	}
	c.edges, c.runs = nil, nil
	c.deal(random, deal)
	return c
}

// Tripartite lists have the rows of the simple twin, each half those of its colour, and as much
// is known of them; and there are none where runs or colours are others.
func TestBuilderTripartite(t *testing.T) {
	split, whole := 0, 0
	for seed := range uint64(200) {
		random := rand.New(rand.NewPCG(seed, 20))
		from := randomRaw(random)
		if seed < 3 {
			for range 1 << 17 {
				from.edges = append(from.edges, graph.Edge{U: random.Uint32N(1 << 14), V: random.Uint32N(1<<14) >> random.IntN(12)})
			}
		}
		r := colouredRunsOf(random, from, random.IntN(4) == 0)
		if random.IntN(8) == 0 {
			r.colours = 2 + 2*random.IntN(2)
		}
		opt := Options{Threads: 1 + random.IntN(4), TmpDir: t.TempDir(), Memory: int64(random.IntN(2)) << 30}
		b, err := Open(t.Context(), r, opt)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if err := b.Rank(t.Context(), graph.OrderID); err != nil {
			t.Fatal(err)
		}
		want := rankSimply(r.raw, graph.OrderID)
		if !b.MakesTripartite() {
			whole++
			o, _, err := b.Whole(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			checkWhole(t, o, want)
			continue
		}
		split++
		tri, built, err := b.Tripartite(t.Context())
		if err != nil || r.colours != 3 {
			t.Fatalf("seed %d: %d colours, %v", seed, r.colours, err)
		}
		checkBuilt(t, r.raw, built, want, graph.OrderID)
		_, of := r.Colouring()
		if tri.Rows() != len(want.rows) {
			t.Fatalf("seed %d: %d rows, want %d", seed, tri.Rows(), len(want.rows))
		}
		for row, list := range want.rows {
			if colour := of(want.ids[row]); int(tri.Colour(uint32(row))) != colour {
				t.Fatalf("seed %d: row %d has colour %d, want %d", seed, row, tri.Colour(uint32(row)), colour)
			}
			for half := range 2 {
				colour := (int(tri.Colour(uint32(row))) + 1 + half) % 3
				some := slices.DeleteFunc(slices.Clone(list), func(v uint32) bool { return of(want.ids[v]) != colour })
				if !slices.Equal(tri.Half(uint32(row), half), some) {
					t.Fatalf("seed %d: half %d of row %d is %v, want %v", seed, half, row, tri.Half(uint32(row), half), some)
				}
			}
		}
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	}
	if split < 20 || whole < 20 {
		t.Errorf("%d were made tripartite, and %d were not", split, whole)
	}
}
