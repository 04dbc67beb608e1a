package cli

import (
	"context"
	"encoding/json"
	"errors"
	"math/big"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/chordless"
	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/answer"
	"github.com/tricycle-graph/tricycle/internal/cyclelist"
	"github.com/tricycle-graph/tricycle/internal/graphstream"
	"github.com/tricycle-graph/tricycle/internal/loading"
)

// graphCyclesJSON is a line of cycles --count --json for a graph of many.
type graphCyclesJSON struct {
	File            string          `json:"file"`
	Index           uint64          `json:"index"`
	Vertices        uint64          `json:"vertices"`
	Edges           uint64          `json:"edges"`
	Triangles       uint64          `json:"triangles"`
	Chordless       *big.Int        `json:"chordless"`
	ChordlessString string          `json:"chordless_string"`
	ByLength        json.RawMessage `json:"by_length,omitempty"`
}

// cycleAnswer is what there is of cycles in one graph.
type cycleAnswer struct {
	chordless *big.Int
	byLength  answer.Lengths // where it was asked for
}

// countMany counts the chordless cycles of each graph of a file.
func (c *cycling) countMany(ctx context.Context, cmd *cobra.Command, name string, src graphstream.Source) error {
	if err := checkMany(cmd.Flags(), name, c.engine, "count", "histogram", "max-length", "min-length", "timeout", "to"); err != nil {
		return err
	}
	separator := byte('\t')
	if c.form == cyclelist.CSV {
		separator = ','
	}
	m := &manyAnswers{
		src: src, name: name, limits: &c.limits,
		answer: func(w *manyWorker, g *graphstream.Graph) error { return c.countGraph(ctx, w, g) },
		begin: func(text []byte) []byte {
			columns := []string{"graph", "vertices", "edges", "triangles", "chordless"}
			if c.histogram {
				columns = append(columns, "by_length")
			}
			for i, column := range columns {
				if i > 0 {
					text = append(text, separator)
				}
				text = append(text, column...)
			}
			return append(text, '\n')
		},
		append: func(text []byte, w *manyWorker) []byte {
			text = append(appendRow(text, separator, w.index, w.vertices, w.edges, w.triangles), separator)
			text = w.cycles.chordless.Append(text, 10)
			if c.histogram {
				text = append(append(text, separator), w.cycles.byLength.String()...)
			}
			return append(text, '\n')
		},
	}
	if c.form == cyclelist.NDJSON {
		m.json = func(w *manyWorker) any {
			line := graphCyclesJSON{name, w.index, w.vertices, w.edges, w.triangles, w.cycles.chordless, w.cycles.chordless.String(), nil}
			if c.histogram {
				line.ByLength = w.cycles.byLength.JSON()
			}
			return line
		}
	}
	return c.stopped(name, "the rows are those of the graphs before", m.run(ctx, cmd, c.quiet))
}

// countGraph counts the cycles of one graph, by an engine where it is large or has many.
func (c *cycling) countGraph(ctx context.Context, w *manyWorker, g *graphstream.Graph) error {
	if g.Small != nil && w.search.Count(g.Small, c.maxLength) {
		w.settle(g.N, g.Small.Edges(), w.search.ByLength[3], g.Cleaned)
		w.cycles.ofSmall(&w.search, c.minLength, c.histogram)
		return nil
	}
	return w.engines.work(ctx, func(memory int64) error { return c.searchGraph(ctx, w, g, memory) })
}

// searchGraph counts the cycles of one graph by an engine, within so much memory.
func (c *cycling) searchGraph(ctx context.Context, w *manyWorker, g *graphstream.Graph, memory int64) error {
	whole, left, held, err := loadOne(ctx, g, memory)
	if err != nil {
		return err
	}
	result, err := chordless.Count(ctx, whole, chordless.Options{
		Engine: device.CPU, MinLength: c.minLength, MaxLength: c.maxLength, ByLength: c.histogram,
		Threads: 1, Memory: left,
	})
	var short *graph.MemoryError
	if errors.As(err, &short) {
		return &graph.MemoryError{What: short.What, Need: short.Need + held, Limit: memory}
	}
	if err != nil {
		return err
	}
	cleaned := whole.Report()
	if g.InRows() {
		cleaned = g.Cleaned
	}
	w.settle(result.Vertices, result.Edges, result.Triangles, cleaned)
	w.cycles = cycleAnswer{chordless: result.Chordless}
	if c.histogram {
		w.cycles.byLength = (&answer.Cycles{Result: result}).Lengths()
	}
	return nil
}

// loadOne returns a graph for a search, what is left of a limit beside it, and what it and
// the process hold.
func loadOne(ctx context.Context, g *graphstream.Graph, limit int64) (whole *graph.Graph, left, held int64, err error) {
	if g.InRows() {
		if held = engineBase + g.ListBytes(); limit > 0 && held >= limit {
			return nil, 0, 0, &graph.MemoryError{What: "the graph alone", Need: held + 1<<20, Limit: limit}
		}
		whole, err = g.Lists()
	} else {
		whole, _, err = loading.Graph(ctx, g.Source(), graph.Options{Threads: 1, Memory: limit})
	}
	if err != nil || limit == 0 {
		return whole, 0, 0, err
	}
	held = engineBase + int64(8*len(whole.Offsets())+4*len(whole.Adjacency()))
	return whole, max(limit-held, 1), held, nil
}

// ofSmall takes the cycles of a small graph of at least so many vertices. Triangles are among
// the lengths alone, as the engines have it.
func (a *cycleAnswer) ofSmall(search *graphstream.Chordless, least int, histogram bool) {
	sum := uint64(0)
	a.byLength = nil
	for length := least; length < len(search.ByLength); length++ {
		cycles := search.ByLength[length]
		if length > 3 {
			sum += cycles
		}
		if histogram && cycles > 0 {
			a.byLength = append(a.byLength, answer.Length{Length: length, Cycles: new(big.Int).SetUint64(cycles)})
		}
	}
	a.chordless = new(big.Int).SetUint64(sum)
}
