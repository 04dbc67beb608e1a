package gpucount

import (
	"fmt"
	"testing"
	"time"

	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
	"github.com/tricycle-graph/tricycle/internal/gpu/gputest"
)

// answerGraphNames are the graphs that answers are timed on.
var answerGraphNames = map[string]bool{"kron-20-16": true, "kron-22-16": true, "kron-24-16": true, "urand": true, "affil": true, "tgrid": true}

// BenchmarkDeviceAnswers times the method auto for the total, each vertex and each edge,
// on ordered lists on the device, every auxiliary structure's build included, and
// prints the best times as a table, those of each step of an answer among them:
//
//	go test ./internal/gpu/gpucount -run '^$' -bench 'DeviceAnswers/kron-24' -benchtime 5x
func BenchmarkDeviceAnswers(b *testing.B) {
	device := gputest.Open(b, 0)
	table := &bestTimes{best: map[[2]string]time.Duration{}}
	for _, g := range benchGraphs {
		if !answerGraphNames[g.name] {
			continue
		}
		b.Run(g.name, func(b *testing.B) {
			lists := g.lists(b, device)
			defer lists.Close()
			counts := newDeviceRun(device, lists)
			defer counts.Close()
			vertices, support := gpurun.Array[uint64](counts.Run, lists.Rows), gpurun.Array[uint32](counts.Run, int(lists.Edges))
			if counts.Err != nil {
				b.Fatal(counts.Err)
			}
			choose := func(r *deviceRun, beside func(int, uint64) int64) deviceAnswer {
				w := chooseAnswer(r, beside)
				table.graphs = append(table.graphs, fmt.Sprintf("%s: %+v", g.name, w))
				return w
			}
			none := func(int, uint64) int64 { return 0 }
			ways := []answerWay{
				{"total", func(r *deviceRun) func() { return planDeviceAuto(r, Params{}) }},
				{"vertices", func(r *deviceRun) func() { return choose(r, none).planVertices(r, vertices) }},
				{"support", func(r *deviceRun) func() { return choose(r, hubListBytes).planSupport(r, support) }},
			}
			if w := chooseAnswer(counts, hubListBytes); w.hubs > 0 {
				ways = append(ways,
					answerWay{"vertices: hubs", func(r *deviceRun) func() { return w.planHubVertices(r, vertices) }},
					answerWay{"vertices: beyond", func(r *deviceRun) func() { return w.planColumnVertices(r, vertices) }},
					answerWay{"support: hubs", func(r *deviceRun) func() { return w.planHubSupport(r, support) }},
					answerWay{"support: beyond", func(r *deviceRun) func() { return w.planColumnSupport(r, support) }})
			}
			for _, way := range ways {
				b.Run(way.name, func(b *testing.B) { timeAnswer(b, table, g.name, way.name, newDeviceRun(device, lists), way.plan) })
			}
		})
	}
	table.print()
}

// answerWay is something to time.
type answerWay struct {
	name string
	plan func(r *deviceRun) func()
}

// timeAnswer times what plan launches.
func timeAnswer(b *testing.B, table *bestTimes, graph, name string, r *deviceRun, plan func(r *deviceRun) func()) {
	defer r.Close()
	launch := plan(r)
	for b.Loop() {
		_, took, err := r.count(b.Context(), launch)
		if err != nil {
			b.Fatal(err)
		}
		table.add(graph, name, took)
	}
	b.ReportMetric(table.best[[2]string{name, graph}].Seconds()*1e3, "best-ms")
}
