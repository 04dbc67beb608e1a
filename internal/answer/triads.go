package answer

import (
	"io"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/readable"
	"github.com/tricycle-graph/tricycle/internal/sheet"
	"github.com/tricycle-graph/tricycle/triangle"
)

// CensusJSON is a line of --json.
type CensusJSON struct {
	File       string       `json:"file"`
	Files      []string     `json:"files,omitempty"`
	Format     string       `json:"format"`
	Compressed string       `json:"compression,omitempty"`
	Table      *graph.Table `json:"table,omitempty"`
	Vertices   uint64       `json:"vertices"`
	Arcs       uint64       `json:"arcs"`
	Mutual     uint64       `json:"mutual"`
	Asymmetric uint64       `json:"asymmetric"`
	Triads     []triadsJSON `json:"triads"`
	Cleaning   graph.Report `json:"cleaning"`
}

type triadsJSON struct {
	Class string `json:"class"`
	Count string `json:"count"` // may pass 64 bits
}

// Triads is what census prints of a file.
type Triads struct{ *triangle.Triads }

// JSON returns a line of --json.
func (c Triads) JSON() any {
	line := CensusJSON{
		File:       c.Info.Name,
		Files:      c.Info.Files,
		Format:     c.Info.Format,
		Compressed: c.Info.Compressed,
		Table:      c.Info.Table,
		Vertices:   c.Vertices,
		Arcs:       2*c.Mutual + c.Asymmetric,
		Mutual:     c.Mutual,
		Asymmetric: c.Asymmetric,
		Cleaning:   c.Cleaning,
	}
	for class, n := range c.All() {
		line.Triads = append(line.Triads, triadsJSON{class, n.String()})
	}
	return line
}

// Print writes a sheet.
func (c Triads) Print(w io.Writer) error {
	s := sheet.New()
	s.Add("file", "%s (%s)", c.Info.Name, Format(c.Info))
	s.Add("vertices", "%s", readable.Number(c.Vertices))
	s.Add("arcs", "%s", readable.Number(2*c.Mutual+c.Asymmetric))
	s.Add("mutual pairs", "%s", readable.Number(c.Mutual))
	s.Add("asymmetric pairs", "%s", readable.Number(c.Asymmetric))
	for class, n := range c.All() {
		s.Add(class, "%s", readable.Big(n))
	}
	return s.Print(w)
}
