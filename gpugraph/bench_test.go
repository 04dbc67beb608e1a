package gpugraph

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"

	"github.com/tricycle-graph/tricycle/generate"
	"github.com/tricycle-graph/tricycle/gpu"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/graphio"
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

// BenchmarkPipeline ingests and orients Kronecker graphs whose raw records are
// in ordinary memory, and reports the best time of each stage: between events
// on the device, and of those that the host waits for on its own clock.
func BenchmarkPipeline(b *testing.B) {
	dev := realDevice(b, 0)
	for _, scale := range []int{20, 22, 24} {
		edges := collect(b, scale)
		b.Run(fmt.Sprintf("kron-%d-16/memory", scale), func(b *testing.B) {
			pipeline(b, dev, &records{edges: edges, vertices: graph.Unknown, known: true, split: 64 << 10})
		})
		b.Run(fmt.Sprintf("kron-%d-16/file", scale), func(b *testing.B) {
			src, err := graphio.Open(writeFile(b, edges), graphio.Options{Format: "u32"})
			if err != nil {
				b.Fatal(err)
			}
			defer src.Close()
			pipeline(b, dev, src)
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
		b.ReportMetric(float64(cleaned.Edges()), "edges")
	}
	for stage, took := range best {
		b.ReportMetric(float64(took.Microseconds())/1000, strings.ReplaceAll(stage, " ", "-")+"-ms")
	}
}

// collect makes the raw records of a Kronecker graph.
func collect(b *testing.B, scale int) []graph.Edge {
	src, err := generate.RMAT{Scale: scale, EdgeFactor: 16, Seed: 1}.Source()
	if err != nil {
		b.Fatal(err)
	}
	all := make([]graph.Edge, src.Info().Records)
	var next atomic.Int64
	_, err = src.Read(b.Context(), par.Workers(0), func(_ int, batch graph.Batch) error {
		n := int64(len(batch.Edges))
		copy(all[next.Add(n)-n:], batch.Edges)
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	return all
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
