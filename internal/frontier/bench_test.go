package frontier

import (
	"context"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/generator"
)

// BenchmarkPlanAndCount reports how fast states are stepped.
func BenchmarkPlanAndCount(b *testing.B) {
	for _, c := range []struct {
		name  string
		graph *Graph
	}{
		{"grid 8x10", gridGraph(8, 10)},
		{"grid 10x10", gridGraph(10, 10)},
		{"grid 12x12", gridGraph(12, 12)},
		{"grid 14x14", gridGraph(14, 14)},
		{"grid 16x16", gridGraph(16, 16)},
		{"king 8x8", generated(b, generator.King{Rows: 8, Cols: 8})},
		{"torus 6x6", generated(b, generator.Torus{Rows: 6, Cols: 6})},
		{"hypercube 5", generated(b, generator.Hypercube{Dimension: 5})},
		{"fibonacci cube 7", generated(b, generator.FibonacciCube{Dimension: 7})},
		{"triangular grid 11", generated(b, generator.TriangularGrid{Side: 11})},
	} {
		b.Run(c.name, func(b *testing.B) {
			var s stats
			var p *Plan
			for b.Loop() {
				p = plan(b, c.graph)
				var err error
				if _, s, err = run(context.Background(), c.graph, p, Options{Threads: 1}, tuning{}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(s.steps), "steps")
			b.ReportMetric(float64(s.peak), "peak")
			b.ReportMetric(p.Steps, "expected")
			b.ReportMetric(float64(p.Width), "width")
			b.ReportMetric(float64(s.steps)*float64(b.N)/b.Elapsed().Seconds(), "steps/s")
		})
	}
}
