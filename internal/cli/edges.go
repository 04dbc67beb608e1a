package cli

import (
	"cmp"
	"iter"
	"slices"
	"sync"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/answer"
	"github.com/tricycle-graph/tricycle/internal/opencl"
	"github.com/tricycle-graph/tricycle/internal/page"
	"github.com/tricycle-graph/tricycle/internal/report"
	"github.com/tricycle-graph/tricycle/internal/summary"
	"github.com/tricycle-graph/tricycle/internal/table"
	"github.com/tricycle-graph/tricycle/jobs"
	"github.com/tricycle-graph/tricycle/triangle"
)

// measuringEdges holds the flags of edges.
type measuringEdges struct {
	measuring
	with       []edgeMeasure
	by         edgeMeasure
	minSupport uint32

	minTrussness uint32
}

func newEdges(c *common) *cobra.Command {
	opt := &measuringEdges{measuring: measuring{asking: asking{reading: reading{common: c}, gpu: new(gpuFlags), openCL: true}}}
	cmd := &cobra.Command{
		Use:   "edges FILE",
		Short: "Count the triangles that hold each edge",
		Long: `Print a row for each edge, once, under the file's own ids: its source comes before
its target in their order, and rows are in the order of source and target. The
column support is the number of triangles that hold the edge; --with adds others:

  jaccard    what part of the neighbours of either end are neighbours of both:
             support / (degree + degree - support)
  ecc        edge clustering: what part of the triangles that the edge could be in
             there are: support / (the smaller degree - 1), 0 where that is 0
  trussness  the largest k for which the edge is in the k-truss, the largest subgraph
             in which every edge is in at least k-2 triangles; 2 for an edge in none

` + enginesHelp + `
The trussness is found with the whole graph in memory, or on an NVIDIA GPU.

` + keepingHelp + `

--stats prints a summary of all edges in place of the rows. --report writes a page as
well: how support is distributed, and which edges have the most.

` + outputHelp + `

` + exitHelp,
		Example: `  tricycle edges graph.txt
  tricycle edges --with jaccard,ecc -o edges.csv graph.mtx
  tricycle edges --stats --report edges.html graph.mtx
  tricycle edges --top 20 graph.mtx
  tricycle edges --min-support 10 -o strong.tsv.gz graph.tcsr`,
		Args: opt.keep.args,
		RunE: opt.run,
	}
	opt.measuring.addTo(cmd)
	flags := cmd.Flags()
	flags.Var(choices[edgeMeasure]{&opt.with, edgeMeasures[1:]}, "with", "more columns, separated by commas: "+join(edgeMeasures[1:], ", "))
	addChoice(cmd, &opt.by, "by", "what --top ranks by; equal ones are in the order of source and target", edgeMeasures)
	addNumber(flags, &opt.minSupport, "min-support", 0, "only edges in at least so many `triangles`")
	addNumber(flags, &opt.minTrussness, "min-trussness", 0, "only edges of at least trussness `k`")
	return cmd
}

func (m *measuringEdges) run(cmd *cobra.Command, names []string) error {
	name := firstOf(names)
	if err := cmp.Or(m.check(cmd, name, "with", "by", "min-support", "min-trussness"), m.keep.check(cmd, names, "with", "by", "min-support", "min-trussness")); err != nil {
		return err
	}
	if m.asks(byTrussness) && (m.parts.Parts != (triangle.Parts{}) || m.keep.used(cmd.Flags())) {
		return usagef("trussness is found with the whole graph in memory, and not in parts")
	}
	if m.asks(byTrussness) && m.engine == opencl.Engine {
		return usagef("trussness is not found by --engine opencl; cpu and cuda find it")
	}
	if err := m.report.begin(cmd, names); err != nil {
		return err
	}
	defer m.report.discard()
	if m.keep.used(cmd.Flags()) {
		return m.keep.run(m.keepingFor(cmd, cmd.Name(), func(job *jobs.Job, opt triangle.Options, counted func()) error {
			return job.Edges(cmd.Context(), opt, func(p *triangle.PerEdge) error {
				counted()
				return m.show(cmd, p.Info.Name, p)
			})
		}), names)
	}
	return m.open(cmd, name, func(src graph.Source) error {
		ask := triangle.Edges
		if m.asks(byTrussness) {
			ask = triangle.Truss
		}
		if info := src.Info(); info.Loaded {
			if err := m.checkRoom(uint64(info.Vertices.Get()), uint64(info.Records.Get())); err != nil {
				return err
			}
		}
		bounds, stop := m.start(cmd)
		opt := m.options(bounds)
		opt.Cleaned = m.out.besideGPU(cmd.Context(), opt.Devices, m.checkRoom)
		p, err := ask(cmd.Context(), src, opt)
		stop()
		if err != nil {
			m.out.target.Release()
			return err
		}
		return cmp.Or(m.show(cmd, name, p), p.Close())
	})
}

// checkRoom says whether the disk may have room for the rows of a graph.
func (m *measuringEdges) checkRoom(vertices, edges uint64) error {
	if m.stats || m.some() {
		return nil // nobody knows how many rows there will be
	}
	return m.out.checkRoom(m.columns(), vertices, edges, m.top)
}

