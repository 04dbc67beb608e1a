// Package serve is the protocol of tricycle serve: a program that started it writes calls
// to its standard input, and reads on its standard output what they print and say.
// docs/serve.md describes it for those who write such a program.
package serve

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// Protocol is the version of the protocol.
const Protocol = 1

// Kind is what a frame is.
type Kind byte

const (
	Hello   Kind = 1 // from both, first: which protocol is spoken
	Call    Kind = 2 // to serve: a command line
	Cancel  Kind = 3 // to serve: end a call early
	Output  Kind = 4 // from serve: some of what a call prints
	Message Kind = 5 // from serve: one thing that a call says
	End     Kind = 6 // from serve: the exit code of a call, of which nothing comes any more
)

const (
	head = 5       // bytes of a frame between its length and its body
	most = 1 << 20 // bytes of a body
)

// Frame is one unit of what is exchanged. Call is the number of the call that it belongs
// to, 0 for the session as a whole.
type Frame struct {
	Kind Kind
	Call uint32
	Body []byte
}

// ErrBroken is the class of errors of those who do not keep to the protocol.
var ErrBroken = errors.New("the protocol of serve is broken")

func broken(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrBroken, fmt.Sprintf(format, args...))
}

// ReadFrame reads a frame. It is io.EOF where there is none any more.
func ReadFrame(in io.Reader) (Frame, error) {
	var start [4 + head]byte
	if _, err := io.ReadFull(in, start[:4]); err != nil {
		return Frame{}, halved(err)
	}
	length := binary.LittleEndian.Uint32(start[:])
	if length < head || length > head+most {
		return Frame{}, broken("a frame has %d to %d bytes behind its length, and not %d", head, head+most, length)
	}
	if _, err := io.ReadFull(in, start[4:]); err != nil {
		return Frame{}, halved(within(err))
	}
	frame := Frame{Kind: Kind(start[4]), Call: binary.LittleEndian.Uint32(start[5:])}
	if length > head {
		frame.Body = make([]byte, length-head)
		if _, err := io.ReadFull(in, frame.Body); err != nil {
			return Frame{}, halved(within(err))
		}
	}
	return frame, nil
}

// within says that an end stands within a frame.
func within(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

func halved(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return broken("the input ends within a frame")
	}
	return err
}

// AppendFrame appends a frame to text. Its body must be short enough.
func AppendFrame(text []byte, frame Frame) []byte {
	text = binary.LittleEndian.AppendUint32(text, uint32(head+len(frame.Body)))
	text = append(text, byte(frame.Kind))
	text = binary.LittleEndian.AppendUint32(text, frame.Call)
	return append(text, frame.Body...)
}
