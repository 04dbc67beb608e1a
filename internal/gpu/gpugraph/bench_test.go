package gpugraph

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unsafe"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/graphio"
	"github.com/tricycle-graph/tricycle/internal/generator"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gputest"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// clock takes the time of each stage on the device.
type clock struct {
	dev    *gpu.Device
	stages []string
	events []*gpu.Event
}

func (c *clock) mark(stage string, stream *gpu.Stream) error {
	event, err := c.dev.NewEvent()
	if err != nil {
		return err
	}
	c.stages, c.events = append(c.stages, stage), append(c.events, event)
	return stream.Record(event)
}

// take lowers best to the times between the marks, and frees the events.
func (c *clock) take(best map[string]time.Duration) error {
	for i, event := range c.events {
		if i == 0 {
			continue
		}
		took, err := event.Since(c.events[i-1])
		if err != nil {
			return err
		}
		lower(best, c.stages[i], took)
	}
	for _, event := range c.events {
		if err := event.Free(); err != nil {
			return err
		}
	}
	*c = clock{dev: c.dev}
	return nil
}

func lower(best map[string]time.Duration, name string, took time.Duration) {
	if old, found := best[name]; !found || took < old {
		best[name] = took
	}
}

var benchGraphs = []struct {
	name      string
	generator generator.Generator
}{
	{"kron-20-16", generator.RMAT{Scale: 20, EdgeFactor: 16, Seed: 1}},
	{"kron-22-16", generator.RMAT{Scale: 22, EdgeFactor: 16, Seed: 1}},
	{"kron-24-16", generator.RMAT{Scale: 24, EdgeFactor: 16, Seed: 1}},
	{"urand", generator.Uniform{Vertices: 1 << 22, Edges: 1 << 26, Seed: 1}},
	{"tgrid", generator.Grid{Rows: 4096, Cols: 4096, Diagonals: true}},
	{"affil", generator.Affiliation{Authors: 1 << 20, Papers: 600_000, MaxTeam: 70, Seed: 1}},
	{"delaunay", generator.Delaunay{Vertices: 1 << 20, Seed: 1}},
}

// BenchmarkPipeline ingests and orients graphs whose raw records are in
// ordinary memory, and in a file of pairs, and reports the best time of each
// stage: between events on the device, and of those that the host waits for on
// its own clock.
func BenchmarkPipeline(b *testing.B) {
	dev := gputest.Open(b, 0)
	for _, g := range benchGraphs {
		b.Run(g.name, func(b *testing.B) {
			edges := collect(b, g.generator)
			b.Run("memory", func(b *testing.B) {
				pipeline(b, dev, &records{edges: edges, known: true, split: 64 << 10})
			})
			b.Run("file", func(b *testing.B) {
				src, err := graphio.Open(writeFile(b, edges), graphio.Options{Format: "u32"})
				if err != nil {
					b.Fatal(err)
				}
				defer src.Close()
				pipeline(b, dev, src)
			})
		})
	}
}

func pipeline(b *testing.B, dev *gpu.Device, src graph.Source) {
	best := map[string]time.Duration{}
	c := &clock{dev: dev}
	for b.Loop() {
		begin := time.Now()
		opt := Options{mark: func(stage string, stream *gpu.Stream) error {
			if stage == "load" || stage == "read" {
				lower(best, "until "+stage, time.Since(begin))
			}
			return c.mark(stage, stream)
		}}
		cleaned, err := Ingest(b.Context(), dev, src, opt)
		if err != nil {
			b.Fatal(err)
		}
		lower(best, "ingest", time.Since(begin))
		orient := time.Now()
		lists, err := cleaned.Orient(b.Context(), graph.OrderDegree)
		if err != nil {
			b.Fatal(err)
		}
		lower(best, "orient", time.Since(orient))
		lower(best, "all", time.Since(begin))
		if err := errors.Join(c.take(best), lists.Close(), cleaned.Close()); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(cleaned.Facts().Edges), "edges")
	}
	for stage, took := range best {
		b.ReportMetric(float64(took.Microseconds())/1000, strings.ReplaceAll(stage, " ", "-")+"-ms")
	}
}

// BenchmarkParts makes the parts of kron-24-16 from a file of pairs with limits of
// device memory, and reports the best times of its steps by the host's clock.
func BenchmarkParts(b *testing.B) {
	src, err := graphio.Open(writeFile(b, collect(b, generator.RMAT{Scale: 24, EdgeFactor: 16, Seed: 1})), graphio.Options{Format: "u32"})
	if err != nil {
		b.Fatal(err)
	}
	defer src.Close()
	for _, gib := range []int64{1, 4, 16} {
		b.Run(fmt.Sprintf("%dGiB", gib), func(b *testing.B) {
			dev := gputest.Open(b, gib<<30)
			best := map[string]time.Duration{}
			for b.Loop() {
				sums := map[string]time.Duration{}
				begin := time.Now()
				last := begin
				opt := Options{Piece: 1 << 24, mark: func(stage string, stream *gpu.Stream) error {
					err := stream.Synchronize()
					sums[stage] += time.Since(last)
					last = time.Now()
					return err
				}}
				p, err := OpenParts(b.Context(), dev, src, opt)
				if err != nil {
					b.Fatal(err)
				}
				sums["open"] = time.Since(begin)
				err = p.Build(b.Context(), func(uint32, []uint32, []uint32) error { return nil })
				if err != nil {
					b.Fatal(err)
				}
				sums["all"] = time.Since(begin)
				if err := p.Close(); err != nil {
					b.Fatal(err)
				}
				sums["closed"] = time.Since(begin)
				for stage, took := range sums {
					lower(best, stage, took)
				}
				b.ReportMetric(float64(p.Readings()), "readings")
			}
			for stage, took := range best {
				b.ReportMetric(float64(took.Microseconds())/1000, stage+"-ms")
			}
		})
	}
}

// collect makes the raw records of a graph.
func collect(b *testing.B, generator generator.Generator) []graph.Edge {
	src, err := generator.Source()
	if err != nil {
		b.Fatal(err)
	}
	parts := make([][]graph.Edge, par.Workers(0))
	_, err = src.Read(b.Context(), len(parts), func(worker int, batch graph.Batch) error {
		parts[worker] = append(parts[worker], batch.Edges...)
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	return slices.Concat(parts...)
}

// writeFile writes records as a file of u32 pairs.
func writeFile(b *testing.B, edges []graph.Edge) string {
	path := filepath.Join(b.TempDir(), "edges.u32")
	data := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(edges))), len(edges)*recordBytes)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		b.Fatal(err)
	}
	return path
}
