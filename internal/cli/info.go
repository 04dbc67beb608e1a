package cli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/answer"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/loading"
	"github.com/tricycle-graph/tricycle/triangle"
)

// describing holds the flags of info.
type describing struct {
	reading
	json   bool
	verify bool
	spy    picture
}

// verifier is a source that can check more of itself than its use does, such as
// that of a .tcsr file.
type verifier interface {
	Verify(ctx context.Context, threads int) error
}

func newInfo(c *common) *cobra.Command {
	opt := &describing{reading: reading{common: c}}
	cmd := &cobra.Command{
		Use:   "info FILE...",
		Short: "Say what is in graph files",
		Long: `Say what is in each file: the format and how it was recognised, the declared
and the real sizes, the degrees (on a terminal with a small histogram, with --json
the whole distribution), the degeneracy, the wedges, the connected components,
what cleaning does with it, and what counting holds. The whole file is read.`,
		Example: `  tricycle info graph.mtx
  tricycle info --verify graph.tcsr
  tricycle info --spy matrix.svg graph.mtx`,
		Args: files,
		RunE: opt.run,
	}
	opt.reading.addTo(cmd)
	cmd.Flags().BoolVar(&opt.json, "json", false, "print one JSON object a line")
	cmd.Flags().BoolVar(&opt.verify, "verify", false, "check all that can be checked of a .tcsr, beyond what is checked whenever it is used")
	opt.spy.addTo(cmd, "spy", "draw where the entries of the matrix are under each order, in an SVG `file`, too")
	return cmd
}

func (d *describing) run(cmd *cobra.Command, names []string) error {
	if err := d.spy.beginOne(cmd, names); err != nil {
		return err
	}
	defer d.spy.discard()
	return eachFile(cmd, names, func(name string) error {
		var found *answer.Info
		if err := d.open(cmd, name, func(src graph.Source) (err error) {
			opt, stop := d.start(cmd)
			defer stop()
			found, err = d.describe(cmd.Context(), src, opt)
			return err
		}); err != nil {
			return err
		}
		if d.verify && !found.Verified && !d.quiet {
			warn(cmd.ErrOrStderr(), name, "%s has no checksums to verify", found.Format)
		}
		return printAnswer(cmd, found, d.json)
	})
}

func (d *describing) describe(ctx context.Context, src graph.Source, opt graph.Options) (*answer.Info, error) {
	checks, sums := src.(verifier)
	if d.verify && sums {
		opt.Meter.Start("verify", 0)
		if err := checks.Verify(ctx, opt.Threads); err != nil {
			return nil, err
		}
	}
	g, _, err := loading.Graph(ctx, src, opt)
	if err != nil {
		return nil, err
	}
	opt.Meter.Start("components", 0)
	roots, err := g.Components(ctx)
	if err != nil {
		return nil, err
	}
	opt.Meter.Start("degeneracy", 0)
	degeneracy, err := lists.Degeneracy(ctx, g)
	if err != nil {
		return nil, err
	}
	facts, err := lists.FactsOfGraph(ctx, g, opt.Threads)
	if err != nil {
		return nil, err
	}
	plan, err := triangle.Explain(ctx, g.Source(), triangle.Options{Engine: device.CPU, Threads: opt.Threads})
	if err != nil {
		return nil, err
	}
	info := src.Info()
	estimated, err := triangle.EstimateCount(info, triangle.Options{Engine: device.CPU, Threads: opt.Threads, Memory: opt.Memory})
	if err != nil {
		return nil, err
	}
	x := &answer.Info{
		File:             info.Name,
		Files:            info.Files,
		Format:           info.Format,
		Recognised:       recognisedBy(info),
		Compression:      info.Compressed,
		Table:            info.Table,
		Bytes:            info.Bytes,
		DeclaredVertices: info.Vertices,
		DeclaredRecords:  info.Records,
		Vertices:         g.Vertices(),
		Edges:            g.Edges(),
		Wedges:           facts.Wedges(),
		WedgesString:     facts.Wedges().String(),
		Degrees:          answer.DegreesOf(g),
		Degeneracy:       degeneracy,
		Cleaning:         g.Report(),
		Ingest:           estimated.Plan,
		Count:            plan.Count,
		Verified:         d.verify && sums,
	}
	x.Components, x.LargestComponent = sizes(roots)
	if d.spy.wanted() {
		figure, err := spy(ctx, src, g, opt)
		if err != nil {
			return nil, err
		}
		return x, d.spy.draw(figure)
	}
	return x, nil
}

// recognisedBy says how the format was recognised.
func recognisedBy(info graph.Info) string {
	if info.Recognised == "option" {
		return "--format"
	}
	return info.Recognised
}

// sizes returns the number of components and the size of the largest.
func sizes(roots []uint32) (components, largest int) {
	members := make([]uint32, len(roots))
	for _, root := range roots {
		members[root]++
		largest = max(largest, int(members[root]))
	}
	for v, root := range roots {
		if int(root) == v {
			components++
		}
	}
	return components, largest
}
