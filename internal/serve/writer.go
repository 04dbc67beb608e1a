package serve

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"sync"
)

// piece is how much of an output goes into one frame.
const piece = 256 << 10

// frames writes whole frames, of several calls at once.
type frames struct {
	mu   sync.Mutex
	out  io.Writer
	text []byte
}

func (f *frames) write(frame Frame) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.text = AppendFrame(f.text[:0], frame)
	_, err := f.out.Write(f.text)
	return err
}

// errEnded is what a call is told that still writes when it was ended: it was left behind.
var errEnded = errors.New("the call has ended")

// told is where the output and the messages of a call go, until it ends.
type told struct {
	frames *frames
	call   uint32

	mu    sync.Mutex
	ended bool
}

func (t *told) write(kind Kind, body []byte) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.ended {
		return errEnded
	}
	return t.frames.write(Frame{kind, t.call, body})
}

// end writes the last frame.
func (t *told) end(code int) {
	// Who does not read any more does not wait for it either.
	_ = t.write(End, binary.LittleEndian.AppendUint32(nil, uint32(code)))
	t.mu.Lock()
	t.ended = true
	t.mu.Unlock()
}

// outputWriter is the standard output of a call.
type outputWriter struct{ *told }

func (w outputWriter) Write(text []byte) (int, error) {
	for done := 0; done < len(text); {
		end := min(done+piece, len(text))
		if err := w.write(Output, text[done:end]); err != nil {
			return done, err
		}
		done = end
	}
	return len(text), nil
}

// messageWriter is the standard error of a call, of which each write is an object.
type messageWriter struct{ *told }

// tooLong stands for a message that is longer than a frame can be.
const tooLong = `{"warning":{"message":"a message was left out, which is too long"}}`

func (w messageWriter) Write(text []byte) (int, error) {
	body := bytes.TrimSuffix(text, []byte("\n"))
	if len(body) > most {
		body = []byte(tooLong)
	}
	if err := w.write(Message, body); err != nil {
		return 0, err
	}
	return len(text), nil
}
