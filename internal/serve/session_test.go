package serve

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

const interrupted = 130

// echoing returns a server whose calls print their arguments and say how many there are;
// one called "wait" waits for its end, and "stay" stays for longer.
func echoing(calls int) *Server {
	return &Server{
		Version: "test", Calls: calls, Interrupted: interrupted,
		Run: func(ctx context.Context, _ int, args []string, stdout, messages io.Writer) int {
			fmt.Fprint(stdout, strings.Join(args, " "))
			fmt.Fprintf(messages, `{"count":%d}`+"\n", len(args))
			if len(args) > 0 && args[0] == "wait" {
				<-ctx.Done()
				return interrupted
			}
			if len(args) > 0 && args[0] == "stay" {
				time.Sleep(4 * grace)
			}
			return len(args)
		},
		TidyUp: func() {},
		Refuse: func(messages io.Writer, err error) { fmt.Fprintf(messages, "%q", err.Error()) },
	}
}

// program is the other side of a session.
type program struct {
	t    *testing.T
	in   *io.PipeWriter
	out  *io.PipeReader
	done chan error
}

func start(t *testing.T, s *Server) *program {
	t.Helper()
	theirIn, ourIn := io.Pipe()
	ourOut, theirOut := io.Pipe()
	p := &program{t, ourIn, ourOut, make(chan error, 1)}
	go func() {
		p.done <- s.Serve(t.Context(), theirIn, theirOut)
		theirOut.Close()
	}()
	if frame := p.read(); frame.Kind != Hello || frame.Call != 0 || string(frame.Body) != `{"protocol":1,"version":"test"}` {
		t.Fatalf("the first frame is %d %d %s", frame.Kind, frame.Call, frame.Body)
	}
	return p
}

func (p *program) write(kind Kind, call uint32, body string) {
	p.t.Helper()
	if _, err := p.in.Write(AppendFrame(nil, Frame{kind, call, []byte(body)})); err != nil {
		p.t.Fatal(err)
	}
}

func (p *program) read() Frame {
	p.t.Helper()
	frame, err := ReadFrame(p.out)
	if err != nil {
		p.t.Fatal(err)
	}
	return frame
}

// end returns all that a call sends until it ends.
func (p *program) end(call uint32) (output, messages string, code int) {
	p.t.Helper()
	for {
		frame := p.read()
		switch {
		case frame.Call != call:
			p.t.Fatalf("a frame of call %d, and not of %d", frame.Call, call)
		case frame.Kind == Output:
			output += string(frame.Body)
		case frame.Kind == Message:
			messages += string(frame.Body)
		case frame.Kind == End:
			return output, messages, int(binary.LittleEndian.Uint32(frame.Body))
		}
	}
}

func (p *program) close() error {
	p.in.Close()
	go func() { _, _ = io.Copy(io.Discard, p.out) }()
	return <-p.done
}

// TestTidyUp: the program does not wait for what is tidied up after a call, and the next
// call does.
func TestTidyUp(t *testing.T) {
	server, tidy, tidied := echoing(1), make(chan bool), 0
	server.TidyUp = func() {
		<-tidy
		tidied++
	}
	run := server.Run
	server.Run = func(ctx context.Context, slot int, args []string, stdout, messages io.Writer) int {
		return run(ctx, slot, args, stdout, messages) + 10*tidied
	}
	p := start(t, server)
	p.write(Hello, 0, `{"protocol":1}`)
	p.write(Call, 1, `{"args":["a"]}`)
	if _, _, code := p.end(1); code != 1 {
		t.Errorf("the first call ends with %d", code)
	}
	p.write(Call, 2, `{"args":["b"]}`)
	tidy <- true
	if _, _, code := p.end(2); code != 11 {
		t.Errorf("the second call ends with %d", code)
	}
	close(tidy)
	if err := p.close(); err != nil {
		t.Error(err)
	}
}

func TestCalls(t *testing.T) {
	p := start(t, echoing(1))
	p.write(Hello, 0, `{"protocol":1,"more":"later"}`)
	for range 3 { // a number may come again
		p.write(Call, 5, `{"args":["a","b"]}`)
		if output, messages, code := p.end(5); output != "a b" || messages != `{"count":2}` || code != 2 {
			t.Errorf("%q, %q, %d", output, messages, code)
		}
	}
	long := strings.Repeat("x", piece+1)
	p.write(Call, 6, `{"args":["`+long+`"]}`)
	if output, _, _ := p.end(6); output != long {
		t.Errorf("%d bytes of %d", len(output), len(long))
	}
	if err := p.close(); err != nil {
		t.Error(err)
	}
}

