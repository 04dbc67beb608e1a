package cli

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/graphio"
	"github.com/tricycle-graph/tricycle/internal/answer"
	"github.com/tricycle-graph/tricycle/internal/page"
	"github.com/tricycle-graph/tricycle/internal/readable"
	"github.com/tricycle-graph/tricycle/internal/report"
	"github.com/tricycle-graph/tricycle/internal/summary"
	"github.com/tricycle-graph/tricycle/internal/table"
	"github.com/tricycle-graph/tricycle/internal/truss"
	"github.com/tricycle-graph/tricycle/triangle"
)

// decomposing holds the flags of truss.
type decomposing struct {
	asking
	stats        bool
	json         bool
	minTrussness uint32
	k            uint32
	max          bool
	path, form   string // of rows or of a graph

	graph target // of -k and --max
}

func newTruss(c *common) *cobra.Command {
	opt := &decomposing{asking: asking{reading: reading{common: c}, gpu: new(gpuFlags)}}
	cmd := &cobra.Command{
		Use:   "truss FILE",
		Short: "Find the trussness of each edge, or one k-truss",
		Long: `Print a row for each edge, once, under the file's own ids: source, target, and its
trussness, the largest k for which it is in the k-truss. That is the largest
subgraph in which every edge is in at least k-2 triangles of the subgraph; an edge
in no triangle has trussness 2. The source comes before the target in the order
of the ids, and rows are in the order of source and target. Engine cuda finds all
that on an NVIDIA GPU that holds the whole graph; auto does so for large files.

--stats prints the size of every k-truss in place of the rows. --report writes a page
about all of them as well. -k and --max write one k-truss as a graph, without the
vertices that have no edge in it: the suffix of the output or --to says in which
format, as for convert.

` + outputHelp + `

` + exitHelp,
		Example: `  tricycle truss graph.txt
  tricycle truss --stats --report trusses.html graph.mtx
  tricycle truss --min-trussness 10 -o strong.csv.gz graph.tcsr
  tricycle truss -k 5 -o five.mtx graph.mtx
  tricycle truss --max -o heart.tcsr graph.txt`,
		Args: takes("FILE"),
		RunE: opt.run,
	}
	opt.addQuestionTo(cmd)
	flags := cmd.Flags()
	flags.StringVarP(&opt.path, "output", "o", "-", "`file` to write, or folder for .npy files; - is standard output")
	forms := append([]string{bySuffix}, table.Forms()...)
	for _, format := range writableFormats() {
		if !slices.Contains(forms, format) {
			forms = append(forms, format)
		}
	}
	addFormat(cmd, &opt.form, "to", "form of the rows, or format of the graph", forms, graphio.FormatInfo.Writes)
	opt.report.addTo(cmd)
	flags.BoolVar(&opt.stats, "stats", false, "print the size of every k-truss, and no rows")
	flags.BoolVar(&opt.json, "json", false, "print what --stats prints as one JSON object")
	addNumber(flags, &opt.minTrussness, "min-trussness", 0, "only edges of at least trussness `k`")
	flags.VarP(number[uint32]{&opt.k}, "k", "k", "write the `k`-truss as a graph")
	flags.BoolVar(&opt.max, "max", false, "write the k-truss of the largest k as a graph")
	return cmd
}

func (d *decomposing) run(cmd *cobra.Command, names []string) error {
	name := names[0]
	if err := cmp.Or(d.check(cmd, name), d.checkReport(d.path, ""), d.report.begin(cmd, names)); err != nil {
		return err
	}
	defer d.report.discard()
	return d.open(cmd, name, func(src graph.Source) error {
		if info := src.Info(); info.Loaded {
			if err := d.checkRoom(uint64(info.Vertices.Get()), uint64(info.Records.Get())); err != nil {
				return err
			}
		}
		bounds, stop := d.start(cmd)
		opt := d.options(bounds)
		opt.Cleaned = d.out.besideGPU(cmd.Context(), opt.Devices, d.checkRoom)
		p, err := triangle.Truss(cmd.Context(), src, opt)
		stop()
		if err != nil {
			d.out.target.Release()
			return err
		}
		d.reportAnswer(cmd, name, &p.Result)
		return d.show(cmd, name, p)
	})
}

// show prints the sheet, or writes the rows or a graph; and then the report.
func (d *decomposing) show(cmd *cobra.Command, name string, p *triangle.PerEdge) error {
	var sizes []truss.Size
	var err error
	if d.stats || d.report.wanted() {
		if sizes, err = p.Trusses(cmd.Context()); err != nil {
			return err
		}
	}
	switch {
	case d.stats:
		err = printAnswer(cmd, answer.OfTrusses(p, sizes, largestTrussness(p), peakBytes()), d.json)
	case d.asksGraph(cmd):
		err = d.writeTruss(cmd, name, p)
	default:
		err = d.list(cmd, p)
	}
	if err != nil {
		return err
	}
	return d.tell(cmd, "Trussness", &p.Result, func(threads int) ([]page.Section, error) {
		all, err := summary.OfEdges(cmd.Context(), p, answer.TopRows, threads)
		if err != nil {
			return nil, err
		}
		return slices.Concat(report.Truss(p, sizes), report.Edges(p, all), []page.Section{report.Degrees(p.Degrees)}), nil
	})
}

