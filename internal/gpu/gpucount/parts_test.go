package gpucount

import (
	"cmp"
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/cuda"
	"github.com/tricycle-graph/tricycle/internal/gpu/fakecuda"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpucount/kernels"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
	"github.com/tricycle-graph/tricycle/internal/gpu/gputest"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/objectfs"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/partition"
)

// rangesOf cuts [0, n) into at most so many ranges, by edges.
func rangesOf(o *lists.Oriented, parts int) []partition.Range {
	bounds := par.Cut(o.Rows(), parts, func(r int) uint64 { return o.Offsets()[r] })
	ranges := make([]partition.Range, len(bounds)-1)
	for i := range ranges {
		ranges[i] = partition.Range{Begin: uint32(bounds[i]), End: uint32(bounds[i+1])}
	}
	return ranges
}

// storeInPieces puts lists into a store, cut at the hubs.
func storeInPieces(t testing.TB, o *lists.Oriented, pieces []partition.Range, hubs uint32, files objectfs.FS) *partition.Store {
	t.Helper()
	n := uint32(o.Rows())
	cuts := []partition.Range{{End: hubs}, {Begin: hubs, End: n}}
	if hubs == 0 {
		cuts = cuts[1:]
	}
	store, err := partition.NewStore(n, cuts, files)
	if err != nil {
		t.Fatal(err)
	}
	for _, rows := range pieces {
		b := &partition.Block{Rows: rows, Columns: partition.Range{End: n}}
		for r := rows.Begin; r < rows.End; r++ {
			b.Lengths = append(b.Lengths, o.OutDegree(r))
			b.Neighbors = append(b.Neighbors, o.Row(r)...)
		}
		if err := store.Add(t.Context(), b); err != nil {
			t.Fatal(err)
		}
	}
	if err := store.Seal(); err != nil {
		t.Fatal(err)
	}
	return store
}

// joined joins consecutive ranges at random.
func joined(rng *rand.Rand, pieces []partition.Range) []partition.Range {
	var ranges []partition.Range
	for _, p := range pieces {
		if n := len(ranges); n > 0 && rng.IntN(2) == 0 {
			ranges[n-1].End = p.End
		} else {
			ranges = append(ranges, p)
		}
	}
	return ranges
}

// countAll counts all subtasks of a grid.
func countAll(t testing.TB, c *Subtasks, store *partition.Store, grid partition.Grid) (sum uint64, err error) {
	for task := range grid.Subtasks() {
		part, err := c.Count(t.Context(), store, grid, task)
		if err != nil {
			return 0, fmt.Errorf("subtask %v: %w", task, err)
		}
		if err := c.Keep(t.Context()); err != nil {
			return 0, err
		}
		sum += part
	}
	return sum, nil
}

// openFake opens the device of a fake driver, and runs body there.
func openFake(driver *fakecuda.Driver, limit int64, body func(dev *gpu.Device) error) (err error) {
	dev, err := driver.Open(limit)
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, dev.Close()) }()
	return body(dev)
}

// onFakeParts counts on the device of a fake driver.
func onFakeParts(t testing.TB, driver *fakecuda.Driver, limit int64, method cpucount.Method, store *partition.Store, grid partition.Grid) error {
	return answersOnFake(t, driver, limit, method, store, grid, Answers{})
}

func answersOnFake(t testing.TB, driver *fakecuda.Driver, limit int64, method cpucount.Method, store *partition.Store, grid partition.Grid, answers Answers) error {
	return openFake(driver, limit, func(dev *gpu.Device) (err error) {
		c := NewSubtasks(dev, method, Params{}, 1)
		c.alone, c.Answers = true, answers
		defer func() { err = cmp.Or(err, c.Close()) }()
		_, err = countAll(t, c, store, grid)
		return err
	})
}

// Rows of a single piece cannot be halved: every failure is the count's.
func TestEveryCallOfACountInPartsFails(t *testing.T) {
	o := graphtest.Wheel(200).Lists()
	n := uint32(o.Rows())
	whole := []partition.Range{{End: n}}
	for name, files := range map[string]objectfs.FS{"memory": nil, "files": objectfs.NewScratch(t.TempDir())} {
		for _, method := range []cpucount.Method{cpucount.Auto, cpucount.Merge} {
			t.Run(name+" "+string(method), func(t *testing.T) {
				grid := partition.Grid{Rows: whole, Columns: whole}
				if method == cpucount.Auto {
					grid.Hubs = 64
				}
				store := storeInPieces(t, o, whole, grid.Hubs, files)
				fakecuda.EveryCallFails(t, func(driver *fakecuda.Driver) error {
					return onFakeParts(t, driver, 0, method, store, grid)
				}, fakecuda.Hopper)
			})
		}
	}
}

