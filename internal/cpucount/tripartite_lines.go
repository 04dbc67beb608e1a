package cpucount

import (
	"context"

	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/simd"
)

// lineMatrix is the adjacency of the first ranks as bits: of each half of a row as many lines as
// it takes to the last entry. The hubs of each colour are numbered from 0, so that such a row is
// a third as long as one over all hubs.
type lineMatrix struct {
	graph  *lists.Tripartite
	hubs   int
	number []uint32 // of each hub among those of its colour
	bounds []uint32 // lines of each half
	most   uint32   // hubs of a colour
	bits   hugemem.Array[uint64]
}

const (
	lineBits = 64 * simd.LineWords
	// lineDensity is how many edges a line must stand for, on average.
	lineDensity = 8
	// leastLineHubs is the least number of hubs, and how many are looked at in any case.
	leastLineHubs, someLineHubs = 1 << 9, 1 << 12
)

// newLineMatrix makes the matrix of the most hubs, in powers of two, with which it is dense
// enough and fits.
func newLineMatrix(ctx context.Context, t *lists.Tripartite, p Params, workers int) (*lineMatrix, error) {
	m := &lineMatrix{graph: t}
	m.choose(p)
	var err error
	if m.bits, err = hugemem.New[uint64](simd.LineWords * int(m.bounds[2*m.hubs])); err != nil {
		return nil, err
	}
	// Workers that touch memory for the first time close by each other wait for each other.
	workers = min(workers, 1+int(m.bytes()>>18))
	err = par.Chunks(ctx, workers, m.hubs, 128, func(_, begin, end int) error {
		for i := 2 * begin; i < 2*end; i++ {
			line := m.bits.Slice()[simd.LineWords*int(m.bounds[i]):]
			for _, w := range t.Half(uint32(i/2), i&1) {
				at := m.number[w]
				line[at>>6] |= 1 << (at & 63)
			}
		}
		return nil
	})
	if err != nil {
		m.free()
		return nil, err
	}
	return m, nil
}

// choose chooses the hubs, and says where their lines are.
func (m *lineMatrix) choose(p Params) {
	m.bounds = []uint32{0}
	var next [3]uint32
	for r := 0; r <= min(m.graph.Rows(), HubLimit); r++ {
		if r >= leastLineHubs && r&(r-1) == 0 {
			if m.pays(r, p) {
				m.hubs = r
			} else if r >= someLineHubs && r > 2*m.hubs {
				break // with more there would be less in a line
			}
		}
		if r == m.graph.Rows() {
			break
		}
		n := &next[m.graph.Colour(uint32(r))]
		m.number = append(m.number, *n)
		*n++
		for half := range 2 {
			lines := uint32(0)
			if row := m.graph.Half(uint32(r), half); len(row) > 0 {
				lines = m.number[row[len(row)-1]]/lineBits + 1
			}
			m.bounds = append(m.bounds, m.bounds[len(m.bounds)-1]+lines)
		}
	}
	m.number, m.bounds = m.number[:m.hubs], m.bounds[:2*m.hubs+1]
	for _, n := range m.number {
		m.most = max(m.most, n+1)
	}
}

// pays reports whether so many hubs do, of which the lines are known.
func (m *lineMatrix) pays(hubs int, p Params) bool {
	lines, inside := uint64(m.bounds[2*hubs]), m.graph.Bounds()[2*hubs]
	return inside >= lineDensity*lines && HubShare*inside >= m.graph.Edges() &&
		(p.Memory <= 0 || 8*simd.LineWords*int64(lines) <= p.Memory)
}

func (m *lineMatrix) bytes() int64 { return 8 * int64(len(m.bits.Slice())) }

func (m *lineMatrix) free() { m.bits.Free() }
