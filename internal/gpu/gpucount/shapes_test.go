package gpucount

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/graphio"
	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpucount/kernels"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph"
	"github.com/tricycle-graph/tricycle/internal/gpu/gputest"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/realdata"
)

// TestDeviceMethodsOnLongRows has rows that do not fit shared memory, one of
// them so long that its pieces are longer than others'.
func TestDeviceMethodsOnLongRows(t *testing.T) {
	device := gputest.Open(t, 0)
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 2))
	sizes := []int{129, 513, 2049, 4097, 30_000}
	if testing.Short() {
		sizes = []int{6000}
	}
	for _, n := range sizes {
		e := graphtest.Uniform(rng, n, 12*n).Under()
		if n == 30_000 {
			e = e.Under().Under()
		}
		lists := e.Lists()
		want, err := cpucount.Count(t.Context(), lists, cpucount.Merge, cpucount.Params{})
		if err != nil {
			t.Fatal(err)
		}
		checkDevice(t, device, fmt.Sprintf("hubs over %d vertices", n), lists, want)
	}
	if testing.Short() {
		return
	}
	const rim = kernels.Piece*kernels.MostPieces + 12345
	lists := graphtest.Uniform(rng, rim, 500).Under().Lists()
	checkDevice(t, device, "large star", lists, lists.Edges()-rim)
}

// TestDeviceMethodsOnRealGraphs holds every method against the CPU on every
// graph of a folder.
func TestDeviceMethodsOnRealGraphs(t *testing.T) {
	device := gputest.Open(t, 0)
	folder := realdata.Folder(t)
	counted := 0
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		src, err := graphio.Open(path, graphio.Options{})
		if err != nil {
			return nil // what is no graph is another test's
		}
		defer src.Close()
		if _, err := lists.Graph(t.Context(), src, graph.Options{}); err != nil {
			return nil
		}
		for _, order := range []graph.Order{graph.OrderDegree, graph.OrderID} {
			oriented, _ := graphtest.ListsOf(t, src, order)
			want, err := cpucount.Count(t.Context(), oriented, cpucount.Merge, cpucount.Params{})
			if err != nil {
				return err
			}
			checkDevice(t, device, fmt.Sprintf("%s by %s", entry.Name(), order), oriented, want)
			counted++
			if _, reads := src.(graph.Loader); reads {
				break
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if counted == 0 {
		t.Error("no graph found")
	}
	t.Logf("%d counts of graphs in %s", counted, folder)
}

// TestDeviceMethodsGiveOneAnswer counts a skewed graph again and again.
func TestDeviceMethodsGiveOneAnswer(t *testing.T) {
	device := gputest.Open(t, 0)
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	o := graphtest.Kronecker(rand.New(rand.NewPCG(seed, 3)), 15, 16).ByDegree().Lists()
	want, err := cpucount.Count(t.Context(), o, cpucount.Merge, cpucount.Params{})
	if err != nil {
		t.Fatal(err)
	}
	lists, err := gpugraph.Upload(t.Context(), device, o, gpugraph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer lists.Close()
	for _, variant := range deviceVariants() {
		for run := range 20 {
			if got, _, err := Count(t.Context(), device, lists, variant.method, variant.params); err != nil || got != want {
				t.Errorf("run %d: %s counts %d (%v), want %d", run, variant, got, err, want)
			}
		}
	}
}

// TestDeviceCountStopsWithItsContext ends the context in the middle of counts
// that take seconds. cpucount.Bitslice with its widest slices and auto may be too fast.
func TestDeviceCountStopsWithItsContext(t *testing.T) {
	device := gputest.Open(t, 0)
	const n = 20_000
	lists, err := gpugraph.Upload(t.Context(), device, graphtest.Complete(n), gpugraph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer lists.Close()
	for _, variant := range deviceVariants() {
		ctx, cancel := context.WithCancelCause(t.Context())
		reason := errors.New("stopped by the user")
		var stopped time.Time
		timer := time.AfterFunc(300*time.Millisecond, func() {
			stopped = time.Now()
			cancel(reason)
		})
		count, took, err := Count(ctx, device, lists, variant.method, variant.params)
		end := time.Now()
		switch {
		case timer.Stop():
			if err != nil || count != graphtest.Choose(n, 3) {
				t.Errorf("%s: counts %d (%v)", variant, count, err)
			}
			if variant.method != cpucount.Auto && variant.params.SliceBits < 64 && variant.method != cpucount.Bitslice {
				t.Errorf("%s: ends after %v, before it was to be stopped", variant, took)
			}
		case err == nil && count == graphtest.Choose(n, 3): // at the same moment
		case !errors.Is(err, reason):
			t.Errorf("%s: error %v after the context ended", variant, err)
		case end.Sub(stopped) > time.Second:
			t.Errorf("%s: stops %v after its context", variant, end.Sub(stopped))
		}
		if !stopped.IsZero() {
			t.Logf("%s: %v after the context", variant, end.Sub(stopped))
		}
		cancel(nil)
	}
}

func TestDeviceParamsAreChecked(t *testing.T) {
	for _, p := range []Params{
		{Columns: -1}, {Columns: kernels.MostColumns + 1}, {PairThreads: 3}, {PairThreads: 512},
		{BlockThreads: -32}, {BlockThreads: 48}, {BlockThreads: kernels.MostThreads + 32}, {Blocks: -1}, {Blocks: mostBlocks + 1},
		{SliceBits: 63}, {SliceBits: 1024},
	} {
		if _, _, err := Count(t.Context(), nil, nil, cpucount.Merge, p); err == nil {
			t.Errorf("%+v: no error", p)
		}
	}
	if _, _, err := Count(t.Context(), nil, nil, "guess", Params{}); err == nil {
		t.Error("unknown method: no error")
	}
}
