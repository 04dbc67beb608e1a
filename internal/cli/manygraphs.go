package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/answer"
	"github.com/tricycle-graph/tricycle/internal/graphstream"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/readable"
)

// A file of many graphs is answered by count and cycles --count, a row a graph.

// takesMany is for a command that answers such a file, with a flag to have rows whatever it
// holds.
func (i *input) takesMany(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&i.each, "each", false, "a row for each graph of a file of graph6, sparse6 or digraph6, even where it has one or none")
}

// graphs returns a source as one of many graphs, and nil where it is to be taken for one.
func (i *input) graphs(src graph.Source) (graphstream.Source, error) {
	many, ok := src.(graphstream.Source)
	switch {
	case !ok && i.each:
		info := src.Info()
		return nil, usagef("--each is about files of many graphs (graph6, sparse6, digraph6), and %s is %s", info.Name, info.Format)
	case !ok:
		return nil, nil
	}
	if err := many.Many(); !i.each && (!i.many || !errors.Is(err, graphstream.ErrMany)) {
		return nil, err
	}
	return many, nil
}

// heededByMany are the flags that mean something where many graphs are answered; cycles
// has more.
var heededByMany = []string{"each", "engine", "format", "json", "memory", "messages", "quiet", "threads"}

// checkMany refuses what means nothing for a file of many graphs.
func checkMany(flags *pflag.FlagSet, name string, engine device.Engine, more ...string) error {
	each := flags.Changed("each")
	switch {
	case flags.NArg() > 1 && each:
		return usagef("--each takes one file at a time")
	case flags.NArg() > 1:
		return usagef("%s holds many graphs, and is answered alone, a row for each", name)
	case engine != device.Auto && engine != device.CPU && each:
		return usagef("--engine %s takes one graph at a time, and not --each", engine)
	case engine != device.Auto && engine != device.CPU:
		return usagef("--engine %s takes one graph at a time, and %s holds many", engine, name)
	}
	var unheeded string
	flags.Visit(func(f *pflag.Flag) {
		if unheeded == "" && !slices.Contains(heededByMany, f.Name) && !slices.Contains(more, f.Name) {
			unheeded = f.Name
		}
	})
	switch {
	case unheeded != "" && each:
		return usagef("--%s and --each do not go together", unheeded)
	case unheeded != "":
		return usagef("--%s does nothing where a file holds many graphs, as %s does", unheeded, name)
	}
	return nil
}

// manyAnswers answers for each graph of a file.
type manyAnswers struct {
	src     graphstream.Source
	name    string
	limits  *limits
	workers []*manyWorker
	answer  func(w *manyWorker, g *graphstream.Graph) error
	begin   func(text []byte) []byte                // what stands above the rows; nil for nothing
	append  func(text []byte, w *manyWorker) []byte // a row; nil for JSON
	json    func(w *manyWorker) any
}

// manyWorker is what one goroutine needs, and its last answer.
type manyWorker struct {
	engines *engineShares
	search  graphstream.Chordless
	text    bytes.Buffer
	graphs  uint64
	cleaned graph.Report // of all graphs

	index, vertices, edges, triangles uint64
	cycles                            cycleAnswer
}

// run prints the rows, and says on standard error what was read.
func (m *manyAnswers) run(ctx context.Context, cmd *cobra.Command, quiet bool) error {
	limit := m.limits.options(nil)
	workers := par.Workers(limit.Threads)
	engines := newEngineShares(limit.Memory, workers)
	m.workers = make([]*manyWorker, workers)
	for i := range m.workers {
		m.workers[i] = &manyWorker{engines: engines}
	}
	out := rowWriter{cmd.OutOrStdout()}
	if m.json == nil {
		if _, err := out.Write(m.begin(nil)); err != nil {
			return err
		}
	}
	if err := m.src.Answer(ctx, workers, out, m.row); err != nil {
		return err
	}
	if !quiet {
		m.report(cmd.ErrOrStderr())
	}
	return nil
}

// row appends the row of a graph.
func (m *manyAnswers) row(worker int, index uint64, g *graphstream.Graph, text []byte) ([]byte, error) {
	w := m.workers[worker]
	w.index = index
	err := m.answer(w, g)
	var memory *graph.MemoryError
	if errors.As(err, &memory) {
		err = &graph.MemoryError{What: memory.What, Need: limitOf(memory.Need), Limit: m.limits.bytes()}
	}
	if err != nil {
		return text, fmt.Errorf("%s: graph %d: %w", m.name, index, err)
	}
	if m.json == nil {
		return m.append(text, w), nil
	}
	w.text.Reset()
	if err := writeJSON(&w.text, m.json(w)); err != nil {
		return text, err
	}
	return append(text, w.text.Bytes()...), nil
}

// settle keeps what is known of a graph.
func (w *manyWorker) settle(vertices, edges, triangles uint64, cleaned graph.Report) {
	w.vertices, w.edges, w.triangles = vertices, edges, triangles
	w.graphs++
	for _, sum := range []struct {
		all *uint64
		one uint64
	}{
		{&w.cleaned.Records, cleaned.Records}, {&w.cleaned.Loops, cleaned.Loops}, {&w.cleaned.Duplicates, cleaned.Duplicates},
		{&w.cleaned.Reciprocal, cleaned.Reciprocal}, {&w.cleaned.Isolated, cleaned.Isolated}, {&w.cleaned.OneWay, cleaned.OneWay},
	} {
		*sum.all += sum.one
	}
}

// report says what was read and what cleaning did.
func (m *manyAnswers) report(stderr io.Writer) {
	all := &manyWorker{}
	for _, w := range m.workers {
		all.settle(0, 0, 0, w.cleaned)
		all.graphs += w.graphs - 1
	}
	read := cleaningMessage{File: m.name, Table: m.src.Info().Table, Graphs: all.graphs, Report: all.cleaned}
	reportRead(stderr, read, readable.Quantity(all.graphs, "graph", "graphs")+": "+answer.Cleaning(all.cleaned))
}

// rowWriter marks what goes wrong with standard output.
type rowWriter struct{ io.Writer }

func (w rowWriter) Write(text []byte) (int, error) {
	n, err := w.Writer.Write(text)
	return n, output(err)
}

// appendRow appends numbers with a separator between.
func appendRow(text []byte, separator byte, numbers ...uint64) []byte {
	for i, number := range numbers {
		if i > 0 {
			text = append(text, separator)
		}
		text = strconv.AppendUint(text, number, 10)
	}
	return text
}
