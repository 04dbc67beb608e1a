package triangle

import (
	"fmt"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/gpu"
	"github.com/tricycle-graph/tricycle/internal/gputest"
	"github.com/tricycle-graph/tricycle/partition"
)

// BenchmarkDeviceParts counts from a store in memory, in more and more parts and
// with less and less memory. kernels-ms is the part of the time that the kernels
// took, which need not wait for copies.
func BenchmarkDeviceParts(b *testing.B) {
	device := gputest.Open(b, 0)
	for _, g := range benchGraphs[:3] {
		b.Run(g.name, func(b *testing.B) {
			lists := g.lists(b, device)
			store, err := fetchStore(b.Context(), device, lists, lists.Edges/48+1, 0)
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
				room := newPartsRoom(store, [][]partition.Range{ranges}, grid.Hubs)
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
		c := newDeviceCounter(device, Auto, DeviceParams{}, 0)
		queue := &partQueue{store: store, grid: grid}
		count, _, err := queue.run(b.Context(), slices.Collect(grid.Subtasks()), []partCounter{c})
		if err != nil || count != want {
			b.Fatalf("%d triangles (%v), want %d", count, err, want)
		}
		kernels += c.took.Seconds()
		if err := c.close(); err != nil {
			b.Fatal(err)
		}
	}
	_, peak := device.Used()
	b.ReportMetric(kernels*1e3/float64(b.N), "kernels-ms")
	b.ReportMetric(float64(peak)/(1<<20), "peak-MiB")
}

// evenRanges joins the pieces of a store to about so many ranges, by bytes.
func evenRanges(store *partition.Store, parts int) []partition.Range {
	all := partition.Range{End: store.Rows()}
	each := storedBytes(store, all)/int64(parts) + 1
	return slices.Concat(cutStored(store, []partition.Range{all}, each+each/16)...)
}