// Memory that is short once makes the parts smaller, and the count goes on.
func TestCountInPartsGoesOnWithoutMemory(t *testing.T) {
	o := graphtest.Wheel(200).Lists()
	pieces := rangesOf(o, 4)
	all := []partition.Range{{End: uint32(o.Rows())}}
	grid := partition.Grid{Rows: all, Columns: all}
	store := storeInPieces(t, o, pieces, 0, nil)
	for _, method := range []cpucount.Method{cpucount.Auto, cpucount.Merge} {
		goesOnWithoutMemory(t, string(method), func(driver *fakecuda.Driver) error {
			return onFakeParts(t, driver, 0, method, store, grid)
		})
	}
	goesOnWithoutMemory(t, "vertices", func(driver *fakecuda.Driver) error {
		return answersOnFake(t, driver, 0, cpucount.Merge, store, grid, Answers{Vertices: make([]uint64, o.Rows())})
	})
	goesOnWithoutMemory(t, "edges", func(driver *fakecuda.Driver) error {
		sums := partition.NewSums(store, grid, t.TempDir())
		err := answersOnFake(t, driver, 0, cpucount.Merge, store, grid, Answers{Edges: sums})
		return cmp.Or(err, sums.Close())
	})
}

// goesOnWithoutMemory fails calls for want of memory.
func goesOnWithoutMemory(t *testing.T, what string, run func(driver *fakecuda.Driver) error) {
	t.Helper()
	opened := fakecuda.New(fakecuda.Hopper)
	if err := openFake(opened, 0, func(*gpu.Device) error { return nil }); err != nil {
		t.Fatal(err)
	}
	whole := fakecuda.New(fakecuda.Hopper)
	if err := run(whole); err != nil {
		t.Fatal(err)
	}
	more := 0
	closing := 2 // of the device
	for k := opened.Calls() - closing; k <= whole.Calls(); k++ {
		driver := fakecuda.New(fakecuda.Hopper)
		driver.FailAt(k, cuda.OutOfMemory)
		err := run(driver)
		if err != nil && !errors.Is(err, gpu.ErrOutOfMemory) || len(driver.Faults()) > 0 {
			t.Errorf("%s, call %d: %v, %v", what, k, err, driver.Faults())
		}
		if err == nil && len(driver.Launches()) > len(whole.Launches()) {
			more++
		}
	}
	if more < whole.Calls()/2 {
		t.Errorf("%s: %d of %d failures made it go on in smaller parts", what, more, whole.Calls())
	}
}

// A limit that the parts do not keep to makes them smaller, down to the pieces.
func TestCountInPartsKeepsToTheLimit(t *testing.T) {
	o := graphtest.Complete(500)
	pieces := rangesOf(o, 16)
	whole := []partition.Range{{End: 500}}
	grid := partition.Grid{Rows: whole, Columns: whole, Hubs: 64}
	store := storeInPieces(t, o, pieces, 64, nil)
	largest := cutStored(store, pieces, 0)
	need := newPartsRoom(store, [][]partition.Range{pieces}, grid).least()
	if len(largest) != len(pieces) {
		t.Fatalf("%d pieces", len(largest))
	}
	for _, x := range []struct {
		limit int64
		fits  bool
	}{{1 << 30, true}, {2 * need, true}, {need + 1<<10, true}, {need - 1, false}} {
		driver := fakecuda.New(fakecuda.Hopper)
		var peak int64
		err := openFake(driver, x.limit, func(dev *gpu.Device) (err error) {
			c := NewSubtasks(dev, cpucount.Auto, Params{}, 2)
			defer func() { err = cmp.Or(err, c.Close()) }()
			_, err = countAll(t, c, store, grid)
			_, peak = dev.Used()
			return err
		})
		if x.fits && err != nil || !x.fits && !errors.Is(err, gpu.ErrOutOfMemory) {
			t.Errorf("limit %d: %v", x.limit, err)
		}
		if peak > x.limit || len(driver.Faults()) > 0 {
			t.Errorf("limit %d: peak %d, %v", x.limit, peak, driver.Faults())
		}
	}
}

