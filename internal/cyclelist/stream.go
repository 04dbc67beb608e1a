package cyclelist

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

// Stream writes cycles to a writer through a buffer. It waits while the
// writer does, and it keeps nothing back for long when cycles are few.
type Stream struct {
	encoder Encoder
	out     io.Writer
	closing chan struct{}
	closed  chan struct{}

	mu     sync.Mutex
	text   []byte
	cycles uint64
	err    error
}

// NewStream begins a list, which is to be closed.
func NewStream(out io.Writer, encoder Encoder) (*Stream, error) {
	if err := encoder.writeHead(out); err != nil {
		return nil, err
	}
	s := &Stream{
		encoder: encoder, out: out, text: make([]byte, 0, 2*streamBytes),
		closing: make(chan struct{}), closed: make(chan struct{}),
	}
	go s.flushNowAndThen()
	return s, nil
}

// Write adds a cycle. It returns the first error of the writer.
func (s *Stream) Write(cycle []uint32) error {
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

// TakesSets says whether the form is that of sets.
func (s *Stream) TakesSets() bool {
	_, ok := s.encoder.(bitmapCycles)
	return ok
}

// WriteSets adds cycles that are sets, as chordless.Sets has them, to a list that [Stream.TakesSets]. It returns the first error of the writer.
func (s *Stream) WriteSets(sets []uint64) error {
	bitmaps := s.encoder.(bitmapCycles)
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

// Append encodes a cycle for WriteText. Of all forms but GeoJSON, which numbers its cycles, several
// workers may call it at once.
func (s *Stream) Append(text []byte, cycle []uint32) []byte {
	return s.encoder.appendCycle(text, cycle)
}

// WriteText adds so many cycles that [Stream.Append] has encoded. It returns the first error of the
// writer.
func (s *Stream) WriteText(text []byte, cycles uint64) error {
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
func (s *Stream) flush() {
	if s.err == nil && len(s.text) > 0 {
		_, s.err = s.out.Write(s.text)
	}
	s.text = s.text[:0]
}

func (s *Stream) flushNowAndThen() {
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

// Close writes what is left, and whether all cycles are there.
func (s *Stream) Close(all bool) error {
	close(s.closing)
	<-s.closed
	s.text = s.encoder.appendEnd(s.text, s.cycles, all)
	s.flush()
	return s.err
}

// Cycles is how many were written.
func (s *Stream) Cycles() uint64 { return s.cycles }
