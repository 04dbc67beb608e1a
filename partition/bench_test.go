package partition

import (
	"context"
	"fmt"
	"testing"

	"github.com/tricycle-graph/tricycle/generate"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/triangle"
)

// BenchmarkCount counts a skewed graph from its blocks, in more and more parts;
// 1x1 still reads its blocks from files. peak-MiB is the largest subtask.
func BenchmarkCount(b *testing.B) {
	ctx := context.Background()
	src, err := generate.RMAT{Scale: 20, EdgeFactor: 16, Seed: 1}.Source()
	if err != nil {
		b.Fatal(err)
	}
	cleaned, err := graph.Clean(ctx, src, graph.Options{})
	if err != nil {
		b.Fatal(err)
	}
	ranking, err := cleaned.Rank(ctx, graph.OrderDegree, graph.Options{})
	if err != nil {
		b.Fatal(err)
	}
	o, err := cleaned.Orient(ctx, ranking, graph.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Run("whole", func(b *testing.B) {
		for b.Loop() {
			if _, err := triangle.CountOriented(ctx, o, triangle.Auto, triangle.Params{}); err != nil {
				b.Fatal(err)
			}
		}
	})
	for _, parts := range [][2]int{{1, 1}, {2, 1}, {4, 1}, {8, 1}, {2, 2}, {4, 4}} {
		b.Run(fmt.Sprintf("%dx%d", parts[0], parts[1]), func(b *testing.B) {
			g, err := NewGrid(ctx, o, parts[0], parts[1])
			if err != nil {
				b.Fatal(err)
			}
			s, err := Write(ctx, b.TempDir(), o, g, 0)
			if err != nil {
				b.Fatal(err)
			}
			largest := int64(0)
			for b.Loop() {
				count := uint64(0)
				for task := range g.Subtasks() {
					lists, err := s.Lists(task)
					if err != nil {
						b.Fatal(err)
					}
					largest = max(largest, 4*int64(lists.Edges())+8*int64(lists.Rows()))
					part, err := triangle.CountOriented(ctx, lists, triangle.Auto, triangle.Params{})
					if err != nil {
						b.Fatal(err)
					}
					count += part
				}
				if count != 424_514_042 {
					b.Fatalf("%d triangles", count)
				}
			}
			b.ReportMetric(float64(largest)/(1<<20), "peak-MiB")
		})
	}
}
