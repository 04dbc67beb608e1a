package cpucount

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/internal/lists"
)

// answersSlowly looks at all pairs of entries of each row.
func answersSlowly(o *lists.Oriented) (vertices []uint64, support []uint32) {
	vertices, support = make([]uint64, o.Rows()), make([]uint32, o.Edges())
	for u := range uint32(o.Rows()) {
		row := o.Row(u)
		for i, v := range row {
			for j, w := range row[:i] {
				k, found := slices.BinarySearch(o.Row(v), w)
				if !found {
					continue
				}
				vertices[u]++
				vertices[v]++
				vertices[w]++
				support[o.Offsets()[u]+uint64(i)]++
				support[o.Offsets()[u]+uint64(j)]++
				support[o.Offsets()[v]+uint64(k)]++
			}
		}
	}
	return vertices, support
}

// checkAnswers answers by every variant.
func checkAnswers(t *testing.T, name string, o *lists.Oriented) {
	t.Helper()
	wantVertices, wantSupport := answersSlowly(o)
	for _, v := range variants(o) {
		vertices, err := Vertices(t.Context(), o, v.method, v.params.beside(VerticesBytes(o.Rows(), o.MaxOutDegree(), v.params)))
		if err != nil || !slices.Equal(vertices, wantVertices) {
			t.Errorf("%s: %v finds %v at the vertices (%v), want %v", name, v, vertices, err, wantVertices)
		}
		support, err := Support(t.Context(), o, v.method, v.params.beside(SupportingBytes(o.Rows(), o.Edges(), o.MaxOutDegree(), v.params)))
		if err != nil || !slices.Equal(support, wantSupport) {
			t.Errorf("%s: %v finds the support %v (%v), want %v", name, v, support, err, wantSupport)
		}
	}
}

// beside returns the parameters with as much more memory.
func (p Params) beside(answers int64) Params {
	if p.Memory > 0 {
		p.Memory += answers
	}
	return p
}

func TestAnswersAreThoseOfAllTriples(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	for round := range graphtest.Fewer(12) {
		n := rng.IntN(60)
		e := graphtest.Random(rng, n, []float64{.05, .2, .6}[round%3])
		if round%4 == 3 {
			e = graphtest.Hubs(rng, n)
		}
		checkAnswers(t, fmt.Sprintf("round %d, %d vertices", round, n), e.Lists())
	}
	checkAnswers(t, "no edges", (&graphtest.Edges{N: 5}).Lists())
	checkAnswers(t, "wheel", graphtest.Wheel(100).Lists())
}

// TestAnswersWithHubs has a matrix, and rows beside it.
func TestAnswersWithHubs(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	for round := range 3 {
		n := 512 + manyRows + rng.IntN(200)
		e := graphtest.Random(rng, n, []float64{.02, .1, .12}[round%3])
		if testing.Short() && round < 2 {
			continue // the last one has all there is
		}
		o := e.ByDegree().Lists()
		if answerHubs(o, Params{}) == 0 && round%3 > 0 {
			t.Fatalf("round %d has no hubs", round)
		}
		if a := answeringOf(o, &squareMatrix{hubs: 512}); round%3 == 2 && a.withManyHubs() == 512 {
			t.Fatalf("round %d has no row with many hubs", round)
		}
		wantVertices, wantSupport := answersSlowly(o)
		for _, p := range []Params{{Threads: 1}, {Threads: 3}, {Threads: 2, grain: 100}} {
			if got, err := Vertices(t.Context(), o, Auto, p); err != nil || !slices.Equal(got, wantVertices) {
				t.Errorf("round %d, %+v: other triangles at the vertices (%v)", round, p, err)
			}
			if got, err := Support(t.Context(), o, Auto, p); err != nil || !slices.Equal(got, wantSupport) {
				t.Errorf("round %d, %+v: other support (%v)", round, p, err)
			}
		}
	}
}
