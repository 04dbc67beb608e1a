// Package chordless finds the chordless cycles of a graph, and counts them,
// exactly.
//
// A chordless (induced) cycle has no edge between two of its vertices that is
// not on it. The shortest are triangles; those of four vertices and more, the
// holes, are what makes a graph not chordal.
//
//	for cycle, err := range chordless.All(ctx, g, chordless.Options{}) {
//		...
//	}
//	result, err := chordless.Count(ctx, g, chordless.Options{ByLength: true})
//
// [All] streams the cycles and [Sets] their sets of vertices, [Count] counts them without listing where it can,
// [Longest] finds one that is longest, [IsChordal] whether there is any of four
// vertices and more, and [Explain] says what Count would do.
//
// Vertices are the dense ids of the graph; its labels lead back to those of
// the input.
package chordless
