package generator

import (
	"math"
	"math/bits"

	"github.com/tricycle-graph/tricycle/graph"
)

// trials are independent trials with the same chance of success. Instead of
// tossing for each, next draws how many fail before one succeeds: the
// geometric skipping of Fan, Muller and Rezucha (JASA 57, 1962), as Batagelj
// and Brandes use it for random graphs (Physical Review E 71, 2005).
type trials struct {
	certain bool    // all trials succeed
	perLog  float64 // -1 / ln(1 - chance), 0 where none succeeds
}

func newTrials(chance float64) trials {
	switch chance {
	case 0:
		return trials{}
	case 1:
		return trials{certain: true}
	}
	return trials{perLog: -1 / logarithmOfRest(chance)}
}

// next returns the number of failures before the next success.
func (t trials) next(random *stream) uint64 {
	return uint64(min(negativeLogarithm(random.next())*t.perLog, 1<<62))
}

// appendRow appends an edge {u, v} for each success among the u of [low, high).
func (t trials) appendRow(edges []graph.Edge, random *stream, low, high, v int) []graph.Edge {
	if t.certain {
		for u := low; u < high; u++ {
			edges = append(edges, graph.Edge{U: uint32(u), V: uint32(v)})
		}
		return edges
	}
	if t.perLog == 0 || low == high {
		return edges
	}
	left := uint64(high - low)
	for skipped := t.next(random); skipped < left; skipped = t.next(random) {
		left -= skipped + 1
		edges = append(edges, graph.Edge{U: uint32(high - 1 - int(left)), V: uint32(v)})
	}
	return edges
}

// The logarithms below are the same on every machine, which those of package
// math are not: explicit conversions keep every product that goes into a sum
// from being fused with it.

// centers holds 1/c and ln c for the centers c of equal intervals of [1/2, 1).
var centers = func() (table [1 << centerBits]struct{ inverse, logarithm float64 }) {
	for i := range table {
		c := (float64(len(table)+i) + 0.5) / float64(2*len(table))
		table[i].inverse, table[i].logarithm = 1/c, logarithm(c)
	}
	return table
}()

const centerBits = 7

// negativeLogarithm returns -ln(z/2^64), where the last bit of z counts as set,
// to the last bits of the larger of it and 1. Of random z that is exponentially
// distributed.
func negativeLogarithm(z uint64) float64 {
	z |= 1
	zeros := bits.LeadingZeros64(z)
	z = z << (zeros & 63) >> 11 // 1 and 52 further bits
	at := &centers[z>>(52-centerBits)&(1<<centerBits-1)]
	// What is left of the center: at most 2^-(centerBits+1) of it.
	offset := int64(z&(1<<(52-centerBits)-1)) - 1<<(51-centerBits)
	r := float64(float64(offset) * 0x1p-53 * at.inverse)
	r2 := r * r
	series := r - float64(r2*(0.5-float64(r*(1/3.0)))) - float64(float64(r2*r2)*(0.25-float64(r*0.2)+float64(r2*(1/6.0))))
	return float64(float64(zeros)*math.Ln2) - at.logarithm - series
}

// logarithm returns ln x for x in (0, 1].
func logarithm(x float64) float64 {
	fraction, exponent := math.Frexp(x)
	if fraction < math.Sqrt2/2 {
		fraction, exponent = 2*fraction, exponent-1
	}
	return float64(float64(exponent)*math.Ln2) + twiceArtanh((fraction-1)/(fraction+1))
}

// logarithmOfRest returns ln(1 - p), to the last bits for small p as well.
func logarithmOfRest(p float64) float64 {
	if p > 0.25 {
		return logarithm(1 - p)
	}
	return twiceArtanh(-p / (2 - p))
}

// twiceArtanh returns 2 artanh s = ln((1+s)/(1-s)) for |s| <= 0.172 by its
// series 2 (s + s³/3 + s⁵/5 + ...), to the last bits.
func twiceArtanh(s float64) float64 {
	s2, sum := s*s, 0.0
	for odd := 21; odd > 0; odd -= 2 {
		sum = float64(sum*s2) + 1/float64(odd)
	}
	return float64(2 * s * sum)
}
