// Package partition cuts oriented lists in two dimensions, so that triangles
// can be counted a part at a time:
//
//	Oriented  →  Grid  →  Blocks  →  Lists of a Subtask  →  any method
//
// It is TCBW's partition (Lin, Ouyang, He, Li, WISA 2023, section 3.2; TriCore's
// is the same idea). The vertices are cut into P1 ranges of rows and P2 ranges
// of columns. Edge block (i, j) holds the edges (u, v) with u in row range i and
// v in row range j; CSR block (i, k) holds, for the rows of range i, the
// neighbours in column range k. Subtask (i, j, k) takes an edge block and two
// CSR blocks, (i, k) and (j, k), and counts the triangles w < v < u with u in
// row range i, v in row range j and w in column range k. Each triangle is in
// exactly one subtask, so the counts add up to the count of the graph, in
// whatever order and on whatever machines they are found.
//
// A subtask is handed out as oriented lists of a graph of its own that has these
// triangles and no others: every method of every engine can count it.
//
// Blocks lie in files, checksummed; docs/formats.md draws them.
package partition
