package answer

import (
	"io"
	"math/big"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/bytesize"
	"github.com/tricycle-graph/tricycle/internal/readable"
	"github.com/tricycle-graph/tricycle/internal/sheet"
	"github.com/tricycle-graph/tricycle/triangle"
)

// Info is what info says of a file.
type Info struct {
	File             string              `json:"file"`
	Files            []string            `json:"files,omitempty"`
	Format           string              `json:"format"`
	Recognised       string              `json:"recognised"`
	Compression      string              `json:"compression,omitempty"`
	Table            *graph.Table        `json:"table,omitempty"`
	Bytes            graph.Size          `json:"bytes"`
	DeclaredVertices graph.Size          `json:"declared_vertices"`
	DeclaredRecords  graph.Size          `json:"declared_records"`
	Vertices         int                 `json:"vertices"`
	Edges            uint64              `json:"edges"`
	Wedges           *big.Int            `json:"wedges"`
	WedgesString     string              `json:"wedges_string"`
	Degrees          Degrees             `json:"degrees"`
	Degeneracy       uint32              `json:"degeneracy"`
	Components       int                 `json:"components"`
	LargestComponent int                 `json:"largest_component"`
	Cleaning         graph.Report        `json:"cleaning"`
	Ingest           triangle.IngestPlan `json:"ingest"`   // of count
	Count            triangle.CountPlan  `json:"count"`    // of the graph in memory
	Verified         bool                `json:"verified"` // was asked for, and all is right
}

// JSON returns a line of --json.
func (x *Info) JSON() any { return x }

// Print writes a sheet.
func (x *Info) Print(w io.Writer) error {
	s := sheet.New()
	s.Add("file", "%s", x.File)
	if x.Files != nil {
		s.Add("files", "%s", readable.Number(uint64(len(x.Files))))
	}
	s.Add("format", "%s (%s)", x.Format, x.Recognised)
	if text := Taken(x.Table); text != "" {
		s.Add("taken", "%s", text)
	}
	if x.Compression != "" {
		s.Add("compression", "%s", x.Compression)
	}
	if x.Bytes.Known() {
		s.Add("size", "%s", bytesize.Text(x.Bytes.Get()))
	}
	s.Add("declared", "%s vertices, %s records", readable.Size(x.DeclaredVertices), readable.Size(x.DeclaredRecords))
	s.Add("vertices", "%s", readable.Number(x.Vertices))
	s.Add("edges", "%s", readable.Number(x.Edges))
	s.Add("degrees", "%s", x.Degrees)
	s.Add("degeneracy", "%s", readable.Number(x.Degeneracy))
	s.Add("wedges", "%s", readable.Big(x.Wedges))
	s.Add("components", "%s, the largest of %s vertices", readable.Number(x.Components), readable.Number(x.LargestComponent))
	s.Add("cleaning", "%s", Cleaning(x.Cleaning))
	s.Add("to ingest", "%s", IngestMemory(x.Ingest))
	s.Add("to count", "%s, %s on order %s", HeldAtMost(x.Count.Bytes), x.Count.Method, x.Count.Order)
	if x.Verified {
		s.Add("verified", "checksums, padding and both ends of each edge")
	}
	if err := s.Print(w); err != nil || !sheet.IsTerminal(w) {
		return err
	}
	return x.Degrees.drawTo(w)
}
