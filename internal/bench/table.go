package bench

import "github.com/tricycle-graph/tricycle/device"

// Table is by what a published table of graphs whose triangles are counted is measured.
type Table struct {
	By
	Engines []device.Engine
	Most    uint64 // edges of a graph to be measured; 0 for any number
}

// leavesOut says whether a graph is too large to be measured.
func (t *Table) leavesOut(edges uint64) bool { return t.Most > 0 && edges > t.Most }

// graphItself says whether a graph stands for another.
func graphItself(standIn string) string {
	if standIn == "" {
		return "the graph itself"
	}
	return "stand-in: " + standIn
}
