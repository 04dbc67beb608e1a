package cli

import (
	"encoding/json"
	"io"
	"maps"
	"math/big"
	"slices"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/triangle"
)

// topRows is how many rows a sheet shows.
const topRows = 10

// vertexStats is what vertices --stats says.
type vertexStats struct {
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

func (m *measuringVertices) printStats(w io.Writer, p *triangle.PerVertex) error {
	s := statsOfVertices(p)
	if m.json {
		return writeJSON(w, s)
	}
	return s.print(w, p.Info)
}

func statsOfVertices(p *triangle.PerVertex) *vertexStats {
	s := &vertexStats{
		graphJSON:      graphOf(&p.Result),
		Wedges:         p.Wedges,
		WedgesString:   p.Wedges.String(),
		Transitivity:   p.Transitivity(),
		Formula:        p.Formula,
		Average:        p.AverageClustering(0),
		AverageDegree2: p.AverageClustering(2),
		ByDegree:       clusteringByDegree(p),
		Participation:  participation(p.Counts),
		Engine:         p.Engine,
		Method:         p.Method,
		Parts:          p.Parts,
		workJSON:       workOf(&p.Result),
	}
	top := largest[uint32]{most: topRows}
	for v, n := range p.Counts {
		top.add(uint32(v), float64(n))
	}
	quoted := labelJSON(p.Labels, len(p.Counts))
	for _, v := range top.sorted() {
		s.Top = append(s.Top, vertexRow{quoted(v), p.Degrees[v], p.Counts[v], p.Clustering(v), p.Labels.Label(v)})
	}
	return s
}

// clusteringByDegree returns the mean local clustering over the vertices of each bin of
// degrees from 2 on.
func clusteringByDegree(p *triangle.PerVertex) (bins []clusteringBin) {
	most := uint64(p.MaxDegree)
	vertices, sums := make([]uint64, most+1), make([]float64, most+1)
	for v, d := range p.Degrees {
		vertices[d]++
		if p.Formula != "" {
			sums[d] += p.Clustering(uint32(v))
		} else {
			sums[d] += float64(p.Counts[v]) // exact up to 2^53
		}
	}
	if p.Formula == "" {
		for d := uint64(2); d <= most; d++ {
			sums[d] /= float64(d * (d - 1) / 2)
		}
	}
	last := -1
	for d := uint64(2); d <= most; d++ {
		if vertices[d] == 0 {
			continue
		}
		b, at := binOf(d)
		if at != last {
			bins, last = append(bins, clusteringBin{From: b.from, To: b.to}), at
		}
		sum := &bins[len(bins)-1]
		sum.Vertices += vertices[d]
		sum.Clustering += sums[d]
	}
	for i := range bins {
		bins[i].Clustering /= float64(bins[i].Vertices)
	}
	return bins
}

// participation returns how many vertices have each number of triangles.
func participation(counts []uint64) (all [][2]uint64) {
	const few = 1 << 16 // of which most vertices have
	low, high := make([]uint64, few), map[uint64]uint64{}
	for _, n := range counts {
		if n < few {
			low[n]++
		} else {
			high[n]++
		}
	}
	for n, vertices := range low {
		if vertices > 0 {
			all = append(all, [2]uint64{uint64(n), vertices})
		}
	}
	for _, n := range slices.Sorted(maps.Keys(high)) {
		all = append(all, [2]uint64{n, high[n]})
	}
	return all
}

func (s *vertexStats) print(w io.Writer, info graph.Info) error {
	sheet := newSheet()
	sheet.add("file", "%s (%s)", s.File, formatOf(info))
	sheet.add("vertices", "%s", thousands(s.Vertices))
	sheet.add("edges", "%s", thousands(s.Edges))
	sheet.add("triangles", "%s", thousands(s.Triangles))
	sheet.add("wedges", "%s", bigThousands(s.Wedges))
	sheet.add("transitivity", "%.6f", s.Transitivity)
	if s.Formula != "" {
		sheet.add("formula", "%s", s.Formula)
	}
	sheet.add("average clustering", "%.6f over all vertices", s.Average)
	sheet.add("", "%.6f over those of degree 2 and more", s.AverageDegree2)
	if err := sheet.writeTo(w); err != nil {
		return err
	}
	byDegree := newColumns("degree", "vertices", "mean clustering")
	for _, b := range s.ByDegree {
		byDegree.add(bin{b.From, b.To}.String(), thousands(b.Vertices), fixed(b.Clustering))
	}
	if err := byDegree.writeTo(w); err != nil {
		return err
	}
	if err := binned("triangles", "vertices", s.Participation).writeTo(w); err != nil {
		return err
	}
	top := newColumns("vertex", "degree", "triangles", "clustering")
	for _, r := range s.Top {
		top.add(r.label, thousands(r.Degree), thousands(r.Triangles), fixed(r.Clustering))
	}
	return top.writeTo(w)
}
