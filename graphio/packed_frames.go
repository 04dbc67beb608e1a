package graphio

import (
	"io"
	"sync"
)

// frame is a run of text and what it is compressed to.
type frame struct {
	text, data []byte
	err        error
	done       chan struct{} // gets a value when data or err is there
}

// frameWriter cuts what is written to it at multiples of a size, whatever the
// lengths of the writes, and compresses the frames in several goroutines.
type frameWriter struct {
	size    int
	current *frame // is being filled
	begun   bool   // a frame was sent
	jobs    chan *frame
	queue   chan *frame // in order
	free    chan *frame
	end     string // what stands behind the last frame

	w     io.Writer
	ended chan struct{} // all frames were written
	mu    sync.Mutex
	err   error // the first one
}

// newFrameWriter starts compressing to w. Each goroutine compresses with a
// function of its own, which appends to data what text is compressed to.
func newFrameWriter(w io.Writer, workers, size int, end string, compressor func() func(data, text []byte) ([]byte, error)) *frameWriter {
	held := workers + 2 // one being filled, one being written
	z := &frameWriter{
		size:  size,
		jobs:  make(chan *frame, held),
		queue: make(chan *frame, held),
		free:  make(chan *frame, held),
		end:   end,
		w:     w,
		ended: make(chan struct{}),
	}
	for range held {
		z.free <- &frame{done: make(chan struct{}, 1)}
	}
	for range workers {
		go func() {
			compress := compressor()
			for f := range z.jobs {
				f.data, f.err = compress(f.data[:0], f.text)
				f.done <- struct{}{}
			}
		}()
	}
	go z.writeFrames()
	return z
}

func (z *frameWriter) writeFrames() {
	defer close(z.ended)
	for f := range z.queue {
		<-f.done
		err := f.err
		if err == nil && z.failed() == nil {
			_, err = z.w.Write(f.data)
		}
		if err != nil {
			z.fail(err)
		}
		z.free <- f
	}
}

func (z *frameWriter) failed() error {
	z.mu.Lock()
	defer z.mu.Unlock()
	return z.err
}

func (z *frameWriter) fail(err error) {
	z.mu.Lock()
	defer z.mu.Unlock()
	if z.err == nil {
		z.err = err
	}
}

// Write keeps text for the frames. Its error may be that of a write before.
func (z *frameWriter) Write(text []byte) (int, error) {
	for rest := text; len(rest) > 0; {
		if err := z.failed(); err != nil {
			return 0, err
		}
		if z.current == nil {
			z.current = <-z.free
			z.current.text = z.current.text[:0]
		}
		n := min(len(rest), z.size-len(z.current.text))
		z.current.text = append(z.current.text, rest[:n]...)
		if rest = rest[n:]; len(z.current.text) == z.size {
			z.send()
		}
	}
	return len(text), nil
}

// send hands the current frame over.
func (z *frameWriter) send() {
	z.jobs <- z.current
	z.queue <- z.current
	z.current, z.begun = nil, true
}

// Close writes what is left, and the end. It does not close the file.
func (z *frameWriter) Close() error {
	if !z.begun && z.current == nil {
		z.current = <-z.free // an empty file has a frame, too
	}
	if z.current != nil {
		z.send()
	}
	close(z.jobs)
	close(z.queue)
	<-z.ended
	if z.err != nil {
		return z.err
	}
	_, err := io.WriteString(z.w, z.end)
	return err
}
