package lists

// cursors holds, for each task of a partition, its position in each bucket:
// first the counts, then, after prefix, where the task writes next. Tasks and
// buckets together fix where every entry goes, so the result does not depend
// on which worker ran which task.
type cursors struct {
	buckets int
	at      []uint64
}

func newCursors(tasks, buckets int) *cursors {
	return &cursors{buckets: buckets, at: make([]uint64, tasks*buckets)}
}

// of returns the row of one task.
func (c *cursors) of(task int) []uint64 {
	return c.at[task*c.buckets : (task+1)*c.buckets : (task+1)*c.buckets]
}

// prefix turns counts into positions and returns where each bucket begins,
// with the total as last entry.
func (c *cursors) prefix() []uint64 {
	start := make([]uint64, c.buckets+1)
	sum := uint64(0)
	for b := range c.buckets {
		start[b] = sum
		for i := b; i < len(c.at); i += c.buckets {
			sum, c.at[i] = sum+c.at[i], sum
		}
	}
	start[c.buckets] = sum
	return start
}
