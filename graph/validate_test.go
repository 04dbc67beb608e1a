package graph

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// validGraph is the path 1 - 0 - 2 - 3 and the isolated vertex 4.
func validGraph() ([]uint64, []uint32) {
	return []uint64{0, 2, 3, 5, 6, 6}, []uint32{1, 2, 0, 0, 3, 2}
}

func TestValidate(t *testing.T) {
	for _, c := range []struct {
		name  string
		spoil func(offsets []uint64, neighbors []uint32)
		want  string // part of the message; "" for a valid graph
	}{
		{"valid", func([]uint64, []uint32) {}, ""},
		{"falling offset", func(offsets []uint64, _ []uint32) { offsets[2] = 1 }, "the offset of vertex 1 is 2"},
		{"offset out of range", func(offsets []uint64, _ []uint32) { offsets[2] = 1 << 60 }, "the offset of vertex 2"},
		{"id out of range", func(_ []uint64, neighbors []uint32) { neighbors[4] = 5 }, "vertex 2 has the neighbour 5, but there are 5 vertices"},
		{"largest id", func(_ []uint64, neighbors []uint32) { neighbors[5] = 1<<32 - 1 }, "vertex 3 has the neighbour 4294967295"},
		{"loop", func(_ []uint64, neighbors []uint32) { neighbors[2] = 1 }, "vertex 1 is its own neighbour"},
		{"repeat", func(_ []uint64, neighbors []uint32) { neighbors[1] = 1 }, "the list of vertex 0 has 1 after 1"},
		{"falling list", func(_ []uint64, neighbors []uint32) { neighbors[3] = 4 }, "the list of vertex 2 has 3 after 4"},
		{"one way", func(_ []uint64, neighbors []uint32) { neighbors[5] = 1 }, "but not the other way round"},
	} {
		for threads := range 3 {
			offsets, neighbors := validGraph()
			c.spoil(offsets, neighbors)
			g, err := NewGraph(offsets, neighbors, Labels{})
			if err != nil {
				t.Fatal(err)
			}
			if err = g.Validate(t.Context(), threads); err == nil {
				err = g.ValidateSymmetry(t.Context(), threads)
			}
			if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("%s: %v, want %q", c.name, err, c.want)
			}
		}
	}
}

// Changing any single entry of a valid graph is noticed.
func TestValidateNoticesEveryChange(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		offsets, neighbors := randomSymmetric(random, 1+random.IntN(20))
		g, err := NewGraph(offsets, neighbors, Labels{})
		if err != nil {
			t.Fatal(err)
		}
		if err := g.Validate(t.Context(), 2); err != nil {
			t.Fatal(err)
		}
		if err := g.ValidateSymmetry(t.Context(), 2); err != nil {
			t.Fatal(err)
		}
		if len(neighbors) == 0 {
			continue
		}
		at, change := random.IntN(len(neighbors)), 1+random.Uint32N(1<<32-1)
		neighbors[at] += change
		if g.Validate(t.Context(), 2) == nil && g.ValidateSymmetry(t.Context(), 2) == nil {
			t.Fatalf("neighbour %d of %v, %v changed by %d unnoticed", at, offsets, neighbors, change)
		}
	}
}

// randomSymmetric returns the CSR of a random graph of n vertices.
func randomSymmetric(random *rand.Rand, n int) (offsets []uint64, neighbors []uint32) {
	adjacent := make([][]bool, n)
	for v := range adjacent {
		adjacent[v] = make([]bool, n)
		for w := range v {
			adjacent[v][w] = random.IntN(3) == 0
			adjacent[w][v] = adjacent[v][w]
		}
	}
	offsets = make([]uint64, n+1)
	for v, row := range adjacent {
		for w, edge := range row {
			if edge {
				neighbors = append(neighbors, uint32(w))
			}
		}
		offsets[v+1] = uint64(len(neighbors))
	}
	return offsets, neighbors
}
