package cli

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/loading"
	"github.com/tricycle-graph/tricycle/internal/table"
)

// notWithColumns are flags of vertices that --by-column does not go with: it counts whole
// graphs on the CPU, and writes all rows.
var notWithColumns = []string{
	"stats", "json", "top", "by", "through", "min-triangles", "directed", "weights", "formula",
	"parts", "tmpdir", "checkpoint", "resume", "plan", "report", "device", "devices", "gpu-memory",
}

// checkColumns refuses what --by-column does not go with.
func (m *measuringVertices) checkColumns(flags *pflag.FlagSet) error {
	if !m.byColumn {
		return nil
	}
	for _, name := range notWithColumns {
		if flags.Changed(name) {
			return usagef("--by-column does not go with --%s", name)
		}
	}
	if onDevice(m.engine) {
		return usagef("--by-column is answered by the CPU, and --engine %s does not go with it", m.engine)
	}
	return nil
}

// listColumns writes, for each vertex, the entries of its column and the triangles that
// are found from it.
func (m *measuringVertices) listColumns(cmd *cobra.Command, name string, src graph.Source) error {
	g, o, found, err := m.countColumns(cmd, name, src)
	if err != nil {
		return err
	}
	vertices := g.Vertices()
	entries, triangles := make([]uint32, vertices), make([]uint64, vertices)
	for r := range o.Rows() {
		v := o.Vertex(uint32(r))
		entries[v], triangles[v] = o.OutDegree(uint32(r)), found[r]
	}
	rows := &table.Table{
		Columns: []table.Column{
			{Name: "vertex", Kind: table.Vertex}, {Name: "entries", Kind: table.Uint32}, {Name: "triangles", Kind: table.Uint64},
		},
		Labels: g.Labels(), Vertices: vertices, Rows: graph.Known(vertices),
	}
	return m.write(cmd, rows, func(w *table.Writer) error {
		return w.Fill(func(first int, rows table.Batch) error {
			for i := range rows[0].Uint32s {
				v := first + i
				rows[0].Uint32s[i], rows[1].Uint32s[i], rows[2].Uint64s[i] = uint32(v), entries[v], triangles[v]
			}
			return nil
		})
	})
}

// countColumns reads the graph and counts; without --order on the order of the ids.
func (m *measuringVertices) countColumns(cmd *cobra.Command, name string, src graph.Source) (*graph.Graph, *lists.Oriented, []uint64, error) {
	bounds, stop := m.start(cmd)
	defer stop()
	g, _, err := loading.Graph(cmd.Context(), src, bounds)
	if err == nil && m.strict {
		err = g.Report().Strict(src.Info())
	}
	if err != nil {
		return nil, nil, nil, err
	}
	order := m.order
	if order == graph.OrderAuto {
		order = graph.OrderID
	}
	// The graph, its lists and what makes these; the ranks, the rows and the counts.
	need := 25*int64(g.Edges()) + 48*int64(g.Vertices())
	if bounds.Memory > 0 && need > bounds.Memory {
		return nil, nil, nil, &graph.MemoryError{What: "counting by columns", Need: need, Limit: bounds.Memory}
	}
	ranking, err := lists.Rank(cmd.Context(), g, order, bounds)
	if err != nil {
		return nil, nil, nil, err
	}
	o, err := lists.Orient(cmd.Context(), g, ranking, bounds)
	if err != nil {
		return nil, nil, nil, err
	}
	bounds.Meter.Start("count", 0)
	found, err := cpucount.Columns(cmd.Context(), o, m.method, cpucount.Params{Threads: bounds.Threads, Memory: bounds.Memory, Meter: bounds.Meter})
	if err != nil {
		return nil, nil, nil, err
	}
	stop()
	m.reportRead(cmd, name, src.Info(), g.Report())
	return g, o, found, nil
}
