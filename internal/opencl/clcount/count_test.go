package clcount

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/gpu/gputest"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/mistakes"
	"github.com/tricycle-graph/tricycle/internal/opencl"
)

func TestMain(m *testing.M) {
	house := read
	read = func(name string) string { return mistakes.Planted(house(name)) }
	os.Exit(m.Run())
}

// TestMethods compares what every method counts, of the graph, of each row and of each entry, with a
// count by brute force and with the CPU's merges, on graphs of all shapes. Rows are added up by
// atomics of 64 bits, where the device has them, and by two of 32; and all is found in parts, too.
func TestMethods(t *testing.T) {
	driver, info := gputest.OpenCL(t)
	random := rand.New(rand.NewPCG(19, 1))
	rounds := 3
	if testing.Short() {
		rounds = 1 // brute force takes longer than the kernels
	}
	graphs := graphtest.Various(random, rounds)
	graphs["one vertex"] = &graphtest.Edges{N: 1}
	all := map[string]*answers{}
	for name, edges := range graphs {
		all[name] = answersOf(t, edges.Lists())
		if triangles := edges.Triangles(); all[name].triangles != triangles {
			t.Fatalf("%s: the CPU counts %d triangles, want %d", name, all[name].triangles, triangles)
		}
	}
	all["a row of several tiles"] = answersOf(t, graphtest.Uniform(random, 2*mostTile+123, 30_000).Under().Under().Lists())
	checkAll(t, driver, info, all)
}

// TestSmall is TestMethods on graphs so small that a simulator runs them that looks at each access
// to memory: .ci/run has Oclgrind do so, with work-groups of 16 items. Rows are longer than that.
func TestSmall(t *testing.T) {
	driver, info := gputest.OpenCL(t)
	random := rand.New(rand.NewPCG(19, 3))
	all := map[string]*answers{}
	for name, edges := range map[string]*graphtest.Edges{
		"no edges": {N: 3}, "one vertex": {N: 1}, "complete": graphtest.Random(random, 20, 1), "random": graphtest.Random(random, 70, .05).Under(),
	} {
		all[name] = answersOf(t, edges.Lists())
	}
	checkAll(t, driver, info, all)
}

func checkAll(t *testing.T, driver *opencl.Driver, info opencl.Info, all map[string]*answers) {
	t.Helper()
	halves := info
	halves.Atomics64 = false
	for _, method := range Methods[1:] { // auto is one of them
		dev, other := open(t, driver, info), open(t, driver, halves)
		for name, want := range all {
			err := cmp.Or(want.check(t, dev, method), want.checkRows(t, dev, method), want.checkRows(t, other, method))
			mostEntries = int64(want.lists.Edges()/3) + 1
			err = cmp.Or(err, want.check(t, dev, method), want.checkRows(t, dev, method))
			mostEntries = math.MaxInt64
			if err != nil {
				t.Errorf("%s by %s: %v", name, method, err)
			}
		}
		if err := cmp.Or(dev.Close(), other.Close()); err != nil {
			t.Error(err)
		}
	}
}

func open(t *testing.T, driver *opencl.Driver, info opencl.Info) *opencl.Device {
	t.Helper()
	dev, err := driver.Open(info, 0)
	if err != nil {
		t.Fatal(err)
	}
	return dev
}

// TestRoom: lists that a device has no room for are counted in parts within the least that will do.
func TestRoom(t *testing.T) {
	driver, info := gputest.OpenCL(t)
	want := answersOf(t, graphtest.Uniform(rand.New(rand.NewPCG(19, 4)), 3000, 20_000).Lists())
	for _, method := range Methods[1:] {
		limit := needsOf(info, want.lists, method, []string{ofEntries}).least()
		dev, err := driver.Open(info, limit)
		if err != nil {
			t.Fatal(err)
		}
		support, found, err := Support(t.Context(), dev, want.lists, method, nil)
		if err := cmp.Or(err, dev.Close()); err != nil || !slices.Equal(support, want.support) {
			t.Errorf("by %s within %d bytes: %v", method, limit, err)
		}
		// A device of many units needs most of it beside the lists, which are cut less often then.
		if found.Parts < mostRanges/8 || found.Parts > mostRanges || found.Bytes > limit {
			t.Errorf("by %s: %d parts, %d bytes of %d", method, found.Parts, found.Bytes, limit)
		}
	}
}

