package summary

import "github.com/tricycle-graph/tricycle/triangle"

// Clustered is what is known of the clustering of the vertices of some degrees.
type Clustered struct {
	From, To uint64  // the degrees
	Vertices uint64  // that have one of these
	Degrees  uint64  // their sum
	Sum      float64 // of the local clustering coefficients
}

// Mean is the mean local clustering coefficient.
func (c Clustered) Mean() float64 { return c.Sum / float64(c.Vertices) }

// MeanDegree is the mean degree.
func (c Clustered) MeanDegree() float64 { return float64(c.Degrees) / float64(c.Vertices) }

// ClusteringByDegree returns the local clustering of the vertices of each degree from 2 on that
// there is.
func ClusteringByDegree(p *triangle.PerVertex) (all []Clustered) {
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
	for d := uint64(2); d <= most; d++ {
		if vertices[d] == 0 {
			continue
		}
		if p.Formula == "" {
			sums[d] /= float64(d * (d - 1) / 2)
		}
		all = append(all, Clustered{From: d, To: d, Vertices: vertices[d], Degrees: d * vertices[d], Sum: sums[d]})
	}
	return all
}

// Binned joins what is known of degrees that are in one bin; each degree's bin has a number,
// which rises with it.
func Binned(all []Clustered, bin func(degree uint64) (b Bin, number int)) (bins []Clustered) {
	last := -1
	for _, c := range all {
		b, number := bin(c.From)
		if number != last {
			bins, last = append(bins, Clustered{From: b.From, To: b.To}), number
		}
		sum := &bins[len(bins)-1]
		sum.Vertices += c.Vertices
		sum.Degrees += c.Degrees
		sum.Sum += c.Sum
	}
	return bins
}
