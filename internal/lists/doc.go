// Package lists makes oriented lists of raw records. A [Builder] makes them all:
//
//	Open  →  Rank  →  Whole, or Pieces, or Graph
//
// [Open] reads a source and counts the records of each id, and keeps a sample of
// them: so what the lists would cost to scan in the order of the ids is known before
// anything is moved, and an order can be chosen. Clusters reads them once more, where it may pay to put vertices with
// common neighbours side by side. Rank ranks the vertices. Then each
// record goes to the bucket of its larger rank, once, as a key; each bucket is sorted
// and stripped of duplicates in cache, and its rows are done.
//
// # How
//
// Records that stand in the file as they are (graph.Info.Direct) are read again: twice
// in all, or three times where ids turn out far apart. All others, of text, compressed
// files and pipes, are kept when they are read, and read from there after that.
//
// Buckets are consecutive rows. They are cut by the number of records of their ranks,
// and at every power of two, so that a key takes no more bits than its ranks do: 4 to 8
// bytes. A rank finds its bucket by its first bits, in a table that the first-level
// cache holds. A bucket that is dense enough is not sorted, and neither is a row that
// has one to itself: a bit matrix takes them, with a bit for each pair and direction. Where
// the processor can do sixteen comparisons at once, others are moved to small parts by their
// leading bits, which a network sorts; else they are sorted from the last byte on.
//
// Degrees need no pass of their own. The records of a rank are counted before; what is
// merged is taken off at both ends; what remains is the degree.
//
// Ids that are far apart, or take 64 bits, are counted in hash tables, so that memory
// grows with the distinct ids. The last two readings sum a hash of each record: a source
// that gives other records the last time is an error.
//
// # Memory
//
// Without a limit all of this is in memory, see [WholeBytes]. Within one, records and
// keys that do not fit lie in a temporary file, see [LeastMemory] and [SpillBytes].
// [Graph] spills nothing, as a graph is in memory in the end: what does not fit is
// refused, see [GraphBytes].
package lists
