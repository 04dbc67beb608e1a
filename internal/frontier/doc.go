// Package frontier counts the chordless cycles of four vertices and more of a
// graph without enumerating them.
//
// The vertices are decided one after the other, on the cycle or not. What has
// been decided matters for the rest only through the frontier, the decided
// vertices that have undecided neighbours: for each, whether it is on the
// cycle, whether it still lacks a neighbour there, and if so where the path
// ends that it begins. All partial decisions that agree in this are one state
// with a count. A path may close into a cycle only when there is no other.
//
// This is the frontier method: Sekine, Imai and Tani (ISAAC 1995), Knuth's
// Simpath (The Art of Computer Programming, volume 4A, 7.1.4), Kawahara, Inoue,
// Iwashita and Minato (IEICE Transactions E100-A, 2017), here over vertices
// instead of edges, since the cycles are induced; statistical physics knows it
// as the transfer matrix of self-avoiding polygons. Time and memory are
// proportional to the number of states, which is exponential in the width of
// the frontier and in nothing else: on grids it grows 2.5-fold a column.
package frontier
