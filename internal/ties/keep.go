package ties

import (
	"context"
	"sync/atomic"
	"unsafe"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/census"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// kept is a source whose records are in memory.
type kept struct {
	graph.Source
	info    graph.Info
	summary graph.Summary
	narrow  []chunk[graph.Edge]
	wide    []chunk[graph.WideEdge]
}

// keep reads src into memory, the weights of its records included where these are
// wanted. What does not fit opt.Memory is a *graph.MemoryError.
func keep(ctx context.Context, src graph.Source, weighted bool, opt graph.Options) (*kept, error) {
	var (
		held   atomic.Int64
		narrow = make([]lane[graph.Edge], par.Workers(opt.Threads))
		wide   = make([]lane[graph.WideEdge], len(narrow))
		info   = src.Info()
	)
	opt.Meter.Start("read", info.Records.Get())
	summary, err := src.Read(ctx, len(narrow), func(worker int, b graph.Batch) error {
		n, weights := len(b.Edges), b.Weights
		switch {
		case !weighted:
			weights = nil
		case len(weights) < n+len(b.Wide):
			return &graph.InputError{File: info.Name, Expected: "a weight for each edge", Found: "none"}
		}
		if err := checkWeights(info.Name, weights); err != nil {
			return err
		}
		split := min(n, len(weights))
		bytes := narrow[worker].add(b.Edges, weights[:split]) + wide[worker].add(b.Wide, weights[split:])
		opt.Meter.Add(int64(n + len(b.Wide)))
		if need := held.Add(bytes) + info.Holds(); opt.Memory > 0 && need > opt.Memory {
			return &graph.MemoryError{What: "keeping the records of " + info.Name, Need: need, Limit: opt.Memory}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	k := &kept{Source: src, info: src.Info(), summary: summary}
	for worker := range narrow {
		k.narrow = append(k.narrow, narrow[worker].chunks...)
		k.wide = append(k.wide, wide[worker].chunks...)
	}
	held.Add(k.info.Holds())
	k.info.Held = &held
	k.info.Rereadable, k.info.Direct = true, true
	k.info.Records = graph.Known(summary.Records)
	k.info.MaxRecords = k.info.Records
	return k, nil
}

// keptBytes bounds what is kept of so many records.
func keptBytes(found census.Census, workers int, weighted bool) int64 {
	wide := found.Bound() > 1<<32
	need := recordBytes(wide, weighted) * int64(found.Records)
	return need + int64(workers)*chunkRecords*(recordBytes(false, weighted)+recordBytes(true, weighted))
}

func recordBytes(wide, weighted bool) (bytes int64) {
	bytes = int64(unsafe.Sizeof(graph.Edge{}))
	if wide {
		bytes = int64(unsafe.Sizeof(graph.WideEdge{}))
	}
	if weighted {
		bytes += 8
	}
	return bytes
}

func (k *kept) Info() graph.Info { return k.info }

func (k *kept) Read(ctx context.Context, workers int, emit func(worker int, b graph.Batch) error) (graph.Summary, error) {
	n := len(k.narrow)
	return k.summary, par.Each(ctx, workers, n+len(k.wide), func(worker, i int) error {
		if i < n {
			return emit(worker, graph.Batch{Edges: k.narrow[i].records, Weights: k.narrow[i].weights})
		}
		return emit(worker, graph.Batch{Wide: k.wide[i-n].records, Weights: k.wide[i-n].weights})
	})
}

// chunkRecords is how many records a chunk has room for.
const chunkRecords = 1 << 14

// chunk is records with their weights, or without any.
type chunk[R any] struct {
	records []R
	weights []float64
}

// lane is what one worker keeps.
type lane[R any] struct {
	chunks []chunk[R]
	_      [64]byte // keep the workers' lanes on lines of their own
}

// add keeps records, all with weights or all without, and returns the bytes that room
// was made for.
func (l *lane[R]) add(records []R, weights []float64) (bytes int64) {
	for len(records) > 0 {
		last := len(l.chunks) - 1
		if last < 0 || len(l.chunks[last].records) == chunkRecords {
			c := chunk[R]{records: make([]R, 0, chunkRecords)}
			if len(weights) > 0 {
				c.weights = make([]float64, 0, chunkRecords)
			}
			bytes += chunkRecords*int64(unsafe.Sizeof(records[0])) + 8*int64(cap(c.weights))
			l.chunks = append(l.chunks, c)
			last++
		}
		c := &l.chunks[last]
		n := min(len(records), chunkRecords-len(c.records))
		c.records, records = append(c.records, records[:n]...), records[n:]
		if len(weights) > 0 {
			c.weights, weights = append(c.weights, weights[:n]...), weights[n:]
		}
	}
	return bytes
}