// TestCancel ends calls that are under way, that wait, and none that has ended.
func TestCancel(t *testing.T) {
	p := start(t, echoing(1))
	p.write(Hello, 0, `{"protocol":1}`)
	p.write(Cancel, 9, "")
	p.write(Call, 1, `{"args":["wait"]}`)
	p.write(Call, 2, `{"args":["wait"]}`)
	p.write(Call, 3, `{"args":["a"]}`)
	p.read() // of call 1, which is under way
	p.read()
	p.write(Cancel, 2, "")
	if _, _, code := p.end(2); code != interrupted {
		t.Errorf("what waited ends with %d", code)
	}
	p.write(Cancel, 1, "")
	if _, _, code := p.end(1); code != interrupted {
		t.Errorf("what was under way ends with %d", code)
	}
	if output, _, code := p.end(3); output != "a" || code != 1 {
		t.Errorf("the next one prints %q and ends with %d", output, code)
	}
	if err := p.close(); err != nil {
		t.Error(err)
	}
}

// TestSlots has calls that come one after the other take the same slot, where a GPU is open.
func TestSlots(t *testing.T) {
	s := echoing(4)
	s.Run = func(_ context.Context, slot int, _ []string, _, _ io.Writer) int { return slot }
	p := start(t, s)
	p.write(Hello, 0, `{"protocol":1}`)
	slots := make(map[byte]bool)
	for i := range uint32(20) {
		p.write(Call, i+1, `{"args":[]}`)
		slots[p.read().Body[0]] = true
	}
	if len(slots) != 1 {
		t.Errorf("they take %d slots", len(slots))
	}
	if err := p.close(); err != nil {
		t.Error(err)
	}
}

// TestSideBySide has as many calls at once as are allowed.
func TestSideBySide(t *testing.T) {
	const calls = 4
	s := echoing(calls)
	var at, most atomic.Int32
	together := make(chan struct{})
	s.Run = func(_ context.Context, slot int, _ []string, _, _ io.Writer) int {
		now := at.Add(1)
		most.Store(max(most.Load(), now))
		if now == calls {
			close(together)
		}
		<-together
		return slot
	}
	p := start(t, s)
	p.write(Hello, 0, `{"protocol":1}`)
	for i := range uint32(calls) {
		p.write(Call, i+1, `{"args":[]}`)
	}
	slots := make(map[byte]bool)
	for range calls {
		slots[p.read().Body[0]] = true
	}
	if len(slots) != calls || most.Load() != calls {
		t.Errorf("%d slots, %d calls at once", len(slots), most.Load())
	}
	if err := p.close(); err != nil {
		t.Error(err)
	}
}

// TestEndOfInput cancels what is under way, and waits for nobody who stays.
func TestEndOfInput(t *testing.T) {
	for _, args := range []string{"wait", "stay"} {
		p := start(t, echoing(1))
		p.write(Hello, 0, `{"protocol":1}`)
		p.write(Call, 1, `{"args":["`+args+`"]}`)
		p.write(Call, 2, `{"args":["wait"]}`)
		p.read()
		p.read()
		begin := time.Now()
		if err := p.close(); err != nil {
			t.Error(err)
		}
		if took := time.Since(begin); took > 3*grace {
			t.Errorf("%s: ended after %v", args, took)
		}
	}
}

