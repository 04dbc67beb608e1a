package cli

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/readable"
	"github.com/tricycle-graph/tricycle/internal/sheet"
	"github.com/tricycle-graph/tricycle/internal/truss"
	"github.com/tricycle-graph/tricycle/triangle"
)

// trussStats is what truss --stats says.
type trussStats struct {
	graphJSON
	MaxTrussness uint32          `json:"max_trussness"`
	Trusses      []trussSize     `json:"trusses"` // by rising k
	Engine       device.Engine   `json:"engine"`
	Method       triangle.Method `json:"method"`
	workJSON
}

// trussSize is the size of a k-truss.
type trussSize struct {
	K          uint32 `json:"k"`
	Vertices   uint64 `json:"vertices"`
	Edges      uint64 `json:"edges"`
	Components uint64 `json:"components"`
}

func (d *decomposing) printStats(cmd *cobra.Command, p *triangle.PerEdge, sizes []truss.Size) error {
	s := &trussStats{
		graphJSON:    graphOf(&p.Result),
		MaxTrussness: largestTrussness(p),
		Engine:       p.Engine,
		Method:       p.Method,
		workJSON:     workOf(&p.Result),
	}
	for _, size := range sizes {
		s.Trusses = append(s.Trusses, trussSize{size.K, size.Vertices, size.Edges, size.Components})
	}
	if d.json {
		return output(writeJSON(cmd.OutOrStdout(), s))
	}
	return output(s.print(cmd.OutOrStdout(), p.Info))
}

func (s *trussStats) print(w io.Writer, info graph.Info) error {
	lines := sheet.New()
	lines.Add("file", "%s (%s)", s.File, formatOf(info))
	lines.Add("vertices", "%s", readable.Number(s.Vertices))
	lines.Add("edges", "%s", readable.Number(s.Edges))
	lines.Add("triangles", "%s", readable.Number(s.Triangles))
	lines.Add("largest k", "%s", readable.Number(s.MaxTrussness))
	if err := lines.Print(w); err != nil {
		return err
	}
	trusses := sheet.NewColumns("k", "vertices", "edges", "components")
	for _, t := range s.Trusses {
		trusses.Add(readable.Number(t.K), readable.Number(t.Vertices), readable.Number(t.Edges), readable.Number(t.Components))
	}
	return trusses.Print(w)
}
