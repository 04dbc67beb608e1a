package gpucount

import (
	"math/rand/v2"
	"os"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/generator"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/fakecuda"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpucount/kernels"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph"
	"github.com/tricycle-graph/tricycle/internal/gpu/gputest"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/internal/lists"
)

const farGraph = "near and far"

// interpretedGraphs are small, for kernels that run without a GPU.
func interpretedGraphs(rng *rand.Rand) map[string]*lists.Oriented {
	graphs := map[string]*lists.Oriented{
		"nothing":   (&graphtest.Edges{}).Lists(),
		"no edges":  (&graphtest.Edges{N: 1}).Lists(),
		"sparse":    graphtest.Random(rng, 100, .1).Lists(),
		"strip":     graphtest.CyclePower(40, 3).Lists(), // the shortest rows
		"dense":     graphtest.Random(rng, 60, .6).Lists(),
		"hubs":      graphtest.Hubs(rng, 100).Lists(),
		"wheel":     graphtest.Wheel(1100).Lists(), // a row longer than a block
		"long":      graphtest.Uniform(rng, 700, 1400).Under().Under().Lists(),
		"Kronecker": graphtest.Kronecker(rng, 9, 8).ByDegree().Lists(),
	}
	// Far vertices, and rows with entries on both sides of kernels.Exact and kernels.Near.
	far := graphtest.Kronecker(rng, 7, 12).ByDegree()
	names := make([]uint32, far.N)
	for v := range names {
		names[v] = uint32(520 * v)
	}
	graphs[farGraph] = far.Relabel(520*far.N, names).Lists()
	if testing.Short() {
		return map[string]*lists.Oriented{"hubs": graphs["hubs"]}
	}
	return graphs
}

// interpreted checks graphs, each on a device of its own, whose kernels are
// interpreted.
func interpreted(t *testing.T, check func(*testing.T, *gpu.Device, string, *lists.Oriented)) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	for name, o := range interpretedGraphs(rand.New(rand.NewPCG(seed, 1))) {
		t.Run(name, func(t *testing.T) { check(t, gputest.Interpret(t, 0), name, o) })
	}
}

func TestMain(m *testing.M) { os.Exit(gputest.Main(m, kernels.Merge.Files)) }

func TestInterpretedMethods(t *testing.T) {
	interpreted(t, func(t *testing.T, device *gpu.Device, name string, o *lists.Oriented) {
		if name != farGraph { // only auto and answers know what is far
			checkDevice(t, device, name, o, count(t, o))
		}
	})
}

