package cpucount

import "github.com/tricycle-graph/tricycle/internal/simd"

// What steps cost, in nanoseconds of one core of an EPYC, about. They were fitted to graphs of all shapes: see docs/tried.md,
// and BenchmarkWindowsCost.
const (
	// To come to a row v that has windows, and to AND each of these.
	costWindowRow, costWindow = 1, 1.4
	// To come to one that has none, and to look up 16 of its entries.
	costListRow, costEntries = 3, 7
	// To come to a row of the matrix of hubs, and to AND a line of it.
	costHubRow, costHubLine = 1, .6
	// To put an entry into a window, and to make the window's part of a page.
	costPut, costMade = 1.2, 12
	// For each edge of a graph in memory: to copy its lists in the order of the ids; and to rank the vertices, relabel
	// the lists, and count with the hubs first, at least.
	costCopied, costRanked = 6, 22

	// windowsGain is how many times as long the other ways must be expected to take for windows to be made. Of 60 pairs of a
	// graph and an order, windows were slower on two of those that pass it.
	windowsGain = 1.5
)

// rowSample tells rows and edges of oriented lists: edge i is (u, v), of which u has v in its row.
type rowSample struct {
	edges uint64
	row   func(v uint32) []uint32
	edge  func(i uint64) (u, v uint32)
}

// sampledEdges is how many edges are looked at, spread over all.
const sampledEdges = 512

// rowCost is what a sample tells for each edge (u, v).
type rowCost struct {
	windows   float64 // there are
	byWindows float64 // cost of making windows, and of looking row v up in row u by them
	others    float64 // cost of looking it up by a matrix of hubs and entry by entry
}

// cost returns the means over the sample, where the first so many rows are hubs.
func (s rowSample) cost(hubs int) (c rowCost) {
	for i := range uint64(sampledEdges) {
		u, v := s.edge(spread(i, s.edges))
		// Over the edges of a row that is its windows.
		if n := windowsOf(s.row(u)); n != simd.ListedRow {
			c.windows += float64(n) / float64(len(s.row(u)))
		}
		row := s.row(v)
		if len(row) == 0 {
			continue
		}
		entries := costListRow + costEntries*float64((len(row)+15)/16)
		if n := windowsOf(row); n == simd.ListedRow {
			c.byWindows += entries
		} else {
			c.byWindows += costWindowRow + costWindow*float64(n)
		}
		if int(v) < hubs {
			entries = min(entries, costHubRow+costHubLine*float64(v/lineBits+1))
		}
		c.others += entries
	}
	c.windows /= sampledEdges
	c.byWindows = c.byWindows/sampledEdges + costPut + costMade*c.windows
	c.others /= sampledEdges
	return c
}

// pays reports whether that many windows fit and are sooner.
func (c rowCost) pays(edges uint64, most int64) bool {
	return c.windows*float64(edges) <= float64(most) && windowsGain*c.byWindows < c.others
}

// spread returns number i of sampledEdges numbers below n, spread over all.
func spread(i, n uint64) uint64 { return n/sampledEdges*i + n%sampledEdges*i/sampledEdges }
