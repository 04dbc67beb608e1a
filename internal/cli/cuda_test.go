package cli

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/internal/answer"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/realdata"
)

// haveGPU says why there is no GPU to test on, nil where there is one.
var haveGPU = sync.OnceValue(func() error {
	driver, err := gpu.Open()
	if err != nil {
		return err
	}
	device, err := driver.OpenDevice(0, 0)
	if err != nil {
		return err
	}
	return device.Close()
})

// TestCUDACountsEveryGraph counts the real graphs on the GPU, and compares with
// the CPU and with the manifest.
func TestCUDACountsEveryGraph(t *testing.T) {
	if err := haveGPU(); err != nil {
		t.Skipf("needs a GPU: %v", err)
	}
	triangles := manifest(t)
	files := make([]string, 0, len(triangles))
	for file := range triangles {
		files = append(files, file)
	}
	slices.Sort(files)
	there, here := countAll(t, "cuda", files), countAll(t, "cpu", files)
	if len(there) != len(here) || len(there) < len(files)/2 {
		t.Errorf("%d files counted on the GPU, %d on the CPU, of %d", len(there), len(here), len(files))
	}
	for file, got := range there {
		want := here[file]
		if got.Engine != device.CUDA || got.Triangles != triangles[file] {
			t.Errorf("%s: engine %s counts %d triangles, want %d", file, got.Engine, got.Triangles, triangles[file])
		}
		if got.Cleaning != want.Cleaning || got.Vertices != want.Vertices || got.Edges != want.Edges ||
			got.WedgesString != want.WedgesString || got.MaxDegree != want.MaxDegree {
			t.Errorf("%s: %+v, want %+v", file, got, want)
		}
	}
}

// manifest returns the triangles of the real graphs, by path.
func manifest(t *testing.T) map[string]uint64 {
	t.Helper()
	triangles := map[string]uint64{}
	for _, g := range realdata.Manifest(t) {
		// A file of which the manifest has no number is one to be refused.
		if n, err := strconv.ParseUint(g.Cell("triangles"), 10, 64); err == nil {
			triangles[g.Path] = n
		}
	}
	return triangles
}

// countAll counts files in one run, and returns the answers by file. Files
// that are refused have none.
func countAll(t *testing.T, engine string, files []string) map[string]answer.CountJSON {
	t.Helper()
	var stdout, stderr bytes.Buffer
	// The error is that of the first file that is refused.
	_ = execute(t.Context(), append([]string{"count", "--json", "--quiet", "--engine", engine}, files...), strings.NewReader(""), &stdout, &stderr)
	answers := map[string]answer.CountJSON{}
	for decoder := json.NewDecoder(&stdout); decoder.More(); {
		var a answer.CountJSON
		if err := decoder.Decode(&a); err != nil {
			t.Fatal(err)
		}
		answers[a.File] = a
	}
	return answers
}
