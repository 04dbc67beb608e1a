package gpucount

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"testing"
	"text/tabwriter"
	"time"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/generator"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph"
	"github.com/tricycle-graph/tricycle/internal/gpu/gputest"
)

// benchGraph is a graph to time the methods on.
type benchGraph struct {
	name      string
	generator generator.Generator
	order     graph.Order
	triangles uint64 // 0 where not known
}

// coauthors is a collaboration graph, on the order of its ids, in which authors
// of one paper stand close together: like coPapersCiteseer, on which Iakovidis'
// second kernel wins.
func coauthors(name string, papers, maxTeam int) benchGraph {
	return benchGraph{name, generator.Affiliation{Authors: 450_000, Papers: papers, MaxTeam: maxTeam, Seed: 1}, graph.OrderID, 0}
}

var benchGraphs = []benchGraph{
	{"kron-20-16", generator.RMAT{Scale: 20, EdgeFactor: 16, Seed: 1}, graph.OrderDegree, 424_514_042},
	{"kron-22-16", generator.RMAT{Scale: 22, EdgeFactor: 16, Seed: 1}, graph.OrderDegree, 2_111_883_047},
	{"kron-24-16", generator.RMAT{Scale: 24, EdgeFactor: 16, Seed: 1}, graph.OrderDegree, 10_280_989_527},
	{"urand", generator.Uniform{Vertices: 1 << 22, Edges: 1 << 26, Seed: 1}, graph.OrderDegree, 0},
	{"tgrid", generator.Grid{Rows: 4096, Cols: 4096, Diagonals: true}, graph.OrderDegree, 2 * 4095 * 4095},
	{"affil", generator.Affiliation{Authors: 1 << 20, Papers: 600_000, MaxTeam: 70, Seed: 1}, graph.OrderDegree, 0},
	{"delaunay", generator.Delaunay{Vertices: 1 << 20, Seed: 1}, graph.OrderDegree, 0},

	// Hubs behind all others, joined to these and to each other: the few pairs of two
	// hubs are nearly all work.
	{"star-like", generator.CompleteMultipartite{Parts: append([]int{1<<20 - 32}, slices.Repeat([]int{1}, 32)...)}, graph.OrderID, 496*(1<<20-32) + 4960},

	// Graphs like those of Iakovidis' table, on the order of the ids as there.
	{"delaunay-22", generator.Delaunay{Vertices: 1 << 22, Seed: 1}, graph.OrderID, 0},
	{"road", generator.Grid{Rows: 2828, Cols: 2828, Diagonals: true}, graph.OrderID, 2 * 2827 * 2827},
	coauthors("coauthors-7", 220_000, 20),
	coauthors("coauthors-37", 345_000, 70),

	// The same, of more and more entries a row.
	coauthors("dense-6", 80_000, 30),
	coauthors("dense-8", 130_000, 30),
	coauthors("dense-10", 200_000, 30),
	coauthors("dense-14", 300_000, 30),
	coauthors("dense-18", 420_000, 30),
	coauthors("dense-25", 600_000, 30),
}

// BenchmarkDeviceMethods times every method and parameter on every graph, on
// ordered lists on the device, every auxiliary structure's build included, and
// prints the best times as a table. Each row of it is a benchmark of its own:
//
//	go test ./triangle -run '^$' -bench 'DeviceMethods/kron-20-16/^merge' -benchtime 10x
func BenchmarkDeviceMethods(b *testing.B) {
	device := gputest.Open(b, 0)
	table := &bestTimes{best: map[[2]string]time.Duration{}}
	for _, g := range benchGraphs {
		b.Run(g.name, func(b *testing.B) {
			lists := g.lists(b, device)
			defer lists.Close()
			table.graphs = append(table.graphs, fmt.Sprintf("%s by %s: %d rows of up to %d, %d edges, %.1f a row",
				g.name, g.order, lists.Rows, lists.MaxOutDegree, lists.Edges, float64(lists.Edges)/float64(lists.Rows)))
			for _, variant := range deviceVariants() {
				b.Run(variant.String(), func(b *testing.B) {
					r := newDeviceRun(device, lists)
					defer r.Close()
					launch := variant.plan(r)
					for b.Loop() {
						count, took, err := r.count(b.Context(), launch)
						if err != nil {
							b.Fatal(err)
						}
						if g.triangles == 0 {
							g.triangles = count
						}
						if count != g.triangles {
							b.Fatalf("%d triangles, want %d", count, g.triangles)
						}
						table.add(g.name, variant.String(), took)
					}
					b.ReportMetric(table.best[[2]string{variant.String(), g.name}].Seconds()*1e3, "best-ms")
				})
			}
		})
	}
	table.print()
}

// lists makes the ordered lists of the graph on the device.
func (g benchGraph) lists(b *testing.B, device *gpu.Device) *gpugraph.Oriented {
	b.Helper()
	src, err := g.generator.Source()
	if err != nil {
		b.Fatal(err)
	}
	return benchLists(b, device, src, g.order)
}

// benchLists makes the ordered lists of a source on a device.
func benchLists(b *testing.B, device *gpu.Device, src graph.Source, order graph.Order) *gpugraph.Oriented {
	b.Helper()
	cleaned, err := gpugraph.Ingest(b.Context(), device, src, gpugraph.Options{})
	if err != nil {
		b.Fatal(err)
	}
	lists, err := cleaned.Orient(b.Context(), order)
	if err := cmp.Or(err, cleaned.Close()); err != nil {
		b.Fatal(err)
	}
	return lists
}

// bestTimes is a table of the best time of each method on each graph.
type bestTimes struct {
	graphs        []string // what they are
	rows, columns []string
	best          map[[2]string]time.Duration // by row and column
}

func (t *bestTimes) add(graph, method string, took time.Duration) {
	at := [2]string{method, graph}
	if old, found := t.best[at]; !found || took < old {
		t.best[at] = took
	}
	if !slices.Contains(t.rows, method) {
		t.rows = append(t.rows, method)
	}
	if !slices.Contains(t.columns, graph) {
		t.columns = append(t.columns, graph)
	}
}

func (t *bestTimes) print() {
	for _, line := range t.graphs {
		fmt.Println(line)
	}
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 1, ' ', tabwriter.AlignRight|tabwriter.Debug)
	defer w.Flush()
	fmt.Fprint(w, "ms, best\t")
	for _, graph := range t.columns {
		fmt.Fprint(w, graph, "\t")
	}
	fmt.Fprintln(w)
	for _, method := range t.rows {
		fmt.Fprint(w, method, "\t")
		for _, graph := range t.columns {
			if took, found := t.best[[2]string{method, graph}]; found {
				fmt.Fprintf(w, "%.3g", took.Seconds()*1e3)
			}
			fmt.Fprint(w, "\t")
		}
		fmt.Fprintln(w)
	}
}
