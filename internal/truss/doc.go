// Package truss decomposes a graph in memory into its trusses, in parallel on the
// CPU.
//
// The k-truss is the largest subgraph in which every edge is in at least k-2
// triangles of the subgraph (Cohen 2008). The trussness of an edge is the largest k
// whose k-truss holds it, 2 for an edge in no triangle.
//
// The decomposition peels level by level: the edges of least support leave the
// graph, and each of their triangles takes one from the support of the two other
// edges, as in PKT (Kabir and Madduri 2017). A round is all edges that are at the
// level at the same time. What is particular here:
//
//   - an edge that leaves knows how many triangles it has left, and the search for them
//     ends with the last; where it has none, there is none;
//   - a triangle matters only where one of its edges stays. What becomes of an edge is in
//     two bits, and an edge whose ends both lose every edge is not looked at: cliques leave
//     whole;
//   - the edges of a round are sorted by the end of higher degree, whose neighbours
//     are marked once for all of them; the marks tell the position of a neighbour in
//     the list, too (see marks), so that what these triangles take from the edges of
//     that vertex is added up privately and taken away once;
//   - where neighbours are near one another, as they are in the order of the ids of many
//     graphs, they are held as words of bits: a few of these tell all triangles of an edge
//     that matter (see blocks), and what the other edges of a vertex lose by all of its edges
//     that leave is added up for 64 at once (see tally);
//   - the graph shrinks to what is left whenever a good part has gone (see
//     work.shrink), vertices renumbered; once it is small and dense, the support of an edge
//     is counted when it may have fallen to the level, and not before (see core);
//   - where more leaves than a good part of what stays, the support of what stays is
//     counted anew (see work.recount).
//
// The answer depends on the graph alone: a round is a set, and so is what it does.
package truss
