package layout

import (
	"math"

	"github.com/tricycle-graph/tricycle/internal/par"
)

const (
	together  = 32    // vertices that move at once
	rounds    = 60    // at most
	converged = 0.001 // part of the stress that a round must take off to be followed by another
)

// majorize moves the vertices until the stress hardly falls any more: the sum over all pairs
// of w(‖p(v) - p(w)‖ - d)² with w = 1/d². It is the localized stress majorization of Gansner,
// Koren and North (Graph drawing by stress majorization, Graph Drawing 2004, section 2.3), in
// which one vertex after the other moves to where the others want it:
//
//	p(v) ← Σ w (p(w) + d (p(v) - p(w))/‖p(v) - p(w)‖) / Σ w
//
// Here some vertices move at once, so that several threads can do it. No round raises the
// stress for all that: the quadratic that bounds it has the weighted Laplacian as its matrix,
// which is at most twice its diagonal. A round takes O(n²) time.
func majorize(crew *par.Crew, d pairs, x, y []float64) error {
	m := majorization{d: d, x: x, y: y, weight: make([]float64, d.n)}
	most := uint16(0)
	for _, away := range d.of {
		most = max(most, away)
	}
	m.inverse = make([]float64, int(most)+1)
	for away := range m.inverse[1:] {
		m.inverse[away+1] = 1 / float64(away+1)
	}
	for v := range d.n {
		for _, away := range d.row(v) {
			m.weight[v] += float64(m.inverse[away] * m.inverse[away])
		}
	}
	last := math.Inf(1)
	for range rounds {
		stress, err := m.round(crew)
		if err != nil || last-stress <= converged*stress {
			return err
		}
		last = stress
	}
	return nil
}

type majorization struct {
	d       pairs
	inverse []float64 // of distances; 0 for that of a vertex to itself
	weight  []float64 // of all pairs of a vertex
	x, y    []float64
}

// round moves every vertex, and returns about the stress before.
func (m *majorization) round(crew *par.Crew) (float64, error) {
	sum := 0.0
	var to [together]struct{ x, y, stress float64 }
	for begin := 0; begin < m.d.n; begin += together {
		end := min(begin+together, m.d.n)
		err := crew.Each(end-begin, func(_, i int) error {
			to[i].x, to[i].y, to[i].stress = m.wanted(begin + i)
			return nil
		})
		if err != nil {
			return 0, err
		}
		for i, v := range to[:end-begin] {
			m.x[begin+i], m.y[begin+i] = v.x, v.y
			sum += v.stress
		}
	}
	return sum / 2, nil
}

// wanted is where the others want a vertex, and how much they are wrong now. The formula above
// is written as a step from where it is.
func (m *majorization) wanted(v int) (x, y, stress float64) {
	x, y = m.x[v], m.y[v]
	var stepX, stepY float64
	xs, ys := m.x, m.y[:len(m.x)]
	for w, away := range m.d.row(v)[:len(xs)] {
		dx, dy := x-xs[w], y-ys[w]
		inverse := m.inverse[away]
		length := far(dx, dy)
		wrong := float64(length*inverse) - 1
		stress += float64(wrong * wrong)
		if length == 0 {
			continue // itself, or no direction is better than another
		}
		pull := float64(wrong*inverse) / length
		stepX += float64(pull * dx)
		stepY += float64(pull * dy)
	}
	return x - stepX/m.weight[v], y - stepY/m.weight[v], stress - 1 // which it has for itself
}
