package serve

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"sync"
	"time"
)

const (
	// waiting is how many calls may be there that are not begun.
	waiting = 1 << 10
	// grace is how long calls have to end once nobody is left to hear of them.
	grace = time.Second
)

// Server answers calls.
type Server struct {
	Version string // of the program
	Calls   int    // that are worked on at once; further ones wait
	// Run carries out a command line, and returns its exit code. What is written to
	// messages must be one object of JSON each time. slot is a number below Calls, which
	// nothing else has meanwhile.
	Run func(ctx context.Context, slot int, args []string, stdout, messages io.Writer) (code int)
	// TidyUp is called after each Run once the program was told of the end, so that it does
	// not wait for this.
	TidyUp func()
	// Refuse writes why the session ends, as an object.
	Refuse func(messages io.Writer, err error)
	// Interrupted is the exit code of calls that were cancelled before they began.
	Interrupted int
}

// hello is the body of the first frame.
type hello struct {
	Protocol int    `json:"protocol"`
	Version  string `json:"version,omitempty"` // of the program
}

// commandLine is the body of a call.
type commandLine struct {
	Args []string `json:"args"`
}

// call is one that has not ended.
type call struct {
	told   told
	ctx    context.Context
	cancel context.CancelFunc
	args   []string
}

// session is all that is exchanged with one program.
type session struct {
	*Server
	frames *frames

	mu      sync.Mutex
	free    []int            // slots; the last to be left, where a GPU is open, is the next to be taken
	changed sync.Cond        // of waits and closing
	waits   []*call          // that are not begun, in their order
	calls   map[uint32]*call // by number
	open    int              // calls whose end was not written
	closing bool             // no call is taken any more
	ended   chan struct{}    // closed when closing, and no call is open
}

// Serve answers calls until the input ends, which cancels those that are under way, or
// until the context does. An error is of the class [ErrBroken], that of reading or the
// cause of the context.
func (s *Server) Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	one := &session{
		Server: s, frames: &frames{out: out},
		calls: make(map[uint32]*call), ended: make(chan struct{}),
	}
	one.changed.L = &one.mu
	for slot := range s.Calls {
		one.free = append(one.free, slot)
		go one.work()
	}
	read := make(chan error, 1)
	go func() { read <- one.read(ctx, bufio.NewReader(in)) }()
	var err error
	select {
	case err = <-read:
	case <-ctx.Done():
		err = context.Cause(ctx)
	}
	cancel()
	go one.close(err)
	select {
	case <-one.ended:
	case <-time.After(grace):
	}
	return err
}

// close says why there is nothing to come, and waits for the calls.
func (s *session) close(err error) {
	if errors.Is(err, ErrBroken) {
		s.Refuse(messageWriter{&told{frames: s.frames}}, err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closing = true
	s.changed.Broadcast()
	s.endIfIdle()
}

// endIfIdle lets the session end when nothing is under way. The caller holds the lock.
func (s *session) endIfIdle() {
	if s.closing && s.open == 0 {
		s.open = -1 // once
		close(s.ended)
	}
}

// read takes frames until there are no more.
func (s *session) read(ctx context.Context, in io.Reader) error {
	body, err := json.Marshal(hello{Protocol, s.Version})
	if err != nil {
		return err
	}
	if err := s.frames.write(Frame{Kind: Hello, Body: body}); err != nil {
		return err
	}
	frame, err := ReadFrame(in)
	if err == nil {
		err = greeted(frame)
	}
	for err == nil {
		if frame, err = ReadFrame(in); err == nil {
			err = s.take(ctx, frame)
		}
	}
	if err == io.EOF {
		return nil
	}
	return err
}

// greeted checks the first frame.
func greeted(frame Frame) error {
	if frame.Kind != Hello {
		return broken("the first frame is of kind %d and not %d", frame.Kind, Hello)
	}
	var first hello
	if err := json.Unmarshal(frame.Body, &first); err != nil {
		return broken("the first frame is no object of JSON: %v", err)
	}
	if first.Protocol != Protocol {
		return broken("the caller speaks version %d of it, and this program version %d", first.Protocol, Protocol)
	}
	return nil
}

// take does what a frame asks for.
func (s *session) take(ctx context.Context, frame Frame) error {
	switch frame.Kind {
	case Call:
		return s.begin(ctx, frame)
	case Cancel:
		s.cancel(frame.Call)
		return nil
	}
	return broken("no frame of kind %d goes to serve", frame.Kind)
}

// begin queues a call.
func (s *session) begin(ctx context.Context, frame Frame) error {
	var line commandLine
	switch err := json.Unmarshal(frame.Body, &line); {
	case frame.Call == 0:
		return broken("a call has the number 0")
	case err != nil:
		return broken("call %d is no object of JSON: %v", frame.Call, err)
	case line.Args == nil:
		return broken("call %d has no args", frame.Call)
	}
	c := &call{told: told{frames: s.frames, call: frame.Call}, args: line.Args}
	c.ctx, c.cancel = context.WithCancel(ctx)
	s.mu.Lock()
	defer s.mu.Unlock()
	err := s.enqueue(c)
	if err != nil {
		c.cancel()
	}
	return err
}

// enqueue keeps a call until its turn comes. The caller holds the lock.
func (s *session) enqueue(c *call) error {
	if s.closing {
		return io.EOF
	}
	if s.calls[c.told.call] != nil {
		return broken("there are two calls %d", c.told.call)
	}
	// An end that was read makes room for another call.
	if len(s.calls) >= waiting+s.Calls {
		return broken("more than %d calls wait", waiting)
	}
	s.calls[c.told.call] = c
	s.open++
	s.waits = append(s.waits, c)
	s.changed.Signal()
	return nil
}

// cancel ends a call early: at once, if it waits. It may have ended meanwhile.
func (s *session) cancel(number uint32) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.calls[number]
	if c == nil {
		return
	}
	c.cancel()
	if i := slices.Index(s.waits, c); i >= 0 {
		s.waits = slices.Delete(s.waits, i, i+1)
		go s.finish(c, s.Interrupted) // where nobody reads that waits, and what is read here must not
	}
}

// next returns the call whose turn it is, when there is one; nil when there is none to come.
func (s *session) next() *call {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.waits) == 0 {
		if s.closing {
			return nil
		}
		s.changed.Wait()
	}
	c := s.waits[0]
	s.waits = slices.Delete(s.waits, 0, 1)
	return c
}

// work carries out one call after the other.
func (s *session) work() {
	for c := s.next(); c != nil; c = s.next() {
		if c.ctx.Err() != nil {
			s.finish(c, s.Interrupted)
			continue
		}
		slot := s.enter()
		code := s.Run(c.ctx, slot, c.args, outputWriter{&c.told}, messageWriter{&c.told})
		s.leave(slot)
		s.finish(c, code)
		s.TidyUp()
	}
}

// enter takes a slot: there are as many as calls that are worked on at once.
func (s *session) enter() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	last := len(s.free) - 1
	slot := s.free[last]
	s.free = s.free[:last]
	return slot
}

// leave gives a slot back.
func (s *session) leave(slot int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.free = append(s.free, slot)
}

// finish tells the end of a call, when its number is free.
func (s *session) finish(c *call, code int) {
	c.cancel()
	s.mu.Lock()
	delete(s.calls, c.told.call)
	s.mu.Unlock()
	c.told.end(code)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open--
	s.endIfIdle()
}
