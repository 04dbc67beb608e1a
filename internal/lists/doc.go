// Package lists makes oriented lists of raw records:
//
//	Source  →  Raw  →  Cleaned  →  Ranking  →  Oriented
//
// [Read] reads a source, [Raw.Clean] drops self-loops, merges duplicate and
// reciprocal records, makes ids dense, and says what it did in a report; [Clean]
// does both. A [Ranking] is a total order of the vertices, and Orient relabels the
// edges by it. A graph.Graph can be built on the way and be oriented as often as
// one likes.
//
// [Spill] and Build make the same lists piece by piece, in memory that does not
// grow with the records.
package lists
