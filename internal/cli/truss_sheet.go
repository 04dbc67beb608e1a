package cli

import (
	"io"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/triangle"
)

// trussStats is what truss --stats says.
type trussStats struct {
	File            string           `json:"file"`
	Format          string           `json:"format"`
	Compression     string           `json:"compression,omitempty"`
	Table           *graph.Table     `json:"table,omitempty"`
	Vertices        uint64           `json:"vertices"`
	Edges           uint64           `json:"edges"`
	Triangles       uint64           `json:"triangles"`
	TrianglesString string           `json:"triangles_string"`
	MaxTrussness    uint32           `json:"max_trussness"`
	Trusses         []trussSize      `json:"trusses"` // by rising k
	Engine          device.Engine    `json:"engine"`
	Method          triangle.Method  `json:"method"`
	Order           graph.Order      `json:"order"`
	Cleaning        graph.Report     `json:"cleaning"`
	Seconds         triangle.Seconds `json:"seconds"`
	PeakBytes       int64            `json:"peak_bytes"`
}

// trussSize is the size of a k-truss.
type trussSize struct {
	K          uint32 `json:"k"`
	Vertices   uint64 `json:"vertices"`
	Edges      uint64 `json:"edges"`
	Components uint64 `json:"components"`
}

func (d *decomposing) printStats(cmd *cobra.Command, p *triangle.PerEdge) error {
	sizes, err := p.Trusses(cmd.Context())
	if err != nil {
		return err
	}
	s := &trussStats{
		File:            p.Info.Name,
		Format:          p.Info.Format,
		Compression:     p.Info.Compressed,
		Table:           p.Info.Table,
		Vertices:        p.Vertices,
		Edges:           p.Edges,
		Triangles:       p.Triangles,
		TrianglesString: strconv.FormatUint(p.Triangles, 10),
		MaxTrussness:    largestTrussness(p),
		Engine:          p.Engine,
		Method:          p.Method,
		Order:           p.Order,
		Cleaning:        p.Cleaning,
		Seconds:         tidyCount(p.Seconds),
		PeakBytes:       peakBytes(),
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
	sheet := newSheet()
	sheet.add("file", "%s (%s)", s.File, formatOf(info))
	sheet.add("vertices", "%s", thousands(s.Vertices))
	sheet.add("edges", "%s", thousands(s.Edges))
	sheet.add("triangles", "%s", thousands(s.Triangles))
	sheet.add("largest k", "%s", thousands(s.MaxTrussness))
	if err := sheet.writeTo(w); err != nil {
		return err
	}
	trusses := newColumns("k", "vertices", "edges", "components")
	for _, t := range s.Trusses {
		trusses.add(thousands(t.K), thousands(t.Vertices), thousands(t.Edges), thousands(t.Components))
	}
	return trusses.writeTo(w)
}
