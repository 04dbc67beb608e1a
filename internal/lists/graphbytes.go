package lists

import "github.com/tricycle-graph/tricycle/graph"

// graphFixed is what [Graph] holds whatever the graph: the process itself, some
// 20 MiB, and what the workers read into and sort in.
const graphFixed = 32 << 20

// graphBytes is what the bytes hang on that [Graph] holds.
type graphBytes struct {
	records  uint64
	wide     bool   // some of the records have 64 bits an id
	ids      uint64 // that arrays are made for
	rows     uint64
	vertices uint64 // and those without an edge
	declared bool   // vertices that are not have ids to be closed up
	edges    uint64
}

// building returns what is held until the edges of each row are there: records, which
// go as their keys come, and keys and edges; and of each id its records, its rank,
// the records of that, its offset and itself.
func (b graphBytes) building() int64 {
	key := max(keyBytes(b.ids, max(2*b.records/sharedTarget, leastTarget)), leastWidth)
	each := key + 4
	if b.wide {
		each = max(each, wideEdgeBytes)
	}
	return graphFixed + each*int64(b.records) + 24*int64(b.ids)
}

// joining returns what is held while these are joined with their transpose: the edges,
// a key for each, and the lists; and over the rows their lengths, offsets, degrees and
// labels.
func (b graphBytes) joining() int64 {
	key := uint64(4)
	if b.rows > 1<<22 { // two of them, but for the number of a bucket, are more than 32 bits
		key = 8
	}
	need := (4+key+8)*b.edges + 40*b.rows
	switch {
	case b.vertices > b.rows && b.declared:
		need += 8 * b.vertices
	case b.vertices > b.rows:
		need += (8 + 16) * b.vertices
	}
	return graphFixed + int64(need)
}

func (b graphBytes) most() int64 { return max(b.building(), b.joining()) }

// GraphBytes returns a memory limit with which [Graph] surely does for so many records,
// whose ids are below a bound, and so many of them distinct, of so many vertices where
// these are declared.
func GraphBytes(threads int, records, bound, distinct uint64, declared graph.Size) int64 {
	b := graphBytes{records: records, wide: bound > 1<<32, ids: bound, rows: distinct, edges: records, declared: declared.Known()}
	// More than the rows: loops may leave some without an edge.
	b.vertices = max(uint64(declared.Get()), distinct+1)
	counting := tallyBytes(bound, threads)*3/2 + 2
	if bound > DenseBound(records) {
		tables := tableBytes(distinct)
		b.ids, counting = idsOfTables(tables, distinct), 2*tables+2
	}
	kept := int64(edgeBytes * records)
	if b.wide {
		kept *= 2
	}
	return max(b.most(), graphFixed+kept+counting)
}
