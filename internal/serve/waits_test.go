package serve

import (
	"errors"
	"io"
	"testing"
	"time"
)

// TestCancelledMakeRoom: calls that were cancelled while they waited do not wait any more.
func TestCancelledMakeRoom(t *testing.T) {
	p := start(t, echoing(1))
	p.write(Hello, 0, `{"protocol":1}`)
	p.write(Call, 1, `{"args":["wait"]}`)
	p.read()
	p.read()
	for range 2 * waiting {
		p.write(Call, 2, `{"args":["wait"]}`)
		p.write(Cancel, 2, "")
		if _, _, code := p.end(2); code != interrupted {
			t.Fatalf("what waited ends with %d", code)
		}
	}
	if err := p.close(); err != nil {
		t.Error(err)
	}
}

// TestAllThatCanWait has as many calls at a time as the protocol allows, and again.
func TestAllThatCanWait(t *testing.T) {
	const calls = 3
	p := start(t, echoing(calls))
	p.write(Hello, 0, `{"protocol":1}`)
	ended := make(chan uint32, waiting+calls)
	for i := range uint32(waiting + calls) {
		ended <- i + 1
	}
	go func() {
		for range 3 * waiting {
			p.write(Call, <-ended, `{"args":[]}`)
		}
	}()
	for range 3 * waiting {
		frame := p.read()
		for frame.Kind != End {
			if frame = p.read(); frame.Call == 0 {
				t.Fatalf("refused: %s", frame.Body)
			}
		}
		ended <- frame.Call
	}
	if err := p.close(); err != nil {
		t.Error(err)
	}
}

// TestCancelUnread: a cancel whose end nobody reads holds up nothing, so that the end of
// the input is seen.
func TestCancelUnread(t *testing.T) {
	p := start(t, echoing(1))
	p.write(Hello, 0, `{"protocol":1}`)
	p.write(Call, 1, `{"args":["wait"]}`)
	p.write(Call, 2, `{"args":["wait"]}`)
	p.write(Cancel, 2, "")
	p.in.Close()
	select {
	case err := <-p.done:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(5 * grace):
		t.Error("it does not end")
	}
	if _, err := io.ReadAll(p.out); err != nil && !errors.Is(err, io.EOF) {
		t.Error(err)
	}
}
