package answer

import (
	"encoding/json"
	"io"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/internal/readable"
	"github.com/tricycle-graph/tricycle/internal/sheet"
	"github.com/tricycle-graph/tricycle/internal/summary"
	"github.com/tricycle-graph/tricycle/triangle"
)

// Edges is what edges --stats says.
type Edges struct {
	graphJSON
	MaxSupport  uint32          `json:"max_support"`
	MeanSupport float64         `json:"mean_support"`
	MeanJaccard float64         `json:"mean_jaccard"`
	MeanECC     float64         `json:"mean_ecc"`
	Support     [][2]uint64     `json:"support"` // [support, edges that have it]
	Top         []edgeRow       `json:"top"`     // by support
	Engine      device.Engine   `json:"engine"`
	Method      triangle.Method `json:"method"`
	Parts       *triangle.Parts `json:"parts,omitempty"`
	workJSON
}

// edgeRow is a row about an edge.
type edgeRow struct {
	Source  json.RawMessage `json:"source"`
	Target  json.RawMessage `json:"target"`
	Support uint32          `json:"support"`
	Jaccard float64         `json:"jaccard"`
	ECC     float64         `json:"ecc"`

	source, target string
}

// OfEdges returns what there is to say of p, with its summary; peak is the memory that the
// process held.
func OfEdges(p *triangle.PerEdge, all summary.Edges, peak int64) *Edges {
	s := &Edges{
		graphJSON:   graphOf(&p.Result),
		MaxSupport:  uint32(all.Support.Max()),
		MeanSupport: all.Mean,
		MeanJaccard: all.MeanJaccard,
		MeanECC:     all.MeanECC,
		Support:     all.Support,
		Engine:      p.Engine,
		Method:      p.Method,
		Parts:       p.Parts,
		workJSON:    workOf(&p.Result, peak),
	}
	quoted := labelJSON(p.Labels, len(p.Degrees))
	for _, e := range all.Top {
		s.Top = append(s.Top, edgeRow{
			quoted(e.U), quoted(e.V), e.Support, e.Jaccard(p), e.ECC(p),
			p.Labels.Label(e.U), p.Labels.Label(e.V),
		})
	}
	return s
}

// JSON returns what --json prints.
func (s *Edges) JSON() any { return s }

// Print writes a sheet.
func (s *Edges) Print(w io.Writer) error {
	lines := s.sheet()
	lines.Add("largest support", "%s", readable.Number(s.MaxSupport))
	lines.Add("mean support", "%.6f", s.MeanSupport)
	lines.Add("mean jaccard", "%.6f", s.MeanJaccard)
	lines.Add("mean ecc", "%.6f", s.MeanECC)
	if err := lines.Print(w); err != nil {
		return err
	}
	if err := binned("support", "edges", s.Support).Print(w); err != nil {
		return err
	}
	top := sheet.NewColumns("source", "target", "support", "jaccard", "ecc")
	for _, r := range s.Top {
		top.Add(r.source, r.target, readable.Number(r.Support), readable.Share(r.Jaccard), readable.Share(r.ECC))
	}
	return top.Print(w)
}
