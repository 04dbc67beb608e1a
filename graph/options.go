package graph

// Options bounds and observes what reads, builds and writes graphs. The zero value uses
// every core and no memory limit.
type Options struct {
	Threads int    // goroutines; 0 for one a core
	Memory  int64  // bytes the step may hold; 0 for no limit
	Meter   *Meter // progress; may be nil
}
