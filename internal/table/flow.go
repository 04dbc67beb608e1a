package table

import (
	"sync"
	"time"
)

// flowEvery is how long rows are kept back at most on their way to standard output.
const flowEvery = 40 * time.Millisecond

// flow sends a chunk that is not full, so that whoever reads sees what a long search has found.
type flow struct {
	mu      sync.Mutex // of the writer's current chunk
	closing chan struct{}
	closed  chan struct{} // nil where rows wait for a full chunk
}

// flows says that rows of a table are read as they are found, and so had better not wait.
func (out *output) flows(table *Table) bool { return out.target.path == "-" && !table.Rows.Known() }

// begin calls send each time that flowEvery has passed, until end.
func (f *flow) begin(send func()) {
	f.closing, f.closed = make(chan struct{}), make(chan struct{})
	go func() {
		defer close(f.closed)
		tick := time.NewTicker(flowEvery)
		defer tick.Stop()
		for {
			select {
			case <-f.closing:
				return
			case <-tick.C:
				f.mu.Lock()
				send()
				f.mu.Unlock()
			}
		}
	}()
}

// end returns when send is called no more. A second call does nothing.
func (f *flow) end() {
	if f.closed != nil {
		close(f.closing)
		<-f.closed
		f.closed = nil
	}
}
