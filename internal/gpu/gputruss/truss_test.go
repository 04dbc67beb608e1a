package gputruss

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/fakecuda"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
	"github.com/tricycle-graph/tricycle/internal/gpu/gputest"
	"github.com/tricycle-graph/tricycle/internal/gpu/gputruss/kernels"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/truss"
)

// decompose uploads lists and their support, and brings the trussness back.
func decompose(ctx context.Context, dev *gpu.Device, o *lists.Oriented, support []uint32) (trussness []uint32, err error) {
	up, err := gpugraph.Upload(ctx, dev, o, gpugraph.Options{})
	if err != nil {
		return nil, err
	}
	defer func() { err = cmp.Or(err, up.Close()) }()
	r := gpurun.New(dev)
	state := gpurun.Upload(r, support)
	if r.Err == nil {
		_, r.Err = Decompose(ctx, dev, up, state, nil)
	}
	trussness = gpurun.Read(r, state)
	return trussness, cmp.Or(r.Err, r.Close())
}

// trussGraphs have edges that leave together, far apart and one after the other, and
// neighbourhoods of every length.
func trussGraphs(rng *rand.Rand) map[string]*graphtest.Edges {
	if testing.Short() {
		return graphtest.Various(rng, 4)
	}
	graphs := graphtest.Various(rng, 12)
	graphs["large"] = graphtest.Kronecker(rng, 14, 16).ByDegree() // more edges in a round than a device has warps
	return graphs
}

// TestDecomposeAsTheCPU holds trussness against package truss.
func TestDecomposeAsTheCPU(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	decomposesAsTheCPU(t, gputest.Open(t, 0), trussGraphs(rand.New(rand.NewPCG(seed, 1))))
}

func decomposesAsTheCPU(t *testing.T, dev *gpu.Device, graphs map[string]*graphtest.Edges) {
	for name, edges := range graphs {
		t.Run(name, func(t *testing.T) {
			o := edges.Lists()
			support, err := cpucount.Support(t.Context(), o, cpucount.Merge, cpucount.Params{})
			if err != nil {
				t.Fatal(err)
			}
			got, err := decompose(t.Context(), dev, o, support)
			if err != nil {
				t.Fatal(err)
			}
			if err := truss.Decompose(t.Context(), o, support, truss.Params{}); err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(got, support) {
				for e := range got {
					if got[e] != support[e] {
						t.Fatalf("edge %d of %d has trussness %d, want %d", e, len(got), got[e], support[e])
					}
				}
			}
		})
	}
	if used, _ := dev.Used(); used != 0 {
		t.Errorf("%d bytes are left on the device", used)
	}
}

// TestDecomposeKeepsToItsBytes gives the device as much memory as is promised to suffice,
// and less.
func TestDecomposeKeepsToItsBytes(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for name, edges := range map[string]*graphtest.Edges{
		"few": graphtest.Random(rng, 9, .5), "many": graphtest.Random(rng, 400, .5), "sparse": graphtest.Random(rng, 3000, .001),
	} {
		o := edges.Lists()
		listed := gpugraph.ListsBytes(o.Rows(), o.Edges()) + 4*int64(o.Edges()) // and sources
		need := Bytes(o.Rows(), o.Edges())
		for _, less := range []int64{0, 1} {
			driver := fakecuda.New(fakecuda.Hopper)
			dev, err := driver.Open(listed + need - less)
			if err != nil {
				t.Fatal(err)
			}
			err = decomposeFake(t.Context(), dev, o)
			if refused := errors.Is(err, gpu.ErrOutOfMemory); err != nil && !refused || refused != (less > 0) {
				t.Errorf("%s: with %d bytes less than %d: %v", name, less, need, err)
			}
			if _, peak := dev.Used(); less == 0 && peak < listed+need/2 {
				t.Errorf("%s: it took %d bytes, %d were promised to suffice", name, peak-listed, need)
			}
			if err := dev.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}

func TestEveryCallOfDecomposeFails(t *testing.T) {
	o := graphtest.Random(rand.New(rand.NewPCG(7, 8)), 100, .3).Lists()
	fakecuda.EveryCallFails(t, func(driver *fakecuda.Driver) (err error) {
		dev, err := driver.Open(0)
		if err != nil {
			return err
		}
		defer func() { err = cmp.Or(err, dev.Close()) }()
		return decomposeFake(t.Context(), dev, o)
	}, fakecuda.Hopper)
}

func TestDecomposeHeedsItsContext(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	cause := errors.New("enough")
	cancel(cause)
	dev, err := fakecuda.New(fakecuda.Hopper).Open(0)
	if err != nil {
		t.Fatal(err)
	}
	if err := decomposeFake(ctx, dev, graphtest.Random(rand.New(rand.NewPCG(7, 8)), 20, .3).Lists()); !errors.Is(err, cause) {
		t.Error(err)
	}
	if err := dev.Close(); err != nil {
		t.Error(err)
	}
}

// decomposeFake decomposes where kernels compute nothing: half of the edges leave at the
// first level, none at the second, and the others at a third.
func decomposeFake(ctx context.Context, dev *gpu.Device, o *lists.Oriented) (err error) {
	up, err := gpugraph.Upload(context.Background(), dev, o, gpugraph.Options{})
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, up.Close()) }()
	r := gpurun.New(dev)
	defer func() { err = cmp.Or(err, r.Close()) }()
	state := gpurun.Array[uint32](r, int(o.Edges()))
	if r.Err != nil {
		return r.Err
	}
	looks, m := 0, uint32(o.Edges())
	d := &decomposition{Run: gpurun.New(dev), lists: up, edges: int(m), state: state, told: func(progress []uint32) {
		looks++
		ends := [][2]uint32{{0, m / 2}, {m / 2, m / 2}, {m / 2, m / 2}, {m, m}}[min(looks, 4)-1]
		progress[kernels.RoundBegin], progress[kernels.RoundEnd], progress[kernels.LeastAbove] = ends[0], ends[1], 7
	}}
	defer func() { err = cmp.Or(err, d.Close()) }()
	_, err = d.run(ctx)
	return err
}
