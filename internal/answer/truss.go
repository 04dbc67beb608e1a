package answer

import (
	"io"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/internal/readable"
	"github.com/tricycle-graph/tricycle/internal/sheet"
	"github.com/tricycle-graph/tricycle/internal/truss"
	"github.com/tricycle-graph/tricycle/triangle"
)

// Trusses is what truss --stats says.
type Trusses struct {
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

// OfTrusses returns what there is to say of p, with the sizes of its trusses and the largest
// trussness; peak is the memory that the process held.
func OfTrusses(p *triangle.PerEdge, sizes []truss.Size, largest uint32, peak int64) *Trusses {
	s := &Trusses{
		graphJSON:    graphOf(&p.Result),
		MaxTrussness: largest,
		Engine:       p.Engine,
		Method:       p.Method,
		workJSON:     workOf(&p.Result, peak),
	}
	for _, size := range sizes {
		s.Trusses = append(s.Trusses, trussSize{size.K, size.Vertices, size.Edges, size.Components})
	}
	return s
}

// JSON returns what --json prints.
func (s *Trusses) JSON() any { return s }

// Print writes a sheet.
func (s *Trusses) Print(w io.Writer) error {
	lines := s.sheet()
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
