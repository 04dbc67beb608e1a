package gpucount

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gputest"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/internal/partition"
)

func TestHubsLeaveRoomForRows(t *testing.T) {
	// 4096 rows, each of which lists all before it.
	o := graphtest.Complete(4096)
	store := storeInPieces(t, o, rangesOf(o, 5), 0, nil)
	for _, x := range []struct {
		room int64
		want uint32
	}{{1 << 40, 4096}, {16 << 20, 4096}, {16<<20 - 1, 2048}, {1 << 20, 1024}, {1 << 17, 0}, {0, 0}} {
		if got, err := storeHubs(t.Context(), store, x.room); err != nil || got != x.want {
			t.Errorf("%d bytes: %d hubs (%v), want %d", x.room, got, err, x.want)
		}
	}
}

func TestWideningCuts(t *testing.T) {
	for _, x := range []struct {
		rows   uint32
		ranges int
		want   []partition.Range
	}{
		{0, 3, []partition.Range{{}}},
		{100, 0, []partition.Range{{End: 100}}},
		{100, 3, []partition.Range{{End: 6}, {Begin: 6, End: 25}, {Begin: 25, End: 100}}},
		{5, 9, []partition.Range{{End: 1}, {Begin: 1, End: 5}}},
	} {
		if got := WideningCuts(x.rows, x.ranges); !slices.Equal(got, x.want) {
			t.Errorf("%d rows, %d ranges: %v", x.rows, x.ranges, got)
		}
	}
}

// TestLikeCuts holds cuts of columns to the edges of a random graph: each has about as many
// smaller ends as the others, if it is not a single rank.
func TestLikeCuts(t *testing.T) {
	for _, rows := range []int{0, 1} {
		if got := LikeCuts(make([]uint32, rows), 3); !slices.Equal(got, []partition.Range{{End: uint32(rows)}}) {
			t.Errorf("%d rows: %v", rows, got)
		}
	}
	// Rank 0 has half of all ends, and so the first of ten ranges and those behind it.
	star := append([]uint32{1000}, slices.Repeat([]uint32{1}, 1000)...)
	if cuts := LikeCuts(star, 10); len(cuts) < 3 || cuts[0].Len() != 1 || slices.ContainsFunc(cuts[1:], func(r partition.Range) bool { return r.Len() < 50 }) {
		t.Errorf("a star: %v", cuts)
	}
	random := rand.New(rand.NewPCG(1, 34))
	o := graphtest.Kronecker(random, 13, 16).ByDegree().Lists()
	counts, smaller := make([]uint32, o.Rows()), make([]float64, o.Rows())
	for row := range uint32(o.Rows()) {
		counts[row] += uint32(len(o.Row(row)))
		for _, v := range o.Row(row) {
			counts[v]++
			smaller[v]++
		}
	}
	for _, ranges := range []int{1, 2, 7, 30} {
		cuts := LikeCuts(counts, ranges)
		if len(cuts) != ranges || !partition.Consecutive(cuts, uint32(o.Rows())) || partition.HasEmpty(cuts) {
			t.Errorf("%d ranges: %v", ranges, cuts)
		}
		for _, cut := range cuts {
			sum := 0.0
			for _, n := range smaller[cut.Begin:cut.End] {
				sum += n
			}
			if like := float64(o.Edges()) / float64(ranges); cut.Len() > 1 && (sum > 2.5*like || sum < like/2.5) {
				t.Errorf("%d ranges: %v has %g smaller ends of %d", ranges, cut, sum, o.Edges())
			}
		}
	}
}

// Two counters on one GPU are what two GPUs are to the queue.
func TestCountersShareSubtasks(t *testing.T) {
	device := gputest.Open(t, 0)
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	o := graphtest.Kronecker(rand.New(rand.NewPCG(seed, 33)), 15, 16).ByDegree().Lists()
	want, err := cpucount.Count(t.Context(), o, cpucount.Auto, cpucount.Params{})
	if err != nil {
		t.Fatal(err)
	}
	for _, parts := range []int{1, 3, 8} {
		pieces := rangesOf(o, parts)
		store := storeInPieces(t, o, pieces, 0, nil)
		grid := partition.Grid{Rows: pieces, Columns: []partition.Range{{End: uint32(o.Rows())}}, Hubs: 512}
		queue := &cpucount.Queue{Store: store, Grid: grid}
		got, err := CountSubtasks(t.Context(), []*gpu.Device{device, device, device}, queue, slices.Collect(grid.Subtasks()), cpucount.Auto, Params{}, 3, Answers{})
		if err != nil || got.Triangles != want {
			t.Errorf("%d parts: %d triangles (%v), want %d", parts, got.Triangles, err, want)
		}
	}
}
