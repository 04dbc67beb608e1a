package lists

import (
	"context"
	"fmt"
	"math"

	"github.com/tricycle-graph/tricycle/internal/hugemem"
)

// Coloured is a source of runs whose ids have colours. All records of a run are between the same
// two colours.
type Coloured interface {
	Runs
	// Colouring returns how many there are, and what tells that of an id: from 0 on.
	Colouring() (n int, of func(id uint64) int)
}

// Tripartite has the oriented lists of a tripartite graph: vertices have three colours, and no
// neighbours of their own. Each row is in two halves, each of which ascends: the first has the
// neighbours of the colour after the row's own, 0 coming after 2, and the second those of the
// colour before it. So it takes no merge to make the lists, and the third corners of an edge are
// in halves of which all entries have their colour.
type Tripartite struct {
	bounds    []uint64 // of the halves
	neighbors []uint32
	colours   []uint8 // of the rows
}

// NewTripartite wraps lists without copying them: half h of row r is in neighbors from
// bounds[2r+h] to bounds[2r+h+1].
func NewTripartite(bounds []uint64, neighbors []uint32, colours []uint8) *Tripartite {
	return &Tripartite{bounds, neighbors, colours}
}

// Rows returns the number of rows.
func (t *Tripartite) Rows() int { return len(t.colours) }

// Edges returns the number of edges.
func (t *Tripartite) Edges() uint64 { return uint64(len(t.neighbors)) }

// Bounds returns where the halves begin in Neighbors, two a row, and the end of the last.
// Read-only.
func (t *Tripartite) Bounds() []uint64 { return t.bounds }

// Neighbors returns all halves, one after the other. Read-only.
func (t *Tripartite) Neighbors() []uint32 { return t.neighbors }

// Half returns half 0 or 1 of a row. Read-only.
func (t *Tripartite) Half(r uint32, half int) []uint32 {
	i := 2*int(r) + half
	return t.neighbors[t.bounds[i]:t.bounds[i+1]:t.bounds[i+1]]
}

// Colour returns the colour of a row.
func (t *Tripartite) Colour(r uint32) uint8 { return t.colours[r] }

// halfOf returns in which half of a row of one colour the neighbours of another are.
func halfOf(row, entry uint8) int { return int(entry+2-row) % 3 }

// TripartiteBytes is what Tripartite holds for each row beside what [Oriented] does.
const TripartiteBytes = 8 + 1

// MakesTripartite reports whether Tripartite can make the lists: of runs between three colours, of
// which no two are between the same ones, and in the order of the ids.
func (s *Builder) MakesTripartite() bool {
	if !s.mergesRuns() || s.reorders() || s.Records() > math.MaxUint32 {
		return false
	}
	if bytes := s.reserved + TripartiteBytes*int64(s.Rows()); s.opt.Memory > 0 && !Reserves(s.opt.Memory, s.workers, uint64(s.ids), s.Records(), bytes) {
		return false
	}
	source, ok := s.input.src.(Coloured)
	if !ok {
		return false
	}
	n, of := source.Colouring()
	var met [3]bool
	for i := range s.input.runs {
		if words := s.input.runs[i].Slice(); len(words) > 0 {
			a, b := endColours(words[0], of)
			if n != 3 || a == b || met[3-a-b] {
				return false
			}
			met[3-a-b] = true
		}
	}
	return n == 3
}

// endColours returns the colours of the larger and of the smaller end of a record.
func endColours(word uint64, of func(id uint64) int) (a, b uint8) {
	return uint8(of(word >> 32)), uint8(of(word & math.MaxUint32))
}

// Tripartite is Whole for a tripartite graph, where MakesTripartite reports true.
func (s *Builder) Tripartite(ctx context.Context) (*Tripartite, Built, error) {
	all := s.input.runs
	_, of := s.input.src.(Coloured).Colouring()
	var rank []uint32 // of each id; nil where they are the same
	if r, ok := s.ranker.(*denseRanks); ok {
		rank = r.rank.Slice()
	}
	rows := s.masses.rows()
	t := NewTripartite(hugemem.Make[uint64](2*rows+1), hugemem.Make[uint32](all.records()), hugemem.Make[uint8](rows))
	cuts := all.cut(s.workers)
	jobs := make([]tripartiteRows, len(cuts)-1)
	at := 0
	for i := range jobs {
		j := &jobs[i]
		*j = tripartiteRows{to: t, of: of, rank: rank, first: cuts[i], end: min(cuts[i+1], uint64(s.ids)), some: all.between(cuts[i], cuts[i+1]), at: at}
		for _, words := range j.some {
			at += len(words)
		}
	}
	b, err := s.buildJobs(ctx, s.workers, len(jobs), func(w *builder, i int) (uint32, error) {
		n, err := jobs[i].make(w)
		w.report.OneWay += uint64(n)
		s.opt.Meter.Add(int64(n))
		return 0, err
	}, func(*builder, int, uint32) error { return nil })
	s.input.free()
	s.input = nil
	s.freeRanks()
	return t, b, s.finish(made, err)
}

// tripartiteRows is a job: the records in each run whose larger ends are from an id up to another,
// and where their rows begin.
type tripartiteRows struct {
	to         *Tripartite
	of         func(id uint64) int
	rank       []uint32
	first, end uint64
	some       [][]uint64
	at         int
}

// make makes the rows, id after id, and returns how many edges they have.
func (j *tripartiteRows) make(w *builder) (edges int, err error) {
	t, at := j.to, j.at
	for id := j.first; id < j.end; id++ {
		row := uint32(id)
		if j.rank != nil {
			if row = j.rank[id]; row == noRank {
				continue
			}
		}
		colour := uint8(j.of(id))
		t.colours[row] = colour
		var halves [2][]uint64
		for i, words := range j.some {
			if len(words) == 0 || words[0]>>32 != id {
				continue
			}
			n := 1
			for n < len(words) && words[n]>>32 == id {
				n++
			}
			_, entry := endColours(words[0], j.of)
			half := halfOf(colour, entry)
			if half > 1 || halves[half] != nil {
				return 0, fmt.Errorf("lists: the runs of %s are not between three colours", w.s.info.Name)
			}
			halves[half], j.some[i] = words[:n], words[n:]
		}
		for i, words := range halves {
			to := t.neighbors[at:][:len(words)]
			for k, word := range words {
				to[k] = uint32(word)
			}
			if j.rank != nil {
				for k, v := range to {
					to[k] = j.rank[v]
				}
			}
			at += len(words)
			t.bounds[2*int(row)+i+1] = uint64(at)
		}
		w.lengths = append(w.lengths, uint32(len(halves[0])+len(halves[1])))
	}
	return at - j.at, nil
}