// checkRoom says whether the disk may have room for the rows of a graph.
func (d *decomposing) checkRoom(vertices, edges uint64) error {
	if d.stats || d.max || d.k > 0 || d.minTrussness > 2 {
		return nil // there are no rows, or nobody knows how many
	}
	return d.out.checkRoom(trussColumns(), vertices, edges, 0)
}

// trussColumns are those of a row for each edge.
func trussColumns() []table.Column {
	return []table.Column{
		{Name: "source", Kind: table.Vertex},
		{Name: "target", Kind: table.Vertex},
		{Name: "trussness", Kind: table.Uint32},
	}
}

// asksGraph reports whether a truss is wanted as a graph, rather than rows.
func (d *decomposing) asksGraph(cmd *cobra.Command) bool { return d.max || cmd.Flags().Changed("k") }

// check finds wrong wishes before long work begins.
func (d *decomposing) check(cmd *cobra.Command, name string) error {
	given := cmd.Flags().Changed
	if d.json && !d.stats {
		return usagef("--json goes with --stats; --to ndjson writes each row as JSON")
	}
	for _, flag := range []string{"--output", "--to", "--min-trussness", "-k", "--max"} {
		if d.stats && given(strings.TrimLeft(flag, "-")) {
			return usagef("--stats prints nothing that %s is about", flag)
		}
	}
	if !d.asksGraph(cmd) {
		if d.form != bySuffix && !slices.Contains(table.Forms(), d.form) {
			return usagef("--to %s is a format of graphs, which -k and --max write; rows are written as %s", d.form, join(table.Forms(), ", "))
		}
		d.out.path, d.out.form = d.path, d.form
		return d.asking.check(cmd, name)
	}
	switch {
	case d.max && given("k"):
		return usagef("-k and --max ask for two different trusses")
	case d.k < 2 && !d.max:
		return usagef("-k %d: the least truss is that of k = 2, which has every edge", d.k)
	case given("min-trussness"):
		return usagef("--min-trussness is about rows, and -k and --max write a graph")
	case !given("output"):
		return usagef("-k and --max write a graph: name its file (-o FILE)")
	case slices.Contains(table.Forms(), d.form) && !slices.Contains(writableFormats(), d.form):
		return usagef("--to %s is a form of rows, and -k and --max write a graph, as %s", d.form, join(writableFormats(), ", "))
	}
	d.graph.path, d.graph.format = d.path, d.form
	return cmp.Or(d.checkQuestion(cmd), keepInput(d.path, name), d.graph.check(cmd))
}

// writeTruss writes the truss that is wanted.
func (d *decomposing) writeTruss(cmd *cobra.Command, name string, p *triangle.PerEdge) error {
	k := d.k
	if d.max {
		k = largestTrussness(p)
	}
	g, err := p.KTruss(k)
	if err != nil {
		return err
	}
	if !d.quiet {
		note(cmd.ErrOrStderr(), name, "the %d-truss has %s and %s", k,
			readable.Quantity(uint64(g.Vertices()), "vertex", "vertices"), readable.Quantity(g.Edges(), "edge", "edges"))
		d.graph.reportLosses(cmd, p.Info, g)
	}
	bounds, stop := d.start(cmd)
	defer stop()
	return d.graph.writeGraph(cmd, g, bounds)
}

// largestTrussness returns that of all edges: 2 where there is none, as the 2-truss is
// the whole graph.
func largestTrussness(p *triangle.PerEdge) uint32 {
	if len(p.Trussness) == 0 {
		return 2
	}
	return slices.Max(p.Trussness)
}

// list writes the rows that are wanted.
func (d *decomposing) list(cmd *cobra.Command, p *triangle.PerEdge) error {
	rows := &table.Table{Columns: trussColumns(), Labels: p.Labels, Vertices: len(p.Degrees)}
	set := func(rows table.Batch, i int, e summary.Edge) {
		rows[0].Uint32s[i], rows[1].Uint32s[i], rows[2].Uint32s[i] = e.U, e.V, e.Trussness
	}
	fill := func(w *table.Writer) error { return writeSome(w, len(rows.Columns), d.wanted(p), set) }
	if d.minTrussness <= 2 {
		rows.Rows = graph.Known(p.Edges)
		fill = func(w *table.Writer) error {
			return w.Fill(func(first int, rows table.Batch) error {
				i := 0
				for e := range summary.EdgesBehind(p, first) {
					set(rows, i, e)
					if i++; i == len(rows[0].Uint32s) {
						break
					}
				}
				return nil
			})
		}
	}
	bounds, stop := d.start(cmd)
	defer stop()
	bounds.Meter.Start("write", 0)
	return d.out.write(cmd, rows, bounds.Threads, fill)
}

// wanted yields the edges of at least the trussness that is asked for.
func (d *decomposing) wanted(p *triangle.PerEdge) iter.Seq[summary.Edge] {
	return func(yield func(summary.Edge) bool) {
		for e := range summary.EdgesBehind(p, 0) {
			if e.Trussness >= d.minTrussness && !yield(e) {
				return
			}
		}
	}
}
