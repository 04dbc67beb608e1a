package gpucount

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// What is found in the halves of a subtask adds up, and is held once for all that have the
// same rows.
func TestFoundRowsAddUp(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 5))
	for range 100 {
		const rows = 64
		c := &Subtasks{Answers: Answers{Vertices: make([]uint64, rows)}}
		want := make([]uint64, rows)
		for range 1 + random.IntN(20) {
			// Columns, lower and upper rows, as halves have them: in one piece of memory.
			size := rows >> (1 + random.IntN(3))
			counts := make([]uint64, 3*size)
			var some []foundRows
			for i := range 3 {
				part := foundRows{uint32(size * random.IntN(rows/size)), counts[i*size : (i+1)*size]}
				for k := range part.counts {
					part.counts[k] = random.Uint64N(100)
					want[int(part.first)+k] += part.counts[k]
				}
				some = append(some, part)
			}
			c.found.addRows(some...)
		}
		if held := len(c.found.rows); held > 2+4+8 {
			t.Errorf("%d ranges of rows are held", held)
		}
		if err := c.Keep(t.Context()); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(c.Vertices, want) || c.found.rows != nil {
			t.Fatalf("%v, want %v", c.Vertices, want)
		}
	}
}
