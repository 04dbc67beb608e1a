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
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
	"github.com/tricycle-graph/tricycle/internal/gpu/gputest"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
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

// fetchOrder copies the vertex of each rank from the device, nil where they are
// not kept.
func fetchOrder(t testing.TB, dev *gpu.Device, o *Oriented) []uint32 {
	t.Helper()
	if o.Order.Buffer() == nil {
		return nil
	}
	r := gpurun.New(dev)
	order := gpurun.Read(r, o.Order)
	if err := cmp.Or(r.Err, r.Close()); err != nil {
		t.Fatal(err)
	}
	return order
}

// fetchHeld copies how many rows hold each vertex, nil where that is not known.
func fetchHeld(t testing.TB, dev *gpu.Device, o *Oriented) []uint32 {
	t.Helper()
	if o.Held.Buffer() == nil {
		return nil
	}
	r := gpurun.New(dev)
	held := gpurun.Read(r, o.Held)
	if err := cmp.Or(r.Err, r.Close()); err != nil {
		t.Fatal(err)
	}
	return held
}

// holders counts the rows that hold each vertex.
func holders(o *lists.Oriented) []uint32 {
	held := make([]uint32, o.Rows())
	for _, v := range o.Neighbors() {
		held[v]++
	}
	return held
}

// orderOf returns the vertex of each rank.
func orderOf(o *lists.Oriented) []uint32 {
	order := make([]uint32, o.Rows())
	for row := range order {
		order[row] = o.Vertex(uint32(row))
	}
	return order
}

