package gpucount

import (
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph"
	"github.com/tricycle-graph/tricycle/internal/lists"
)

// What a count takes, in milliseconds for a million edges, as a [gpugraph.Look] tells it:
// measured on an H200 over some 60 graphs of all shapes, and on each relabelled at random.
// Only their ratios matter. docs/performance-gpu.md says how far off they were.
const (
	// slicesStart is what making slices takes whatever their number, in milliseconds.
	slicesStart = 0.055
	// rankedPair and rankedEntry are what the other methods take for a pair of rows, and for
	// an entry of the row of its smaller end where the hubs come first. They rather take more.
	rankedPair, rankedEntry = 0.02, 0.0016
	// nearPair and nearEntry are that where neighbours are close by.
	nearPair, nearEntry = 0.018, 0.0014
	// allHubs is the least that a pair takes where most rows are hubs or most wedges lie
	// among these, and someHubs that where many rows may be hubs.
	allHubs, someHubs = 0.045, 0.12
	// clustersCost is what a pair takes by lists.OrderClusters, with what ranking by it takes, and
	// clustersEdges the edges from which that is so.
	clustersCost, clustersEdges = 0.075, 6e6
	// leastClosed is the least share of the pairs of neighbours that are neighbours, for clusters.
	leastClosed = 0.125
)

// slicesCost is what bitslice takes for a million edges, with slices of so many bits.
func slicesCost(l gpugraph.Look) (cost float64, bits int) {
	start := slicesStart / (float64(l.Edges) / 1e6)
	narrow := start + 0.0135 + 0.0022*l.Slices32 + 0.05*l.Starts32
	wide := start + 0.016 + 0.0045*l.Slices256 + 0.075*l.Starts256
	if narrow <= wide {
		return narrow, 32
	}
	return wide, 256
}

// meanRow is the mean length of the rows.
func meanRow(l gpugraph.Look) float64 { return float64(l.Edges) / float64(max(l.Rows, 1)) }

// unlike is how unlike the rows are of which the mean entry is in one of so many entries: 1
// where all have the same length.
func unlike(l gpugraph.Look, larger float64) float64 { return larger / meanRow(l) }

// rankedCost is the least that the methods other than bitslice are likely to take for a
// million edges where the hubs come first. Where those have the smallest ids already, a look
// takes rows for longer than they are in that order: they are no longer than in this one.
func rankedCost(l gpugraph.Look) float64 {
	return hubCost(l, rankedPair+rankedEntry*min(l.RankedSmaller, l.Smaller))
}

// hubCost is cost, or what hubs may make of it.
func hubCost(l gpugraph.Look, cost float64) float64 {
	switch {
	case l.Rows <= 2*deviceHubs || unlike(l, l.RankedLarger) > 2:
		return min(cost, allHubs)
	case manyHubs(l):
		return min(cost, someHubs)
	}
	return cost
}

// manyHubs reports whether so many rows may be hubs that their matrix holds most edges.
func manyHubs(l gpugraph.Look) bool { return float64(l.Rows) <= 400*meanRow(l) }

// ChooseOrder chooses the order for lists that are counted on one device by the method
// auto, and says why.
func ChooseOrder(dev *gpu.Device, l gpugraph.Look) (order graph.Order, reason string) {
	if l.Seen() {
		slices, _ := slicesCost(l)
		switch rank := rankedCost(l); {
		case dense(l.Rows, l.Edges) && hasBitProducts(dev):
			return graph.OrderID, "so dense that rows are taken as bits: any order will do"
		case slices <= rank && unlike(l, l.Larger) <= 3:
			return graph.OrderID, "neighbours have ids close by: a word of bits holds many of a list"
		case unlike(l, l.Larger) <= 1.05:
			return graph.OrderID, "in the order of the ids all lists are about as long: relabelling would save nothing"
		case l.Near >= 0.9 && unlike(l, l.Larger) <= 1.5 && l.Larger <= 1.1*l.RankedLarger && (l.Smaller <= 1.1*l.RankedSmaller || l.Smaller <= 2):
			return graph.OrderID, "neighbours have ids close by, and the lists would hardly be shorter in another order"
		case l.Spare && l.Edges >= clustersEdges && rank >= clustersCost && clustered(l):
			return lists.OrderClusters, cpucount.ClustersReason
		}
	}
	return graph.OrderDegree, "ranking the hubs first keeps every list short, and costs a GPU little"
}

// clustered reports whether many pairs of neighbours are neighbours, and that not by hubs, nor
// because there are few vertices.
func clustered(l gpugraph.Look) bool {
	return l.Closed >= leastClosed && !manyHubs(l) && unlike(l, l.Larger) <= 3 && unlike(l, l.RankedLarger) <= 2
}

// worthSlices returns the bits of the slices by which bitslice counts lists of this order
// sooner than the other methods; 0 where it does not.
func worthSlices(l gpugraph.Look) int {
	if !l.Seen() || unlike(l, l.Larger) > 3 {
		return 0
	}
	cost, bits := slicesCost(l)
	if cost > 0.95*hubCost(l, nearPair+nearEntry*l.Smaller) {
		return 0
	}
	return bits
}
