// Package graph holds simple undirected graphs, and says what a source of raw
// edges is.
//
// A [Source] yields raw edges in batches and builds nothing; [FromEdges] makes one of a
// slice. When a [Graph] is built of it, self-loops are dropped, duplicate and
// reciprocal records merged and ids made dense, and a [Report] says so.
//
// # One convention
//
// An [Order] is a total rank of the vertices. Ranks count from the hubs: under
// [OrderDegree], rank 0 is the vertex of highest degree, ties going to the smaller
// id. The oriented list of a vertex holds its neighbours of smaller rank in
// ascending order: the strictly lower triangle L of the relabelled adjacency
// matrix. Each triangle a < b < c is therefore found exactly once, as a in the
// lists of both b and c, with b in the list of c.
//
// # Limits
//
// Vertex ids inside are uint32, so a graph has fewer than 2^32 vertices; edge
// offsets are 64-bit. Ids outside may be sparse, 64-bit or strings; see
// [Labels].
package graph
