package chordless

import (
	"context"
	"fmt"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/generator"
)

// benchmarkGraphs are those of docs/performance-cycles.md.
func benchmarkGraphs(b *testing.B) (names []string, graphs []*graph.Graph) {
	for _, o := range []oracle{
		{name: "grid 6x10", graph: generator.Grid{Rows: 6, Cols: 10}},
		{name: "grid 7x10", graph: generator.Grid{Rows: 7, Cols: 10}},
		{name: "grid 8x10", graph: generator.Grid{Rows: 8, Cols: 10}},
		{name: "torus 8x8", graph: generator.Torus{Rows: 8, Cols: 8}},
		{name: "hypercube Q6", graph: generator.Hypercube{Dimension: 6}},
		{name: "king 8x8", graph: generator.King{Rows: 8, Cols: 8}},
		{name: "K50,50", graph: generator.CompleteBipartite{Left: 50, Right: 50}},
	} {
		names, graphs = append(names, o.name), append(graphs, generated(b, o.graph))
	}
	return names, graphs
}

func BenchmarkCount(b *testing.B) {
	names, graphs := benchmarkGraphs(b)
	for i, g := range graphs {
		for _, opt := range []Options{{Method: DFS, Threads: 1}, {Method: DFS, Threads: 2}, {Method: Auto, Threads: 1}} {
			b.Run(fmt.Sprintf("%s/%s/threads %d", names[i], opt.Method, opt.Threads), func(b *testing.B) {
				for b.Loop() {
					if _, err := Count(context.Background(), g, opt); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkQueries is what else is asked of a count, on the 6 x 10 grid.
func BenchmarkQueries(b *testing.B) {
	g := generated(b, generator.Grid{Rows: 6, Cols: 10})
	for _, opt := range []Options{
		{Method: Dias}, {Method: DiasCertified}, {Method: DFS},
		{Method: DFS, ByLength: true}, {Method: DFS, PerVertex: true}, {Method: DFS, MaxLength: 12},
		{Method: DFS, Through: []uint32{0}}, {Method: DFS, Through: []uint32{0, 59}},
	} {
		opt.Threads = 1
		b.Run(fmt.Sprintf("%s by length %t per vertex %t to length %d through %v",
			opt.Method, opt.ByLength, opt.PerVertex, opt.MaxLength, opt.Through), func(b *testing.B) {
			for b.Loop() {
				if _, err := Count(context.Background(), g, opt); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkAll(b *testing.B) {
	g := generated(b, generator.Grid{Rows: 6, Cols: 10})
	for _, threads := range []int{1, 2} {
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
