package serve

import (
	"bytes"
	"errors"
	"io"
	"testing"
)

func TestFrames(t *testing.T) {
	var text []byte
	want := []Frame{
		{Kind: Hello, Body: []byte(`{}`)},
		{Kind: Cancel, Call: 7},
		{Kind: Output, Call: 1<<32 - 1, Body: bytes.Repeat([]byte("x"), most)},
	}
	for _, frame := range want {
		text = AppendFrame(text, frame)
	}
	in := bytes.NewReader(text)
	for i, frame := range want {
		got, err := ReadFrame(in)
		if err != nil || got.Kind != frame.Kind || got.Call != frame.Call || !bytes.Equal(got.Body, frame.Body) {
			t.Errorf("frame %d: kind %d, call %d, %d bytes, %v", i, got.Kind, got.Call, len(got.Body), err)
		}
	}
	if _, err := ReadFrame(in); err != io.EOF {
		t.Errorf("behind the last frame: %v", err)
	}
}

// TestBrokenFrames: ends within a frame, and lengths that none has.
func TestBrokenFrames(t *testing.T) {
	whole := AppendFrame(nil, Frame{Call, 1, []byte(`{"args":[]}`)})
	broken := [][]byte{{0, 0, 0, 0}, {4, 0, 0, 0, 2, 0, 0, 0}, {0xff, 0xff, 0xff, 0xff, 2, 0, 0, 0, 0}, {6, 0, 16, 0, 2, 0, 0, 0, 0}}
	for length := 1; length < len(whole); length++ {
		broken = append(broken, whole[:length])
	}
	for _, text := range broken {
		if _, err := ReadFrame(bytes.NewReader(text)); !errors.Is(err, ErrBroken) {
			t.Errorf("% x: %v", text, err)
		}
	}
}

// FuzzFrame: what is read is what is written.
func FuzzFrame(f *testing.F) {
	f.Add(AppendFrame(nil, Frame{Hello, 0, []byte(`{"protocol":1}`)}))
	f.Add(AppendFrame(AppendFrame(nil, Frame{Call, 1, []byte(`{"args":["version"]}`)}), Frame{Cancel, 1, nil}))
	f.Add([]byte{5, 0, 0, 0, 3, 1, 0, 0, 0})
	f.Add([]byte{0xff, 0xff, 0xff, 0x7f})
	f.Fuzz(func(t *testing.T, text []byte) {
		in := bytes.NewReader(text)
		var again []byte
		for {
			frame, err := ReadFrame(in)
			if err == io.EOF || errors.Is(err, ErrBroken) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			again = AppendFrame(again, frame)
		}
		if !bytes.HasPrefix(text, again) {
			t.Errorf("% x is written as % x", text, again)
		}
	})
}
