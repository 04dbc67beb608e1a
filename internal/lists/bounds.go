package lists

import (
	"math/bits"
	"sort"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// What is held beside arrays over the vertices, and chunks.
const (
	// processBytes is the process itself and what grows with nothing.
	processBytes = 42 << 20
	// workerBytes is what a worker reads into.
	workerBytes = 4 << 20
	// sortBytes is what a worker holds for each record of a bucket: its key twice,
	// and its edge, with the row's length, twice.
	sortBytes = 32
	// rankBytes is what an id takes while it is ranked: its records, its rank, and
	// the records of that.
	rankBytes = 12
	// graphFixed is what [Graph] holds whatever the graph: the process itself, some
	// 20 MiB, and what the workers read into and sort in.
	graphFixed = 32 << 20
	// edgeBytes and wideEdgeBytes are what a record takes that is kept.
	edgeBytes     = 8
	wideEdgeBytes = 16
)

// DenseBound returns where ids begin that are too far apart for arrays over all up
// to the largest, of which there are so many records: the entries of those stay
// within a small multiple of the records.
func DenseBound(records uint64) uint64 { return min(4*records+1<<16, 1<<32) }

// fixedBytes returns what so many workers hold at least.
func fixedBytes(workers int) int64 { return processBytes + int64(workers)*workerBytes }

// keptBytes returns the memory for records that are kept, of so much that there is.
func keptBytes(memory int64, workers int) int64 { return (memory - fixedBytes(workers)) / 4 }

// KeepsRecords reports whether a [Builder] with so much memory, 0 for no limit, surely keeps
// so many records of so many ids of 32 bits, which it is given once, without a temporary file.
func KeepsRecords(records, ids uint64, memory int64, threads int) bool {
	besideIDs := memory - rankBytes*int64(min(ids, 1<<32))
	return memory <= 0 || int64(min(records, 1<<50))*edgeBytes <= keptBytes(besideIDs, par.Workers(threads))
}

// leastBytes returns the least memory with which a build can be shaped.
func leastBytes(workers int, ids, records uint64) int64 {
	const step = 1 << 20
	return step * int64(sort.Search(1<<43, func(n int) bool {
		_, ok := shapeOf(step*int64(n+1), workers, ids, records)
		return ok
	})+1)
}

// LeastMemory returns the least memory with which a [Builder] surely does for
// so many records, whose ids are below a bound, and so many of them distinct: in
// arrays over all ids, or in tables of the distinct ones.
func LeastMemory(threads int, records, bound, distinct uint64) int64 {
	// In tables, beside which the ranks are made: those are as large as arrays over
	// more ids would be.
	tables := tableBytes(distinct)
	least := max(leastBytes(threads, idsOfTables(tables, distinct), records), fixedBytes(threads)+2*tables)
	if bound <= DenseBound(records) {
		least = min(least, max(leastBytes(threads, bound, records), fixedBytes(threads)+tallyBytes(bound)*3/2+1))
	}
	return least
}

// idsOfTables returns how many ids would take in arrays what these take in tables
// of so many bytes: while records are mapped, and while ranks are made.
func idsOfTables(held int64, ids uint64) uint64 {
	n := int64(ids)
	return uint64(max((held+4*n)/8, (held+24*n)/rankBytes))
}

// keyBytes is the most that a key takes on the disk, for ids below a bound and
// buckets of a target.
func keyBytes(ids, target uint64) int64 {
	// The row in a bucket, the smaller end, and the direction. Every row of a
	// bucket has a record, at one of its ends.
	row := bits.Len64(min(target, ids))
	return int64(min((bits.Len64(ids)+row+1+7)/8, 8))
}

// SpillBytes returns what a [Builder] needs for a source, as far as its
// header tells: the least memory with which they can do, and with as much memory
// as is given (0 for no limit) the most bytes that they write to the disk, where
// ids have 32 bits. Where the vertices are not declared, inMemory grows by 12
// bytes for each, and onDisk by as much where memory is short. Where the records
// are not known, neither are these.
func SpillBytes(info graph.Info, memory int64, threads int) (inMemory, onDisk graph.Size) {
	if !info.Records.Known() {
		return graph.Size{}, graph.Size{}
	}
	// A header may declare anything: what no disk holds is refused all the same.
	const most = 1 << 50
	records := min(uint64(info.Records.Get()), most)
	ids := min(uint64(info.Vertices.Get()), DenseBound(records)) // more than that are not in arrays
	inMemory = graph.Known(LeastMemory(threads, records, ids, min(ids, 2*records)))
	bound := ids
	if !info.Vertices.Known() {
		bound = DenseBound(records)
	}
	s, ok := shapeOf(memory, threads, ids, records)
	if !ok {
		s.target, s.keep = bound, 0
	}
	each := keyBytes(bound, s.target)
	if !info.Direct {
		each += 8
	}
	return inMemory, graph.Known(max(each*int64(records)-s.keep, 0))
}

// WholeBytes returns the least and the most bytes that [Open] and Whole hold at their
// peak without a limit, as far as the header of a source tells: where they fit,
// nothing need be spilled. Vertices that are not declared come on top, with
// [VertexBytes] each. Where the number of records is not known neither are these.
func WholeBytes(info graph.Info, threads int) (least, most graph.Size) {
	if !info.Records.Known() {
		return graph.Size{}, graph.Size{}
	}
	const longest = 1 << 50 // more is refused all the same
	records, ids := min(info.Records.Get(), longest), min(info.Vertices.Get(), longest)
	fixed := fixedBytes(threads) + ids*VertexBytes(threads)
	bound := min(uint64(ids), DenseBound(uint64(records)))
	if !info.Vertices.Known() {
		bound = DenseBound(uint64(records))
	}
	return graph.Known(fixed + (leastWidth+4)*records), graph.Known(fixed + recordBytes(bound, uint64(records))*records)
}

// recordBytes returns what each of so many records takes that are made lists in memory,
// of ids below a bound: a key until the end, and beside it its edge. Records that are kept
// go as their keys come.
func recordBytes(bound, records uint64) int64 {
	s, _ := shapeOf(0, 1, bound, records)
	return max(keyBytes(bound, s.target), leastWidth) + 4
}

// VertexBytes returns what a vertex takes in lists that are made whole: its counts, of
// each worker and of all, or its rank, its records, its offset and its id.
func VertexBytes(threads int) int64 { return max(2*int64(threads)+8, 20) }

// What a builder holds of each vertex that it keeps: with its id, where that is in a
// table.
const (
	arrayVertexBytes = 4
	tableVertexBytes = 4 + 8
)

// KeptVertexBytes bounds what Options.Vertices takes off the memory for so many
// records, whose ids are below a bound, and so many of them distinct.
func KeptVertexBytes(records, bound, distinct uint64) int64 {
	if bound <= DenseBound(records) {
		return max(arrayVertexBytes*int64(bound), tableVertexBytes*int64(min(distinct, bound)))
	}
	return tableVertexBytes * int64(distinct)
}

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

// building returns what is held until the edges of each row are there: of each record
// its recordBytes; and of each id its records, its rank, the records of that, its offset
// and itself.
func (b graphBytes) building() int64 {
	each := recordBytes(b.ids, b.records)
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
	counting := tallyBytes(bound)*3/2 + 2
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
