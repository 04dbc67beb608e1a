package chordless

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/generator"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/cuda"
	"github.com/tricycle-graph/tricycle/internal/gpu/fakecuda"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
)

// onFake opens a device of which little can be allocated, as tests have to fill
// what they allocate.
func onFake(driver *fakecuda.Driver) *device.Group {
	return (*device.Group)(gpu.NewGroup(driver.Load, 1<<16, 0))
}

// TestEveryCallOnADeviceFails has each driver call fail in turn. The kernels of
// the fake driver do nothing, so that no cycle is found.
func TestEveryCallOnADeviceFails(t *testing.T) {
	g := generated(t, generator.CompleteBipartite{Left: 3, Right: 3})
	questions := map[string]func(opt Options) error{
		"count": func(opt Options) error {
			opt.Limit = 5
			_, err := Count(context.Background(), g, opt)
			return err
		},
		"list": func(opt Options) error {
			for _, err := range All(context.Background(), g, opt) {
				return err
			}
			return nil
		},
	}
	if testing.Short() {
		delete(questions, "count")
	}
	for name, ask := range questions {
		for _, method := range []Method{DFS, Levels} {
			t.Run(fmt.Sprintf("%s/%s", name, method), func(t *testing.T) {
				fakecuda.EveryCallFails(t, func(driver *fakecuda.Driver) (err error) {
					// A thread that never had the context cannot give anything back when
					// making it current fails.
					runtime.LockOSThread()
					defer runtime.UnlockOSThread()
					gpus := onFake(driver)
					defer func() { err = cmp.Or(err, gpus.Close()) }()
					return ask(Options{Engine: device.CUDA, Devices: gpus, Method: method, Threads: 2})
				}, fakecuda.Hopper)
			})
		}
	}
}

