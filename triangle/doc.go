// Package triangle counts the triangles of a graph, exactly.
//
//	src, err := graphio.Open("graph.mtx", graphio.Options{})
//	...
//	result, err := triangle.Count(ctx, src, triangle.Options{})
//
// Count reads the source, cleans it, plans an order and a method, and runs
// them. A caller who has oriented lists already uses [cpucount.Count].
package triangle
