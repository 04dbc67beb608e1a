package gpucount

import (
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpucount/kernels"
)

// twoSteps counts by hubs and, beyond them, by columns. The two are independent, and hubs wait for
// other things than what writes the lines of the columns: in a stream of their own, they run at the same time.
type twoSteps struct {
	run     *deviceRun
	hubs    *deviceHubMatrix // nil for none
	columns *columnCounter

	stream                   *gpu.Stream // of the hubs
	asked, prepared, counted *gpu.Event
}

// newTwoSteps makes room for the columns first, which need the largest arrays.
func (r *deviceRun) newTwoSteps(hubs int, columns columnRoom, many uint32) *twoSteps {
	t := &twoSteps{run: r, columns: r.newColumns(columns, many)}
	if hubs > 0 {
		t.hubs = r.newHubMatrix(hubs)
		if many != kernels.NoColumns {
			t.columns.leaveRoom()
		}
		t.stream, t.asked, t.prepared, t.counted = r.NewStream(), r.NewEvent(), r.NewEvent(), r.NewEvent()
	}
	return t
}

// launch counts with these upper rows and the lower rows of the vertices from first on, which are no
// hubs. It builds the matrix of the hubs of all before, unless that is nil. What the run's stream has to
// do later waits for all of it.
func (t *twoSteps) launch(upper, lower deviceRows, first uint32, all *deviceRows) {
	r := t.run
	if t.hubs == nil {
		t.columns.launch(upper, lower, first)
		return
	}
	if all != nil {
		r.Record(t.asked)
		t.behind(t.asked, func() { t.hubs.build(*all) })
	}
	t.columns.prepare(upper, lower, first)
	r.Record(t.prepared)
	// What writes the lines comes first: it leaves room for the hubs, and these would leave none.
	t.columns.launchPrepared(upper, lower, first)
	t.behind(t.prepared, func() {
		t.hubs.launch(upper)
		r.Record(t.counted)
	})
	r.Await(t.counted)
}

// behind has body ask for work in the stream of the hubs, behind an event.
func (t *twoSteps) behind(e *gpu.Event, body func()) {
	r := t.run
	own := r.Stream
	r.Stream = t.stream
	r.Sequence(func() {
		r.Await(e)
		body()
	})
	r.Stream = own
}

// leaveRoom has what writes the lines in three of eight blocks that a multiprocessor has room for: one of an
// H200 then has room for three blocks of hubs, too. With two or four of eight, kron-24-16 and kron-20-16 took longer.
func (c *columnCounter) leaveRoom() {
	some := max(c.run.Device.Info().Multiprocessors, 1)
	for _, blocks := range []*int{&c.transpose.Blocks, &c.transposeWide.Blocks} {
		*blocks = max(*blocks/some*3/8, 1) * some
	}
}
