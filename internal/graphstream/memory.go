package graphstream

const (
	base = 48 << 20 // what a process holds beside graphs
	// leastReading is what one goroutine that reads has in any case: the rows of a graph of
	// WideMost vertices, and a line of as many.
	leastReading = 8 << 20
)

// Reading returns how much of a limit of memory is for what reads graphs, and for how many
// goroutines, at most workers, that is enough: a third of what there is beside the
// process. What answers has the rest.
func Reading(limit int64, workers int) (bytes int64, fit int) {
	bytes = max((limit-base)/3, leastReading)
	return bytes, int(max(min(int64(workers), bytes/leastReading), 1))
}

// LimitOfReading returns a limit with which each of so many goroutines may hold so much.
func LimitOfReading(bytes int64, workers int) int64 {
	return base + 3*max(bytes, leastReading)*int64(workers)
}
