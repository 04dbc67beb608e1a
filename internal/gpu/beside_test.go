package gpu_test

import (
	"errors"
	"io"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/gpu"
)

type closed struct{ times int }

func (c *closed) Close() error {
	c.times++
	return errors.New("closed")
}

// TestBeside: what is kept beside devices is made once, moves to a group that is opened anew, and is
// closed with that.
func TestBeside(t *testing.T) {
	c := new(closed)
	g := gpu.NewGroup(func() (*gpu.Driver, error) { return nil, gpu.ErrNoDriver }, 5, 1)
	for range 2 {
		if g.Beside(func() io.Closer { return c }) != io.Closer(c) {
			t.Error("another is kept")
		}
	}
	if _, err := g.Devices(t.Context()); err == nil || !g.Broken() {
		t.Error(err)
	}
	next := g.Anew()
	if next.Broken() || next.Limit() != 5 || next.Count() != 1 || c.times != 0 {
		t.Error(next, c.times)
	}
	if g.Beside(func() io.Closer { return new(closed) }) != nil || next.Beside(nil) != io.Closer(c) {
		t.Error("it is not where it should be")
	}
	if err := next.Close(); err == nil || c.times != 1 || next.Beside(nil) != nil {
		t.Error(err, c.times)
	}
	if (*gpu.Group)(nil).Beside(nil) != nil {
		t.Error("something is kept without a group")
	}
}
