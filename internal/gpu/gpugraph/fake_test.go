package gpugraph

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/fakecuda"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
)

var fakeDevice = fakecuda.Device{Name: "Fake", Major: 9, Memory: 1 << 30}

// TestEveryCallFails has each driver call of the pipeline fail: the error is
// that call's, and nothing is left. The fake driver computes nothing, so the
// counts that launches depend on are put in by hand.
func TestEveryCallFails(t *testing.T) {
	src := randomRecords(rand.New(rand.NewPCG(3, 4)), 6000)
	src.known, src.vertices, src.split = true, graph.Known(6000), 1000
	if len(src.edges) < 4*leastSlot {
		t.Fatalf("%d records are no three batches", len(src.edges))
	}
	var read graph.Source
	var wedges uint64 // none, and edges are sorted by buckets; or many
	var order graph.Order
	run := func(driver *fakecuda.Driver) (err error) {
		dev, err := driver.Open(0)
		if err != nil {
			return err
		}
		defer func() { err = cmp.Or(err, dev.Close()) }()
		c, err := Ingest(context.Background(), dev, read, Options{Threads: 1, batch: leastSlot, Order: true})
		if err != nil {
			return cmp.Or(err, nothingLeft(dev))
		}
		c.kept.edges, c.degrees = 1000, degreeFacts{connected: 100, largest: 50, wedgesHigh: wedges}
		o, err := c.Orient(context.Background(), order)
		if err != nil {
			return cmp.Or(err, c.Close(), nothingLeft(dev))
		}
		return cmp.Or(o.Close(), c.Close(), nothingLeft(dev))
	}
	for i, less := range []int{0, len(src.edges) / 4} { // the second as if the source had grown
		src.less, wedges, order = less, uint64(i), ranked[i]
		read = []graph.Source{filled{src}, src}[i]
		driver := fakecuda.New(fakeDevice)
		if err := run(driver); err != nil || !slices.Contains(driver.Launches(), "mergeRuns") {
			t.Errorf("without a failure: %v, launches of %v", err, driver.Launches())
		}
		if i == 0 || !testing.Short() {
			fakecuda.EveryCallFails(t, run, fakeDevice)
		}
	}
}

func nothingLeft(dev *gpu.Device) error {
	if used, _ := dev.Used(); used != 0 {
		return errors.New("device memory is left")
	}
	return nil
}

// TestManyCopy has many workers copy records at once, where room is known and where it has to
// grow: each must have a place of its own.
func TestManyCopy(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	for round := range 12 {
		src := &records{edges: make([]graph.Edge, 100_000+random.IntN(200_000)), split: 1 + random.IntN(9000)}
		want := make([]uint64, len(src.edges))
		for i := range src.edges {
			src.edges[i] = graph.Edge{U: random.Uint32(), V: random.Uint32()}
			want[i] = uint64(src.edges[i].V)<<32 | uint64(src.edges[i].U)
		}
		src.known, src.less = round%3 > 0, round%3/2*random.IntN(100_000)
		dev, err := fakecuda.New(fakeDevice).Open(0)
		if err != nil {
			t.Fatal(err)
		}
		batch := 0
		if round%2 == 0 {
			batch = 1 + random.IntN(50_000)
		}
		w := newWork(dev, Options{Threads: 8, batch: batch})
		r := newReader(w, src.Info(), max(len(src.edges)-src.less-round%3/2, 1))
		_, err = r.feed(t.Context(), []graph.Source{filled{src}, src}[random.IntN(2)])
		if err := cmp.Or(err, w.Err, r.copier.Stream.Synchronize()); err != nil || int(r.n.Load()) != len(want) {
			t.Fatalf("%d records of %d, %v", r.n.Load(), len(want), err)
		}
		got := gpurun.Read(w.Run, w.keys.Slice(0, len(want)))
		slices.Sort(want)
		slices.Sort(got)
		if batch == 0 && !slices.Equal(got, want) { // the fake driver sorts nothing
			t.Errorf("round %d: other records on the device", round)
		}
		if err := cmp.Or(w.Close(), nothingLeft(dev), dev.Close()); err != nil {
			t.Error(err)
		}
	}
}

// TestPromise gives the device as much memory as is promised to suffice, for a
// perfect matching, a star, and few records of many ids.
func TestPromise(t *testing.T) {
	for _, x := range []struct{ records, ids, edges, connected int }{
		{100_000, 200_000, 100_000, 200_000},
		{100_000, 100_001, 100_000, 100_001},
		{1000, 3_000_000, 1000, 2000},
		{300_000, 700, 200_000, 700},
		{1, 1, 0, 0},
	} {
		src := &records{edges: make([]graph.Edge, x.records), vertices: graph.Known(x.ids), known: true, split: 5000}
		dev, err := fakecuda.New(fakeDevice).Open(Bytes(uint64(x.records), x.ids))
		if err != nil {
			t.Fatal(err)
		}
		c, err := Ingest(t.Context(), dev, src, Options{Threads: 1, batch: x.records / 5, Order: true})
		if err != nil {
			t.Fatalf("%+v: %v", x, err)
		}
		// The fake driver computes nothing.
		c.kept.edges, c.degrees = uint64(x.edges), degreeFacts{connected: x.connected, largest: 100}
		o, err := c.Orient(t.Context(), graph.OrderDegree)
		if err != nil {
			t.Fatalf("%+v: %v", x, err)
		}
		if err := errors.Join(o.Close(), c.Close(), nothingLeft(dev), dev.Close()); err != nil {
			t.Error(err)
		}
	}
}

func TestRefusals(t *testing.T) {
	tooFew := &records{edges: []graph.Edge{{U: 1, V: 2}}, split: 10, known: true}
	wide := &records{wide: []graph.WideEdge{{U: 1 << 40, V: 1}}, split: 10}
	many := &records{edges: tooFew.edges, vertices: graph.Known(1 << 40), split: 10}
	for _, x := range []struct {
		name  string
		src   graph.Source
		limit int64
		class error
	}{
		{"a limit below the least", tooFew, countBytes / 2, gpu.ErrOutOfMemory},
		{"64-bit ids", wide, 0, ErrIDs},
		{"more vertices than memory", many, 0, gpu.ErrOutOfMemory},
	} {
		driver := fakecuda.New(fakeDevice)
		dev, err := driver.Open(x.limit)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Ingest(t.Context(), dev, x.src, Options{Threads: 1}); !errors.Is(err, x.class) {
			t.Errorf("%s: %v", x.name, err)
		}
		if err := cmp.Or(nothingLeft(dev), dev.Close()); err != nil {
			t.Errorf("%s: %v", x.name, err)
		}
		if faults := driver.Faults(); len(faults) > 0 {
			t.Errorf("%s: faults %v", x.name, faults)
		}
	}
}

func TestIngestEnds(t *testing.T) {
	src := randomRecords(rand.New(rand.NewPCG(5, 6)), 3000)
	driver := fakecuda.New(fakeDevice)
	dev, err := driver.Open(0)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Ingest(ctx, dev, src, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if err := cmp.Or(nothingLeft(dev), dev.Close()); err != nil {
		t.Error(err)
	}
}
