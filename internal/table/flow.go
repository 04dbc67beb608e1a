package table

import (
	"sync"
	"time"
)

// flowEvery is how long rows are kept back at most on their way to standard output.
const flowEvery = 40 * time.Millisecond

// flow sends rows that wait for more of them, for who reads while a long search finds few.
type flow struct {
	mu      sync.Mutex // of the writer's current chunk
	closing chan struct{}
	closed  chan struct{} // or nil, where rows may wait
}

// flows says that rows of a table had better not wait: somebody reads them as they are found.
func (out *output) flows(table *Table) bool { return out.target.path == "-" && !table.Rows.Known() }

// begin calls send now and then.
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

// end returns when send is called no more. It may be called again.
func (f *flow) end() {
	if f.closed != nil {
		close(f.closing)
		<-f.closed
		f.closed = nil
	}
}
