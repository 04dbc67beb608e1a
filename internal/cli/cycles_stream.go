package cli

import (
	"io"
	"slices"
	"sync"
	"time"
)

const (
	streamBytes = 64 << 10              // to collect before they are written
	streamEvery = 40 * time.Millisecond // what was found is not kept back for longer
)

// cycleStream writes cycles to a writer through a buffer. It waits while the
// writer does, and it keeps nothing back for long when cycles are few.
type cycleStream struct {
	encoder cycleEncoder
	out     io.Writer
	closing chan struct{}
	closed  chan struct{}

	mu     sync.Mutex
	text   []byte
	cycles uint64
	err    error
}

func newCycleStream(out io.Writer, encoder cycleEncoder) (*cycleStream, error) {
	if err := encoder.writeHead(out); err != nil {
		return nil, err
	}
	s := &cycleStream{
		encoder: encoder, out: out, text: make([]byte, 0, 2*streamBytes),
		closing: make(chan struct{}), closed: make(chan struct{}),
	}
	go s.flushNowAndThen()
	return s, nil
}

// write adds a cycle. It returns the first error of the writer.
func (s *cycleStream) write(cycle []uint32) error {
	s.mu.Lock()
	s.text = s.encoder.appendCycle(s.text, cycle)
	s.cycles++
	if len(s.text) >= streamBytes {
		s.flush()
	}
	err := s.err
	s.mu.Unlock()
	return err
}

// writeSets adds cycles that are sets. It returns the first error of the writer.
func (s *cycleStream) writeSets(bitmaps bitmapCycles, sets []uint64) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for set := range slices.Chunk(sets, (bitmaps.g.Vertices()+63)/64) {
		s.text = bitmaps.appendSet(s.text, set)
		s.cycles++
		if len(s.text) >= streamBytes {
			s.flush()
		}
	}
	return s.err
}

// writeText adds so many cycles that are encoded already. It returns the first error of the
// writer.
func (s *cycleStream) writeText(text []byte, cycles uint64) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cycles += cycles
	if len(text) < streamBytes {
		s.text = append(s.text, text...)
		if len(s.text) >= streamBytes {
			s.flush()
		}
		return s.err
	}
	s.flush()
	if s.err == nil {
		_, s.err = s.out.Write(text)
	}
	return s.err
}

// flush writes what was collected. The caller holds the lock.
func (s *cycleStream) flush() {
	if s.err == nil && len(s.text) > 0 {
		_, s.err = s.out.Write(s.text)
	}
	s.text = s.text[:0]
}

func (s *cycleStream) flushNowAndThen() {
	defer close(s.closed)
	tick := time.NewTicker(streamEvery)
	defer tick.Stop()
	for {
		select {
		case <-s.closing:
			return
		case <-tick.C:
			s.mu.Lock()
			s.flush()
			s.mu.Unlock()
		}
	}
}

// close writes what is left, and whether all cycles are there.
func (s *cycleStream) close(all bool) error {
	close(s.closing)
	<-s.closed
	s.text = s.encoder.appendEnd(s.text, s.cycles, all)
	s.flush()
	return s.err
}
