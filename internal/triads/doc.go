// Package triads counts the triads of a directed graph: its triples of vertices, by the
// sixteen ways in which three vertices can be joined.
//
// Only triangles are looked for. Two joined pairs with a vertex in common are a triad
// of their own or in a triangle, and one joined pair with any third vertex is a triad
// of its own or in one with more. How many there are of each kind the degrees tell, so
// that each class follows from those with more joined pairs: the census of Batagelj and
// Mrvar (2001), without the work for triads that are no triangles.
package triads
