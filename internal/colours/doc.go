// Package colours cuts a graph by the colours of its vertices, so that its triangles can
// be counted in tasks which nobody has to prepare with the whole graph in one place: TTP
// (Park and Chung, CIKM 2013) in the files of PTE (Park et al., KDD 2016).
//
// A hash gives each vertex one of so many colours, and each edge lies in the cell of the
// colours of its two ends, E_ij. A task is a single colour, a pair or a triple of them,
// with the triangles of the cells between its colours:
//
//	T = Σ T(E_ij ∪ E_ik ∪ E_jk)  +  Σ T(E_ii ∪ E_ij ∪ E_jj)  −  (colours−2) Σ T(E_ii)
//
// over the triples i < j < k, the pairs i < j, and the singles i. For a triangle of three
// colours is in one triple; one of two colours is in one pair; one of a single colour is
// in that, and in each of the colours−1 pairs. So it is with whatever is a sum over
// triangles, such as those of a vertex or of an edge.
package colours