// TestRowsAreCopiedAsTheyAre reads back what a cache of rows says is there.
func TestRowsAreCopiedAsTheyAre(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 21))
	for round := range 20 {
		o := graphtest.Random(rng, 1+rng.IntN(200), .2).Lists()
		pieces := rangesOf(o, 1+rng.IntN(12))
		hubs, files := uint32(0), objectfs.FS(nil)
		if round%2 == 1 {
			hubs, files = uint32(rng.IntN(o.Rows()+1)), new(objectfs.Memory)
		}
		store := storeInPieces(t, o, pieces, hubs, files)
		ranges := joined(rng, pieces)
		err := openFake(fakecuda.New(fakecuda.Hopper), 0, func(dev *gpu.Device) error {
			return copyAtRandom(t, rng, dev, o, store, ranges)
		})
		if err != nil {
			t.Error(err)
		}
	}
}

func copyAtRandom(t *testing.T, rng *rand.Rand, dev *gpu.Device, o *lists.Oriented, store *partition.Store, ranges []partition.Range) (err error) {
	run := gpurun.New(dev)
	defer func() { err = cmp.Or(err, run.Close()) }()
	cache := &rowCache{run: run, store: store, copier: newRowCopier(run, 1+rng.IntN(3), 1+rng.IntN(20)), most: 1 + rng.IntN(4)}
	defer func() { err = cmp.Or(err, cache.close()) }()
	cache.each = storedBytes(store, partition.Range{End: store.Rows()})
	if run.Err != nil {
		return run.Err
	}
	for range 30 {
		rows := ranges[rng.IntN(len(ranges))]
		held, err := cache.want(t.Context(), rows)
		if err != nil {
			return err
		}
		soon := []partition.Range{rows}
		for _, i := range rng.Perm(len(ranges))[:rng.IntN(len(ranges)+1)] {
			soon = append(soon, ranges[i])
		}
		if err := cache.expect(t.Context(), soon, held); err != nil {
			return err
		}
		offsets, neighbors := gpurun.Read(run, held.there.offsets), gpurun.Read(run, held.there.neighbors)
		before := o.Offsets()[rows.Begin]
		for i := range offsets {
			offsets[i] += before
		}
		if !slices.Equal(offsets, o.Offsets()[rows.Begin:rows.End+1]) || !slices.Equal(neighbors, o.Neighbors()[before:o.Offsets()[rows.End]]) {
			t.Errorf("rows %v: %v, %v", rows, offsets, neighbors)
		}
		if len(cache.held) > cache.most {
			t.Errorf("%d ranges are held, of at most %d", len(cache.held), cache.most)
		}
		if rng.IntN(4) == 0 {
			if err := cache.settle(); err != nil {
				return err
			}
		}
	}
	return run.Err
}

