package graph

import "sync/atomic"

// Meter carries the progress of a long computation from the workers to
// whoever shows it. The workers write, a display polls [Meter.Snapshot]; a nil
// Meter is valid and costs nothing.
type Meter struct {
	phase atomic.Pointer[string]
	done  atomic.Int64
	total atomic.Int64
}

// Start begins a phase with the work it will take, in units of the phase's
// choosing (bytes, edges, wedges); 0 where the total is unknown.
func (m *Meter) Start(phase string, total int64) {
	if m == nil {
		return
	}
	m.done.Store(0)
	m.total.Store(total)
	m.phase.Store(&phase)
}

// Add reports work done. It may be called from several goroutines; workers
// call it once a chunk, not once an edge.
func (m *Meter) Add(work int64) {
	if m != nil {
		m.done.Add(work)
	}
}

// Snapshot returns the current phase and how far it is.
func (m *Meter) Snapshot() (phase string, done, total int64) {
	if m == nil {
		return "", 0, 0
	}
	if p := m.phase.Load(); p != nil {
		phase = *p
	}
	return phase, m.done.Load(), m.total.Load()
}
