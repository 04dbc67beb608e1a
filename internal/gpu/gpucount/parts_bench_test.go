package gpucount

import (
	"cmp"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/generator"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gputest"
	"github.com/tricycle-graph/tricycle/internal/partition"
)

// BenchmarkDeviceParts counts from a store in memory, in more and more parts and
// with less and less memory. kernels-ms is the part of the time that the kernels
// took, which need not wait for copies.
func BenchmarkDeviceParts(b *testing.B) {
	device := gputest.Open(b, 0)
	for _, g := range benchGraphs[:3] {
		b.Run(g.name, func(b *testing.B) {
			lists := g.lists(b, device)
			store, err := Fetch(b.Context(), device, lists, lists.Edges/48+1, 0)
			if err != nil {
				b.Fatal(err)
			}
			rows, edges := lists.Rows, lists.Edges
			if err := lists.Close(); err != nil {
				b.Fatal(err)
			}
			for _, p1 := range []int{1, 2, 4, 8, 16} {
				ranges := evenRanges(store, p1)
				grid := partition.Grid{Rows: ranges, Columns: []partition.Range{{End: store.Rows()}}, Hubs: deviceHubs}
				room := newPartsRoom(store, [][]partition.Range{ranges}, grid)
				for _, limit := range []int64{0, (room.beside() + 3*room.each) * 65 / 64} {
					b.Run(fmt.Sprintf("%d parts/%d MiB", len(ranges), limit>>20), func(b *testing.B) {
						benchmarkParts(b, store, grid, limit, g.triangles)
					})
				}
			}
			b.Logf("%s: %d rows, %d edges", g.name, rows, edges)
		})
	}
}

func benchmarkParts(b *testing.B, store *partition.Store, grid partition.Grid, limit int64, want uint64) {
	driver, err := gpu.Open()
	if err != nil {
		b.Fatal(err)
	}
	device, err := driver.OpenDevice(0, limit)
	if err != nil {
		b.Fatal(err)
	}
	defer device.Close()
	kernels := 0.
	for b.Loop() {
		c := NewSubtasks(device, cpucount.Auto, Params{}, 0)
		queue := &cpucount.Queue{Store: store, Grid: grid}
		count, _, err := queue.Run(b.Context(), slices.Collect(grid.Subtasks()), []cpucount.Counter{c})
		if err != nil || count != want {
			b.Fatalf("%d triangles (%v), want %d", count, err, want)
		}
		kernels += c.Took.Seconds()
		if err := c.Close(); err != nil {
			b.Fatal(err)
		}
	}
	_, peak := device.Used()
	b.ReportMetric(kernels*1e3/float64(b.N), "kernels-ms")
	b.ReportMetric(float64(peak)/(1<<20), "peak-MiB")
}

// BenchmarkSeveralDevices counts from one store in memory, with more and more of
// the machine's GPUs. speedup is over one of them, counting from the store, too.
//
//	go test ./triangle -run '^$' -bench 'SeveralDevices/rmat-26-15' -benchtime 3x
func BenchmarkSeveralDevices(b *testing.B) {
	group := gpu.NewGroup(gpu.Open, 0)
	devices, err := group.Devices(b.Context())
	if err != nil {
		b.Skipf("needs GPUs: %v", err)
	}
	defer group.Close()
	for _, scale := range []int{24, 26, 27, 28} {
		g := benchGraph{generator: generator.RMAT{Scale: scale, EdgeFactor: 15, Seed: 1}, order: graph.OrderDegree}
		b.Run(fmt.Sprintf("rmat-%d-15", scale), func(b *testing.B) {
			lists := g.lists(b, devices[0])
			whole, took, err := Count(b.Context(), devices[0], lists, cpucount.Auto, Params{})
			if err != nil {
				b.Fatal(err)
			}
			b.Logf("%d rows, %d edges, %d triangles; whole %v", lists.Rows, lists.Edges, whole, took)
			begin := time.Now()
			store, err := Fetch(b.Context(), devices[0], lists, lists.Edges/128+1, 0)
			if err := cmp.Or(err, lists.Close()); err != nil {
				b.Fatal(err)
			}
			b.Logf("fetched in %v", time.Since(begin))
			hubs, err := storeHubs(b.Context(), store, 1<<40)
			if err != nil {
				b.Fatal(err)
			}
			alone := map[int]float64{}
			for _, parts := range []int{1, 4, 8, 12, 16} {
				grid, err := store.Cut(partition.Cutting{Rows: parts, Columns: 1, Hubs: hubs})
				if err != nil {
					b.Fatal(err)
				}
				for n := 1; n <= min(len(devices), parts*parts); n *= 2 {
					b.Run(fmt.Sprintf("%d parts/%d devices", parts, n), func(b *testing.B) {
						var found Found
						for b.Loop() {
							queue := &cpucount.Queue{Store: store, Grid: grid}
							var err error
							found, err = CountSubtasks(b.Context(), devices[:n], queue, slices.Collect(grid.Subtasks()), cpucount.Auto, Params{}, 0, Answers{})
							if err != nil || found.Triangles != whole || len(found.Lost) > 0 {
								b.Fatalf("%d triangles (%v), want %d; lost %v", found.Triangles, err, whole, found.Lost)
							}
						}
						seconds := b.Elapsed().Seconds() / float64(b.N)
						if n == 1 {
							alone[parts] = seconds
						}
						b.ReportMetric(seconds*1e3, "count-ms")
						b.ReportMetric(found.Kernels.Seconds()*1e3, "kernels-ms")
						b.ReportMetric(alone[parts]/seconds, "speedup")
					})
				}
			}
		})
	}
}

// evenRanges joins the pieces of a store to about so many ranges, by bytes.
func evenRanges(store *partition.Store, parts int) []partition.Range {
	all := partition.Range{End: store.Rows()}
	each := storedBytes(store, all)/int64(parts) + 1
	return slices.Concat(cutStored(store, []partition.Range{all}, each+each/16)...)
}
