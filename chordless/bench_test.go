package chordless

import (
	"context"
	"fmt"
	"testing"

	"github.com/tricycle-graph/tricycle/generate"
)

func BenchmarkCount(b *testing.B) {
	for _, graph := range []generator{
		generate.Grid{Rows: 7, Cols: 10}, generate.Torus{Rows: 7, Cols: 7}, generate.Hypercube{Dimension: 5},
		generate.King{Rows: 8, Cols: 8}, generate.CompleteBipartite{Left: 50, Right: 50},
	} {
		g := generated(b, graph)
		for _, method := range []Method{DFS, Auto} {
			b.Run(fmt.Sprintf("%T%+v/%s", graph, graph, method), func(b *testing.B) {
				for b.Loop() {
					if _, err := Count(context.Background(), g, Options{Method: method}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

func BenchmarkAll(b *testing.B) {
	g := generated(b, generate.Grid{Rows: 6, Cols: 10})
	for _, threads := range []int{1, 0} {
		b.Run(fmt.Sprintf("threads %d", threads), func(b *testing.B) {
			cycles := 0
			for b.Loop() {
				for _, err := range All(context.Background(), g, Options{Threads: threads}) {
					if err != nil {
						b.Fatal(err)
					}
					cycles++
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(cycles), "ns/cycle")
		})
	}
}
