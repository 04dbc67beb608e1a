package triangle

import "github.com/tricycle-graph/tricycle/internal/cpucount"

// Method names a way of counting: one of [Methods], "auto" being the project's own,
// and whatever is best for the graph. All of them give the same count on every
// order; they differ in time and memory. docs/methods.md says what each does, and
// from which paper it is.
type Method = cpucount.Method