// sameAsCPU holds the device against the CPU on one source, in all that both
// tell.
func sameAsCPU(t *testing.T, dev *gpu.Device, src graph.Source, order graph.Order, opt Options) {
	t.Helper()
	ctx := t.Context()
	before, _ := dev.Used()
	lists, want := graphtest.ListsOf(t, src, order)
	got, err := Ingest(ctx, dev, src, opt)
	if err != nil {
		t.Fatal(err)
	}
	if got.Report() != want.Report {
		t.Errorf("report %+v, want %+v", got.Report(), want.Report)
	}
	if got.Facts() != want.Facts {
		t.Errorf("facts %+v, want %+v", got.Facts(), want.Facts)
	}
	there, err := got.Orient(ctx, order)
	if err != nil {
		t.Fatal(err)
	}
	offsets, neighbors := fetch(t, dev, there)
	if there.Rows != lists.Rows() || there.Edges != lists.Edges() || !slices.Equal(offsets, lists.Offsets()) || !slices.Equal(neighbors, lists.Neighbors()) {
		t.Errorf("by %s: %d rows, %d edges differ from the CPU's %d rows, %d edges", order, there.Rows, there.Edges, lists.Rows(), lists.Edges())
	}
	if vertices := fetchOrder(t, dev, there); opt.Order != (len(vertices) == lists.Rows() && vertices != nil) {
		t.Errorf("by %s: the vertices of %d ranks are kept", order, len(vertices))
	} else if opt.Order && !slices.Equal(vertices, orderOf(lists)) {
		t.Errorf("by %s: the vertices of the ranks differ from the CPU's", order)
	}
	if held := fetchHeld(t, dev, there); held != nil && !slices.Equal(held, holders(lists)) {
		t.Errorf("by %s: other vertices are held by rows than on the CPU", order)
	}
	checkIndex(t, dev, there, offsets)
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

// checkIndex compares the index with where rows begin.
func checkIndex(t *testing.T, dev *gpu.Device, o *Oriented, offsets []uint64) {
	t.Helper()
	r := gpurun.New(dev)
	index := gpurun.Read(r, o.Index)
	if err := cmp.Or(r.Err, r.Close()); err != nil || len(index) != indexLen(int(o.Edges)) {
		t.Errorf("an index of %d for %d entries (%v)", len(index), o.Edges, err)
	}
	for i, row := range index {
		if entry := uint64(i * IndexStep); int(row) >= o.Rows || entry < offsets[row] || offsets[row+1] <= entry {
			t.Fatalf("entry %d is in row %d by the index", entry, row)
		}
	}
}

// ranked are the orders that the device ranks by.
var ranked = []graph.Order{graph.OrderDegree, graph.OrderAverageDegree, graph.OrderID}

func TestSameAsCPUOnDevice(t *testing.T) {
	dev := gputest.Open(t, 0)
	seed := rand.Uint64()
	random := rand.New(rand.NewPCG(seed, 0))
	for i := range 120 {
		most := []int{10, 300, 20_000, 500_000}[i%4]
		if most > 20_000 && (i > 40 || testing.Short()) {
			continue
		}
		randomAsCPU(t, dev, random, most)
		if t.Failed() {
			t.Fatalf("seed %d, graph %d", seed, i)
		}
	}
}

// TestLinksOnDevice sends records by the links of all devices.
func TestLinksOnDevice(t *testing.T) {
	gputest.Open(t, 0)
	group := gpu.NewGroup(gpu.Open, 0)
	defer group.Close()
	devices, err := group.Devices(t.Context())
	if err != nil || len(devices) == 1 {
		t.Skipf("needs several GPUs: %v", err)
	}
	random := rand.New(rand.NewPCG(rand.Uint64(), 1))
	for i := range 20 {
		randomAsCPU(t, devices[0], random, []int{300, 20_000, 500_000}[i%3], devices[1:]...)
	}
}

// randomAsCPU is sameAsCPU for a random source, in a random way, with links of other devices.
func randomAsCPU(t *testing.T, dev *gpu.Device, random *rand.Rand, most int, links ...*gpu.Device) {
	t.Helper()
	src := randomRecords(random, most)
	// Small batches are sorted while records come, where there are enough.
	opt := Options{batch: random.IntN(2) * random.IntN(2*most), Order: random.IntN(2) == 0, Links: links}
	if len(links) > 0 {
		opt.Threads = 2 + random.IntN(4)
	}
	read := []graph.Source{src, filled{src}}[random.IntN(2)]
	sameAsCPU(t, dev, read, ranked[random.IntN(len(ranked))], opt)
	if t.Failed() {
		t.Errorf("%d records, %v vertices declared", len(src.edges), src.vertices)
	}
}

// shapes are the graphs that random ones are not, of up to n+1 vertices.
func shapes(n uint32) map[string]*records {
	star, repeated, loops, path := &records{}, &records{}, &records{}, &records{}
	for v := range n {
		star.edges = append(star.edges, graph.Edge{U: n, V: v})
		repeated.edges = append(repeated.edges, graph.Edge{U: v / (n - 1), V: 1 - v/(n-1)})
		loops.edges = append(loops.edges, graph.Edge{U: v % 7, V: v % 7})
		path.edges = append(path.edges, graph.Edge{U: v + 1, V: v})
	}
	return map[string]*records{
		"empty": {}, "star": star, "one edge": repeated, "loops": loops, "path": path,
		"one record": {edges: []graph.Edge{{U: 5, V: 3}}}, "one loop": {edges: []graph.Edge{{U: 0, V: 0}}},
	}
}

// TestShapesOnDevice asks all orders of them.
func TestShapesOnDevice(t *testing.T) {
	shapesAsCPU(t, gputest.Open(t, 0), 100_000)
}

func shapesAsCPU(t *testing.T, dev *gpu.Device, n uint32) {
	for name, src := range shapes(n) {
		src.split = 777
		for _, declared := range []graph.Size{{}, graph.Known(int64(n) + 1)} {
			src.vertices = declared
			for _, order := range ranked {
				sameAsCPU(t, dev, src, order, Options{Order: true})
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
	sameAsCPU(t, gputest.Open(t, need), src, graph.OrderDegree, Options{Order: true})
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
	src := circulant{n: 1 << 20, chords: 16}
	interruptAnywhere(t, func(ctx context.Context, dev *gpu.Device) error {
		c, err := Ingest(ctx, dev, src, Options{batch: 1 << 20})
		if err != nil {
			return err
		}
		var o *Oriented
		if o, err = c.Orient(ctx, graph.OrderDegree); err == nil {
			err = o.Close()
		}
		return cmp.Or(err, c.Close())
	})
}

// interruptAnywhere runs body again and again and ends its context at any time: body
// ends soon after, and leaves nothing on the device.
func interruptAnywhere(t *testing.T, body func(ctx context.Context, dev *gpu.Device) error) {
	t.Helper()
	dev := gputest.Open(t, 0)
	interrupted := 0
	for range 20 {
		ctx, cancel := context.WithCancel(t.Context())
		var at time.Time
		timer := time.AfterFunc(rand.N(20*time.Millisecond), func() { at = time.Now(); cancel() })
		if err := body(ctx, dev); err != nil {
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