// TestPartsAreThoseOfACount: what is said before a count is how that is cut, or why it cannot be.
func TestPartsAreThoseOfACount(t *testing.T) {
	driver, info := gputest.OpenCL(t)
	o := graphtest.Uniform(rand.New(rand.NewPCG(19, 5)), 3000, 20_000).Lists()
	for _, method := range Methods[1:] {
		n := needsOf(info, o, method, nil)
		for _, limit := range []int64{0, (n.whole() + n.least()) / 2, n.least() / 2} {
			said, errSaid := within(driver, info, limit, func(dev *opencl.Device) (int, error) { return Parts(dev, o, method) })
			done, err := within(driver, info, limit, func(dev *opencl.Device) (int, error) {
				found, err := Count(t.Context(), dev, o, method, nil)
				return found.Parts, err
			})
			if (err == nil) != (errSaid == nil) || err == nil && said != done {
				t.Errorf("by %s within %d bytes: %d parts, %v; the count has %d, %v", method, limit, said, errSaid, done, err)
			}
		}
	}
}

// within asks a device of so much memory.
func within(driver *opencl.Driver, info opencl.Info, limit int64, ask func(dev *opencl.Device) (int, error)) (int, error) {
	dev, err := driver.Open(info, limit)
	if err != nil {
		return 0, err
	}
	parts, err := ask(dev)
	return parts, cmp.Or(err, dev.Close())
}

// answers is what there is to find.
type answers struct {
	lists     *lists.Oriented
	triangles uint64
	rows      []uint64
	support   []uint32
}

func answersOf(t *testing.T, o *lists.Oriented) *answers {
	t.Helper()
	triangles, err := cpucount.Count(t.Context(), o, cpucount.Merge, cpucount.Params{})
	rows, failed := cpucount.Vertices(t.Context(), o, cpucount.Merge, cpucount.Params{})
	support, broke := cpucount.Support(t.Context(), o, cpucount.Merge, cpucount.Params{})
	if err := cmp.Or(err, failed, broke); err != nil {
		t.Fatal(err)
	}
	return &answers{o, triangles, rows, support}
}

// check asks a device for all but the triangles of each row.
func (a *answers) check(t *testing.T, dev *opencl.Device, method cpucount.Method) error {
	counted, err := Count(t.Context(), dev, a.lists, method, nil)
	if err := cmp.Or(err, dev.Clear()); err != nil || counted.Triangles != a.triangles {
		return fmt.Errorf("%d triangles, want %d: %w", counted.Triangles, a.triangles, err)
	}
	support, found, err := Support(t.Context(), dev, a.lists, method, nil)
	if err := cmp.Or(err, dev.Clear()); err != nil || found.Triangles != a.triangles || !slices.Equal(support, a.support) {
		return fmt.Errorf("other triangles of the entries: %w", err)
	}
	return nil
}

func (a *answers) checkRows(t *testing.T, dev *opencl.Device, method cpucount.Method) error {
	rows, found, err := Rows(t.Context(), dev, a.lists, method, nil)
	if err := cmp.Or(err, dev.Clear()); err != nil || found.Triangles != a.triangles || !slices.Equal(rows, a.rows) {
		return fmt.Errorf("other triangles of the rows, atomics of 64 bits %v: %w", dev.Info().Atomics64, err)
	}
	return nil
}

// TestCarry adds up more than 32 bits hold, in both ways: no graph of a test has so many triangles.
func TestCarry(t *testing.T) {
	driver, info := gputest.OpenCL(t)
	const (
		items, times = 64, 100
		by           = math.MaxUint32 - 5
	)
	const adding = `
kernel void many(global u32* answer, u32 times, u32 by) {
  for (u32 i = 0; i < times; i++) addRow(answer, i % 3, by);
}`
	for _, atomics := range []bool{info.Atomics64, false} {
		info.Atomics64 = atomics
		dev := open(t, driver, info)
		kernel, answer := dev.Kernel(sourceOf(sourceFiles[:1], ofRows(info))+adding, "many", items), dev.Buffer("rows", 24)
		dev.Zero(answer)
		kernel.Launch(7, answer, uint32(times), uint32(by))
		got := make([]uint64, 3)
		opencl.Read(dev, answer, got)
		if err := dev.Close(); err != nil {
			t.Fatal(err)
		}
		once := 7 * uint64(kernel.Group) * by
		if want := []uint64{34 * once, 33 * once, 33 * once}; !slices.Equal(got, want) {
			t.Errorf("atomics of 64 bits %v: %d, want %d", atomics, got, want)
		}
	}
}
