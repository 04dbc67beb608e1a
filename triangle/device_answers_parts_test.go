package triangle_test

import (
	"cmp"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/generator"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpucount"
	"github.com/tricycle-graph/tricycle/internal/gpu/gputest"
	"github.com/tricycle-graph/tricycle/internal/loading"
	"github.com/tricycle-graph/tricycle/triangle"
)

// TestDeviceAnswersInParts takes both methods on a few grids, on all GPUs that there are,
// from records that can be read again and others, from ids that a GPU does not take, and
// from a graph that is there.
func TestDeviceAnswersInParts(t *testing.T) {
	gputest.Open(t, 0)
	gpus := device.New(0)
	defer gpus.Close()
	answersInParts(t, gpus, []triangle.Parts{{Rows: 1, Columns: 1}, {Rows: 3, Columns: 2}, {Rows: 5, Columns: 1}, {Rows: 12, Columns: 3}, {Subtasks: 9}})
}

func answersInParts(t *testing.T, gpus *device.Group, grids []triangle.Parts) {
	seed := rand.Uint64()
	random := rand.New(rand.NewPCG(seed, 42))
	for i, parts := range grids {
		spread := []uint64{1, 5, 1, 70_000_019, 1 << 35}[i]
		n := 1 + random.Uint32N(60)
		d := &drawn{pairs: randomPairs(random, n, random.IntN(600), spread)}
		d.info = graph.Info{Name: "drawn", Format: "u32", Rereadable: i%3 > 0, MaxRecords: graph.Known(1 << 12)}
		if i == 2 {
			d.info.Vertices, d.info.Records = graph.Known(n+10), graph.Known(len(d.pairs))
		}
		want := newTwin(d.pairs, d.info.Vertices.Get())
		opt := triangle.Options{
			Engine: device.CUDA, Devices: gpus, Method: gpucount.AnswerMethods[i%2], Threads: 1 + i%4, Parts: parts, TmpDir: t.TempDir(),
		}
		if i%2 > 0 {
			opt.Order = graph.OrderAverageDegree
		}
		want.checkParts(t, "records", func() graph.Source { return d }, opt)
		g, _, err := loading.Graph(t.Context(), d, graph.Options{})
		if err != nil {
			t.Fatal(err)
		}
		opt.Memory = 600 << 20
		want.checkParts(t, "graph within memory", g.Source, opt)
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

// TestDeviceAnswersBeyondItsMemory has the answers of the CPU for a graph that does not fit
// the GPU, with and without a limit of the machine's memory: the one that a refusal names.
func TestDeviceAnswersBeyondItsMemory(t *testing.T) {
	gputest.Open(t, 0)
	src, err := generator.RMAT{Scale: 13, EdgeFactor: 24, Seed: 7}.Source()
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	vertices, err := triangle.Vertices(t.Context(), src, triangle.Options{Engine: device.CPU})
	if err != nil {
		t.Fatal(err)
	}
	edges, err := triangle.Edges(t.Context(), src, triangle.Options{Engine: device.CPU})
	if err != nil {
		t.Fatal(err)
	}
	const limit = 3400 << 10 // 2 MiB of it are for what does not grow with the graph
	gpus := device.New(limit, 0)
	defer gpus.Close()
	for _, memory := range []int64{0, 300 << 20} {
		// Each thread holds something for itself: many would need more than the limit allows for.
		opt := triangle.Options{Engine: device.CUDA, Devices: gpus, Memory: memory, Threads: 2, TmpDir: t.TempDir()}
		enough := func(err error) {
			t.Helper()
			var short *graph.MemoryError
			if !errors.As(err, &short) || short.Need > memory+memory/2 {
				t.Fatalf("within %d: %v", memory, err)
			}
			opt.Memory = short.Need
		}
		v, err := triangle.Vertices(t.Context(), src, opt)
		if memory > 0 {
			enough(err)
			v, err = triangle.Vertices(t.Context(), src, opt)
		}
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(v.Counts, vertices.Counts) || !slices.Equal(v.Degrees, vertices.Degrees) || v.Triangles != vertices.Triangles || v.Cleaning != vertices.Cleaning {
			t.Errorf("within %d: other vertices", memory)
		}
		opt.Memory = memory
		e, err := triangle.Edges(t.Context(), src, opt)
		if memory > 0 {
			enough(err)
			e, err = triangle.Edges(t.Context(), src, opt)
		}
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(edgesOf(e), edgesOf(edges)) || e.Triangles != edges.Triangles {
			t.Errorf("within %d: other edges", memory)
		}
		if err := cmp.Or(e.Err(), e.Close()); err != nil {
			t.Error(err)
		}
		for _, r := range []triangle.Result{v.Result, e.Result} {
			if r.Parts == nil || r.Parts.Subtasks < 3 || r.Engine != device.CUDA || r.DeviceBytes == 0 || r.DeviceBytes > limit || r.Seconds.Kernels == 0 || r.Note != "" {
				t.Errorf("within %d: %+v", memory, r)
			}
		}
	}
}

// edgesOf returns all edges with their support.
func edgesOf(p *triangle.PerEdge) (all []supportOf) {
	for e, n := range p.All() {
		all = append(all, supportOf{e, n})
	}
	return all
}

type supportOf struct {
	graph.Edge
	support uint32
}
