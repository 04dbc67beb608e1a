package lists

import (
	"context"
	"os"
	"path/filepath"
	"strings"
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

// BenchmarkWhole builds lists in memory from the files that TRICYCLE_GRAPHS names, separated by
// commas, and tells the least milliseconds of CPU time of each step.
func BenchmarkWhole(b *testing.B) {
	names := os.Getenv("TRICYCLE_GRAPHS")
	if names == "" {
		b.Skip("TRICYCLE_GRAPHS names no files")
	}
	ctx := context.Background()
	for _, name := range strings.Split(names, ",") {
		for _, order := range []graph.Order{graph.OrderRecords, graph.OrderID} {
			b.Run(filepath.Base(name)+"/"+string(order), func(b *testing.B) {
				least := map[string]float64{}
				last := 0.0
				step := func(what string, err error) {
					if err != nil {
						b.Fatal(err)
					}
					now := cpuSeconds()
					ms := (now - last) * 1e3
					if before, ok := least[what]; !ok || ms < before {
						least[what] = ms
					}
					last = now
				}
				for b.Loop() {
					start := cpuSeconds()
					last = start
					src, err := OpenFile(name)
					step("open-ms", err)
					s, err := Open(ctx, src, Options{Vertices: true})
					step("count-ms", err)
					step("rank-ms", s.Rank(ctx, order))
					step("share-ms", s.Partition(ctx))
					_, _, err = s.Whole(ctx)
					step("rows-ms", err)
					last = start
					step("all-ms", nil)
					s.Close()
					src.Close()
				}
				for what, ms := range least {
					b.ReportMetric(ms, what)
				}
			})
		}
	}
}