func TestBrokenSessions(t *testing.T) {
	hello := Frame{Kind: Hello, Body: []byte(`{"protocol":1}`)}
	for want, frames := range map[string][]Frame{
		"the first frame is of kind 2 and not 1":                               {{Kind: Call, Call: 1, Body: []byte(`{"args":[]}`)}},
		"the first frame is no object of JSON":                                 {{Kind: Hello, Body: []byte("hello")}},
		"the caller speaks version 2 of it, and this program version 1":        {{Kind: Hello, Body: []byte(`{"protocol":2}`)}},
		"no frame of kind 4 goes to serve":                                     {hello, {Kind: Output, Call: 1}},
		"call 3 is no object of JSON":                                          {hello, {Kind: Call, Call: 3, Body: []byte(`["count"]`)}},
		"call 4 has no args":                                                   {hello, {Kind: Call, Call: 4, Body: []byte(`{}`)}},
		"a call has the number 0":                                              {hello, {Kind: Call, Body: []byte(`{"args":[]}`)}},
		"there are two calls 1":                                                {hello, {Kind: Call, Call: 1, Body: []byte(`{"args":["wait"]}`)}, {Kind: Call, Call: 1, Body: []byte(`{"args":[]}`)}},
		"a frame has 5 to 1048581 bytes behind its length, and not 4294967295": {hello, {Kind: 0xff}},
	} {
		var text []byte
		for _, frame := range frames {
			if frame.Kind == 0xff {
				text = append(text, 0xff, 0xff, 0xff, 0xff)
				continue
			}
			text = AppendFrame(text, frame)
		}
		var out bytes.Buffer
		err := echoing(1).Serve(t.Context(), io.MultiReader(bytes.NewReader(text), hanging{}), &out)
		if !errors.Is(err, ErrBroken) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
		told := false
		for {
			frame, err := ReadFrame(&out)
			if err != nil {
				break
			}
			told = told || frame.Kind == Message && frame.Call == 0 && strings.Contains(string(frame.Body), want)
		}
		if !told {
			t.Errorf("%s: the caller is not told", want)
		}
	}
}

// hanging is an input of which nothing comes and that does not end.
type hanging struct{}

func (hanging) Read([]byte) (int, error) { select {} }

// TestManyWait refuses more calls than can wait.
func TestManyWait(t *testing.T) {
	text := AppendFrame(nil, Frame{Kind: Hello, Body: []byte(`{"protocol":1}`)})
	for i := range uint32(waiting + 2) {
		text = AppendFrame(text, Frame{Call, i + 1, []byte(`{"args":["wait"]}`)})
	}
	err := echoing(1).Serve(t.Context(), bytes.NewReader(text), io.Discard)
	if !errors.Is(err, ErrBroken) || !strings.Contains(err.Error(), "more than 1024 calls wait") {
		t.Error(err)
	}
}

// TestLateWords: what a call writes after its end goes nowhere, and too long a message is
// left out.
func TestLateWords(t *testing.T) {
	var out bytes.Buffer
	to := &told{frames: &frames{out: &out}, call: 1}
	if _, err := (messageWriter{to}).Write(make([]byte, most+1)); err != nil {
		t.Error(err)
	}
	to.end(3)
	length := out.Len()
	if _, err := (outputWriter{to}).Write([]byte("late")); err == nil || out.Len() != length {
		t.Errorf("%v, %d bytes", err, out.Len()-length)
	}
	if frame, err := ReadFrame(&out); err != nil || string(frame.Body) != tooLong {
		t.Errorf("%s, %v", frame.Body, err)
	}
}

// FuzzSession: whatever comes, the session ends, and every call with it, once.
func FuzzSession(f *testing.F) {
	hello := AppendFrame(nil, Frame{Kind: Hello, Body: []byte(`{"protocol":1}`)})
	f.Add(hello)
	f.Add(AppendFrame(hello, Frame{Call, 1, []byte(`{"args":["a"]}`)}))
	f.Add(AppendFrame(AppendFrame(hello, Frame{Call, 1, []byte(`{"args":["wait"]}`)}), Frame{Cancel, 1, nil}))
	f.Add(AppendFrame(AppendFrame(hello, Frame{Call, 1, []byte(`{"args":["wait"]}`)}), Frame{Call, 2, []byte(`{"args":["wait"]}`)}))
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, calls := range []int{1, 3} {
			var out bytes.Buffer
			s := echoing(calls)
			var begun atomic.Int32
			run := s.Run
			s.Run = func(ctx context.Context, slot int, args []string, stdout, messages io.Writer) int {
				begun.Add(1)
				if len(args) > 0 && args[0] == "stay" {
					args = nil
				}
				return run(ctx, slot, args, stdout, messages)
			}
			err := s.Serve(t.Context(), bytes.NewReader(text), &out)
			if err != nil && !errors.Is(err, ErrBroken) {
				t.Fatal(err)
			}
			open, ends := make(map[uint32]bool), int32(0)
			for {
				frame, err := ReadFrame(&out)
				if err == io.EOF {
					break
				}
				if err != nil {
					t.Fatal(err)
				}
				switch frame.Kind {
				case Output, Message:
					open[frame.Call] = frame.Call > 0
				case End:
					delete(open, frame.Call)
					ends++
				}
			}
			for call, is := range open {
				if is {
					t.Errorf("call %d does not end", call)
				}
			}
			if ends < begun.Load() {
				t.Errorf("%d calls are begun, and %d end", begun.Load(), ends)
			}
		}
	})
}
