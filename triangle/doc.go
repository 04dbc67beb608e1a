// Package triangle counts the triangles of a graph, exactly: of all of it, of each vertex
// or of each edge.
//
//	src, err := graphio.Open("graph.mtx", graphio.Options{})
//	...
//	result, err := triangle.Count(ctx, src, triangle.Options{})
//
// [Count] plans how to count the source by what that says of itself and by the limits,
// reads and cleans it, and counts; [Vertices], [Edges] and [Truss] do so for each vertex and
// each edge. [Explain] says how Count would do it, and
// [EstimateCount] what it would take. [Divide] cuts a graph for counts that are shared;
// package jobs makes use of it.
package triangle
