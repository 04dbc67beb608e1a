package answer

import (
	"encoding/json"
	"io"
	"math/big"
	"slices"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/internal/readable"
	"github.com/tricycle-graph/tricycle/internal/sheet"
	"github.com/tricycle-graph/tricycle/internal/summary"
	"github.com/tricycle-graph/tricycle/triangle"
)

// TopRows is how many rows a sheet shows.
const TopRows = 10

// Vertices is what vertices --stats says.
type Vertices struct {
	graphJSON
	Wedges       *big.Int `json:"wedges"`
	WedgesString string   `json:"wedges_string"`
	Transitivity float64  `json:"transitivity"`
	// Formula is that of the clustering coefficients, where it is not the plain one.
	Formula triangle.Formula `json:"formula,omitempty"`
	// Means of the local clustering coefficients: over all vertices, and over those
	// that have two neighbours.
	Average        float64         `json:"average_clustering"`
	AverageDegree2 float64         `json:"average_clustering_degree_2"`
	ByDegree       []clusteringBin `json:"clustering_by_degree"`
	Participation  [][2]uint64     `json:"participation"` // [triangles, vertices with so many]
	Top            []vertexRow     `json:"top"`           // by triangles
	Engine         device.Engine   `json:"engine"`
	Method         triangle.Method `json:"method,omitempty"` // none but that of a formula
	Parts          *triangle.Parts `json:"parts,omitempty"`
	workJSON
}

// clusteringBin is the mean local clustering of vertices of about the same degree.
type clusteringBin struct {
	From       uint64  `json:"from"`
	To         uint64  `json:"to"`
	Vertices   uint64  `json:"vertices"`
	Clustering float64 `json:"clustering"`
}

// vertexRow is a row about a vertex.
type vertexRow struct {
	Vertex     json.RawMessage `json:"vertex"`
	Degree     uint32          `json:"degree"`
	Triangles  uint64          `json:"triangles"`
	Clustering float64         `json:"clustering"`

	label string
}

// OfVertices returns what there is to say of p; peak is the memory that the process held.
func OfVertices(p *triangle.PerVertex, peak int64) *Vertices {
	s := &Vertices{
		graphJSON:      graphOf(&p.Result),
		Wedges:         p.Wedges,
		WedgesString:   p.Wedges.String(),
		Transitivity:   p.Transitivity(),
		Formula:        p.Formula,
		Average:        p.AverageClustering(0),
		AverageDegree2: p.AverageClustering(2),
		Participation:  summary.Distribute(slices.Values(p.Counts)),
		Engine:         p.Engine,
		Method:         p.Method,
		Parts:          p.Parts,
		workJSON:       workOf(&p.Result, peak),
	}
	for _, b := range summary.Binned(summary.ClusteringByDegree(p), summary.BinOf) {
		s.ByDegree = append(s.ByDegree, clusteringBin{b.From, b.To, b.Vertices, b.Mean()})
	}
	top := summary.Largest[uint32]{Most: TopRows}
	for v, n := range p.Counts {
		top.Add(uint32(v), float64(n))
	}
	quoted := labelJSON(p.Labels, len(p.Counts))
	for _, v := range top.Sorted() {
		s.Top = append(s.Top, vertexRow{quoted(v), p.Degrees[v], p.Counts[v], p.Clustering(v), p.Labels.Label(v)})
	}
	return s
}

// JSON returns what --json prints.
func (s *Vertices) JSON() any { return s }

// Print writes a sheet.
func (s *Vertices) Print(w io.Writer) error {
	lines := s.sheet()
	lines.Add("wedges", "%s", readable.Big(s.Wedges))
	lines.Add("transitivity", "%.6f", s.Transitivity)
	if s.Formula != "" {
		lines.Add("formula", "%s", s.Formula)
	}
	lines.Add("average clustering", "%.6f over all vertices", s.Average)
	lines.Add("", "%.6f over those of degree 2 and more", s.AverageDegree2)
	if err := lines.Print(w); err != nil {
		return err
	}
	byDegree := sheet.NewColumns("degree", "vertices", "mean clustering")
	for _, b := range s.ByDegree {
		byDegree.Add(binText(summary.Bin{From: b.From, To: b.To}), readable.Number(b.Vertices), readable.Share(b.Clustering))
	}
	if err := byDegree.Print(w); err != nil {
		return err
	}
	if err := binned("triangles", "vertices", s.Participation).Print(w); err != nil {
		return err
	}
	top := sheet.NewColumns("vertex", "degree", "triangles", "clustering")
	for _, r := range s.Top {
		top.Add(r.label, readable.Number(r.Degree), readable.Number(r.Triangles), readable.Share(r.Clustering))
	}
	return top.Print(w)
}
