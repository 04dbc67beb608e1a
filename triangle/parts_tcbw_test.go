package triangle

import (
	"errors"
	"testing"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/generator"
)

// TestPartsOfTCBW counts by every method in the parts that TCBW's rule takes for a memory,
// on both orders, and within the limit that a refusal names.
func TestPartsOfTCBW(t *testing.T) {
	src, err := generator.RMAT{Scale: 14, EdgeFactor: 16, Seed: 3}.Source()
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	whole, err := Count(t.Context(), src, Options{Engine: device.CPU})
	if err != nil {
		t.Fatal(err)
	}
	for i, method := range Methods(device.CPU) {
		opt := Options{
			Engine: device.CPU, Method: method, Threads: 2, TmpDir: t.TempDir(), Parts: Parts{TCBW: true}, Memory: 56 << 20,
			OnTheFly: method == cpucount.Bitslice,
		}
		order := graph.OrderRecords
		if i%2 == 0 {
			opt.Order, order = graph.OrderAverageDegree, graph.OrderAverageDegree
		}
		got, err := Count(t.Context(), src, opt)
		if short := (*graph.MemoryError)(nil); errors.As(err, &short) {
			opt.Memory = short.Need
			got, err = Count(t.Context(), src, opt)
		}
		if err != nil {
			t.Errorf("%s: %v", method, err)
			continue
		}
		if got.Triangles != whole.Triangles || got.Order != order || got.Parts == nil || got.Parts.Rows < got.Parts.Columns {
			t.Errorf("%s: %+v, want %d triangles", method, got, whole.Triangles)
		}
		if method == cpucount.Bitslice && got.Parts.Columns < 2 {
			t.Errorf("%s in %+v", method, got.Parts)
		}
		if left := filesLeft(t, opt.TmpDir); left > 0 {
			t.Errorf("%d files left behind", left)
		}
		opt.Memory = 0
		if got, err = Count(t.Context(), src, opt); err != nil || got.Triangles != whole.Triangles || got.Parts == nil || got.Parts.Rows*got.Parts.Columns != 1 {
			t.Errorf("%s without a limit: %+v, %v", method, got, err)
		}
	}
	if _, err := Count(t.Context(), src, Options{Parts: Parts{Rows: 2, Columns: 1, TCBW: true}}); err == nil {
		t.Error("the rule of TCBW has numbers that are asked for")
	}
}
