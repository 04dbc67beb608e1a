// Package graph holds simple undirected graphs and the steps that lead from a
// file's raw records to lists that are ready for counting:
//
//	Source  →  Raw  →  Cleaned  →  Ranking  →  Oriented
//
// A [Source] yields raw edges in batches and builds nothing. [Read] reads it,
// [Raw.Clean] drops self-loops, merges duplicate and reciprocal records, makes
// ids dense, and says what it did in a [Report]; [Clean] does both. A
// [Ranking] is a total order of the vertices, and Orient relabels the edges by
// it. A [Graph], the symmetric CSR, can be built on the way and be oriented as
// often as one likes.
//
// # One convention
//
// Ranks count from the hubs: under [OrderDegree], rank 0 is the vertex of highest
// degree, ties going to the smaller id. The oriented list of a vertex holds
// its neighbours of smaller rank in ascending order: the strictly lower
// triangle L of the relabelled adjacency matrix. Each triangle a < b < c is
// therefore found exactly once, as a in the lists of both b and c, with b in
// the list of c.
//
// # Limits
//
// Vertex ids inside are uint32, so a graph has fewer than 2^32 vertices; edge
// offsets are 64-bit. Ids outside may be sparse, 64-bit or strings; see
// [Labels].
package graph
