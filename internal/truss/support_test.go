package truss

import (
	"github.com/tricycle-graph/tricycle/internal/lists"
)

// supportOf counts the triangles of every edge, slowly.
func supportOf(o *lists.Oriented) []uint32 {
	support := make([]uint32, o.Edges())
	position := make([]uint32, o.Rows())
	for u := range uint32(o.Rows()) {
		begin := uint32(o.Offsets()[u])
		row := o.Row(u)
		for i, v := range row {
			position[v] = begin + uint32(i) + 1
		}
		for i, v := range row {
			for j, w := range o.Row(v) {
				if position[w] != 0 {
					support[begin+uint32(i)]++
					support[o.Offsets()[v]+uint64(j)]++
					support[position[w]-1]++
				}
			}
		}
		for _, v := range row {
			position[v] = 0
		}
	}
	return support
}
