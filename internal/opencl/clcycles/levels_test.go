package clcycles

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/gpu/gputest"
	"github.com/tricycle-graph/tricycle/internal/mistakes"
	"github.com/tricycle-graph/tricycle/internal/opencl"
)

// small is a graph of few vertices, each with the set of its neighbours, which have ids in a
// larger graph.
type small struct {
	rows   []uint32
	ids    []uint32 // ascending
	weight []uint32
}

// spread returns a random graph of n vertices, with ids below `below`, of which the last is one.
func spread(random *rand.Rand, n, below int, density float64, weights uint32) small {
	x := small{rows: make([]uint32, n), weight: make([]uint32, n)}
	for u := range n {
		for v := range u {
			if random.Float64() < density {
				x.rows[u] |= 1 << v
				x.rows[v] |= 1 << u
			}
		}
		x.weight[u] = 1 + random.Uint32N(weights)
	}
	ids := map[uint32]bool{uint32(below - 1): true}
	for len(ids) < n {
		ids[random.Uint32N(uint32(below))] = true
	}
	for id := range ids {
		x.ids = append(x.ids, id)
	}
	slices.Sort(x.ids)
	return x
}

// graph is the larger graph, whose other vertices have no neighbours.
func (x small) graph(below int, longest uint32) Graph {
	g := Graph{Offsets: make([]uint32, 1, below+1), Weights: slices.Repeat([]uint32{1}, below), Members: below, Longest: longest}
	next := 0
	for v := range uint32(below) {
		if next < len(x.ids) && x.ids[next] == v {
			for row := x.rows[next]; row != 0; row &= row - 1 {
				g.Neighbors = append(g.Neighbors, x.ids[bits.TrailingZeros32(row)])
			}
			g.Weights[v] = x.weight[next]
			g.Members += int(x.weight[next]) - 1
			next++
		}
		g.Offsets = append(g.Offsets, uint32(len(g.Neighbors)))
	}
	g.Labels = labelsOf(g)
	return g
}

// brute finds all chordless cycles as sets of vertices that induce one, and counts the holes by
// length.
func (x small) brute(longest uint32) (holes []string, byLength map[int]uint64, triangles uint64) {
	byLength = map[int]uint64{}
	for set := uint32(0); set < 1<<len(x.rows); set++ {
		ring := bits.OnesCount32(set) > 2
		length, ids := uint32(0), []uint32{}
		for rest := set; rest != 0; rest &= rest - 1 {
			v := bits.TrailingZeros32(rest)
			ring = ring && bits.OnesCount32(x.rows[v]&set) == 2
			length += x.weight[v]
			ids = append(ids, x.ids[v])
		}
		if !ring || !x.connected(set) {
			continue
		}
		switch {
		case len(ids) == 3:
			triangles++
		case length <= longest:
			holes = append(holes, fmt.Sprint(ids))
			byLength[int(length)]++
		}
	}
	slices.Sort(holes)
	return holes, byLength, triangles
}

func (x small) connected(set uint32) bool {
	reached := set & -set
	for before := uint32(0); before != reached; {
		before = reached
		for rest := before; rest != 0; rest &= rest - 1 {
			reached |= x.rows[bits.TrailingZeros32(rest)] & set
		}
	}
	return reached == set
}

// labelsOf is the simple twin of the kernel label.
func labelsOf(g Graph) []uint32 {
	labels, degree := make([]uint32, g.size()), make([]int, g.size())
	var busy []int // vertices that have neighbours
	label := uint32(0)
	for v := range degree {
		if degree[v] = g.degree(v); degree[v] > 0 {
			busy = append(busy, v)
			continue
		}
		labels[v] = label
		label++
	}
	const gone = 1 << 30
	for ; label < uint32(g.size()); label++ {
		least := busy[0]
		for _, v := range busy {
			if degree[v] < degree[least] {
				least = v
			}
		}
		labels[least] = label
		degree[least] = gone
		for _, w := range g.Neighbors[g.Offsets[least]:g.Offsets[least+1]] {
			if degree[w] != gone {
				degree[w]--
			}
		}
	}
	return labels
}

// found is what a search found.
type found struct {
	holes     []string
	triangles uint64
	labels    []uint32
	counts    []uint64
}

