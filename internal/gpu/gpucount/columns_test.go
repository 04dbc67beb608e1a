package gpucount

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpucount/kernels"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
	"github.com/tricycle-graph/tricycle/internal/gpu/gputest"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
)

// TestInterpretedColumnForms counts graphs with ids around kernels.Exact, by segments of 32 and of 64 bits, with items in the
// order of levels and without one, in memory that held something else before.
func TestInterpretedColumnForms(t *testing.T) {
	rounds := 6
	if testing.Short() {
		rounds = 2
	}
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rng, device := rand.New(rand.NewPCG(seed, 1)), gputest.Interpret(t, 0)
	for round := range rounds {
		o := aroundExact(rng, round%2 == 0).Lists()
		there, err := gpugraph.Upload(t.Context(), device, o, gpugraph.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, wide := range []bool{false, true} {
			for _, leveled := range []bool{false, true} {
				got, err := countForm(t, newDeviceRun(device, there), wide, leveled)
				if want := count(t, o); err != nil || got != want {
					t.Errorf("round %d, wide %v, leveled %v: %d triangles (%v), want %d", round, wide, leveled, got, err, want)
				}
			}
		}
		if err := there.Close(); err != nil {
			t.Error(err)
		}
	}
}

// countForm counts everything by columns of a form, and closes the run.
func countForm(t *testing.T, r *deviceRun, wide, leveled bool) (uint64, error) {
	room, all := wholeRoom(r.lists.Rows, r.lists), r.allRows()
	if wide {
		room.longest = 0
	}
	columns := r.newColumns(room, deviceColumn)
	if leveled {
		columns.level(r.lists.Rows)
	}
	for _, a := range []gpu.Array[uint64]{columns.segments, columns.begins, columns.items, columns.start} {
		r.Fail(gpu.Memset(r.Stream, a, 0xff))
	}
	r.Fail(gpu.Memset(r.Stream, columns.lines, 0)) // id 0, which many rows have
	got, _, err := r.count(t.Context(), func() { columns.launch(all, all, 0) })
	if closing := r.Close(); err == nil {
		err = closing
	}
	return got, err
}

// aroundExact is a graph some of whose ids are far: those before are the first of all, or the last before kernels.Exact.
func aroundExact(rng *rand.Rand, behind bool) *graphtest.Edges {
	n := 40 + rng.IntN(160)
	e := &graphtest.Edges{N: n}
	for u := 1; u < n; u++ {
		if rng.IntN(6) == 0 {
			continue
		}
		density := rng.Float64()
		for v := range u {
			if rng.Float64() < density {
				e.Add(v, u)
			}
		}
	}
	names, near := make([]uint32, n), rng.IntN(n)
	apart := []int{1, 8, 500, kernels.FarBits}[rng.IntN(4)]
	for v := range names {
		switch {
		case v >= near:
			names[v] = uint32(kernels.Exact + (v-near)*apart)
		case behind:
			names[v] = uint32(kernels.Exact - near + v)
		default:
			names[v] = uint32(v)
		}
	}
	return e.Relabel(int(names[n-1])+1, names)
}

// TestInterpretedScanItems sums up numbers of few and many chunks.
func TestInterpretedScanItems(t *testing.T) {
	rng, device := rand.New(rand.NewPCG(rand.Uint64(), 17)), gputest.Interpret(t, 0)
	r := newDeviceRun(device, nil)
	for _, chunks := range []int{1, 2, 15, 16, 400, 482, 1000, 8192} {
		counts := make([]uint64, kernels.Needs*chunks)
		for i := range counts {
			counts[i] = rng.Uint64N(1 << 34)
		}
		want, border := slices.Clone(counts), (kernels.Needs-1)*chunks
		items, segments := sumBefore(want[:border]), sumBefore(want[border:])
		numbers, used := gpurun.Upload(r.Run, counts), gpurun.Array[uint64](r.Run, usedWords)
		scan := gpurun.Find(r.Run, kernels.ScanItems, kernels.ScanThreads, 0)
		scan.Blocks = 1
		scan.Launch(kernels.ScanItemsArgs{Counts: numbers, Span: uint32(chunks*kernels.ItemRows - 1), Used: used})
		if got := gpurun.Read(r.Run, numbers); r.Err != nil || !slices.Equal(got, want) {
			t.Errorf("%d chunks: the numbers differ (%v)", chunks, r.Err)
		}
		if got := gpurun.Read(r.Run, used); r.Err != nil || got[0] != segments || got[1] != items {
			t.Errorf("%d chunks: %d of all (%v), want %d and %d", chunks, got, r.Err, segments, items)
		}
		gpurun.Free(r.Run, &numbers)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
}

// sumBefore puts the sum of those before in the place of each number, and returns the sum of all.
func sumBefore(numbers []uint64) (sum uint64) {
	for i, n := range numbers {
		numbers[i] = sum
		sum += n
	}
	return sum
}