// columns are those of the rows.
func (m *measuringEdges) columns() []table.Column {
	columns := []table.Column{
		{Name: "source", Kind: table.Vertex},
		{Name: "target", Kind: table.Vertex},
		{Name: "support", Kind: table.Uint32},
	}
	for _, measure := range m.with {
		kind := table.Float
		if measure == byTrussness {
			kind = table.Uint32
		}
		columns = append(columns, table.Column{Name: string(measure), Kind: kind})
	}
	return columns
}

// show prints the sheet, or writes the rows; and then the report.
func (m *measuringEdges) show(cmd *cobra.Command, name string, p *triangle.PerEdge) error {
	m.reportAnswer(cmd, name, &p.Result)
	// The sheet and the report tell of the same sums.
	summarize := sync.OnceValues(func() (summary.Edges, error) {
		return summary.OfEdges(cmd.Context(), p, answer.TopRows, m.limits.options(nil).Threads)
	})
	var err error
	if m.stats {
		var all summary.Edges
		if all, err = summarize(); err == nil {
			err = printAnswer(cmd, answer.OfEdges(p, all, peakBytes()), m.json)
		}
	} else {
		err = m.list(cmd, p)
	}
	if err != nil {
		return err
	}
	return m.tell(cmd, "Edges", &p.Result, func(int) ([]page.Section, error) {
		all, err := summarize()
		if err != nil {
			return nil, err
		}
		return append(report.Edges(p, all), report.Degrees(p.Degrees)), nil
	})
}

// asks reports whether a measure is needed.
func (m *measuringEdges) asks(measure edgeMeasure) bool {
	return slices.Contains(m.with, measure) || m.by == measure || measure == byTrussness && m.minTrussness > 0
}

// edgeMeasure is what is known of an edge.
type edgeMeasure string

const (
	bySupport   edgeMeasure = "support"
	byJaccard   edgeMeasure = "jaccard"
	byECC       edgeMeasure = "ecc"
	byTrussness edgeMeasure = "trussness"
)

var edgeMeasures = []edgeMeasure{bySupport, byJaccard, byECC, byTrussness}

// of returns the value of an edge.
func (by edgeMeasure) of(p *triangle.PerEdge, e summary.Edge) float64 {
	switch by {
	case byJaccard:
		return e.Jaccard(p)
	case byECC:
		return e.ECC(p)
	case byTrussness:
		return float64(e.Trussness)
	}
	return float64(e.Support)
}

// list writes the rows that are wanted.
func (m *measuringEdges) list(cmd *cobra.Command, p *triangle.PerEdge) error {
	rows := &table.Table{Columns: m.columns(), Labels: p.Labels, Vertices: len(p.Degrees)}
	switch {
	case m.top > 0:
		top := m.largest(p)
		if err := p.Err(); err != nil {
			return err
		}
		rows.Rows = graph.Known(len(top))
		return m.write(cmd, rows, func(w *table.Writer) error {
			return w.Fill(func(first int, rows table.Batch) error {
				for i := range rows[0].Uint32s {
					m.set(rows, i, p, top[first+i])
				}
				return nil
			})
		})
	case m.some():
		return m.write(cmd, rows, func(w *table.Writer) error {
			return cmp.Or(writeSome(w, len(rows.Columns), m.wanted(p), func(rows table.Batch, i int, e summary.Edge) { m.set(rows, i, p, e) }), p.Err())
		})
	}
	rows.Rows = graph.Known(p.Edges)
	return m.write(cmd, rows, func(w *table.Writer) error {
		return w.Fill(func(first int, rows table.Batch) error {
			i := 0
			for e := range summary.EdgesBehind(p, first) {
				m.set(rows, i, p, e)
				if i++; i == len(rows[0].Uint32s) {
					break
				}
			}
			return p.Err()
		})
	})
}

// largest returns the edges of --top.
func (m *measuringEdges) largest(p *triangle.PerEdge) []summary.Edge {
	top := summary.Largest[summary.Edge]{Most: m.top}
	for e := range m.wanted(p) {
		top.Add(e, m.by.of(p, e))
	}
	return top.Sorted()
}

// some reports whether there may be edges that no rows are wanted of.
func (m *measuringEdges) some() bool { return m.minSupport > 0 || m.minTrussness > 0 }

// wanted yields the edges of at least the support and the trussness that are asked for.
func (m *measuringEdges) wanted(p *triangle.PerEdge) iter.Seq[summary.Edge] {
	return func(yield func(summary.Edge) bool) {
		for e := range summary.EdgesBehind(p, 0) {
			if e.Support >= m.minSupport && e.Trussness >= m.minTrussness && !yield(e) {
				return
			}
		}
	}
}

// set sets the values of a row.
func (m *measuringEdges) set(rows table.Batch, i int, p *triangle.PerEdge, e summary.Edge) {
	rows[0].Uint32s[i], rows[1].Uint32s[i], rows[2].Uint32s[i] = e.U, e.V, e.Support
	for k, measure := range m.with {
		if measure == byTrussness {
			rows[3+k].Uint32s[i] = e.Trussness
		} else {
			rows[3+k].Floats[i] = measure.of(p, e)
		}
	}
}
