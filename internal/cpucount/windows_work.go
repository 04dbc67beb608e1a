package cpucount

import "github.com/tricycle-graph/tricycle/internal/simd"

// What steps take, about, in fifths of a nanosecond, fitted to graphs of all shapes on one core of an EPYC: see docs/tried.md.
const (
	// To come to a row that has windows, and each of these.
	windowRow, windowEach = 5, 7
	// To come to one that has none, and 16 of its entries.
	listRow, listEach = 15, 35
	// To come to a row of the matrix of hubs, and each line of it.
	hubRow, hubLine = 5, 3
	// To put an entry into a window, and to make one: mostly, to make its part of a page.
	entryMade, windowMade = 6, 60

	// For each edge: to copy the lists of a graph in the order of the ids; and to make those of an order in which hubs come
	// first, and to count these, at least.
	copyWork, rankedWork = 30, 110

	// windowsGain is how many times as long all else must seem to take for windows to be made: there they did take longer, on all
	// but 2 of 60 pairs of a graph and an order.
	windowsGain = 1.5
)

// rowSample is some rows, and edges (u, v), of oriented lists.
type rowSample struct {
	rows   int
	edges  uint64
	row    func(v uint32) []uint32
	middle func(i uint64) (v uint32) // of edge i
}

// sampledEdges is how many edges, and rows, are looked at, spread over all.
const sampledEdges = 512

// work returns what it takes, for an edge (u, v), to look row v up in row u: by windows, which are made first, and by a matrix
// of so many hubs and entry by entry.
func (s rowSample) work(hubs int) (windows, others float64) {
	for i := range uint64(sampledEdges) {
		v := s.middle(spread(i, s.edges))
		row := s.row(v)
		if len(row) == 0 {
			continue
		}
		listed := entriesWork(len(row))
		if n := windowsOf(row); n == simd.ListedRow {
			windows += float64(listed)
		} else {
			windows += float64(windowRow + n*windowEach)
		}
		if int(v) < hubs {
			listed = min(listed, hubRow+(int(v)/512+1)*hubLine)
		}
		others += float64(listed)
	}
	made := uint64(0)
	for i := range uint64(sampledEdges) {
		made += uint64(windowsOf(s.row(uint32(spread(i, uint64(s.rows))))) &^ simd.ListedRow)
	}
	each := float64(made) / sampledEdges * float64(s.rows) / float64(s.edges)
	return windows/sampledEdges + each*windowMade + entryMade, others / sampledEdges
}

// spread returns number i of sampledEdges numbers below n, spread over all.
func spread(i, n uint64) uint64 { return n/sampledEdges*i + n%sampledEdges*i/sampledEdges }

// entriesWork is what it takes to look up so many entries.
func entriesWork(n int) int { return listRow + (n+15)/16*listEach }
