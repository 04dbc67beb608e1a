package cli

import (
	"bufio"
	"context"
	"encoding/binary"
	"encoding/json"
	"io"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tricycle-graph/tricycle/internal/serve"
)

// served is a process of serve, and the program that started it.
type served struct {
	t       *testing.T
	process *exec.Cmd
	in      io.WriteCloser
	out     io.Reader
	stderr  strings.Builder
	calls   uint32
	late    *time.Timer // ends a process that says nothing; nil for none
}

// startServe starts a process, and says hello unless the test does.
func startServe(t *testing.T, hello bool, flags ...string) *served {
	t.Helper()
	s := &served{t: t, process: exec.Command("tricycle", append([]string{"serve", "--stdio"}, flags...)...)}
	s.process.Stderr = &s.stderr
	var err error
	if s.in, err = s.process.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	if s.out, err = s.process.StdoutPipe(); err != nil {
		t.Fatal(err)
	}
	if err := s.process.Start(); err != nil {
		t.Fatal(err)
	}
	s.late = time.AfterFunc(tooLong, func() { _ = s.process.Process.Kill() })
	t.Cleanup(func() {
		s.late.Stop()
		_ = s.process.Process.Kill()
		_ = s.process.Wait()
	})
	if hello {
		s.write(serve.Hello, 0, `{"protocol":1}`)
		if frame := s.read(); frame.Kind != serve.Hello {
			t.Fatalf("the first frame is of kind %d", frame.Kind)
		}
	}
	return s
}

func (s *served) write(kind serve.Kind, call uint32, body string) {
	s.t.Helper()
	if _, err := s.in.Write(serve.AppendFrame(nil, serve.Frame{Kind: kind, Call: call, Body: []byte(body)})); err != nil {
		s.t.Fatal(err, &s.stderr)
	}
}

func (s *served) read() serve.Frame {
	s.t.Helper()
	frame, err := serve.ReadFrame(s.out)
	if err != nil {
		s.t.Fatal(err)
	}
	if s.late != nil { // all calls together may take longer on a busy machine
		s.late.Reset(tooLong)
	}
	return frame
}

// begin begins a call.
func (s *served) begin(args ...string) (call uint32) {
	s.t.Helper()
	body, err := json.Marshal(map[string]any{"args": args})
	if err != nil {
		s.t.Fatal(err)
	}
	s.calls++
	s.write(serve.Call, s.calls, string(body))
	return s.calls
}

// answer is what became of a call.
type servedAnswer struct {
	output   string
	messages []message
	code     int
}

// ends reads until so many calls have ended.
func (s *served) ends(calls int) map[uint32]*servedAnswer {
	s.t.Helper()
	all := make(map[uint32]*servedAnswer)
	for calls > 0 {
		frame := s.read()
		a := all[frame.Call]
		if a == nil {
			a = new(servedAnswer)
			all[frame.Call] = a
		}
		switch frame.Kind {
		case serve.Output:
			a.output += string(frame.Body)
		case serve.Message:
			var m message
			if err := json.Unmarshal(frame.Body, &m); err != nil {
				s.t.Fatalf("%v: %s", err, frame.Body)
			}
			a.messages = append(a.messages, m)
		case serve.End:
			a.code = int(binary.LittleEndian.Uint32(frame.Body))
			calls--
		}
	}
	return all
}

// call waits for a call.
func (s *served) call(args ...string) *servedAnswer {
	s.t.Helper()
	number := s.begin(args...)
	return s.ends(1)[number]
}

// exit waits for the end of the process, and returns its exit code.
func (s *served) exit() int {
	_ = s.process.Wait()
	return s.process.ProcessState.ExitCode()
}

// startServeHere is startServe in the process of the test.
func startServeHere(t *testing.T, calls int) *served {
	t.Helper()
	theirIn, ourIn := io.Pipe()
	ourOut, theirOut := io.Pipe()
	s := &served{t: t, in: ourIn, out: bufio.NewReader(ourOut)}
	ended := make(chan error, 1)
	go func() {
		ended <- execute(context.Background(), []string{"serve", "--stdio", "--calls", strconv.Itoa(calls)}, theirIn, theirOut, &s.stderr)
	}()
	t.Cleanup(func() {
		ourIn.Close()
		if t.Failed() { // then there may be frames that nobody reads
			ourOut.Close()
		}
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	greeted := make(chan struct{})
	go func() { // for a pipe of Go waits until it is read
		defer close(greeted)
		_, _ = ourIn.Write(serve.AppendFrame(nil, serve.Frame{Kind: serve.Hello, Body: []byte(`{"protocol":1}`)}))
	}()
	if frame := s.read(); frame.Kind != serve.Hello {
		t.Fatalf("the first frame is of kind %d", frame.Kind)
	}
	<-greeted // the server's does not wait for ours, and a call must not come before it
	return s
}
