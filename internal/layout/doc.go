// Package layout finds places in the plane for the vertices of a graph of a few thousand
// vertices, so that distances in the picture are about those in the graph; or takes those
// that a file has.
//
// Each component is laid out alone, in three steps. The distances of all its pairs are found
// by breadth-first searches, 64 at a time ([distances]). PivotMDS of Brandes and Pich
// gives the first places ([pivotMDS]), and stress majorization of Gansner, Koren and North
// the last ones ([majorize]). Then it is turned until its long side lies, and the components
// are packed beside each other.
//
// With n vertices and m edges that is O(nm) time for the distances, far less where searches
// share their steps, O(n²) for each round of the majorization, and 2n² bytes.
//
// The places are the same, to the last bit, on every machine and for any number of threads.
// Each is computed by one goroutine from what the round before has left. And of all
// arithmetic only +, -, *, / and the square root are used, which IEEE 754 rounds correctly;
// products that are added to something stand in float64(), because Go else may fuse both to
// one step with one rounding, and does on arm64 and elsewhere. A test looks for such steps
// in what the compiler makes.
//
// Gonum's graph/layout has the springs of Eades, and Isomap, which is classical scaling. Neither
// minimises stress, and the sums of its linear algebra hang on the vectors of the machine.
package layout
