package gpugraph

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gputest"
	"github.com/tricycle-graph/tricycle/internal/lists"
)

// fetch copies oriented lists from the device.
func fetch(t testing.TB, dev *gpu.Device, o *Oriented) (offsets []uint64, neighbors []uint32) {
	t.Helper()
	stream, err := dev.NewStream()
	if err != nil {
		t.Fatal(err)
	}
	defer stream.Free()
	offsets, neighbors = make([]uint64, o.Offsets.Len()), make([]uint32, o.Neighbors.Len())
	if err := errors.Join(gpu.Read(stream, offsets, o.Offsets), gpu.Read(stream, neighbors, o.Neighbors)); err != nil {
		t.Fatal(err)
	}
	return offsets, neighbors
}

// sameAsCPU holds the device against the CPU on one source, in all that both
// tell.
func sameAsCPU(t *testing.T, dev *gpu.Device, src graph.Source, order graph.Order, opt Options) {
	t.Helper()
	ctx := t.Context()
	before, _ := dev.Used()
	want, err := lists.Clean(ctx, src, graph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	got, err := Ingest(ctx, dev, src, opt)
	if err != nil {
		t.Fatal(err)
	}
	if got.Report() != want.Report() {
		t.Errorf("report %+v, want %+v", got.Report(), want.Report())
	}
	if got.Vertices() != want.Vertices() || got.Edges() != want.Edges() || got.MaxDegree() != want.MaxDegree() || got.Wedges().Cmp(want.Wedges()) != 0 {
		t.Errorf("%d vertices, %d edges, degrees up to %d, %v wedges; want %d, %d, %d, %v", got.Vertices(), got.Edges(),
			got.MaxDegree(), got.Wedges(), want.Vertices(), want.Edges(), want.MaxDegree(), want.Wedges())
	}
	rank, err := want.Rank(ctx, order, graph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	lists, err := want.Orient(ctx, rank, graph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	there, err := got.Orient(ctx, order)
	if err != nil {
		t.Fatal(err)
	}
	offsets, neighbors := fetch(t, dev, there)
	if there.Rows != lists.Rows() || there.Edges != lists.Edges() || !slices.Equal(offsets, lists.Offsets()) || !slices.Equal(neighbors, lists.Neighbors()) {
		t.Errorf("by %s: %d rows, %d edges differ from the CPU's %d rows, %d edges", order, there.Rows, there.Edges, lists.Rows(), lists.Edges())
	}
	if there.MaxOutDegree != lists.MaxOutDegree() {
		t.Errorf("by %s: rows of up to %d, want %d", order, there.MaxOutDegree, lists.MaxOutDegree())
	}
	if err := errors.Join(there.Close(), got.Close()); err != nil {
		t.Error(err)
	}
	if after, _ := dev.Used(); after != before {
		t.Errorf("%d bytes are left on the device", after-before)
	}
}

func TestSameAsCPUOnDevice(t *testing.T) {
	dev := gputest.Open(t, 0)
	seed := rand.Uint64()
	random := rand.New(rand.NewPCG(seed, 0))
	for i := range 120 {
		most := []int{10, 300, 20_000, 500_000}[i%4]
		if most > 20_000 && (i > 40 || testing.Short()) {
			continue
		}
		src := randomRecords(random, most)
		// Small batches are sorted while records come, where there are enough.
		opt := Options{batch: random.IntN(2) * random.IntN(2*most)}
		read := []graph.Source{src, filled{src}}[random.IntN(2)]
		sameAsCPU(t, dev, read, []graph.Order{graph.OrderDegree, graph.OrderID}[random.IntN(2)], opt)
		if t.Failed() {
			t.Fatalf("seed %d, graph %d of %d records, %v vertices declared", seed, i, len(src.edges), src.vertices)
		}
	}
}

// TestShapesOnDevice has the graphs that random ones are not.
func TestShapesOnDevice(t *testing.T) {
	dev := gputest.Open(t, 0)
	const n = 100_000
	star, repeated, loops, path := &records{}, &records{}, &records{}, &records{}
	for v := range uint32(n) {
		star.edges = append(star.edges, graph.Edge{U: n, V: v})
		repeated.edges = append(repeated.edges, graph.Edge{U: v / (n - 1), V: 1 - v/(n-1)})
		loops.edges = append(loops.edges, graph.Edge{U: v % 7, V: v % 7})
		path.edges = append(path.edges, graph.Edge{U: v + 1, V: v})
	}
	for name, src := range map[string]*records{
		"empty": {}, "star": star, "one edge": repeated, "loops": loops, "path": path,
		"one record": {edges: []graph.Edge{{U: 5, V: 3}}}, "one loop": {edges: []graph.Edge{{U: 0, V: 0}}},
	} {
		src.split = 777
		for _, declared := range []graph.Size{{}, graph.Known(n + 1)} {
			src.vertices = declared
			for _, order := range []graph.Order{graph.OrderDegree, graph.OrderID} {
				sameAsCPU(t, dev, src, order, Options{})
				if t.Failed() {
					t.Fatalf("%s, %v vertices declared, by %s", name, declared, order)
				}
			}
		}
	}
}

// TestLimitOnDevice holds what is used against what is planned.
func TestLimitOnDevice(t *testing.T) {
	src := randomRecords(rand.New(rand.NewPCG(1, 2)), 500_000)
	src.known, src.vertices = true, graph.Known(3_000_000)
	need := Bytes(uint64(len(src.edges)), int(src.vertices.Get()))
	sameAsCPU(t, gputest.Open(t, need), src, graph.OrderDegree, Options{})
	dev := gputest.Open(t, need-countBytes)
	_, err := Ingest(context.Background(), dev, src, Options{})
	if !errors.Is(err, gpu.ErrOutOfMemory) {
		t.Errorf("with less than it needs: %v", err)
	}
	if used, peak := dev.Used(); used != 0 || peak > countBytes {
		t.Errorf("uses %d, at most %d", used, peak)
	}
}

// TestInterruptOnDevice ends the context at any time: the pipeline ends soon
// after and leaves nothing, or it was done.
func TestInterruptOnDevice(t *testing.T) {
	dev := gputest.Open(t, 0)
	src := circulant{n: 1 << 20, chords: 16}
	interrupted := 0
	for range 20 {
		ctx, cancel := context.WithCancel(t.Context())
		var at time.Time
		timer := time.AfterFunc(rand.N(20*time.Millisecond), func() { at = time.Now(); cancel() })
		c, err := Ingest(ctx, dev, src, Options{batch: 1 << 20})
		if err == nil {
			var o *Oriented
			if o, err = c.Orient(ctx, graph.OrderDegree); err == nil {
				err = o.Close()
			}
			err = cmp.Or(err, c.Close())
		}
		if err != nil {
			interrupted++
			if took := time.Since(at); !errors.Is(err, context.Canceled) || took > time.Second {
				t.Errorf("%v, %v after the end", err, took)
			}
		}
		timer.Stop()
		cancel()
		if used, _ := dev.Used(); used != 0 {
			t.Fatalf("%d bytes are left on the device", used)
		}
	}
	if interrupted == 0 {
		t.Error("nothing was interrupted")
	}
}