// TestInterpretedBitRows has more rows than shared memory at once.
func TestInterpretedBitRows(t *testing.T) {
	if testing.Short() {
		t.Skip("many rows")
	}
	o := graphtest.Uniform(rand.New(rand.NewPCG(3, 5)), 2000, 20_000).Lists()
	device, want := gputest.Interpret(t, 0), count(t, o)
	there, err := gpugraph.Upload(t.Context(), device, o, gpugraph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer there.Close()
	r := newDeviceRun(device, there)
	if got, _, err := r.count(t.Context(), deviceAuto{rows: true}.plan(r)); err != nil || got != want {
		t.Errorf("%d triangles (%v), want %d", got, err, want)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
}

// TestInterpretedShared has a row that does not fit into shared memory.
func TestInterpretedShared(t *testing.T) {
	if testing.Short() {
		t.Skip("a long row")
	}
	device := gputest.Interpret(t, 0)
	const rim = kernels.SharedTile + 100
	there, err := gpugraph.Upload(t.Context(), device, graphtest.Wheel(rim).Lists(), gpugraph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer there.Close()
	if got, _, err := Count(t.Context(), device, there, cpucount.Shared, Params{}); err != nil || got != rim {
		t.Errorf("%d triangles (%v), want %d", got, err, rim)
	}
}

func TestInterpretedAutoVariants(t *testing.T) {
	interpreted(t, func(t *testing.T, device *gpu.Device, _ string, o *lists.Oriented) { checkAuto(t, device, o) })
}

// TestInterpretedTiny has rows of every length that the kernel takes, with more and fewer entries
// in common.
func TestInterpretedTiny(t *testing.T) {
	rng := rand.New(rand.NewPCG(rand.Uint64(), 12))
	device := gputest.Interpret(t, 0)
	for _, near := range []int{kernels.TinyRow, 12, 40} {
		e := &graphtest.Edges{N: 120}
		for u := range e.N {
			first := max(u-near, 0)
			for _, v := range rng.Perm(u - first)[:min(u-first, u%(kernels.TinyRow+1))] {
				e.Add(first+v, u)
			}
		}
		checkWays(t, device, e.Lists(), map[string]deviceAuto{"tiny": {flat: kernels.Tiny}, "ahead": {flat: kernels.TinyAhead}})
	}
}

// TestInterpretedChunks has rows that go on through several chunks, with more items than are marked
// at a time, more chunks than run at once, and rows without entries between others, a few and thousands.
func TestInterpretedChunks(t *testing.T) {
	rng := rand.New(rand.NewPCG(rand.Uint64(), 13))
	graphs := map[string]*lists.Oriented{
		"small":  graphtest.Kronecker(rng, 8, 4).ByDegree().Lists(),
		"sparse": graphtest.Uniform(rng, 9000, 6000).Lists(),
		"strip":  graphtest.CyclePower(1500, 9).Lists(),
	}
	apart := &graphtest.Edges{N: 7000}
	for _, first := range []int{0, 100, 3000, 3100, 6900} {
		for u := range 14 {
			for v := range u {
				apart.Add(first+v, first+u)
			}
			for k := range min(first, 3) { // so that no row may be taken for a part of the one before
				apart.Add((5*u+k)%14, first+u)
			}
		}
	}
	graphs["apart"] = apart.Lists()
	if !testing.Short() {
		graphs["complete"] = graphtest.Complete(kernels.ChunkRow + 1)
		graphs["many"] = graphtest.Kronecker(rng, 11, 8).ByDegree().Lists()
	}
	for name, o := range graphs {
		t.Run(name, func(t *testing.T) {
			checkWays(t, gputest.Interpret(t, 0), o, map[string]deviceAuto{"chunks": {chunks: true}, "wedges": {wedges: true}})
		})
	}
}

// TestInterpretedHubs has rows of few and many hubs, whose bits fill more words than a warp has lanes, with
// hubs side by side and far from each other.
func TestInterpretedHubs(t *testing.T) {
	if testing.Short() {
		t.Skip("many hubs")
	}
	const hubs = 3 << 10
	rng := rand.New(rand.NewPCG(rand.Uint64(), 16))
	e := &graphtest.Edges{N: hubs + 40}
	for u := 1; u < e.N; u++ {
		some := 4
		if u >= hubs {
			some = 8 * (u - hubs)
		}
		width := hubs
		if u%3 == 0 {
			width = 400
		}
		first := rng.IntN(max(min(u, hubs)-width, 0) + 1)
		for _, v := range rng.Perm(min(u, width))[:min(u, some)] {
			e.Add(min(first+v, u-1), u)
		}
	}
	checkWays(t, gputest.Interpret(t, 0), e.Lists(), map[string]deviceAuto{"hubs": {hubs: hubs, many: deviceColumn}})
}

// TestInterpretedColumns looks up rows of every length up to more than a line: in a column whose entries are
// exact, and in far ones with entries on both sides of kernels.Exact, of which some or all have the same bit
// in the filter. The column holds every second vertex, the first of all included.
func TestInterpretedColumns(t *testing.T) {
	if testing.Short() {
		t.Skip("rows of every length")
	}
	const longest = 40
	for name, place := range map[string]func(v int) int{
		"near": func(v int) int { return v },
		"far":  func(v int) int { return v + max(0, v-longest/2)*kernels.Exact/(longest/2) },
		"alike": func(v int) int {
			if v < longest/2 {
				return v
			}
			return (v + 8) * kernels.FarBits
		},
	} {
		t.Run(name, func(t *testing.T) {
			e := &graphtest.Edges{N: place(2*longest+1) + 1}
			column := place(longest)
			for length := range longest + 1 {
				if length%2 == 0 && length < longest {
					e.Add(place(length), column)
				}
				row := place(longest + 1 + length)
				e.Add(column, row)
				for w := range length {
					e.Add(place(w), row)
				}
			}
			ways := map[string]deviceAuto{"columns": {many: deviceColumn}}
			checkWays(t, gputest.Interpret(t, 0), e.Lists(), ways)
		})
	}
}

// TestInterpretedHubsOfManyWords counts rows with so many hubs, far apart, that they are packed in several pieces, which
// may end and begin in the same word.
func TestInterpretedHubsOfManyWords(t *testing.T) {
	const hubs, rows = 1 << 13, 24
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 17))
	e := &graphtest.Edges{N: hubs + rows}
	chosen := rng.Perm(hubs)[:300]
	for i, v := range chosen {
		for _, w := range chosen[:i] {
			if rng.IntN(4) == 0 {
				e.Add(w, v)
			}
		}
	}
	for u := hubs; u < e.N; u++ {
		share := 1 + rng.IntN(100)
		for _, v := range chosen {
			if rng.IntN(100) < share {
				e.Add(v, u)
			}
		}
	}
	checkWays(t, gputest.Interpret(t, 0), e.Lists(), map[string]deviceAuto{"hubs": {hubs: hubs, many: deviceColumn}})
}

// TestInterpretedLevels has items in the order of levels: of vertices that have one, of some that have
// several, and of vertices 0 to 3, which are in so many rows that they have more items than there are levels.
// Three of them have rows themselves, so that an item that is lost changes the count.
func TestInterpretedLevels(t *testing.T) {
	if testing.Short() {
		t.Skip("many rows")
	}
	const few = 8
	rng := rand.New(rand.NewPCG(rand.Uint64(), 13))
	const several, many = few + 3*kernels.ColumnItem, (kernels.Levels + 5) * kernels.ColumnItem
	e := &graphtest.Edges{N: many}
	for u := range e.N {
		for v := range min(u, few) {
			if u < few || rng.IntN(few) > v/2 && u < several || rng.IntN(few) > 0 && v < 4 {
				e.Add(v, u)
			}
		}
		if 2*few < u && u < several {
			e.Add(few+rng.IntN(few), u) // some of which have so many rows, and others fewer than an item
		}
	}
	o := e.Lists()
	device, want := gputest.Interpret(t, 0), count(t, o)
	there, err := gpugraph.Upload(t.Context(), device, o, gpugraph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer there.Close()
	r := newDeviceRun(device, there)
	columns, all := r.newColumns(wholeRoom(o.Rows(), there), deviceColumn), r.allRows()
	columns.level(o.Rows())
	if got, _, err := r.count(t.Context(), func() { columns.launch(all, all, 0) }); err != nil || got != want {
		t.Errorf("%d triangles (%v), want %d", got, err, want)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
}

// TestInterpretedHeld counts lists made on the device, which know how many rows hold each vertex,
// and lists of which only that is not known.
func TestInterpretedHeld(t *testing.T) {
	device := gputest.Interpret(t, 0)
	src, err := generator.RMAT{Scale: 8, EdgeFactor: 16, Seed: 1}.Source()
	if err != nil {
		t.Fatal(err)
	}
	o, _ := graphtest.ListsOf(t, src, graph.OrderDegree)
	want := count(t, o)
	cleaned, err := gpugraph.Ingest(t.Context(), device, src, gpugraph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer cleaned.Close()
	there, err := cleaned.Orient(t.Context(), graph.OrderDegree)
	if err != nil {
		t.Fatal(err)
	}
	defer there.Close()
	if there.Held.Len() != there.Rows {
		t.Fatalf("it is known of %d of %d vertices how many rows hold them", there.Held.Len(), there.Rows)
	}
	for range 2 {
		r := newDeviceRun(device, there)
		if got, _, err := r.count(t.Context(), deviceAuto{hubs: 64, many: deviceColumn}.plan(r)); err != nil || got != want {
			t.Errorf("%d triangles (%v), want %d", got, err, want)
		}
		if err := r.Close(); err != nil {
			t.Error(err)
		}
		there.Held = gpu.Array[uint32]{}
	}
}

func TestInterpretedAnswers(t *testing.T) {
	interpreted(t, func(t *testing.T, device *gpu.Device, _ string, o *lists.Oriented) { checkAnswers(t, device, o) })
}

// TestInterpretedMergePath has pairs that are cut into stretches.
func TestInterpretedMergePath(t *testing.T) {
	if testing.Short() {
		t.Skip("pairs that are longer than a block takes at once")
	}
	interpreted(t, checkPathLines)
	checkPathLines(t, gputest.Interpret(t, 0), "few joined", longPairs(rand.New(rand.NewPCG(1, 4)), 20, 2000, .05))
}

// TestInterpretedParts counts and answers in parts.
func TestInterpretedParts(t *testing.T) {
	rounds := 8
	if testing.Short() {
		rounds = 1
	}
	fake := fakecuda.New(fakecuda.Running)
	driver, err := fake.Load()
	if err != nil {
		t.Fatal(err)
	}
	countInParts(t, driver, rounds, 16)
	answerInParts(t, driver, rounds, 16)
	for _, fault := range fake.Faults() {
		t.Error(fault)
	}
}
