package gpucount

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/graphio"
	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/gpu/gputest"
)

// BenchmarkDeviceFiles counts the graphs of the files that TRICYCLE_GRAPHS names, with commas
// between them, by degree and by auto, again and again in one process: from the lists on the
// device to the count. It reports the least and the median time.
//
//	TRICYCLE_GRAPHS=FILE,FILE go test ./internal/gpu/gpucount -run '^$' -bench DeviceFiles -benchtime 60x
func BenchmarkDeviceFiles(b *testing.B) {
	names := os.Getenv("TRICYCLE_GRAPHS")
	if names == "" {
		b.Skip("TRICYCLE_GRAPHS names no files")
	}
	device := gputest.Open(b, 0)
	for name := range strings.SplitSeq(names, ",") {
		b.Run(filepath.Base(name), func(b *testing.B) {
			src, err := graphio.Open(name, graphio.Options{})
			if err != nil {
				b.Fatal(err)
			}
			defer src.Close()
			lists := benchLists(b, device, src, graph.OrderDegree)
			defer lists.Close()
			r := newDeviceRun(device, lists)
			defer r.Close()
			launch := deviceVariant{method: cpucount.Auto}.plan(r)
			var times []time.Duration
			var first uint64
			for b.Loop() {
				triangles, took, err := r.count(b.Context(), launch)
				if err != nil {
					b.Fatal(err)
				}
				if len(times) == 0 {
					first = triangles
				}
				if triangles != first {
					b.Fatalf("%d triangles, and %d before", triangles, first)
				}
				times = append(times, took)
			}
			slices.Sort(times)
			b.ReportMetric(times[0].Seconds()*1e6, "least-µs")
			b.ReportMetric(times[len(times)/2].Seconds()*1e6, "median-µs")
		})
	}
}
