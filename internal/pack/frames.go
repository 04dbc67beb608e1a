package pack

import (
	"io"

	"github.com/tricycle-graph/tricycle/internal/inorder"
)

// frame is a run of text and what it is compressed to.
type frame struct{ text, data []byte }

// frameWriter cuts what is written to it at multiples of a size, whatever the
// lengths of the writes, and compresses the frames in several goroutines.
type frameWriter struct {
	size    int
	frames  *inorder.Queue[frame]
	current *inorder.Item[frame] // is being filled
	begun   bool                 // a frame was sent
	w       io.Writer
	end     string // what stands behind the last frame
}

// newFrameWriter starts compressing to w. Each goroutine compresses with a
// function of its own, which appends to data what text is compressed to.
func newFrameWriter(w io.Writer, workers, size int, end string, compressor func() func(data, text []byte) ([]byte, error)) *frameWriter {
	worker := func() func(*frame) error {
		compress := compressor()
		return func(f *frame) (err error) {
			f.data, err = compress(f.data[:0], f.text)
			return err
		}
	}
	finish := func(f *frame) error {
		_, err := w.Write(f.data)
		return err
	}
	return &frameWriter{size: size, frames: inorder.New(workers, worker, finish), w: w, end: end}
}

// Write keeps text for the frames. Its error may be that of a write before.
func (z *frameWriter) Write(text []byte) (int, error) {
	for rest := text; len(rest) > 0; {
		if err := z.frames.Err(); err != nil {
			return 0, err
		}
		if z.current == nil {
			z.take()
		}
		f := &z.current.Value
		n := min(len(rest), z.size-len(f.text))
		f.text = append(f.text, rest[:n]...)
		if rest = rest[n:]; len(f.text) == z.size {
			z.send()
		}
	}
	return len(text), nil
}

// take begins a frame.
func (z *frameWriter) take() {
	z.current = z.frames.Take()
	z.current.Value.text = z.current.Value.text[:0]
}

// send hands the current frame over.
func (z *frameWriter) send() {
	z.frames.Send(z.current)
	z.current, z.begun = nil, true
}

// Close writes what is left, and the end. It does not close the file.
func (z *frameWriter) Close() error {
	if !z.begun && z.current == nil {
		z.take() // an empty file has a frame, too
	}
	if z.current != nil {
		z.send()
	}
	if err := z.frames.Close(); err != nil {
		return err
	}
	_, err := io.WriteString(z.w, z.end)
	return err
}
