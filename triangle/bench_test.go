package triangle

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/graphio"
	"github.com/tricycle-graph/tricycle/internal/loading"
)

// BenchmarkGraph counts the graphs in memory of the files that TRICYCLE_GRAPHS names, with
// commas between them, with 1 thread and with as many as TRICYCLE_THREADS says. It prints the
// least milliseconds of each phase, which others on the machine disturb least.
func BenchmarkGraph(b *testing.B) {
	if os.Getenv("TRICYCLE_GRAPHS") == "" {
		b.Skip("TRICYCLE_GRAPHS names no files")
	}
	many, _ := strconv.Atoi(os.Getenv("TRICYCLE_THREADS"))
	for _, name := range strings.Split(os.Getenv("TRICYCLE_GRAPHS"), ",") {
		src, err := graphio.Open(name, graphio.Options{})
		if err != nil {
			b.Fatal(err)
		}
		g, _, err := loading.Graph(b.Context(), src, graph.Options{})
		if err != nil {
			b.Fatal(err)
		}
		for _, threads := range []int{1, many} {
			b.Run(fmt.Sprintf("%s/threads=%d", name[strings.LastIndexByte(name, '/')+1:], threads), func(b *testing.B) {
				least := Seconds{Total: 1e9}
				for b.Loop() {
					r, err := Count(b.Context(), g.Source(), Options{Engine: device.CPU, Threads: threads})
					if err != nil {
						b.Fatal(err)
					}
					if r.Seconds.Total < least.Total {
						least = r.Seconds
					}
				}
				b.ReportMetric(least.Order*1e3, "order-ms")
				b.ReportMetric(least.Orient*1e3, "orient-ms")
				b.ReportMetric(least.Count*1e3, "count-ms")
				b.ReportMetric(least.Total*1e3, "least-ms")
			})
		}
		_ = src.Close()
	}
}
