package cli

import (
	"cmp"
	"context"
	"io"
	"time"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/chordless"
	"github.com/tricycle-graph/tricycle/foodweb"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/readable"
	"github.com/tricycle-graph/tricycle/internal/report"
)

// overlapping holds the flags of niche.
type overlapping struct {
	reading
	out    target
	report reporting
}

func newNiche(c *common) *cobra.Command {
	opt := &overlapping{reading: reading{common: c}}
	cmd := &cobra.Command{
		Use:   "niche FILE",
		Short: "Turn a food web into its niche-overlap graph",
		Long: `Read a directed food web, whose arcs lead from prey to predator, and write its
niche-overlap graph: two predators are joined when they share a prey. The output
is a Pajek network on standard output, unless -o or --to says otherwise.

In a Pajek project with a partition, only arcs between living compartments
(class 1) count; a cannibal shares itself with those who eat it. Compartments
without a rival are kept as vertices without an edge. Lists, tables and pairs,
which do not say whether their edges have a direction, are taken for arcs.`,
		Example: `  tricycle niche Florida.paj | tricycle cycles --count -
  tricycle niche Florida.paj -o florida-niche.gml`,
		Args: takes("FILE"),
		RunE: opt.run,
	}
	opt.reading.addAloneTo(cmd)
	cmd.Flags().StringVarP(&opt.out.path, "output", "o", "-", "`file` to write; - is standard output")
	opt.out.addFormatTo(cmd)
	opt.report.addTo(cmd)
	return cmd
}

func (o *overlapping) run(cmd *cobra.Command, args []string) error {
	if o.out.path == "-" && o.out.format == bySuffix {
		o.out.format = "pajek"
	}
	if err := cmp.Or(keepInput(o.out.path, args[0]), o.out.check(cmd)); err != nil {
		return err
	}
	if err := o.report.begin(cmd, args); err != nil {
		return err
	}
	defer o.report.discard()
	return o.open(cmd, args[0], func(src graph.Source) error {
		opt, stop := o.start(cmd)
		begin := time.Now()
		web, niche, err := overlap(cmd.Context(), src, opt)
		made := time.Since(begin)
		stop()
		if err != nil {
			return err
		}
		if !o.quiet {
			reportNiche(cmd.ErrOrStderr(), args[0], web, niche)
		}
		opt, stop = o.start(cmd)
		defer stop()
		if err := o.out.writeGraph(cmd, niche, opt); err != nil || !o.report.wanted() {
			return err
		}
		return o.writeReport(cmd.Context(), src.Info(), web, niche, made)
	})
}

// writeReport writes the page of --report about a web, which was made within a time.
func (o *overlapping) writeReport(ctx context.Context, info graph.Info, web *foodweb.Web, niche *graph.Graph, made time.Duration) error {
	order, hole, err := chordless.IsChordal(ctx, niche)
	if err != nil {
		return err
	}
	p := &o.report.page
	p.Title = "Niche overlap of " + report.Name(info)
	p.Sections = append(report.Niche(web, niche), report.Intervals(niche, order, hole))
	p.Run = report.Timed([]report.Phase{{Name: "read and join", Seconds: made.Seconds()}}, peakBytes())
	return o.report.write()
}

// overlap reads a food web and makes its niche-overlap graph.
func overlap(ctx context.Context, src graph.Source, opt graph.Options) (*foodweb.Web, *graph.Graph, error) {
	web, err := foodweb.Read(ctx, src, opt)
	if err != nil {
		return nil, nil, err
	}
	niche, err := web.NicheOverlap(ctx, opt)
	return web, niche, err
}

// reportNiche says on one line what became of a food web.
func reportNiche(stderr io.Writer, name string, web *foodweb.Web, niche *graph.Graph) {
	note(stderr, name, "read %s, %s living, and %s between these: %s",
		readable.Quantity(uint64(web.Compartments()), "compartment", "compartments"), readable.Number(web.Living()),
		readable.Quantity(web.Arcs(), "arc", "arcs"),
		readable.Quantity(niche.Edges(), "pair shares a prey", "pairs share a prey"))
}