// enumerate searches, all paths of a length at once, on stacks with so much room.
func enumerate(t *testing.T, l *Levels, room int) found {
	t.Helper()
	l.List(room, 1)
	for number := range l.sides {
		l.Widen(number, 0, room/8+1)
	}
	paths, triangles := l.Triplets(t.Context(), 0, l.graph.size())
	f := found{triangles: triangles, labels: make([]uint32, l.graph.size())}
	for step := 1; paths > 0 && l.dev.Err == nil; step++ {
		l.Widen(step%2, int(paths), room) // which moves them
		var holes uint64
		count := int(paths)
		// Twice: what is put behind the first half must not touch it.
		half := count / 2
		first, listed := l.Extend(t.Context(), step, 0, half, 0)
		f.note(l, listed)
		paths, holes = l.Extend(t.Context(), step, half, count-half, int(first))
		f.note(l, holes)
		paths += first
	}
	f.counts = l.Counts()
	if l.format.index == 2 {
		short := make([]uint16, len(f.labels))
		opencl.Read(l.dev, l.labels, short)
		for i, label := range short {
			f.labels[i] = uint32(label)
		}
	} else {
		opencl.Read(l.dev, l.labels, f.labels)
	}
	if err := l.dev.Clear(); err != nil {
		t.Fatal(err)
	}
	slices.Sort(f.holes)
	return f
}

func (f *found) note(l *Levels, holes uint64) {
	words, _ := l.Fetch(0, 0, int(holes)*l.words)
	for set := range slices.Chunk(words, l.words) {
		ids := []uint32{}
		for i, word := range set {
			for ; word != 0; word &= word - 1 {
				ids = append(ids, uint32(64*i+bits.TrailingZeros64(word)))
			}
		}
		f.holes = append(f.holes, fmt.Sprint(ids))
	}
}

func TestMain(m *testing.M) {
	source = mistakes.Planted(source)
	os.Exit(m.Run())
}

// first opens the first device that can be used, a CPU's included.
func first(t testing.TB) *opencl.Device {
	t.Helper()
	driver, info := gputest.OpenCL(t)
	dev, err := driver.Open(info, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := dev.Close(); err != nil {
			t.Error(err)
		}
	})
	return dev
}

// Formats that are tested. A driver such as PoCL takes seconds to compile each.
var (
	paper    = format{2, 2, false, true}
	weighted = format{2, 4, true, false}
	wide     = format{4, 4, false, false}
)

// TestSmall is for Oclgrind, which is slow: it has every kernel, with the graph in both kinds of
// memory.
func TestSmall(t *testing.T) {
	dev := first(t)
	random := rand.New(rand.NewPCG(19, 5))
	for _, f := range []format{paper, weighted} {
		weights := uint32(1)
		if f.weighted {
			weights = 3
		}
		check(t, dev, f, 70, spread(random, 9, 70, .45, weights), 12)
	}
}

// TestKernels compares the kernels with brute force, on graphs with ids of one word, several, and
// more than 2 bytes hold.
func TestKernels(t *testing.T) {
	dev := first(t)
	random := rand.New(rand.NewPCG(19, 2))
	for _, x := range []struct {
		format format
		below  []int
		rounds int
		long   bool
	}{
		{paper, []int{4, 9, 12, 64, 70, 200}, 4, false},
		{weighted, []int{9, 12, 130, 140, 1000, 1 << 16}, 4, true},
		{wide, []int{1<<16 + 1, 70_000}, 2, true},
	} {
		if testing.Short() && x.long {
			continue // each is compiled anew
		}
		for _, below := range x.below {
			for round := range x.rounds {
				n, weights, longest := min(below, 6+random.IntN(6)), uint32(1), uint32(below)
				if x.format.weighted {
					weights, longest = 3, 8+random.Uint32N(6)
				}
				s := spread(random, n, below, []float64{.25, .45, .6, 0}[round], weights)
				if x.format.weighted {
					s.weight[0] = 2000 // long ones have counts of their own
					if round == 0 {
						longest = 3000
					}
				}
				check(t, dev, x.format, below, s, longest)
			}
		}
	}
}

// check compares what is found in a graph with ids below `below` with brute force.
func check(t *testing.T, dev *opencl.Device, f format, below int, s small, longest uint32) {
	t.Helper()
	g := s.graph(below, longest)
	holes, byLength, triangles := s.brute(longest)
	got := enumerate(t, newLevels(dev, g, 0, f), 1<<10)
	what := fmt.Sprintf("%+v, ids %d", f, s.ids)
	if !slices.Equal(got.holes, holes) || got.triangles != triangles {
		t.Errorf("%s: %d triangles and holes %v, want %d, %v", what, got.triangles, got.holes, triangles, holes)
	}
	for length, count := range got.counts {
		if count != byLength[length] {
			t.Errorf("%s: %d holes of length %d, want %d", what, count, length, byLength[length])
		}
	}
	if !slices.Equal(got.labels, g.Labels) {
		t.Errorf("%s: other labels than the twin's", what)
	}
}
