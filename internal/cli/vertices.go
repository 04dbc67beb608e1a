package cli

import (
	"cmp"
	"context"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/answer"
	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/page"
	"github.com/tricycle-graph/tricycle/internal/report"
	"github.com/tricycle-graph/tricycle/internal/summary"
	"github.com/tricycle-graph/tricycle/internal/table"
	"github.com/tricycle-graph/tricycle/jobs"
	"github.com/tricycle-graph/tricycle/triangle"
)

// measuringVertices holds the flags of vertices.
type measuringVertices struct {
	measuring
	weighing
	by           vertexMeasure
	through      []string // labels
	minTriangles uint64
	byColumn     bool
}

// vertexMeasure is what vertices are ranked by.
type vertexMeasure string

const (
	byTriangles  vertexMeasure = "triangles"
	byClustering vertexMeasure = "clustering"
	byDegree     vertexMeasure = "degree"
)

func newVertices(c *common) *cobra.Command {
	opt := &measuringVertices{measuring: measuring{asking: asking{reading: reading{common: c}, gpu: new(gpuFlags), openCL: true}}}
	cmd := &cobra.Command{
		Use:   "vertices FILE",
		Short: "Count the triangles of each vertex, and how its neighbours cluster",
		Long: `Print a row for each vertex, under the file's own ids and in their order, those
without an edge included:

  degree      its neighbours
  triangles   the triangles that it is a corner of
  clustering  what part of the pairs of its neighbours are neighbours of each
              other: triangles / (degree (degree - 1) / 2), 0 below degree 2

--directed fagiolo or lcc asks for the clustering of a directed graph, and --weights
for that of a weighted one; the column is called clustering_fagiolo and the like.

` + enginesHelp + `

` + keepingHelp + `

--by-column counts each triangle once, at the last of its corners on --order: the column
entries has the neighbours that come before a vertex, and triangles the pairs of them
that are neighbours of each other.

--stats prints a summary of all vertices in place of the rows. --report writes a page
as well: how degrees, clustering and triangles are distributed, and which vertices have
the most. --through answers for a few vertices alone, which takes little more than
reading the file twice.

` + outputHelp + `

` + exitHelp,
		Example: `  tricycle vertices graph.txt
  tricycle vertices --stats --report vertices.html graph.mtx
  tricycle vertices --top 20 --by clustering graph.mtx
  tricycle vertices --through alice,bob friends.csv
  tricycle vertices --by-column graph.mtx
  tricycle vertices --directed lcc arcs.txt
  tricycle vertices --weights km --formula barrat roads.csv
  tricycle vertices --engine cuda -o triangles graph.bin
  tricycle vertices -o triangles.csv.gz graph.tcsr`,
		Args: opt.keep.args,
		RunE: opt.run,
	}
	opt.measuring.addTo(cmd)
	opt.weighing.addTo(cmd, &opt.input)
	flags := cmd.Flags()
	addChoice(cmd, &opt.by, "by", "what --top ranks by; equal ones are in the order of their ids", []vertexMeasure{byTriangles, byClustering, byDegree})
	flags.StringSliceVar(&opt.through, "through", nil, "only these `vertices`, by their ids, separated by commas")
	completeFrom(flags, "through")
	flags.BoolVar(&opt.byColumn, "by-column", false, "count for each vertex only the triangles of which it is the last corner on --order (default id)")
	addNumber(flags, &opt.minTriangles, "min-triangles", 0, "only vertices of at least so many `triangles`")
	return cmd
}

func (m *measuringVertices) run(cmd *cobra.Command, names []string) error {
	name := firstOf(names)
	if err := cmp.Or(m.measuring.check(cmd, name, "by", "through", "min-triangles"), m.keep.check(cmd, names, "by", "min-triangles")); err != nil {
		return err
	}
	if err := cmp.Or(m.weighing.check(cmd, &m.input), m.checkColumns(cmd.Flags())); err != nil {
		return err
	}
	switch {
	case cmd.Flags().Changed("through") && m.report.wanted():
		return usagef("--report is about all vertices, and --through about some")
	case cmd.Flags().Changed("through") && len(m.through) == 0:
		return usagef("--through names no vertex")
	case onDevice(m.engine) && cmd.Flags().Changed("through"):
		return usagef("--through is answered by the CPU, and --engine %s does not go with it", m.engine)
	case m.parts.Parts != (triangle.Parts{}) && cmd.Flags().Changed("through"):
		return usagef("--through takes no more than the neighbours into memory, and --parts does not go with it")
	}
	if err := m.report.begin(cmd, names); err != nil {
		return err
	}
	defer m.report.discard()
	if m.keep.used(cmd.Flags()) {
		return m.keep.run(m.keepingFor(cmd, cmd.Name(), func(job *jobs.Job, opt triangle.Options, counted func()) error {
			return job.Vertices(cmd.Context(), opt, func(p *triangle.PerVertex) error {
				counted()
				return m.show(cmd, p.Info.Name, p)
			})
		}), names)
	}
	return m.open(cmd, name, func(src graph.Source) error {
		if m.byColumn {
			return m.listColumns(cmd, name, src)
		}
		if cmd.Flags().Changed("through") {
			return m.listThrough(cmd, name, src)
		}
		if declared := src.Info().Vertices; declared.Known() {
			if err := m.checkRoom(uint64(declared.Get())); err != nil {
				return err
			}
		}
		bounds, stop := m.start(cmd)
		p, err := m.answer(cmd.Context(), src, bounds)
		stop()
		if err != nil {
			m.out.target.Release()
			return err
		}
		return m.show(cmd, name, p)
	})
}

