// Package chordless finds the chordless cycles of a graph, and counts them,
// exactly.
//
// A cycle is chordless, or induced, when all edges between its vertices are on it.
// The shortest are triangles. Those of four vertices and more are called holes; a
// graph without any is chordal.
//
//	for cycle, err := range chordless.All(ctx, g, chordless.Options{}) {
//		...
//	}
//	result, err := chordless.Count(ctx, g, chordless.Options{ByLength: true})
//
// [All] streams the cycles, and [Sets] their sets of vertices. [Count] counts them,
// without listing where it can. [Longest] finds a longest one, [IsChordal] says whether
// there is a hole, and [Explain] says what Count would do.
//
// Vertices are the dense ids of the graph; its labels lead back to those of
// the input.
package chordless
