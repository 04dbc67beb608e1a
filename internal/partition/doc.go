// Package partition keeps oriented lists in pieces and cuts them in two
// dimensions, so that triangles can be counted a part at a time:
//
//	builder  →  Store of Pieces  →  Grid  →  Blocks of a Subtask  →  a counter
//
// It is TCBW's partition (Lin, Ouyang, He, Li, WISA 2023, section 3.2; TriCore's
// is the same idea). The rows are cut into P1 ranges and the columns into P2.
// Edge block (i, j) holds the edges (u, v) with u in row range i and v in row
// range j; CSR block (i, k) holds, for the rows of range i, the neighbours in
// column range k. Subtask (i, j, k) takes an edge block and two CSR blocks, (i,
// k) and (j, k), and counts the triangles w < v < u with u in row range i, v in
// row range j and w in column range k. Triangles whose middle corner v is among
// the first ids, the hubs, are counted by subtasks of their own, for a bit matrix
// finds these sooner: one for each row range of u. Each triangle is in exactly
// one subtask, so the counts add up to the count of the graph, in whatever order
// and on whatever machines they are found.
//
// [Join] makes of the blocks of a subtask oriented lists of a graph of its own
// that has these triangles and no others: every method of every engine can count
// it.
//
// A Store keeps its pieces in memory or in checksummed files; docs/formats.md
// draws them. Edge blocks are not kept: they are cut out of the rows.
package partition
