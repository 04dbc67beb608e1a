package cpucount

import "github.com/tricycle-graph/tricycle/internal/lists"

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

	// For each edge, to look for clusters and make the lists by these: from records, and of a graph in memory, whose lists
	// would not be relabelled at all in the order of the ids.
	costClusters, costClustersOf = 18, 24

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

// sampledEdges is how many edges are looked at, spread over all. It takes one worker about a millisecond at
// most, while the others wait.
const sampledEdges = 512

// rowCost is what a sample tells for each edge (u, v), where rows of a level and higher ones have windows.
type rowCost struct {
	windows   [windowLevels]float64 // there are
	byWindows [windowLevels]float64 // cost of making windows, and of looking row v up in row u by them
	others    float64               // cost of looking it up by a matrix of hubs and entry by entry
}

// cost returns the means over the sample, where the first so many rows are hubs.
func (s rowSample) cost(hubs int) (c rowCost) {
	for i := range uint64(sampledEdges) {
		u, v := s.edge(spread(i, sampledEdges, s.edges))
		// Over the edges of a row that is its windows.
		each, level := windowsEach(s.row(u))
		for l := range level + 1 {
			c.windows[l] += each
		}
		row := s.row(v)
		if len(row) == 0 {
			continue
		}
		entries := costListRow + costEntries*float64((len(row)+15)/16)
		each, level = windowsEach(row)
		for l := range windowLevels {
			cost := entries
			if l <= level {
				cost = costWindowRow + costWindow*each*float64(len(row))
			}
			c.byWindows[l] += cost
		}
		if int(v) < hubs {
			entries = min(entries, costHubRow+costHubLine*float64(v/lineBits+1))
		}
		c.others += entries
	}
	c.others /= sampledEdges
	for l := range windowLevels {
		c.windows[l] /= sampledEdges
		c.byWindows[l] = c.byWindows[l]/sampledEdges + costPut + costMade*c.windows[l]
	}
	return c
}

// ClustersPay reports whether lists of so many edges, of which these are some rows by lists.OrderClusters, are made and
// counted by windows sooner than in the order of the ids, in which rows are about as long.
func ClustersPay(rows []lists.SampledRow, vertices int, edges uint64, inMemory bool, p Params) bool {
	most := mostWindows(vertices, edges, p)
	smaller, larger := make([]uint64, len(rows)+1), make([]uint64, len(rows)+1) // of all rows before
	for i, row := range rows {
		smaller[i+1] = smaller[i] + uint64(len(row.Smaller))
		larger[i+1] = larger[i] + uint64(row.Larger)
	}
	all := smaller[len(rows)]
	if most == 0 || all == 0 || larger[len(rows)] == 0 {
		return false
	}
	// Of an edge that comes at random, a vertex is the larger end as often as it has smaller neighbours.
	c := rowSample{
		edges: all,
		row:   func(v uint32) []uint32 { return rows[v].Smaller },
		edge: func(i uint64) (u, v uint32) {
			return lists.RowOf(smaller, i), lists.RowOf(larger, spread(i, all, larger[len(rows)]))
		},
	}.cost(0)
	return c.pays(edges, most) && c.byWindows[c.level(edges, most)]+clusterCost(inMemory) < c.others
}

// ClustersReason says why vertices are ranked by clusters.
const ClustersReason = "neighbours have neighbours in common, which their ids do not tell: those that share most are put side by side"

// clustersLeast is how many edges a graph has at least for which it is worth to look for clusters: fewer take as long to
// count as to rank the vertices. clustersMean is how many it has at least for each vertex: where lists are long enough to
// pay, those with an edge have some 40.
const clustersLeast, clustersMean = 1 << 22, 8

// MayCluster reports whether a graph may be counted sooner by lists.OrderClusters than in the order of the ids, in which so
// many entries are scanned: not a small one, nor one so dense that all of it is a matrix of hubs, nor one of short lists, nor
// one with so many vertices that most have no edge, which would all be ranked.
func MayCluster(vertices int, edges, work uint64, inMemory bool, p Params) bool {
	dense := edges >= HubDensity*wordsWithBits(vertices)
	sparse := clustersMean*uint64(vertices) > edges
	if edges < clustersLeast || dense || sparse || mostWindows(vertices, edges, p) == 0 {
		return false
	}
	others := costListRow + costEntries*(float64(work)/float64(16*edges)+.5)
	return costWindowRow+costWindow+costPut+clusterCost(inMemory) < others
}

func clusterCost(inMemory bool) float64 {
	if inMemory {
		return costClustersOf
	}
	return costClusters
}

// windowsEach is how many windows a row that is not empty has for each of its entries, and its level. It looks at no
// more than so many entries in the middle of the row: that of a hub may be in the sample again and again.
func windowsEach(row []uint32) (each float64, level int) {
	const most = 1 << 9
	if len(row) > most {
		row = row[(len(row)-most)/2:][:most]
	}
	n, level := windowsOf(row)
	return float64(n) / float64(len(row)), level
}

// level is the lowest one with which the windows fit, or the highest.
func (c rowCost) level(edges uint64, most int64) int {
	level := 0
	for level+1 < windowLevels && c.windows[level]*float64(edges) > float64(most) {
		level++
	}
	return level
}

// pays reports whether at most so many windows are sooner.
func (c rowCost) pays(edges uint64, most int64) bool {
	level := c.level(edges, most)
	return c.windows[level]*float64(edges) <= float64(most) && windowsGain*c.byWindows[level] < c.others
}

// spread returns number i of so many numbers below n, spread over all.
func spread(i, numbers, n uint64) uint64 { return n/numbers*i + n%numbers*i/numbers }
