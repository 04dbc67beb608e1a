package cli

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/readable"
	"github.com/tricycle-graph/tricycle/internal/sheet"
	"github.com/tricycle-graph/tricycle/internal/table"
	"github.com/tricycle-graph/tricycle/triangle"
)

// listingTriangles holds the flags of triangles.
type listingTriangles struct {
	asking
	through   []string // labels
	minDegree uint32
	unordered bool
	limit     uint64
	json      bool
}

func newTriangles(c *common) *cobra.Command {
	opt := &listingTriangles{asking: asking{reading: reading{common: c}}}
	cmd := &cobra.Command{
		Use:   "triangles FILE",
		Short: "List the triangles of a graph file",
		Long: `List every triangle of a graph once, a row each: its vertices under the file's own
ids, in the order of these ids. The order of the rows depends on the graph and on
--order, but neither on the threads nor on --method. Rows are written as they are
found and never held in memory.

` + outputHelp + ` On standard output no line
has the names of the columns.

A list that --limit ends says so on standard error, and the exit code is 5.

` + exitHelp,
		Example: `  tricycle triangles graph.txt
  tricycle triangles --limit 1000 -o some.csv graph.mtx
  tricycle triangles --through alice,bob friends.csv
  tricycle triangles --min-degree 100 --unordered --to binary graph.tcsr >hubs`,
		Args: takes("FILE"),
		RunE: opt.run,
	}
	opt.asking.addTo(cmd)
	flags := cmd.Flags()
	flags.StringSliceVar(&opt.through, "through", nil, "only triangles that have all of these `vertices` as corners, by their ids, separated by commas")
	completeFrom(flags, "through")
	addNumber(flags, &opt.minDegree, "min-degree", 0, "only triangles of vertices that have at least so many `neighbours`")
	addNumber(flags, &opt.limit, "limit", 0, "stop after so many `triangles` (default none)")
	flags.BoolVar(&opt.unordered, "unordered", false, "write triangles in any order, as soon as they are found")
	flags.BoolVar(&opt.json, "json", false, "print one JSON object a line")
	return cmd
}

func (l *listingTriangles) run(cmd *cobra.Command, names []string) error {
	name := names[0]
	if err := l.check(cmd, name); err != nil {
		return err
	}
	return l.open(cmd, name, func(src graph.Source) error {
		find := l.find
		if len(l.through) > 0 {
			find = l.findThrough
		}
		found, err := find(cmd, name, src)
		if err != nil {
			return err
		}
		found.MinDegree, found.Unordered = l.minDegree, l.unordered
		return l.list(cmd, name, found)
	})
}

// find reads a graph.
func (l *listingTriangles) find(cmd *cobra.Command, name string, src graph.Source) (*triangle.Listing, error) {
	bounds, stop := l.start(cmd)
	found, err := triangle.List(cmd.Context(), src, l.options(bounds))
	stop()
	if err == nil {
		l.reportRead(cmd, name, found.Info, found.Cleaning)
	}
	return found, err
}

// findThrough reads what --through asks for. The triangles come in the order of the ids,
// which is the same in the whole graph and in what lies around a few vertices: where that
// will not do, as neighbours outside matter, it reads all of the graph.
func (l *listingTriangles) findThrough(cmd *cobra.Command, name string, src graph.Source) (*triangle.Listing, error) {
	if l.order == graph.OrderAuto {
		l.order = graph.OrderID
	}
	if l.minDegree > 0 || l.order != graph.OrderID {
		found, err := l.find(cmd, name, src)
		if err != nil {
			return nil, err
		}
		found.Through, err = verticesOf(l.through, found.Labels, len(found.Degrees), name)
		return found, err
	}
	g, chosen, err := l.around(cmd, name, src, l.through)
	if err != nil {
		return nil, err
	}
	bounds, stop := l.start(cmd)
	defer stop()
	held := 8*int64(g.Edges()) + 16*int64(g.Vertices())
	if bounds.Memory > 0 {
		bounds.Memory = max(bounds.Memory-held, 1)
	}
	found, err := triangle.List(cmd.Context(), g.Source(), l.options(bounds))
	if short := (*graph.MemoryError)(nil); errors.As(err, &short) {
		return nil, &graph.MemoryError{What: short.What, Need: short.Need + held, Limit: l.limits.bytes()}
	}
	if err != nil {
		return nil, err
	}
	found.Through = chosen
	return found, nil
}

// check finds wrong wishes before long work begins.
func (l *listingTriangles) check(cmd *cobra.Command, name string) error {
	given := cmd.Flags().Changed
	switch {
	case given("limit") && l.limit == 0:
		return usagef("--limit 0 lets no triangle through")
	case given("through") && len(l.through) == 0:
		return usagef("--through names no vertex")
	case l.json && given("to") && l.out.form != "ndjson":
		return usagef("--json is --to ndjson and not --to %s", l.out.form)
	case l.json:
		l.out.form = "ndjson"
	}
	return l.asking.check(cmd, name)
}

// list writes the triangles, as far as the limit goes.
func (l *listingTriangles) list(cmd *cobra.Command, name string, found *triangle.Listing) error {
	rows := &table.Table{
		Columns: []table.Column{{Name: "a", Kind: table.Vertex}, {Name: "b", Kind: table.Vertex}, {Name: "c", Kind: table.Vertex}},
		Labels:  found.Labels, Vertices: len(found.Degrees), Headless: l.out.path == "-",
	}
	if found.Numbers = l.out.target.AsNumbers(rows); found.Numbers {
		for i := range rows.Columns {
			rows.Columns[i].Kind = table.Uint32
		}
	}
	if l.out.path == "-" {
		defer announcePartial(cmd, name)()
		defer heedReader(cmd.OutOrStdout())()
	}
	bounds, stop := l.start(cmd)
	defer stop()
	if l.out.path == "-" && sheet.IsTerminal(cmd.OutOrStdout()) {
		stop() // a bar would stand between the lines
	}
	found.Meter = bounds.Meter
	var (
		listed uint64
		more   bool  // than the limit
		failed error // but by writing
	)
	err := l.out.write(cmd, rows, bounds.Threads, func(w *table.Writer) error {
		batch := make(table.Batch, 3)
		for some, err := range found.Batches(cmd.Context()) {
			if err != nil {
				failed = err
				return err
			}
			n := uint64(len(some[0]))
			if more = l.limit > 0 && n > l.limit-listed; more {
				n = l.limit - listed
			}
			for i, vertices := range some {
				batch[i].Uint32s = vertices[:n]
			}
			if err := w.Write(batch); err != nil {
				return err
			}
			if listed += n; more {
				return nil
			}
		}
		return nil
	})
	stop()
	if err := cmp.Or(failed, err); err != nil {
		return err
	}
	if more {
		limit := fmt.Sprintf("--limit %d", l.limit)
		return &stoppedError{fmt.Sprintf("%s: stopped by %s: the output is partial, %s", name, limit, readable.Quantity(listed, "triangle", "triangles")), limit}
	}
	if !l.quiet {
		note(cmd.ErrOrStderr(), name, "listed %s", readable.Quantity(listed, "triangle", "triangles"))
	}
	return nil
}
