package cpucount

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/internal/lists"
)

// TestChunksCoverTheWork walks the line of work unit by unit and compares where
// chunks begin and end.
func TestChunksCoverTheWork(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, o := range []*lists.Oriented{
		graphtest.Hubs(rng, 300).Lists(), graphtest.Wheel(40).Lists(), graphtest.Complete(9), (&graphtest.Edges{N: 9}).Lists(),
	} {
		for _, grain := range []uint64{1 + o.Edges()/100, 10 + o.Edges()/5, 999, 0} {
			s, err := share(t.Context(), o, 3, mergeCost, grain)
			if err != nil {
				t.Fatal(err)
			}
			row, pos, rest, total := uint32(0), uint64(0), uint64(0), uint64(0)
			last := place{}
			for chunk := range s.chunks() {
				begin, end, work := s.chunk(chunk)
				if chunk > 0 && begin != last {
					t.Fatalf("chunk %d begins at %v, the one before it ends at %v", chunk, begin, last)
				}
				last = end
				if work == 0 || work > s.grain {
					t.Fatalf("chunk %d has %d units, cut at %d", chunk, work, s.grain)
				}
				total += work
				for range work {
					for pos >= o.Offsets()[row+1] {
						row++
					}
					if rest++; rest == s.work(row, pos) {
						pos, rest = pos+1, 0
					}
				}
				if end.pos != pos || end.rest != rest || pos < o.Edges() && o.Offsets()[end.row] > pos {
					t.Fatalf("chunk %d ends at %v, want position %d and %d units", chunk, end, pos, rest)
				}
			}
			if total != s.total() || pos != o.Edges() {
				t.Fatalf("chunks end at position %d of %d, %d units of %d", pos, o.Edges(), total, s.total())
			}
		}
	}
}

// TestHubIsCut has a row of 10^5 entries beside rows of two: it must not be
// left to one worker.
func TestHubIsCut(t *testing.T) {
	const rim = 100_000
	s, err := share(t.Context(), graphtest.Wheel(rim).Lists(), 8, mergeCost, 0)
	if err != nil {
		t.Fatal(err)
	}
	inHub := 0
	for chunk := range s.chunks() {
		if begin, _, _ := s.chunk(chunk); begin.row == rim {
			inHub++
		}
	}
	if inHub < 8*chunksPerWorker/2 {
		t.Errorf("the row of %d entries falls into %d chunks", rim, inHub)
	}
}

// TestLongPairIsCut counts one pair of long lists by merge-path, cut at every
// few diagonals.
func TestLongPairIsCut(t *testing.T) {
	const shared = 5000
	e := &graphtest.Edges{N: 3*shared + 2}
	a, b := 3*shared, 3*shared+1
	for v := range 3 * shared {
		if v%3 != 1 {
			e.Add(a, v)
		}
		if v%3 != 2 {
			e.Add(b, v)
		}
	}
	e.Add(a, b)
	o := e.Lists()
	s, err := share(t.Context(), o, 2, pathLength, 13)
	if err != nil {
		t.Fatal(err)
	}
	if pieces := uint64(s.chunks()); pieces < 4*shared/13 {
		t.Errorf("%d pieces of the walk", pieces)
	}
	for _, threads := range []int{1, 4} {
		got, err := Count(t.Context(), o, MergePath, Params{Threads: threads, grain: 13})
		if err != nil || got != shared {
			t.Errorf("%d threads: %d (%v), want %d", threads, got, err, shared)
		}
	}
}

// huge is a kernel that counts more than there can be.
type huge struct{ merger }

func (huge) count(uint32, []uint32, []uint32) uint64 { return 1 << 63 }

func TestSumIsChecked(t *testing.T) {
	for _, threads := range []int{1, 2} {
		_, err := walkPairs(t.Context(), graphtest.Complete(4), Params{Threads: threads, grain: 1},
			&pairs{cost: mergeCost, kernel: func() kernel { return huge{} }}, nil)
		if !errors.Is(err, graph.ErrOverflow) {
			t.Errorf("%d threads: error %v", threads, err)
		}
	}
}
