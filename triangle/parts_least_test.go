package triangle

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/generator"
	"github.com/tricycle-graph/tricycle/internal/partition"
)

// TestSubtasksAsWished cuts a graph that no limit has cut, and counts it.
func TestSubtasksAsWished(t *testing.T) {
	ctx := context.Background()
	src, err := generator.RMAT{Scale: 12, EdgeFactor: 16, Seed: 1}.Source()
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	whole, err := Count(ctx, src, Options{Engine: device.CPU})
	if err != nil {
		t.Fatal(err)
	}
	for _, wish := range []int{1, 2, 36, 100, 300} {
		opt := Options{Method: cpucount.Merge, Parts: Parts{Subtasks: wish}}
		d, err := Divide(ctx, src, nil, opt)
		if err != nil {
			t.Fatal(err)
		}
		if size := d.Grid.Size(); size < wish || size > 2*wish || d.Result.Parts.Subtasks != size {
			t.Errorf("%d subtasks, %+v, %d were wished for", size, d.Result.Parts, wish)
		}
		opt.Memory = processBytes + 1
		_, err = d.Count(ctx, slices.Collect(d.Grid.Subtasks()), opt, nil)
		if memory := (*graph.MemoryError)(nil); !errors.As(err, &memory) {
			t.Errorf("in a byte: %v", err)
		} else {
			opt.Memory = memory.Need
		}
		sum := uint64(0)
		r, err := d.Count(ctx, slices.Collect(d.Grid.Subtasks()), opt, func(_ partition.Subtask, triangles uint64) error {
			sum += triangles
			return nil
		})
		if err != nil || sum != whole.Triangles || r.Order != graph.OrderRecords {
			t.Errorf("%d triangles on order %s, want %d, %v", sum, r.Order, whole.Triangles, err)
		}
	}
}

// TestDividingHasAnOrderOfItsOwn: another that is asked for is refused as what it is.
func TestDividingHasAnOrderOfItsOwn(t *testing.T) {
	for _, engine := range []device.Engine{"", device.CPU, device.CUDA} {
		_, err := Divide(t.Context(), newFakeSource(nil), nil, Options{Engine: engine, Order: graph.OrderDegree})
		if err == nil || errors.As(err, new(*graph.MemoryError)) || !strings.Contains(err.Error(), "order of their own") {
			t.Errorf("engine %q: %v", engine, err)
		}
	}
}
