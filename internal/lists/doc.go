// Package lists makes oriented lists of raw records. A [Builder] makes them all:
//
//	Open  →  Rank  →  Whole, or Pieces, or Graph
//
// [Open] reads a source and counts the records of each id, at larger and smaller ends
// apart: so what the lists would cost to scan in the order of the ids is known before
// anything is moved, and an order can be chosen. Rank ranks the vertices. Then each
// record goes to the bucket of its larger rank, once, as a key; each bucket is sorted
// and stripped of duplicates in cache, and its rows are done.
//
// Without a limit all of this is in memory, see [WholeBytes]. Within one, records and
// keys that do not fit lie in a temporary file, see [LeastMemory] and [SpillBytes].
//
// [Read], [Raw.Clean] and [Clean] are an older way to lists in memory, by way of rows
// in the order of the ids, and [Spill] is one to pieces.
package lists
