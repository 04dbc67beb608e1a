package triangle_test

import (
	"errors"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/graphio"
	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/generator"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpucount"
	"github.com/tricycle-graph/tricycle/internal/gpu/gputest"
	"github.com/tricycle-graph/tricycle/internal/loading"
	"github.com/tricycle-graph/tricycle/triangle"
)

// openGroup returns the first GPU of the machine as a group.
func openGroup(t *testing.T) *device.Group {
	t.Helper()
	gputest.Open(t, 0)
	gpus := device.New(0, 0)
	t.Cleanup(func() { gpus.Close() })
	return gpus
}

// checkOnDevice asks of what source returns what a GPU answers.
func (t *twin) checkOnDevice(tb testing.TB, name string, source func() graph.Source, opt triangle.Options) {
	tb.Helper()
	if vertices := t.askVertices(tb, name, source, opt); vertices != nil && (vertices.Engine != device.CUDA || vertices.Device == "" || vertices.DeviceBytes == 0) {
		tb.Errorf("%s, %+v: vertices: %+v", name, opt, vertices.Result)
	}
	if edges := t.askEdges(tb, name, source, opt); edges != nil && (edges.Engine != device.CUDA || edges.DeviceBytes == 0 || edges.Trussness != nil) {
		tb.Errorf("%s, %+v: edges: %+v", name, opt, edges.Result)
	}
	t.askTruss(tb, name, source, opt)
}

// TestDeviceAnswersAreThoseOfAllTriples takes both methods on every order: ids with and
// without gaps, far apart, declared and not; and a graph that is there.
func TestDeviceAnswersAreThoseOfAllTriples(t *testing.T) {
	answersOfAllTriples(t, openGroup(t), graph.Orders)
}

func answersOfAllTriples(t *testing.T, gpus *device.Group, orders []graph.Order) {
	seed := rand.Uint64()
	random := rand.New(rand.NewPCG(seed, 31))
	round := 0
	for _, method := range gpucount.AnswerMethods {
		for _, order := range orders {
			round++
			spread := []uint64{1, 1, 5, 70_000_019, 1 << 35}[round%5]
			n := 1 + random.Uint32N(60)
			d := &drawn{pairs: randomPairs(random, n, random.IntN(600), spread)}
			d.info = graph.Info{Name: "drawn", Format: "u32", Rereadable: true, MaxRecords: graph.Known(1 << 12)}
			if spread == 1 && round%2 == 0 {
				d.info.Vertices, d.info.Records = graph.Known(n+10), graph.Known(len(d.pairs))
			}
			want := newTwin(d.pairs, d.info.Vertices.Get())
			opt := triangle.Options{Engine: device.CUDA, Devices: gpus, Method: method, Order: order, Threads: 1 + round%4, TmpDir: t.TempDir()}
			want.checkOnDevice(t, "records", func() graph.Source { return d }, opt)
			g, _, err := loading.Graph(t.Context(), d, graph.Options{})
			if err != nil {
				t.Fatal(err)
			}
			opt.Memory = 1 << 30
			want.checkOnDevice(t, "graph within memory", g.Source, opt)
			if t.Failed() {
				t.Fatalf("seed %d", seed)
			}
		}
	}
}

// TestDeviceAnswersOfHubs has the answers of the CPU for a graph with hubs.
func TestDeviceAnswersOfHubs(t *testing.T) {
	gpus := openGroup(t)
	src, err := generator.RMAT{Scale: 11, EdgeFactor: 16, Seed: 3}.Source()
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	here, err := triangle.Vertices(t.Context(), src, triangle.Options{Engine: device.CPU})
	if err != nil {
		t.Fatal(err)
	}
	edgesHere, err := triangle.Edges(t.Context(), src, triangle.Options{Engine: device.CPU})
	if err != nil {
		t.Fatal(err)
	}
	for _, method := range gpucount.AnswerMethods {
		there, err := triangle.Vertices(t.Context(), src, triangle.Options{Engine: device.CUDA, Devices: gpus, Method: method})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(there.Counts, here.Counts) || !slices.Equal(there.Degrees, here.Degrees) || there.Triangles != here.Triangles ||
			there.Seconds.Kernels == 0 || there.Cleaning != here.Cleaning {
			t.Errorf("%s: other vertices than the CPU's", method)
		}
		edges, err := triangle.Edges(t.Context(), src, triangle.Options{Engine: device.CUDA, Devices: gpus, Method: method})
		if err != nil {
			t.Fatal(err)
		}
		checkSameEdges(t, edges, edgesHere)
		for _, v := range []uint32{0, uint32(len(here.Counts)) / 2, uint32(len(here.Counts)) - 1} {
			if there.Labels.Label(v) != here.Labels.Label(v) {
				t.Errorf("%s: vertex %d is %s, want %s", method, v, there.Labels.Label(v), here.Labels.Label(v))
			}
		}
	}
}

// checkSameEdges compares all edges with their support.
func checkSameEdges(t *testing.T, got, want *triangle.PerEdge) {
	t.Helper()
	next, stop := iter.Pull2(want.All())
	defer stop()
	for e, support := range got.All() {
		if other, its, ok := next(); !ok || e != other || support != its {
			t.Fatalf("edge %v has support %d, want %v, %d", e, support, other, its)
		}
	}
	if _, _, more := next(); more || got.Triangles != want.Triangles {
		t.Errorf("%d edges, %d triangles, want %d, %d", got.Result.Edges, got.Triangles, want.Result.Edges, want.Triangles)
	}
}

// TestDeviceAnswersKeepNames has ids that are names.
func TestDeviceAnswersKeepNames(t *testing.T) {
	opt := triangle.Options{Engine: device.CUDA, Devices: openGroup(t)}
	src, err := graphio.OpenReader(strings.NewReader("tom,ann\nann,joe\njoe,tom\nzoe,joe\nkim,kim\n"), "-", graphio.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := triangle.Vertices(t.Context(), src, opt)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for v, n := range p.Counts {
		got = append(got, p.Labels.Label(uint32(v)), string('0'+rune(n)), string('0'+rune(p.Degrees[v])))
	}
	if want := strings.Fields("tom 1 2 ann 1 2 joe 1 3 zoe 0 1 kim 0 0"); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestNoAnswerOnADevice refuses what is not there, before it looks for one.
func TestNoAnswerOnADevice(t *testing.T) {
	opt := triangle.Options{Engine: device.CUDA, Parts: triangle.Parts{Rows: 2}}
	if _, err := triangle.Truss(t.Context(), graph.FromEdges(nil), opt); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("truss in parts: %v", err)
	}
	for _, opt := range []triangle.Options{{Method: cpucount.Search}, {Method: cpucount.Search, Parts: triangle.Parts{Rows: 2}}} {
		opt.Engine = device.CUDA
		if _, err := triangle.Vertices(t.Context(), graph.FromEdges(nil), opt); !errors.Is(err, errors.ErrUnsupported) {
			t.Errorf("vertices, %+v: %v", opt, err)
		}
		if _, err := triangle.Edges(t.Context(), graph.FromEdges(nil), opt); !errors.Is(err, errors.ErrUnsupported) {
			t.Errorf("edges, %+v: %v", opt, err)
		}
		if _, err := triangle.Truss(t.Context(), graph.FromEdges(nil), opt); !errors.Is(err, errors.ErrUnsupported) {
			t.Errorf("truss, %+v: %v", opt, err)
		}
	}
}
