package cli

import (
	"cmp"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/table"
	"github.com/tricycle-graph/tricycle/triangle"
)

// measuring holds the flags that vertices and edges have in common.
type measuring struct {
	reading
	engine device.Engine
	method triangle.Method
	order  graph.Order
	strict bool
	tmpdir string
	out    rowTarget
	stats  bool
	json   bool
	top    int
}

func (m *measuring) addTo(cmd *cobra.Command) {
	m.reading.addTo(cmd)
	addChoice(cmd, &m.engine, "engine", "where to count", engines)
	addChoice(cmd, &m.method, "method", "how to count", triangle.Methods(device.CPU))
	addChoice(cmd, &m.order, "order", "order of the vertices while counting", graph.Orders)
	m.out.addTo(cmd)
	flags := cmd.Flags()
	flags.BoolVar(&m.strict, "strict", false, "loops, duplicates and one-way edges are errors")
	flags.StringVar(&m.tmpdir, "tmpdir", "", "`folder` for what does not fit --memory while the graph is read (default the system's)")
	flags.BoolVar(&m.stats, "stats", false, "print a sheet about all of them, and no rows")
	flags.BoolVar(&m.json, "json", false, "print the sheet of --stats as one JSON object")
	addNumber(flags, &m.top, "top", 0, "only the `rows` with the largest values, so many, the largest first (default all)")
}

// check refuses flags that do not go together; rows are those that are about rows.
func (m *measuring) check(cmd *cobra.Command, input string, rows ...string) error {
	if m.json && !m.stats {
		return usagef("--json goes with --stats; --to ndjson writes each row as JSON")
	}
	if m.engine == device.CUDA {
		return usagef("--engine cuda: %s counts on the CPU, and not on a GPU yet", cmd.Name())
	}
	for _, name := range append([]string{"output", "to", "top"}, rows...) {
		if m.stats && cmd.Flags().Changed(name) {
			return usagef("--stats prints no rows that --%s is about", name)
		}
	}
	return cmp.Or(checkFolder(m.tmpdir), m.out.check(cmd, input))
}

// options returns the wishes of a question within bounds.
func (m *measuring) options(bounds graph.Options) triangle.Options {
	return triangle.Options{
		Engine: m.engine, Method: m.method, Order: m.order, Strict: m.strict, TmpDir: m.tmpdir,
		Threads: bounds.Threads, Memory: bounds.Memory, Meter: bounds.Meter,
	}
}

// reportRead says what cleaning did.
func (m *measuring) reportRead(cmd *cobra.Command, name string, info graph.Info, cleaning graph.Report) {
	if !m.quiet {
		reportCleaning(cmd.ErrOrStderr(), name, info, cleaning)
	}
}

// write writes the rows of a table under a progress bar; see [table.Writer.Fill].
func (m *measuring) write(cmd *cobra.Command, rows *table.Table, fill func(w *table.Writer) error) error {
	bounds, stop := m.start(cmd)
	defer stop()
	bounds.Meter.Start("write", 0)
	return m.out.write(cmd, rows, bounds.Threads, fill)
}