// TestLevelsGrow has a side grow until its share of the memory is used up, with
// the paths that wait in it.
func TestLevelsGrow(t *testing.T) {
	driver := fakecuda.New(fakecuda.Hopper)
	dev, err := gpu.NewGroup(driver.Load, 1<<26, 0).First(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	search := searchOf(generated(t, generator.Grid{Rows: 9, Cols: 9}))
	k := newCUDALevels(dev, search)
	l := newDeviceLevels(k, search, false)
	l.share = 40 << 20
	side, held := &l.sides[0], &k.sides[0]
	side.top = 70
	sets, vectors := make([]uint64, side.top*l.row), make([]uint32, 4*side.top)
	rng := rand.New(rand.NewPCG(13, 1))
	for i := range sets {
		sets[i] = rng.Uint64()
	}
	for i := range vectors {
		vectors[i] = rng.Uint32()
	}
	gpurun.Write(k.Run, held.sets.Slice(0, len(sets)), sets)
	for i, vector := range held.vectors {
		gpurun.Write(k.Run, vector.Slice(0, side.top), vectors[i*side.top:][:side.top])
	}
	for wanted := 1000; wanted < 1<<22; wanted = 3 * wanted / 2 {
		before := side.room
		l.grow(0, wanted)
		if side.bytes > l.share || side.room < before || side.room != before && side.room < 2*before {
			t.Errorf("room for %d of %d paths, %d before; %d of %d bytes", side.room, wanted, before, side.bytes, l.share)
		}
		if left := l.share - side.bytes; side.room < wanted && left >= 2*int64(side.room)*l.PathBytes() {
			t.Errorf("room for %d of %d paths, and %d bytes are left", side.room, wanted, left)
		}
	}
	same := slices.Equal(gpurun.Read(k.Run, held.sets.Slice(0, len(sets))), sets)
	for i, vector := range held.vectors {
		same = same && slices.Equal(gpurun.Read(k.Run, vector.Slice(0, side.top)), vectors[i*side.top:][:side.top])
	}
	if !same {
		t.Error("other paths than before")
	}
	if err := errors.Join(k.Err, k.Close(), dev.Close()); err != nil {
		t.Error(err)
	}
	if faults := driver.Faults(); len(faults) > 0 {
		t.Error(faults)
	}
}

// TestRingBringsEverything brings arrays that are larger than its buffers, to a
// visitor that may refuse them.
func TestRingBringsEverything(t *testing.T) {
	const row, most = 3, 50
	values := make([]uint64, 7*most*row+2*row)
	for i := range values {
		values[i] = uint64(i)
	}
	refused := errors.New("enough")
	bring := func(driver *fakecuda.Driver, visit func(words []uint64) error) (err error) {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		gpus, err := driver.Open(0)
		if err != nil {
			return err
		}
		defer func() { err = cmp.Or(err, gpus.Close()) }()
		r := gpurun.New(gpus)
		defer func() { err = cmp.Or(err, r.Close()) }()
		from := gpurun.Upload(r, values)
		ring := newHoleRing(row, most)
		copier := gpurun.NewCopier(r, ringBuffers, 1, ring.words)
		if r.Err != nil {
			return r.Err
		}
		fetch := func(buffer, begin, end int) (words []uint64, err error) {
			return gpurun.Fetch(copier.Lane(buffer), from.Slice(begin, end))
		}
		return ring.run(context.Background(), func(ctx context.Context) error {
			return cmp.Or(ring.bring(ctx, from.Len(), fetch), ring.bring(ctx, 0, fetch))
		}, visit)
	}
	fakecuda.EveryCallFails(t, func(driver *fakecuda.Driver) error {
		var got []uint64
		err := bring(driver, func(words []uint64) error {
			if len(words) == 0 || len(words)%row != 0 || len(words) > most*row {
				t.Errorf("%d words at once", len(words))
			}
			got = append(got, words...)
			return nil
		})
		if err == nil && !slices.Equal(got, values) {
			t.Errorf("%d words brought, want %d", len(got), len(values))
		}
		return err
	}, fakecuda.Hopper)
	for k := range 8 {
		driver, calls := fakecuda.New(fakecuda.Hopper), 0
		err := bring(driver, func([]uint64) error {
			if calls++; calls > k {
				return refused
			}
			return nil
		})
		if !errors.Is(err, refused) || calls != k+1 || len(driver.Faults()) > 0 {
			t.Errorf("refused after %d: %v, %d calls, %v", k, err, calls, driver.Faults())
		}
	}
}

// TestAutoCountsOnTheCPUAfterAFailure has everything but the opening of the
// device fail.
func TestAutoCountsOnTheCPUAfterAFailure(t *testing.T) {
	g := generated(t, generator.CompleteBipartite{Left: 4, Right: 4})
	driver := fakecuda.New(fakecuda.Hopper)
	gpus := onFake(driver)
	if err := gpus.Open(t.Context()); err != nil {
		t.Fatal(err)
	}
	driver.FailFrom(driver.Calls()+1, cuda.LaunchFailed)
	for _, engine := range []device.Engine{device.Auto, device.CUDA} {
		opt := Options{Engine: engine, Devices: gpus, Method: DFS}
		q, err := opt.check(g)
		if err != nil {
			t.Fatal(err)
		}
		c := newCounter(g, opt, q)
		j := job{search: searchOf(g), workers: 2, plan: AtomPlan{Method: DFS, Engine: device.CUDA}}
		err = c.countAtoms(t.Context(), []job{j})
		var failed *gpu.Error
		switch {
		case engine == device.CUDA && !errors.As(err, &failed):
			t.Errorf("engine %s: %v", engine, err)
		case engine == device.Auto && (err != nil || c.result.Chordless.String() != "36" || !strings.HasPrefix(c.result.Note, "counted on the CPU: ")):
			t.Errorf("engine %s: %v, %v, %q", engine, err, c.result.Chordless, c.result.Note)
		}
	}
}

// TestDeviceListsHeedTheMemory asks for less than what the lists go through.
func TestDeviceListsHeedTheMemory(t *testing.T) {
	g := generated(t, generator.Grid{Rows: 5, Cols: 6})
	var memory *graph.MemoryError
	opt := Options{Engine: device.CUDA, Devices: onFake(fakecuda.New()), Memory: 1 << 20}
	for _, err := range All(t.Context(), g, opt) {
		if !errors.As(err, &memory) {
			t.Errorf("listing: %v", err)
		}
	}
	opt.PerVertex = true
	if _, err := Count(t.Context(), g, opt); !errors.As(err, &memory) {
		t.Errorf("counting: %v", err)
	}
}
