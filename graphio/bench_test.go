package graphio

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
)

func pairsText(n, maxID int, extra string) []byte {
	r := rand.New(rand.NewPCG(1, 2))
	var b []byte
	for range n {
		b = fmt.Appendf(b, "%d\t%d%s\n", r.IntN(maxID), r.IntN(maxID), extra)
	}
	return b
}

func BenchmarkPairs(b *testing.B) {
	for _, c := range []struct {
		max   int
		extra string
	}{{1e6, ""}, {1e9, ""}, {1e6, "\t1"}, {1e6, " 0.12345678"}, {1e10, ""}, {1e6, "\r"}} {
		b.Run(fmt.Sprintf("%d%q", c.max, c.extra), func(b *testing.B) {
			text := pairsText(40000, c.max, c.extra)
			var blk block
			blk.set(text, 0)
			p := newPairs(func(graph.Batch) error { return nil })
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if err := parseLines(p, &blk); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
