package gpucount

import (
	"github.com/tricycle-graph/tricycle/internal/gpu"
)

// twoSteps counts by hubs and, beyond them, by columns. Both are independent, and hubs wait for
// other things than what writes the lines of columns: in streams of their own, they run at the same time.
type twoSteps struct {
	run     *deviceRun
	hubs    *deviceHubMatrix // nil for none
	columns *columnCounter

	side                 *gpu.Stream // of the hubs
	begin, prepared, end *gpu.Event
}

func (r *deviceRun) newTwoSteps(hubs int, columns columnRoom, many uint32) *twoSteps {
	t := &twoSteps{run: r, columns: r.newColumns(columns, many)}
	if hubs > 0 {
		t.hubs = r.newHubMatrix(hubs)
		t.columns.leaveRoom()
		t.side, t.begin, t.prepared, t.end = r.NewStream(), r.NewEvent(), r.NewEvent(), r.NewEvent()
	}
	return t
}

// launch counts with these upper rows and the lower rows of the vertices from first on, which are no
// hubs. matrix makes the matrix of the hubs. What the run's stream has to do later waits for all of it.
func (t *twoSteps) launch(upper, lower deviceRows, first uint32, matrix func()) {
	r := t.run
	if t.hubs == nil {
		t.columns.launch(upper, lower, first)
		return
	}
	r.Record(t.begin)
	t.beside(t.begin, matrix)
	t.columns.prepare(upper, lower, first)
	r.Record(t.prepared)
	// What writes the lines comes first: it leaves room for the hubs, and these would leave none.
	t.columns.launchPrepared(upper, lower, first)
	t.beside(t.prepared, func() {
		t.hubs.launch(upper)
		r.Record(t.end)
	})
	r.Await(t.end)
}

// beside has body ask for work in the stream of the hubs, behind an event.
func (t *twoSteps) beside(e *gpu.Event, body func()) {
	r := t.run
	own := r.Stream
	r.Stream = t.side
	r.Await(e)
	if r.Err == nil {
		body()
	}
	r.Stream = own
}

// leaveRoom has what writes the lines in three of eight blocks that there would be room for: on an H200 a
// multiprocessor has room for three blocks of hubs, too. With two or four of eight both took longer.
func (c *columnCounter) leaveRoom() {
	for _, blocks := range []*int{&c.transpose.Blocks, &c.transposeWide.Blocks} {
		*blocks = max(*blocks*3/8, 1)
	}
}
