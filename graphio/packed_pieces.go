package graphio

import (
	"bytes"
	"io"
)

// piece is a part of a compressed stream that can be decompressed on its own.
type piece struct {
	packed []byte
	size   int // of the text, at most
	text   []byte
	err    error
	done   chan struct{} // gets a value when text or err is there

	// rest, where it is not nil, takes the place of packed: the piece is all
	// that is left of the stream, to be read in one go.
	rest io.Reader
}

// splitter cuts a compressed stream into pieces. What is too large, damaged or
// cut off it leaves to the ordinary reader, so that text in front of the damage
// is read and errors are the same everywhere.
type splitter interface {
	// next sets p to the next piece. It returns io.EOF behind the last one.
	next(p *piece) error
	// decoder returns a function that sets the text of a piece. Each goroutine
	// has one of its own.
	decoder() func(p *piece) error
	// reader returns the ordinary reader.
	reader(r io.Reader) (io.ReadCloser, error)
}

// mostDecoders is how many goroutines one that cuts can keep busy.
const mostDecoders = 16

// pieceReader decompresses the pieces of a stream in several goroutines and
// reads their text in order.
type pieceReader struct {
	split splitter
	queue chan *piece // in the order of the stream
	free  chan *piece
	stop  chan struct{}

	current *piece // whose text is being read
	text    []byte // what is left of it
	rest    io.ReadCloser
	last    bool // nothing comes behind rest
}

func newPieceReader(split splitter, workers int) *pieceReader {
	workers = min(workers, mostDecoders)
	held := workers + 2 // one being filled, one being read
	r := &pieceReader{
		split: split,
		queue: make(chan *piece, held),
		free:  make(chan *piece, held),
		stop:  make(chan struct{}),
	}
	for range held {
		r.free <- &piece{done: make(chan struct{}, 1)}
	}
	jobs := make(chan *piece, held)
	go r.cut(jobs)
	for range workers {
		go func() {
			decode := split.decoder()
			for p := range jobs {
				p.err = decode(p)
				p.done <- struct{}{}
			}
		}()
	}
	return r
}

// cut queues the pieces until the stream ends or nobody wants more.
func (r *pieceReader) cut(jobs chan<- *piece) {
	defer close(jobs)
	defer close(r.queue)
	for {
		var p *piece
		select {
		case p = <-r.free:
		case <-r.stop:
			return
		}
		p.packed, p.size, p.text, p.err, p.rest = p.packed[:0], 0, p.text[:0], nil, nil
		err := r.split.next(p)
		if err == io.EOF {
			return
		}
		if err != nil {
			p.err, p.packed = err, p.packed[:0]
		}
		if err != nil || p.rest != nil {
			p.done <- struct{}{}
			r.queue <- p
			return
		}
		jobs <- p
		r.queue <- p
	}
}

func (r *pieceReader) Read(text []byte) (int, error) {
	for len(r.text) == 0 {
		if r.rest != nil {
			n, err := r.rest.Read(text)
			if n > 0 || err != io.EOF || r.last {
				return n, err
			}
			r.rest, err = nil, r.rest.Close()
			if err != nil {
				return 0, err
			}
		}
		if err := r.advance(); err != nil {
			return 0, err
		}
	}
	n := copy(text, r.text)
	r.text = r.text[n:]
	return n, nil
}

// advance takes the next piece.
func (r *pieceReader) advance() error {
	if r.current != nil {
		r.free <- r.current
		r.current = nil
	}
	p, ok := <-r.queue
	if !ok {
		return io.EOF
	}
	<-p.done
	r.current = p
	var err error
	switch {
	case p.rest != nil:
		r.last = true
		r.rest, err = r.split.reader(p.rest)
	case p.err != nil && len(p.packed) == 0:
		return p.err
	case p.err != nil:
		r.rest, err = r.split.reader(bytes.NewReader(p.packed))
	default:
		r.text = p.text
	}
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return err
}

// Close does not wait for a read that hangs, as on a terminal.
func (r *pieceReader) Close() error {
	close(r.stop)
	if r.rest != nil {
		return r.rest.Close()
	}
	return nil
}

// room returns memory for a text of at most n bytes.
func (p *piece) room(n int) []byte {
	if cap(p.text) < n {
		p.text = make([]byte, 0, n)
	}
	return p.text[:0:n]
}