// The order of the subtasks of a triangle of blocks is the cache's best case:
// each pass brings in what the last one had no room for, and no more.
func TestRowsStayWhereTheyAreWantedSoon(t *testing.T) {
	o := graphtest.Complete(400)
	pieces := rangesOf(o, 8)
	store := storeInPieces(t, o, pieces, 0, nil)
	err := openFake(fakecuda.New(fakecuda.Hopper), 0, func(dev *gpu.Device) (err error) {
		run := gpurun.New(dev)
		defer func() { err = cmp.Or(err, run.Close()) }()
		copies := 0
		cache := &rowCache{run: run, store: store, copier: newRowCopier(run, 1, 1000), most: 4, each: storedBytes(store, partition.Range{End: 400})}
		defer func() { err = cmp.Or(err, cache.close()) }()
		want := func(rows partition.Range, keep ...*heldRows) *heldRows {
			if cache.find(rows) == nil {
				copies++
			}
			held, failed := cache.want(t.Context(), rows, keep...)
			err = cmp.Or(err, failed)
			return held
		}
		for i := range pieces {
			upper := want(pieces[i])
			for j := range i {
				want(pieces[j], upper)
			}
		}
		// Rows i; of the j before it, two stay, and one takes the place of the other.
		if most := 8 + (0 + 0 + 0 + 0 + 2 + 3 + 4 + 5); copies > most {
			t.Errorf("%d copies, want at most %d", copies, most)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// TestCountInPartsAsTheCPU counts random graphs cut at random, with limits that
// make the parts smaller.
func TestCountInPartsAsTheCPU(t *testing.T) {
	rounds := 60
	if testing.Short() {
		rounds = 6
	}
	countInParts(t, realDriver(t), rounds, 1)
}

// realDriver is the driver of the machine; without one the test is skipped.
func realDriver(t *testing.T) *gpu.Driver {
	t.Helper()
	gputest.Open(t, 0)
	driver, err := gpu.Open()
	if err != nil {
		t.Fatal(err)
	}
	return driver
}

// countInParts has graphs that are smaller by a divisor.
func countInParts(t *testing.T, driver *gpu.Driver, rounds, smaller int) {
	seed := rand.Uint64()
	rng := rand.New(rand.NewPCG(seed, 22))
	for round := range rounds {
		e := graphtest.Hubs(rng, 1+rng.IntN(3000/smaller))
		switch round % 4 {
		case 1:
			e = graphtest.Kronecker(rng, 8+round%8/smaller, 16)
		case 2:
			e = graphtest.Random(rng, 1+rng.IntN(700/smaller), .4)
		case 3:
			far := graphtest.Kronecker(rng, 13-bits.Len(uint(smaller-1)), 16).ByDegree()
			names := make([]uint32, far.N)
			for v := range names {
				names[v] = uint32(kernels.Exact - 4000/smaller + 8*v)
			}
			e = far.Relabel(kernels.Near+8*far.N, names)
		}
		if round%4 != 3 {
			e = e.ByDegree()
		}
		o := e.Lists()
		want, err := cpucount.Count(t.Context(), o, cpucount.Auto, cpucount.Params{})
		if err != nil {
			t.Fatal(err)
		}
		pieces := rangesOf(o, 1+rng.IntN(max(4, 30/smaller)))
		hubs := []uint32{0, 64, 100, 512, 16384, 20000}[rng.IntN(6)]
		if hubs > uint32(o.Rows()) {
			hubs = 0
		}
		all := partition.Range{End: uint32(o.Rows())}
		grid := partition.Grid{Rows: joined(rng, pieces), Columns: []partition.Range{all}, Hubs: hubs}
		method := cpucount.Auto
		if round%5 == 4 {
			grid.Columns = rangesOf(o, 1+rng.IntN(4))
			methods := Methods()
			if method = methods[rng.IntN(len(methods))]; method != cpucount.Auto {
				grid.Hubs = 0
			}
		}
		var files objectfs.FS
		if round%3 == 2 {
			files = objectfs.NewScratch(t.TempDir())
		}
		store := storeInPieces(t, o, pieces, hubs, files)
		least := newPartsRoom(store, cutStored(store, grid.Rows, 1), grid).least() + 1<<20
		limit := []int64{0, 64 << 20, least * 2, least}[rng.IntN(4)]
		if method != cpucount.Auto || len(grid.Columns) > 1 {
			limit = 0
		}
		what := fmt.Sprintf("seed %d, round %d: %d rows, %d edges, %d pieces, grid %dx%d, %d hubs, %s, limit %d", seed, round,
			o.Rows(), o.Edges(), len(pieces), len(grid.Rows), len(grid.Columns), grid.Hubs, method, limit)
		countLimited(t, driver, what, limit, method, store, grid, want)
	}
}

// countLimited counts on a device with a limit, twice.
func countLimited(t *testing.T, driver *gpu.Driver, what string, limit int64, method cpucount.Method, store *partition.Store, grid partition.Grid, want uint64) {
	t.Helper()
	dev, err := driver.OpenDevice(0, limit)
	if err != nil {
		t.Fatal(err)
	}
	defer dev.Close()
	c := NewSubtasks(dev, method, Params{}, 0)
	for range 2 {
		if got, err := countAll(t, c, store, grid); err != nil || got != want {
			t.Errorf("%s: counts %d (%v), want %d", what, got, err, want)
		}
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	if _, peak := dev.Used(); limit > 0 && peak > limit {
		t.Errorf("%s: peak %d", what, peak)
	}
	if now, _ := dev.Used(); now != 0 {
		t.Errorf("%s: %d bytes are still allocated", what, now)
	}
}
