package cli

import (
	"context"
	"errors"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/bench"
	"github.com/tricycle-graph/tricycle/internal/page"
	"github.com/tricycle-graph/tricycle/internal/plot"
)

// benchingTable holds the flags of a bench of a published table of graphs whose triangles
// are counted.
type benchingTable struct {
	*common
	table  bench.Table
	limits limits
	gpu    gpuFlags
	json   bool
	plot   picture
	report reporting
}

// addTo defines the flags; most is the default of --max-edges, and drawn the help of --plot.
func (b *benchingTable) addTo(cmd *cobra.Command, most uint64, drawn string) {
	b.limits.addTo(cmd)
	addChoices(cmd, &b.table.Engines, "engine", "engines to time: cpu, cuda", engines[1:], device.CPU)
	b.gpu.addTo(cmd)
	flags := cmd.Flags()
	addNumber(flags, &b.table.Most, "max-edges", most, "leave out graphs with more `edges`, 0 for none")
	addNumber(flags, &b.table.Repeat, "repeat", 3, "repetitions of each time")
	flags.BoolVar(&b.json, "json", false, "print one JSON object a graph")
	b.plot.addTo(cmd, "plot", drawn)
	b.report.addTo(cmd)
}

// check refuses what cannot be measured.
func (b *benchingTable) check(cmd *cobra.Command) error {
	if b.table.Repeat < 1 {
		return usagef("--repeat %d is not positive", b.table.Repeat)
	}
	return checkHeeded(cmd.Flags(), b.table.Engines, nil)
}

// by says by what the table is measured.
func (b *benchingTable) by() bench.Table {
	b.table.By = benchBy(&b.limits, b.gpu.group(b.common), b.table.Repeat)
	return b.table
}

// open opens the device: what is measured begins with an open one.
func (b *benchingTable) open(ctx context.Context) error {
	if !slices.Contains(b.table.Engines, device.CUDA) {
		return nil
	}
	return b.table.Devices.Open(ctx)
}

// benchBy is by what times are measured.
func benchBy(l *limits, devices *device.Group, repeat int) bench.By {
	opt := l.options(nil)
	by := bench.By{Threads: opt.Threads, Memory: opt.Memory, Devices: devices, Repeat: repeat}
	if v := version(); v != unversioned {
		by.Version = v
	}
	return by
}

// publishedTable is a table that was published, to be measured here and shown beside what
// was published.
type publishedTable interface {
	Inputs() []string // that are read
	Measure(ctx context.Context, meter *graph.Meter) error
	Print(w io.Writer) error
	JSON() []any // an object a line
	Figure() plot.Bars
	Page(p *page.Page)
}

// showTable measures the table, prints it, draws it and reports on it where that is wanted.
func showTable(cmd *cobra.Command, t publishedTable, quiet, json bool, p *picture, r *reporting) error {
	inputs := t.Inputs()
	if err := p.begin(cmd, inputs...); err != nil {
		return err
	}
	defer p.discard()
	if err := keepInput(r.path, inputs...); err != nil {
		return err
	}
	if err := r.begin(cmd, cmd.Flags().Args()); err != nil {
		return err
	}
	defer r.discard()
	meter := new(graph.Meter)
	stop := watch(cmd, quiet, meter)
	err := t.Measure(cmd.Context(), meter)
	stop()
	if err != nil {
		return err
	}
	if err := printTimes(cmd, t, json); err != nil {
		return err
	}
	if p.wanted() {
		if err := p.draw(t.Figure()); err != nil {
			return err
		}
	}
	if !r.wanted() {
		return nil
	}
	t.Page(&r.page)
	return r.write()
}

// printTimes prints what was measured, for people or as JSON.
func printTimes(cmd *cobra.Command, measured interface {
	Print(w io.Writer) error
	JSON() []any
}, json bool) error {
	if !json {
		return output(measured.Print(cmd.OutOrStdout()))
	}
	for _, line := range measured.JSON() {
		if err := writeJSON(cmd.OutOrStdout(), line); err != nil {
			return output(err)
		}
	}
	return nil
}

// namedGraphs makes a mistake in the names of files one of usage.
func namedGraphs(err error) error {
	if named := new(bench.NameError); errors.As(err, &named) {
		return usagef("%v", named)
	}
	return err
}
