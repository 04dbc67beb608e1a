// Package summary makes few numbers of many: of what is known of each vertex or edge of a
// graph, how it is distributed, its means, and the largest. Sheets and reports say the same of
// a graph because both take it from here.
package summary
