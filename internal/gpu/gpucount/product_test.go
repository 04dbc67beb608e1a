package gpucount

import (
	"testing"

	"github.com/tricycle-graph/tricycle/internal/gpu/fakecuda"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/internal/lists"
)

// TestProductIsForDenseGraphs has devices with and without what the product needs.
func TestProductIsForDenseGraphs(t *testing.T) {
	small := fakecuda.Device{Name: "Fake H", Major: 9, Memory: 190 << 10} // the lists fit, and little beside them
	for _, c := range []struct {
		name   string
		device fakecuda.Device
		lists  *lists.Oriented
		want   bool
	}{
		{"dense", fakecuda.Hopper, graphtest.Complete(300), true},
		{"without products of bits", fakecuda.Turing, graphtest.Complete(300), false},
		{"without memory", small, graphtest.Complete(300), false},
		{"sparse", fakecuda.Hopper, graphtest.Wheel(5000).Lists(), false},
		{"few edges", fakecuda.Hopper, graphtest.Complete(40), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := chosenOnFake(t, c.device, c.lists).square; got != c.want {
				t.Errorf("product: %v, want %v", got, c.want)
			}
		})
	}
}

// TestProductTilesAreBelowTheDiagonal counts them block row by block row.
func TestProductTilesAreBelowTheDiagonal(t *testing.T) {
	tiles := int64(0)
	for blocks := range 9 {
		if got := productTiles(128 * blocks); got != tiles {
			t.Errorf("%d block rows have %d tiles, want %d", blocks, got, tiles)
		}
		tiles += int64(blocks/2 + 1)
	}
}
