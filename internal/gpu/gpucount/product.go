package gpucount

import (
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpucount/kernels"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
)

// hasBitProducts reports whether the tensor cores of a device multiply bits by AND.
func hasBitProducts(dev *gpu.Device) bool { return dev.Info().Capability.Major >= 8 }

// productBlocks is the number of block rows, and productTiles that of their tiles: block row r
// has r / 2 + 1.
func productBlocks(rows int) int { return (rows + kernels.TileRows - 1) / kernels.TileRows }
func productTiles(rows int) int64 {
	blocks := int64(productBlocks(rows))
	return (blocks + 1) / 2 * ((blocks + 2) / 2)
}

// productBytes is what the tiles hold: 1/16 byte for each pair of rows, about.
func productBytes(rows int) int64 { return 4 * kernels.TileWords * productTiles(rows) }

// leastProduct is the number of edges from which its second launch pays.
const leastProduct = 1 << 12

// sparsestProduct is how many pairs of vertices may share an edge where the product is still
// faster than what looks at each edge. That takes some 6e-15 s an edge and vertex on an H200, and
// the product 1/6 of all triples at 3e15 a second: as long at a density of a 60th. What is small
// takes longer the one way, what is large the other.
func sparsestProduct(rows int) uint64 {
	switch {
	case rows <= 1<<13:
		return 96
	case rows <= 1<<15:
		return 64
	}
	return 40
}

// worthProduct reports whether there are so many edges among so few vertices that to multiply all
// rows takes less than to look at each edge.
func worthProduct(r *deviceRun) bool {
	return hasBitProducts(r.Device) && dense(r.lists.Rows, r.lists.Edges) && productBytes(r.lists.Rows) <= r.Room()
}

// dense reports that of so many rows and edges, whatever the device.
func dense(rows int, edges uint64) bool {
	n := uint64(rows)
	return edges >= leastProduct && n*n <= 2*edges*sparsestProduct(rows)
}

// planProduct counts all triangles by a product of bit matrices on tensor cores: see product.cu.
//
// Cost: n³/6 ANDs of bits, however few edges there are, beside one look at each edge.
func planProduct(r *deviceRun) func() {
	fill := gpurun.Find(r.Run, kernels.BitTiles, kernels.BitTilesThreads, 0)
	product := gpurun.Find(r.Run, kernels.Product, kernels.ProductThreads, 0)
	tiles := gpurun.Array[uint32](r.Run, int(productBytes(r.lists.Rows)/4))
	return func() {
		fill.Launch(kernels.BitTilesArgs{
			Offsets: r.lists.Offsets, Neighbors: r.lists.Neighbors, Rows: uint32(r.lists.Rows), Tiles: tiles,
		})
		product.Launch(kernels.ProductArgs{
			Tiles: tiles, Blocks: uint32(productBlocks(r.lists.Rows)), Next: r.cursor(0), Total: r.total,
		})
	}
}
