package generator

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
)

// slowRMAT is the rule as it is written down, with real numbers.
func slowRMAT(seed uint64, scale int, i uint64) graph.Edge {
	s := seed*0x1000003 + i*0x9E37*64
	x, y := uint64(0), uint64(0)
	for range scale {
		s += 0x9e3779b97f4a7c15
		z := s
		z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9
		z = (z ^ (z >> 27)) * 0x94d049bb133111eb
		z ^= z >> 31
		r := float64(z>>11) * 0x1p-53
		q := uint64(3)
		switch {
		case r < 0.57:
			q = 0
		case r < 0.76:
			q = 1
		case r < 0.95:
			q = 2
		}
		x, y = 2*x+q/2, 2*y+q%2
	}
	return graph.Edge{U: uint32(x), V: uint32(y)}
}

func TestRMATFollowsTheRule(t *testing.T) {
	for _, g := range []RMAT{
		{Scale: 1, EdgeFactor: 3, Seed: 1},
		{Scale: 4, EdgeFactor: 1, Seed: 1<<64 - 1},
		{Scale: 14, EdgeFactor: 16, Seed: 1},
		{Scale: 15, EdgeFactor: 5, Seed: 0},
	} {
		for i, e := range records(source(t, g)) {
			if want := slowRMAT(g.Seed, g.Scale, uint64(i)); e != want {
				t.Fatalf("%+v: record %d is %v, want %v", g, i, e, want)
			}
		}
	}
	// Far into the largest graphs, where 32 bits would not do.
	src := source(t, RMAT{Scale: 32, EdgeFactor: 16, Seed: 9})
	last := src.Blocks() - 1
	for i, e := range src.AppendBlock(last, nil)[:1000] {
		if want := slowRMAT(9, 32, uint64(last)*blockRecords+uint64(i)); e != want {
			t.Fatalf("record %d of the last block is %v, want %v", i, e, want)
		}
	}
}

func TestRMATFillIsItsTwin(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for n := range 100 {
		state, scale := random.Uint64(), 1+random.IntN(32)
		got, want := make([]graph.Edge, n), make([]graph.Edge, n)
		rmatFill(got, state, scale)
		rmatFillGo(want, state, scale)
		if !slices.Equal(got, want) {
			t.Fatalf("%d records of scale %d at %#x: %v, want %v", n, scale, state, got, want)
		}
	}
}

// Both sides are monotonic in z, so that agreeing on the two neighbours of the
// threshold they agree everywhere.
func TestIntegerThresholdsAreExact(t *testing.T) {
	for threshold, r := range map[uint64]float64{belowA: 0.57, belowAB: 0.76, belowABC: 0.95} {
		for _, z := range []uint64{threshold - 1, threshold} {
			if byInteger, byFloat := z < threshold, float64(z>>11)*0x1p-53 < r; byInteger != byFloat {
				t.Errorf("z = %#x is below %v: %v as integer, %v as float", z, r, byInteger, byFloat)
			}
		}
	}
}

func TestPermuteOnlyRenames(t *testing.T) {
	g := RMAT{Scale: 10, EdgeFactor: 8, Seed: 3}
	plain := records(source(t, g))
	g.Permute = true
	shuffle := newPermutation(g.Scale, g.Seed)
	for i, e := range records(source(t, g)) {
		if want := (graph.Edge{U: uint32(shuffle.at(uint64(plain[i].U))), V: uint32(shuffle.at(uint64(plain[i].V)))}); e != want {
			t.Fatalf("record %d is %v, want %v", i, e, want)
		}
	}
}

func TestPermutationIsBijective(t *testing.T) {
	for width := 1; width <= 16; width++ {
		for seed := range uint64(3) {
			shuffle := newPermutation(width, seed)
			seen := make([]bool, 1<<width)
			for id := range uint64(1 << width) {
				to := shuffle.at(id)
				if int(to) >= len(seen) || seen[to] {
					t.Fatalf("width %d: %d goes to %d, which is taken or too large", width, id, to)
				}
				seen[to] = true
			}
		}
	}
}

// The figures of the graph that everybody measures on.
func TestKron20(t *testing.T) {
	if testing.Short() {
		t.Skip("sorts 16 million records")
	}
	keys := make([]uint64, 0, 16<<20)
	for _, e := range records(source(t, RMAT{Scale: 20, EdgeFactor: 16, Seed: 1})) {
		if e.U != e.V {
			keys = append(keys, uint64(max(e.U, e.V))<<32|uint64(min(e.U, e.V)))
		}
	}
	slices.Sort(keys)
	keys = slices.Compact(keys)
	vertices, seen := 0, make([]bool, 1<<20)
	for _, key := range keys {
		for _, v := range []uint32{uint32(key >> 32), uint32(key)} {
			if !seen[v] {
				seen[v] = true
				vertices++
			}
		}
	}
	if vertices != 646_385 || len(keys) != 15_702_117 {
		t.Errorf("%d vertices and %d edges, want 646385 and 15702117", vertices, len(keys))
	}
}
