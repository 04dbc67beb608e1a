package colours

import (
	"fmt"
	"iter"
	"math/big"
	"math/bits"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/partition"
)

// Most is the most colours: their tasks are as many as a plan can have.
const Most = 184

// Of returns the colour of a vertex, of so many, by its id. It never changes: cells of
// several processes belong together by it, and docs/formats.md has it for others.
func Of(id uint64, colours int) int {
	id += 0x9e3779b97f4a7c15 // the finaliser of SplitMix64
	id = (id ^ id>>30) * 0xbf58476d1ce4e5b9
	id = (id ^ id>>27) * 0x94d049bb133111eb
	high, _ := bits.Mul64(id^id>>31, uint64(colours))
	return int(high)
}

// Cell is the colours of the ends of its edges, A <= B.
type Cell struct {
	A int `json:"a"`
	B int `json:"b"`
}

func (c Cell) String() string { return fmt.Sprintf("(%d, %d)", c.A, c.B) }

// CellOf returns the cell of an edge between two colours.
func CellOf(a, b int) Cell { return Cell{min(a, b), max(a, b)} }

// index numbers the cells: those of a smaller B first.
func (c Cell) index() int { return c.B*(c.B+1)/2 + c.A }

// Cells returns how many there are, and all of them by their index.
func Cells(colours int) []Cell {
	all := make([]Cell, 0, colours*(colours+1)/2)
	for b := range colours {
		for a := range b + 1 {
			all = append(all, Cell{a, b})
		}
	}
	return all
}

// fewCells are so few that nobody minds if most are empty.
const fewCells = 100

// TooMany reports whether there are more cells, each a file of its own, than edges to put into
// them. As many colours as that are a mistake: the tasks are many more than the cells.
func TooMany(colours int, edges uint64) bool {
	cells := cellsOf(colours, false)
	return cells > fewCells && uint64(cells) > edges
}

// A task is a [partition.Subtask] of colours: (i, i, i) is a single one, (i, i, j) with
// i < j a pair, and (i, j, k) with i < j < k a triple.

// Tasks yields all tasks of so many colours.
func Tasks(colours int) iter.Seq[partition.Subtask] {
	return func(yield func(partition.Subtask) bool) {
		for i := range colours {
			if !yield(partition.Subtask{I: i, J: i, K: i}) {
				return
			}
			for j := i + 1; j < colours; j++ {
				if !yield(partition.Subtask{I: i, J: i, K: j}) {
					return
				}
				for k := j + 1; k < colours; k++ {
					if !yield(partition.Subtask{I: i, J: j, K: k}) {
						return
					}
				}
			}
		}
	}
}

// Size returns how many tasks there are.
func Size(colours int) int {
	n := colours
	return n + n*(n-1)/2 + n*(n-1)*(n-2)/6
}

// CellsOf returns the cells that a task reads.
func CellsOf(t partition.Subtask) []Cell {
	switch {
	case t.I == t.K:
		return []Cell{{t.I, t.I}}
	case t.I == t.J:
		return []Cell{{t.I, t.I}, {t.I, t.K}, {t.K, t.K}}
	}
	return []Cell{{t.I, t.J}, {t.I, t.K}, {t.J, t.K}}
}

// Weight returns how often what a task finds is added; it is negative where it is taken
// away, and 0 for single colours of two.
func Weight(t partition.Subtask, colours int) int64 {
	if t.I == t.K {
		return int64(2 - colours)
	}
	return 1
}

// Sum adds up what tasks found; the zero value is 0. It may be below 0, or pass 64 bits, in
// between and where tasks are missing.
type Sum struct{ sum big.Int }

// Add adds what a task found, as often as it counts: its [Weight].
func (s *Sum) Add(times int64, found *big.Int) {
	s.sum.Add(&s.sum, new(big.Int).Mul(big.NewInt(times), found))
}

// Value returns the sum.
func (s *Sum) Value() *big.Int { return new(big.Int).Set(&s.sum) }

// Total returns the sum of all tasks, of triangles or of edges: [graph.ErrOverflow] where
// 64 bits do not hold it, and [partition.ErrDamaged] where no graph has it.
func (s *Sum) Total() (uint64, error) {
	switch {
	case s.sum.Sign() < 0:
		return 0, fmt.Errorf("%w: %v triangles", partition.ErrDamaged, &s.sum)
	case !s.sum.IsUint64():
		return 0, graph.ErrOverflow
	}
	return s.sum.Uint64(), nil
}