// show prints the sheet, or writes the rows; and then the report.
func (m *measuringVertices) show(cmd *cobra.Command, name string, p *triangle.PerVertex) error {
	m.reportAnswer(cmd, name, &p.Result)
	var err error
	if m.stats {
		err = printAnswer(cmd, answer.OfVertices(p, peakBytes()), m.json)
	} else {
		err = m.list(cmd, p, m.chosen(p, nil))
	}
	if err != nil {
		return err
	}
	return m.tell(cmd, "Vertices", &p.Result, func(threads int) ([]page.Section, error) {
		return report.Vertices(cmd.Context(), p, threads)
	})
}

// checkRoom says whether the disk may have room for the rows of so many vertices.
func (m *measuringVertices) checkRoom(vertices uint64) error {
	if m.stats || m.minTriangles > 0 {
		return nil // nobody knows how many rows there will be
	}
	return m.out.checkRoom(vertexColumns(m.asked(&m.input)), vertices, vertices, m.top)
}

// vertexColumns are those of a row for each vertex.
func vertexColumns(formula triangle.Formula) []table.Column {
	return []table.Column{
		{Name: "vertex", Kind: table.Vertex},
		{Name: "degree", Kind: table.Uint32},
		{Name: "triangles", Kind: table.Uint64},
		{Name: clusteringColumn(formula), Kind: table.Float},
	}
}

// chosen returns the vertices that rows are wanted of, among some; nil stands for all.
func (m *measuringVertices) chosen(p *triangle.PerVertex, among []uint32) []uint32 {
	if m.minTriangles == 0 && m.top == 0 {
		return among
	}
	chosen := []uint32{}
	top := summary.Largest[uint32]{Most: m.top}
	consider := func(v uint32) {
		switch {
		case p.Counts[v] < m.minTriangles:
		case m.top > 0:
			top.Add(v, m.by.of(p, v))
		default:
			chosen = append(chosen, v)
		}
	}
	if among == nil {
		for v := range p.Counts {
			consider(uint32(v))
		}
	}
	for _, v := range among {
		consider(v)
	}
	if m.top > 0 {
		return top.Sorted()
	}
	return chosen
}

// of returns the value of a vertex; counts beyond 2^53 are ranked by their first digits.
func (by vertexMeasure) of(p *triangle.PerVertex, v uint32) float64 {
	switch by {
	case byClustering:
		return p.Clustering(v)
	case byDegree:
		return float64(p.Degrees[v])
	}
	return float64(p.Counts[v])
}

// list writes the rows of some vertices; nil stands for all.
func (m *measuringVertices) list(cmd *cobra.Command, p *triangle.PerVertex, chosen []uint32) error {
	number := len(p.Counts)
	if chosen != nil {
		number = len(chosen)
	}
	rows := &table.Table{
		Columns: vertexColumns(p.Formula), Labels: p.Labels, Vertices: len(p.Counts), Rows: graph.Known(number),
	}
	return m.write(cmd, rows, func(w *table.Writer) error {
		return w.Fill(func(first int, rows table.Batch) error {
			for i := range rows[0].Uint32s {
				v := uint32(first + i)
				if chosen != nil {
					v = chosen[first+i]
				}
				rows[0].Uint32s[i], rows[1].Uint32s[i] = v, p.Degrees[v]
				rows[2].Uint64s[i], rows[3].Floats[i] = p.Counts[v], p.Clustering(v)
			}
			return nil
		})
	})
}

// listThrough answers for some vertices of a graph alone.
func (m *measuringVertices) listThrough(cmd *cobra.Command, name string, src graph.Source) error {
	g, chosen, err := m.around(cmd, name, src, m.through)
	if err != nil {
		return err
	}
	p, err := through(cmd.Context(), g, chosen, cpucount.Params{Threads: int(m.limits.threads)})
	if err != nil {
		return err
	}
	return m.list(cmd, p, m.chosen(p, chosen))
}

// through returns the answer for some vertices, and nothing of the others.
func through(ctx context.Context, g *graph.Graph, chosen []uint32, params cpucount.Params) (*triangle.PerVertex, error) {
	p := &triangle.PerVertex{Labels: g.Labels(), Degrees: make([]uint32, g.Vertices()), Counts: make([]uint64, g.Vertices())}
	var err error
	for _, v := range chosen {
		n, failed := cpucount.Through(ctx, g, v, params)
		p.Degrees[v], p.Counts[v], err = g.Degree(v), n, cmp.Or(err, failed)
	}
	return p, err
}
