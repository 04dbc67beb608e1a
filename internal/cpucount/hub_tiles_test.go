package cpucount

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/internal/simd"
)

// Tiles count what the matrix counts row by row, by every form of the kernels, however many
// rows of strips there is room for and however many workers there are.
func TestTilesCountAsRowByRow(t *testing.T) {
	random := rand.New(rand.NewPCG(18, 3))
	found, stops := uint64(0), 0
	for round := range 40 {
		records := graphtest.SkewedRecords(random, 600+random.Uint32N(6000), random.IntN(40000))
		o, _ := graphtest.ListsOf(t, &graphtest.Source{Edges: records}, graph.Orders[1+round%2])
		if o.Rows() < simd.StripBits {
			continue
		}
		hubs := simd.StripBits * (1 + random.IntN(o.Rows()/simd.StripBits))
		m, err := newHubMatrix(t.Context(), o, hubs, 2)
		if err != nil {
			t.Fatal(err)
		}
		want := uint64(0)
		var s hubLines
		s.init(hubs)
		for u := range uint32(o.Rows()) {
			if hubs := s.pack(o.Row(u), hubs); len(hubs) > 1 {
				want += simd.All()[0].CountHubs(hubs, s.lines, s.words, m.bits.Slice())
			}
		}
		m.free()
		found += want
		strips := hubs / simd.StripBits
		for _, kernels := range simd.All() {
			workers := 1 + random.IntN(5)
			room := strips + random.IntN(1+int(o.Edges())/(1+random.IntN(20)))
			t.Run(fmt.Sprint(kernels.Name, round), func(t *testing.T) {
				m, err := newTileMatrix(t.Context(), o, hubs, workers)
				if err != nil {
					t.Fatal(err)
				}
				defer m.free()
				states, did := make([]autoState, workers), make(chan uint64, o.Rows())
				tiles := newTiles(kernels, o, m, room, workers)
				if err := tiles.count(t.Context(), states, func(edges uint64) { did <- edges }); err != nil {
					t.Fatal(err)
				}
				if got := sumOf(t, states); got != want {
					t.Errorf("%d rows, %d hubs, room for %d: %d triangles, want %d", o.Rows(), hubs, room, got, want)
				}
				close(did)
				looked := uint64(0)
				for edges := range did {
					looked += edges
				}
				if looked != o.Edges() {
					t.Errorf("looked at %d edges of %d", looked, o.Edges())
				}
			})
			w, tiles := &tileWorker{}, newTiles(kernels, o, &tileMatrix{hubs: hubs}, room, 1)
			for at := 0; at < o.Rows(); stops++ {
				if at, _, err = w.take(tiles, at, o.Rows()); err != nil {
					t.Fatal(err)
				}
			}
			w.queue.chunks.Free()
		}
	}
	if found == 0 || stops < 200 {
		t.Errorf("%d triangles, %d times as many rows as there was room for: that tests little", found, stops)
	}
}

// What the queues of tiles hold is within what was planned for columns, and a limit that is
// too low leaves them out.
func TestTileRoom(t *testing.T) {
	const rows, edges, hubs = 1 << 20, 1 << 24, 1 << 14
	if !simd.Best().Strips {
		t.Skip("no tiles without kernels for strips")
	}
	for _, workers := range []int{1, 2, 16, 100} {
		for memory := int64(1 << 20); memory < 1<<32; memory *= 2 {
			p := Params{Memory: memory, Threads: workers}
			room := tileRoom(rows, edges, hubs, p)
			if room == 0 && memory > 1<<30 {
				t.Errorf("memory %d, %d workers: no tiles", memory, workers)
			}
			held := matrixBytes(hubs) + int64(workers)*stripQueueBytes(hubs/simd.StripBits, 1, room)
			if room > 0 && held > min(memory, BesideBytes(rows, edges, p)) {
				t.Errorf("memory %d, %d workers: tiles take %d", memory, workers, held)
			}
		}
	}
	if room := tileRoom(rows, columnLeast-1, hubs, Params{}); room != 0 {
		t.Errorf("a small graph has room for %d", room)
	}
	if room := tileRoom(rows, edges, 0, Params{}); room != 0 {
		t.Errorf("without hubs there is room for %d", room)
	}
}

// A graph that is counted by tiles has as many triangles as by merges.
func TestCountByTiles(t *testing.T) {
	if testing.Short() {
		t.Skip("a graph of four million edges")
	}
	o := rmat(t, 18, 20)
	p := Params{Threads: 3}
	if room := tileRoom(o.Rows(), o.Edges(), hubCount(o, p), p); room == 0 && simd.Best().Strips {
		t.Fatal("not counted by tiles")
	}
	want, err := Count(t.Context(), o, Merge, p)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := Count(t.Context(), o, Auto, p); err != nil || got != want {
		t.Errorf("%d triangles, want %d; %v", got, want, err)
	}
}
