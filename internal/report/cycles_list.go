package report

import (
	"cmp"
	"fmt"
	"math/big"
	"math/bits"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/page"
	"github.com/tricycle-graph/tricycle/internal/readable"
)

const (
	extremesMost = mapCycles / 2 // of the shortest cycles, and of the longest, that are kept
	spelledMost  = 40            // vertices of a cycle that are shown
	lettersMost  = 400           // of their names together
	rowsMost     = 10            // of the cycles that are kept
)

// CycleList collects what a report tells of cycles that are listed: how many there are of each
// length, and the shortest and the longest ones. Which these are does not depend on the order
// in which the cycles come: of one length it is those with the smallest vertices.
type CycleList struct {
	g                 *graph.Graph
	found             uint64
	byLength          []uint64
	shortest, longest extremes
	set               []uint32 // of the cycle at hand, ascending
}

// NewCycleList returns one for the cycles of g.
func NewCycleList(g *graph.Graph) *CycleList {
	return &CycleList{g: g, longest: extremes{down: true}}
}

// Add adds a cycle, which is its vertices in order.
func (l *CycleList) Add(cycle []uint32) {
	if l.wants(len(cycle), func() uint32 { return slices.Min(cycle) }) {
		l.set = append(l.set[:0], cycle...)
		slices.Sort(l.set)
		l.offer()
	}
}

// AddSet adds a cycle that is a set, as chordless.Sets has them.
func (l *CycleList) AddSet(set []uint64) {
	length := 0
	for _, word := range set {
		length += bits.OnesCount64(word)
	}
	least := func() uint32 {
		at := slices.IndexFunc(set, func(word uint64) bool { return word != 0 })
		return uint32(64*at + bits.TrailingZeros64(set[at]))
	}
	if !l.wants(length, least) {
		return
	}
	l.set = l.set[:0]
	for i, word := range set {
		for ; word != 0; word &= word - 1 {
			l.set = append(l.set, uint32(64*i+bits.TrailingZeros64(word)))
		}
	}
	l.offer()
}

// AddTriangles adds triangles, where there are no other cycles: the smallest vertices of some, those
// in the middle, and the largest ones.
func (l *CycleList) AddTriangles(some [3][]uint32) {
	for len(l.byLength) <= 3 {
		l.byLength = append(l.byLength, 0)
	}
	l.byLength[3] += uint64(len(some[0]))
	l.found += uint64(len(some[0]))
	for i, v := range some[0] {
		if kept := l.shortest.sets; len(kept) < extremesMost || v <= kept[extremesMost-1][0] {
			l.set = append(l.set[:0], v, some[1][i], some[2][i])
			l.offer()
		}
	}
}

// wants counts a cycle, and says whether it may be one of those to be shown. least returns its
// smallest vertex.
func (l *CycleList) wants(length int, least func() uint32) bool {
	for len(l.byLength) <= length {
		l.byLength = append(l.byLength, 0)
	}
	l.byLength[length]++
	l.found++
	return l.shortest.wants(length, least) || l.longest.wants(length, least)
}

// offer has the cycle of the set shown, as long as there are no better ones.
func (l *CycleList) offer() {
	l.shortest.offer(l.set)
	l.longest.offer(l.set)
}

// extremes are the shortest cycles, or the longest, as sets; the best first.
type extremes struct {
	sets [][]uint32
	down bool // the longest
}

func (e *extremes) wants(length int, least func() uint32) bool {
	if len(e.sets) < extremesMost {
		return true
	}
	last := e.sets[len(e.sets)-1]
	if length == len(last) {
		return least() <= last[0]
	}
	return e.down == (length > len(last))
}

func (e *extremes) offer(set []uint32) {
	at, found := slices.BinarySearchFunc(e.sets, set, func(a, b []uint32) int {
		longer := cmp.Compare(len(a), len(b))
		if e.down {
			longer = -longer
		}
		return cmp.Or(longer, slices.Compare(a, b))
	})
	if found || at >= extremesMost {
		return
	}
	e.sets = slices.Insert(e.sets, at, slices.Clone(set))
	e.sets = e.sets[:min(len(e.sets), extremesMost)]
}

// Section says what was listed; longest, that it is a longest cycle, and partial, that the search
// was stopped.
func (l *CycleList) Section(asked CyclesAsked, longest, partial bool) page.Section {
	name, note := "listed cycles", chordlessNote
	switch {
	case longest:
		note += "; one of the longest is listed"
	case partial:
		name, note = "listed cycles, so far", note+"; the search was stopped, and there may be more"
	}
	facts := append(page.Facts{{Name: name, Value: l.found, Note: note}}, asked.facts()...)
	if l.found > 0 {
		facts = append(facts,
			page.Fact{Name: "shortest", Value: len(l.shortest.sets[0]), Note: "vertices"},
			page.Fact{Name: "longest", Value: len(l.longest.sets[0]), Note: "vertices"},
		)
	}
	facts = append(facts,
		page.Fact{Name: "vertices of the graph", Value: l.g.Vertices()},
		page.Fact{Name: "edges of the graph", Value: l.g.Edges()},
	)
	section := page.Section{Title: "Chordless cycles", Blocks: []page.Block{facts}}
	counts := make([]*big.Int, len(l.byLength))
	for length, n := range l.byLength {
		counts[length] = new(big.Int).SetUint64(n)
	}
	switch {
	case longest && l.found > 0:
		section.Blocks = append(section.Blocks, l.table("The cycle", l.longest))
		return section
	default:
		section.Blocks = append(section.Blocks, byLength(counts, partial)...)
	}
	switch {
	case l.found == 0:
	case l.found <= rowsMost:
		section.Blocks = append(section.Blocks, l.table("All of them, the shortest first", l.shortest))
	default:
		section.Blocks = append(section.Blocks, l.table("The shortest", l.shortest), l.table("The longest", l.longest))
	}
	return section
}

func (l *CycleList) table(title string, e extremes) page.Table {
	t := page.Table{
		Title: title, Columns: []string{"vertices", "cycle"},
		Note: "Each begins at its first vertex in the file's order; of one length, those with the first vertices are shown.",
	}
	for _, set := range e.sets[:min(len(e.sets), rowsMost)] {
		t.Rows = append(t.Rows, []any{len(set), spell(l.g, around(l.g, set), " – ")})
	}
	return t
}

// around returns the vertices of a chordless cycle in order, from the smallest to the smaller one
// of its neighbours and on. The set is ascending.
func around(g *graph.Graph, set []uint32) []uint32 {
	cycle := []uint32{set[0]}
	for before := set[0]; len(cycle) < len(set); {
		at := cycle[len(cycle)-1]
		row := g.Neighbors(at)
		next := slices.IndexFunc(row, func(v uint32) bool {
			_, in := slices.BinarySearch(set, v)
			return in && v != before
		})
		if next < 0 {
			return set // which is no cycle
		}
		before = at
		cycle = append(cycle, row[next])
	}
	return cycle
}

// spell writes vertices under the file's own ids, the first ones where they or their letters are
// many, with these letters between them.
func spell(g *graph.Graph, vertices []uint32, between string) string {
	names := make([]string, 0, spelledMost)
	letters := 0
	for _, v := range vertices[:min(len(vertices), spelledMost)] {
		name := called(g.Labels(), v)
		if letters += utf8.RuneCountInString(name); letters > lettersMost {
			break
		}
		names = append(names, name)
	}
	text := strings.Join(names, between)
	if more := len(vertices) - len(names); more > 0 {
		text += fmt.Sprintf("%s… and %s", between, readable.Quantity(uint64(more), "vertex more", "vertices more"))
	}
	return text
}
