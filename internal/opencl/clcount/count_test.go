package clcount

import (
	"math/rand/v2"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/opencl"
)

// first returns the first device that can be used, a CPU's included.
func first(t testing.TB) (*opencl.Driver, opencl.Info) {
	driver, err := opencl.Open()
	if err != nil {
		t.Skipf("needs OpenCL, such as Debian's pocl-opencl-icd: %v", err)
	}
	for _, info := range driver.Devices() {
		if info.Problem == "" {
			return driver, info
		}
	}
	t.Skip("needs an OpenCL device")
	return nil, opencl.Info{}
}

// TestCount compares every method with a count by brute force, on graphs of all shapes.
func TestCount(t *testing.T) {
	driver, info := first(t)
	random := rand.New(rand.NewPCG(19, 1))
	rounds := 3
	if testing.Short() {
		rounds = 1 // brute force takes longer than the kernels
	}
	graphs := graphtest.Various(random, rounds)
	graphs["one vertex"] = &graphtest.Edges{N: 1}
	all, want := map[string]*lists.Oriented{}, map[string]uint64{}
	for name, edges := range graphs {
		all[name], want[name] = edges.Lists(), edges.Triangles()
	}
	const tiles = "a row of several tiles"
	all[tiles] = graphtest.Uniform(random, 2*mostTile+123, 30_000).Under().Under().Lists()
	triangles, err := cpucount.Count(t.Context(), all[tiles], cpucount.Merge, cpucount.Params{})
	if err != nil {
		t.Fatal(err)
	}
	want[tiles] = triangles
	for name, o := range all {
		for _, method := range Methods {
			dev, err := driver.Open(info, 0)
			if err != nil {
				t.Fatal(err)
			}
			found, err := Count(t.Context(), dev, o, method, nil)
			if err != nil || found.Triangles != want[name] {
				t.Errorf("%s by %s: %d triangles, want %d: %v", name, method, found.Triangles, want[name], err)
			}
			if err := dev.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}
