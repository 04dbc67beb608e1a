package cli

import (
	"cmp"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/table"
	"github.com/tricycle-graph/tricycle/triangle"
)

// measuring holds the flags that vertices and edges have in common.
type measuring struct {
	asking
	parts partsValue
	keep  keepingAnswers
	stats bool
	json  bool
	top   int
}

func (m *measuring) addTo(cmd *cobra.Command) {
	m.asking.addTo(cmd)
	m.gpu.addDevicesTo(cmd)
	m.report.addTo(cmd)
	flags := cmd.Flags()
	m.parts.addTo(flags)
	m.keep.addTo(flags)
	flags.BoolVar(&m.stats, "stats", false, "print a summary of all rows in place of the rows")
	flags.BoolVar(&m.json, "json", false, "print what --stats prints as one JSON object")
	addNumber(flags, &m.top, "top", 0, "only so many `rows`, those with the largest values, the largest first (default all)")
}

// check refuses flags that do not go together; rows are those that are about rows.
func (m *measuring) check(cmd *cobra.Command, input string, rows ...string) error {
	if m.json && !m.stats {
		return usagef("--json goes with --stats; --to ndjson writes each row as JSON")
	}
	if m.top == 0 && cmd.Flags().Changed("top") {
		return usagef("--top 0 asks for no row")
	}
	if m.top == 0 && cmd.Flags().Changed("by") {
		return usagef("--by says what --top ranks by, which is not given")
	}
	for _, name := range append([]string{"output", "to", "top"}, rows...) {
		if m.stats && cmd.Flags().Changed(name) {
			return usagef("--stats prints no rows that --%s is about", name)
		}
	}
	if m.report.wanted() && m.keep.plan != "" {
		return usagef("--plan counts nothing that --report could tell")
	}
	return cmp.Or(checkDevices(cmd), m.parts.check(cmd.Flags()), m.asking.check(cmd, input),
		m.checkReport(m.out.path, cmp.Or(m.keep.checkpoint, m.keep.resume)))
}

// options returns the wishes within bounds.
func (m *measuring) options(bounds graph.Options) triangle.Options {
	opt := m.asking.options(bounds)
	opt.Parts = m.parts.Parts
	return opt
}

// write writes the rows of a table under a progress bar; see [table.Writer.Fill].
func (m *measuring) write(cmd *cobra.Command, rows *table.Table, fill func(w *table.Writer) error) error {
	bounds, stop := m.start(cmd)
	defer stop()
	bounds.Meter.Start("write", 0)
	return m.out.write(cmd, rows, bounds.Threads, fill)
}
