// Package ties reads graphs of which more is asked than which vertices are joined:
// which way the arcs run, or how much an edge weighs.
//
// Cleaning drops both. So the records are kept while a graph is built of them, and
// then each is looked up in the graph, for what it says of its edge: [Directed] keeps
// two bits of each end of an edge, [Weighted] a weight. [Triangles] lists the triangles
// with the places of their edges, where these values stand.
package ties
