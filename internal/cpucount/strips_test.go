package cpucount

import (
	"fmt"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/objectfs"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/partition"
	"github.com/tricycle-graph/tricycle/internal/simd"
)

// stripped counts by strips for v in [from, to), in blocks of so many edges.
func stripped(t *testing.T, kernels simd.Kernels, workers int, offsets []uint64, neighbors []uint32, from, to int, block uint64) uint64 {
	t.Helper()
	crew := par.NewCrew(t.Context(), workers)
	defer crew.Close()
	s := &strips{kernels: kernels, crew: crew, neighbors: neighbors, block: block, states: make([]autoState, workers)}
	defer s.free()
	if err := s.count(offsets, offsets, from, to); err != nil {
		t.Fatal(err)
	}
	return sumOf(t, s.states)
}

// queued counts by strips with a queue.
func queued(t *testing.T, kernels simd.Kernels, workers int, offsets []uint64, neighbors []uint32, from, to int, block uint64) uint64 {
	t.Helper()
	crew := par.NewCrew(t.Context(), workers)
	defer crew.Close()
	s := &queuedStrips{
		kernels: kernels, crew: crew, neighbors: neighbors, columns: partition.Range{End: uint32(to)},
		block: block, states: make([]autoState, workers),
	}
	defer s.free()
	if err := s.count(offsets, offsets, from, to); err != nil {
		t.Fatal(err)
	}
	return sumOf(t, s.states)
}

func sumOf(t *testing.T, states []autoState) uint64 {
	t.Helper()
	sum, err := sumStates(states)
	if err != nil {
		t.Fatal(err)
	}
	return sum
}

// Strips count what looking rows up counts, whatever the rows v are, however many edges
// are indexed at once, and by every form of the kernels.
func TestStripsCountAsRowsDo(t *testing.T) {
	o := skewed(t)
	rows := o.Rows()
	bitmap := make([]uint32, rows/32+1)
	for _, kernels := range simd.All() {
		for _, v := range [][2]int{{0, rows}, {0, 2048}, {0, 1}, {700, 701}, {513, 5000}, {2048, rows}} {
			want := kernels.CountRows(o.Offsets(), o.Offsets(), o.Neighbors(), 0, rows, v[0], v[1], bitmap)
			for _, block := range []uint64{1 << 10, 1 << 14, o.Edges()} {
				if block == 1<<10 && v != [2]int{513, 5000} {
					continue // hundreds of blocks, once
				}
				t.Run(fmt.Sprint(kernels.Name, v, block), func(t *testing.T) {
					if testing.Short() && block < o.Edges() {
						t.Skip("many blocks")
					}
					if got := stripped(t, kernels, 3, o.Offsets(), o.Neighbors(), v[0], v[1], block); got != want {
						t.Errorf("%d triangles, want %d", got, want)
					}
					if got := queued(t, kernels, 3, o.Offsets(), o.Neighbors(), v[0], v[1], block); got != want {
						t.Errorf("%d triangles by a queue, want %d", got, want)
					}
				})
			}
		}
	}
}

// What strips take is within what was planned, and a limit that is too low leaves them out.
func TestStripRoom(t *testing.T) {
	const rows, edges = 1 << 23, 1 << 28
	for memory := int64(1 << 20); memory < 1<<36; memory *= 2 {
		p := Params{Memory: memory, Threads: 2}
		block := stripRoom(rows, edges, p)
		if block == 0 && memory > 1<<31 && simd.Best().Strips {
			t.Errorf("memory %d: no strips", memory)
		}
		if held := stripTables(rows) + 2*stripEntry*int64(block); block > 0 && held > min(memory, BesideBytes(rows, edges, p)) {
			t.Errorf("memory %d: strips take %d", memory, held)
		}
	}
	if block := stripRoom(rows, stripWhole-1, Params{}); block != 0 {
		t.Errorf("a small graph is indexed by %d", block)
	}
}

// What strips of subtasks take is within what they have, whose rows have lines even where
// the tables of fewer fit only.
func TestStripsOfSubtasksFit(t *testing.T) {
	const rows, edges = 1 << 23, 1 << 28
	all := partition.Range{End: rows}
	pieces := []partition.Piece{{Rows: all, Edges: []uint64{edges}}}
	s, err := partition.OpenStore(rows, []partition.Range{all}, pieces, new(objectfs.Memory), "")
	if err != nil {
		t.Fatal(err)
	}
	g, task := partition.Grid{Rows: []partition.Range{all}, Columns: []partition.Range{all}}, partition.Subtask{}
	before := 0
	for memory := int64(1 << 20); memory < 1<<34; memory *= 2 {
		c := NewSubtasks(Auto, Params{Memory: memory, Threads: 2})
		lines := c.stripLines(s, g, task)
		if lines < before || lines == 0 && memory >= 1<<31 {
			t.Errorf("memory %d: %d rows have lines", memory, lines)
		}
		if held := c.Bytes(s, g, task); lines > 0 && held > memory {
			t.Errorf("memory %d: a subtask takes %d", memory, held)
		}
		before = lines
		if pays := c.StripsPay(s); pays && !simd.Best().Strips || !pays && simd.Best().Strips && memory >= 1<<31 {
			t.Errorf("memory %d: strips pay: %v", memory, pays)
		}
		if wished := c.WishedBytes(s, g, task); c.StripsPay(s) && wished <= memory && lines < c.wishedLines(s) {
			t.Errorf("memory %d: %d lines, though %d fit", memory, lines, c.wishedLines(s))
		}
		g.Hubs = 1 << 15
		if c.stripLines(s, g, task) > 0 {
			t.Error("strips where hubs are counted apart")
		}
		g.Hubs = 0
		if c.PerVertex(make([]uint64, 1), 1); c.StripsPay(s) {
			t.Error("answers by strips")
		}
	}
}

// A queue has every row wait where it was put, and holds no more chunks than were planned.
func TestStripQueue(t *testing.T) {
	const strips, workers, rows = 7, 3, 1000
	var q stripQueue
	defer func() { q.chunks.Free() }()
	for range 2 {
		if err := q.begin(strips, workers, rows); err != nil {
			t.Fatal(err)
		}
		for r := range uint32(rows) {
			q.put(&q.lanes[r%workers], 0, simd.StripRow{Row: r})
		}
		for strip := range strips {
			seen := make([]bool, rows)
			for i, chunk := range q.waiting(strip, nil) {
				for _, r := range q.rows(chunk) {
					seen[r.Row] = true
					if strip+1 < strips {
						q.put(&q.lanes[i*i%workers], strip+1, r)
					}
				}
				q.give((i+strip)%workers, chunk)
			}
			if slices.Contains(seen, false) {
				t.Fatalf("strip %d: not all rows wait", strip)
			}
			if len(q.waiting(strip, nil)) > 0 {
				t.Fatalf("strip %d: rows wait again", strip)
			}
		}
	}
}

// Blocks are consecutive, and hold no more edges than they may but for a single row.
func TestCutEdges(t *testing.T) {
	offsets := []uint64{5, 5, 8, 9, 20, 20, 21, 30}
	for _, most := range []uint64{1, 4, 11, 12, 100} {
		cuts := cutEdges(offsets, 1, 7, most)
		if cuts[0] != 1 || cuts[len(cuts)-1] != 7 {
			t.Errorf("most %d: %v", most, cuts)
		}
		for i := range cuts[1:] {
			if a, b := cuts[i], cuts[i+1]; b <= a || b > a+1 && offsets[b]-offsets[a] > most {
				t.Errorf("most %d: %v", most, cuts)
			}
		}
	}
}
