package lists

import (
	"context"
	"os"
	"syscall"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
)

// cpuSeconds is what the process has used of all cores: on a busy machine, that tells
// more than the time.
func cpuSeconds() float64 {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		panic(err)
	}
	return float64(r.Utime.Nano()+r.Stime.Nano()) / 1e9
}

// BenchmarkWhole builds lists in memory from the file that TRICYCLE_GRAPH names.
func BenchmarkWhole(b *testing.B) {
	name := os.Getenv("TRICYCLE_GRAPH")
	if name == "" {
		b.Skip("TRICYCLE_GRAPH names no file")
	}
	ctx := context.Background()
	for _, order := range []graph.Order{graph.OrderRecords, graph.OrderID} {
		b.Run("builder/"+string(order), func(b *testing.B) {
			begin := cpuSeconds()
			defer func() { b.ReportMetric((cpuSeconds()-begin)/float64(b.N), "cpu-s/op") }()
			for b.Loop() {
				src, err := OpenFile(name)
				if err != nil {
					b.Fatal(err)
				}
				s, err := Open(ctx, src, Options{Vertices: true})
				if err != nil {
					b.Fatal(err)
				}
				if err := s.Rank(ctx, order); err != nil {
					b.Fatal(err)
				}
				if _, _, err := s.Whole(ctx); err != nil {
					b.Fatal(err)
				}
				s.Close()
				src.Close()
			}
		})

	}
}
