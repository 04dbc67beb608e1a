// Package gputruss decomposes a graph in the memory of a GPU into its trusses.
//
// As package truss does on the CPU, it peels level by level, in rounds: a round is all
// edges that are at the level at the same time. They leave together, each triangle of
// theirs takes one from the support of the edges that stay, and those that come to the
// level by it are the next round. It works on whole neighbourhoods: a warp goes through
// the shorter one of an edge's two ends, and looks each entry up in the other. Edges that
// are gone are left out of the neighbourhoods whenever a good part has gone.
//
// The device goes from round to round by itself, several at a time; the host looks how
// far it is.
//
// The answer depends on the graph alone: a round is a set, and so is what it does.
package gputruss
