package cli

import (
	"context"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/page"
	"github.com/tricycle-graph/tricycle/internal/plot"
)

// benchingTable holds the flags of a bench of a published table of graphs whose triangles
// are counted.
type benchingTable struct {
	*common
	limits  limits
	gpu     gpuFlags
	devices *device.Group
	engines []device.Engine
	most    uint64 // edges of a graph to be measured; 0 for any number
	repeat  int
	json    bool
	plot    picture
	report  reporting
}

// addTo defines the flags; most is the default of --max-edges, and drawn the help of --plot.
func (b *benchingTable) addTo(cmd *cobra.Command, most uint64, drawn string) {
	b.limits.addTo(cmd)
	addChoices(cmd, &b.engines, "engine", "engines to time: cpu, cuda", engines[1:], device.CPU)
	b.gpu.addTo(cmd)
	flags := cmd.Flags()
	addNumber(flags, &b.most, "max-edges", most, "leave out graphs with more `edges`, 0 for none")
	addNumber(flags, &b.repeat, "repeat", 3, "repetitions of each time")
	flags.BoolVar(&b.json, "json", false, "print one JSON object a graph")
	b.plot.addTo(cmd, "plot", drawn)
	b.report.addTo(cmd)
}

// check refuses what cannot be measured.
func (b *benchingTable) check(cmd *cobra.Command) error {
	if b.repeat < 1 {
		return usagef("--repeat %d is not positive", b.repeat)
	}
	return checkHeeded(cmd.Flags(), b.engines, nil)
}

// leavesOut says whether a graph is too large to be measured.
func (b *benchingTable) leavesOut(edges uint64) bool { return b.most > 0 && edges > b.most }

// open opens the device: what is measured begins with an open one.
func (b *benchingTable) open(ctx context.Context) error {
	b.devices = b.gpu.group(b.common)
	if !slices.Contains(b.engines, device.CUDA) {
		return nil
	}
	return b.devices.Open(ctx)
}

// publishedTable is a table that was published, to be measured here and shown beside what
// was published.
type publishedTable[R any] struct {
	inputs      []string // that are read
	measure     func(context.Context, *graph.Meter) ([]R, error)
	figure      func([]R) plot.Figure
	print, json func(io.Writer, []R) error
	page        func(p *page.Page, rows []R) // says what is to be reported
}

// run measures the table, prints it, draws it and reports on it where that is wanted.
func (t *publishedTable[R]) run(cmd *cobra.Command, quiet, json bool, p *picture, r *reporting) error {
	if err := p.begin(cmd, t.inputs...); err != nil {
		return err
	}
	defer p.discard()
	if err := keepInput(r.path, t.inputs...); err != nil {
		return err
	}
	if err := r.begin(cmd, cmd.Flags().Args()); err != nil {
		return err
	}
	defer r.discard()
	meter := new(graph.Meter)
	stop := watch(cmd, quiet, meter)
	rows, err := t.measure(cmd.Context(), meter)
	stop()
	if err != nil {
		return err
	}
	show := t.print
	if json {
		show = t.json
	}
	if err := output(show(cmd.OutOrStdout(), rows)); err != nil {
		return err
	}
	if p.wanted() {
		if err := p.draw(t.figure(rows)); err != nil {
			return err
		}
	}
	if !r.wanted() {
		return nil
	}
	t.page(&r.page, rows)
	return r.write()
}
