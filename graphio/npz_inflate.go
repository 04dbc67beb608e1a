package graphio

import (
	"io"
	"sync"
)

// inflater inflates a member in a goroutine of its own, a few pieces in front of its reader:
// the lists of a matrix are members, so that each keeps a thread busy.
type inflater struct {
	full chan inflated
	free chan []byte
	stop chan struct{}
	done sync.WaitGroup

	current inflated
	rest    []byte // what is left to be read of it
	closed  error
}

// inflated is a piece of a member, and what ended the member behind it.
type inflated struct {
	data []byte
	err  error
}

const (
	inflatedSize = 128 << 10
	// inflatedPieces is how many pieces there are: those of all members that a format needs
	// are small beside what a process has for decoders.
	inflatedPieces = 4
)

// newInflater starts to read the stream of a member of so many bytes, and closes it in the end.
func newInflater(stream io.ReadCloser, size uint64) *inflater {
	f := &inflater{full: make(chan inflated, inflatedPieces), free: make(chan []byte, inflatedPieces), stop: make(chan struct{})}
	for range inflatedPieces {
		f.free <- nil
	}
	f.done.Go(func() {
		f.inflate(stream, size)
		f.closed = stream.Close()
	})
	return f
}

// inflate sends pieces until the member ends or nobody wants more. Where the last byte should
// be a piece ends: package zip gives none of those that it reads together with one too many.
func (f *inflater) inflate(stream io.Reader, left uint64) {
	for {
		select {
		case data := <-f.free:
			next := uint64(inflatedSize)
			if left > 0 {
				next = min(next, left)
			}
			data = resize(data, int(next))
			n, err := fill(stream, data)
			left -= min(left, next)
			f.full <- inflated{data[:n], err} // which has room for all
			if err != nil {
				return
			}
		case <-f.stop:
			return
		}
	}
}

// Read gives the same bytes as the stream, and the same error behind them.
func (f *inflater) Read(data []byte) (int, error) {
	for len(f.rest) == 0 {
		if f.current.err != nil {
			return 0, f.current.err
		}
		if f.current.data != nil {
			f.free <- f.current.data
		}
		f.current = <-f.full
		f.rest = f.current.data
	}
	n := copy(data, f.rest)
	f.rest = f.rest[n:]
	return n, nil
}

// Close waits for the goroutine: a member is in a file or in memory.
func (f *inflater) Close() error {
	close(f.stop)
	f.done.Wait()
	return f.closed
}
