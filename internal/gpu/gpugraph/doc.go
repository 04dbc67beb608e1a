// Package gpugraph makes oriented lists in the memory of an NVIDIA device, for the
// methods that count there.
//
// [Ingest] reads a source and cleans it on the device, and Orient makes the lists;
// [Upload] copies lists that the CPU made; [OpenParts] makes them piece by piece. Report,
// facts and lists are those of internal/lists, and tests on a device compare them.
//
//	records   workers fill pinned buffers, two each: one is filled while the other is copied
//	keys      larger end, smaller end, direction: 64 bits, batch by batch
//	  sort    each batch, of the bits in use, while others are copied; ends are counted
//	  merge   batches are merged, duplicates dropped and taken off the degrees
//	edges     pairs of ids, ascending
//	  look    some edges tell what another order than that by degree would give
//	  rank    stable sort of the ids by falling degree, or by clusters; by classes, one scan
//	  relabel ranks for ids; sorted again unless these have the same order
//	lists     offsets where the high half changes; neighbours are the low halves; the index
//
// The host waits for the largest id of each batch, the counts of cleaning, and the lists
// at the end.
//
// # Copies
//
// They follow one another in a stream of their own. A file of pairs is read straight
// into the pinned buffers (graph.Filler), which are huge pages of our own: these cost a
// tenth of the driver's to pin. A worker that has sent enough for a batch sees to its
// sorting. With Options.Links half of the slots go by way of another device, whose link to the host
// is one more, and from there to where they belong. When the last batch comes, all before it are one run, so that to sort that
// batch and to merge the two is all that is left.
//
// # Sorting
//
// Sorting is Onesweep (Adinets and Merrill, 2022): the digits of all passes are counted
// in one reading, and each pass reads and writes the keys once. A thread block takes the
// next tile of 4608 keys, counts its digits and makes the counts known. The lanes of a
// warp that have the same digit find each other by a ballot for each bit, and keys are
// staged in shared memory, so that those of a digit are written side by side. Where they
// go is known from the counts of the tiles before, by decoupled look-back (Merrill and
// Garland, 2016). Runs are merged by GPU Merge Path (Green, McColl and Bader, 2012).
// The digits of relabelled edges are counted as they are written.
//
// Edges whose rows are short on average are sorted by buckets of up to 1024 rows alone. A
// block has a bucket in shared memory, puts the entries of each row together, and counts for
// each the smaller ones in its row, which is its place. Larger buckets are put in order in
// memory, a warp a row, and rows of more than 128 entries by a block each. docs/tried.md has
// what else was tried.
//
// # Degrees
//
// Every record is counted while the keys are sorted: smaller ends after the passes over
// the low half, larger ends after the last pass. Equal ends stand in runs then, and the
// first lane of each run adds for all. Merging takes off all but the first record of an
// edge. Loops are keys, too, until merging drops them, so that their vertices are found.
// An edge whose records have both directions is seen where a record differs from the one
// before.
//
// # A look
//
// Clean edges are lists in the order of the ids. A warp an edge finds the rows of both ends by
// binary search, and adds up what methods would do with them: [Look]. Who counts chooses the order
// by that. Where every id has an edge, the order of the ids needs no ranks. By [lists.OrderClusters],
// vertices are sorted by the smallest hash among their neighbours.
//
// # The vertex of each rank
//
// With Options.Order the lists know it: on the device for Ingest and Upload, in memory
// that the keys have left free, and on the host for OpenParts. Without it nothing is
// computed or kept.
//
// # Rows that hold a vertex
//
// How many these are is its degree less the length of its row: Oriented.Held. The degrees by rank lie
// behind the edges in memory that duplicates have left free, so that they are known only where there
// was enough of it and the lists keep it; in the order of the ids, where these are ranks, they are kept.
//
// # The index
//
// Number i of Oriented.Index is the row of entry 128·i, so that a block which begins anywhere
// finds its row by one load. It is written with the rows.
//
// # Memory
//
// [Bytes]: 16.5 bytes a record, 20 an id. What the header tells is compared with the room
// before anything is read, and the ids when they are known. If the records are not known,
// the array grows by half when it is full. Ids of 2^31 and more, and ids with gaps so large
// that the CPU would make them dense, are [ErrIDs].
//
// # Piece by piece
//
// [Parts] is for a graph whose ids fit the device and whose records do not. It reads the
// source again and again, which goes as fast as the link takes it from the page cache.
//
//	reading 1    count the records of each id; mark those with a loop
//	  rank       stable sort of the ids alone by falling counts: graph.OrderRecords; or by
//	             classes, one scan: graph.OrderAverageDegree of records
//	reading 2..  both ends to ranks; keep the records whose larger rank is a row of this pass
//	  sort       as above; duplicates are taken off the counts, which end as degrees
//	lists        of these rows; they go to the host while the source is read again
//
// How many rows a pass takes, nobody knows before their records were seen. So the first
// pass begins with all rows, and whenever what is kept might not fit, the last rows are
// dropped. A histogram of the rows of all records says how many: exact to a row near the
// first one, and to a 256th of the distance farther on. Later passes are planned by the
// whole histogram. Where that misleads, a pass is cut again; it needs one row at least.
//
// A source that changes between readings is an error: each reading must give as many
// records as the first, and all passes together every record that is no loop. A file in
// which as many records of the same rows were replaced is not noticed.
//
// Ranking takes 12.5 bytes an id: its count, two places for ids, and half a byte to sort
// by. What a pass of that sort needs of a count it fetches by the id, which costs less
// than the 17 bytes that pairs of both would take: so 2^30 ids are ranked in 13 GiB.
//
// After that the device takes 4 bytes an id, 4 a row, and 16.5 a record of the pass
// ([PartsBytes] is the least, and [PartsReadings] says how often the source is read). On
// the host it takes the pinned slots, 88 MiB at most, one piece of the lists, and 4 bytes
// a row of a pass.
package gpugraph
