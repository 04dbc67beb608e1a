package gpu_test

import (
	"errors"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/fakecuda"
)

// TestRoom asks for the room of a device of 1 GiB beside what others and the
// limit take.
func TestRoom(t *testing.T) {
	for _, x := range []struct{ limit, alloc, room int64 }{
		{0, 0, 1<<30 - 1<<24},
		{0, 1 << 29, 1<<29 - 1<<23},
		{1 << 20, 0, 1 << 20},
		{1 << 20, 1 << 18, 1<<20 - 1<<18},
		{1 << 31, 0, 1<<30 - 1<<24},
	} {
		dev, err := fakecuda.New(hopper).Open(x.limit)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := dev.Alloc(x.alloc); err != nil {
			t.Fatal(err)
		}
		room, err := dev.Room()
		if err != nil || room != x.room {
			t.Errorf("%+v: %d, %v", x, room, err)
		}
		if err := dev.Fits("it", x.room); err != nil {
			t.Errorf("%+v: %v", x, err)
		}
		err = dev.Fits("it", x.room+1)
		var limit *gpu.LimitError
		if !errors.Is(err, gpu.ErrOutOfMemory) || errors.As(err, &limit) != (x.limit > 0 && x.limit < 1<<30) {
			t.Errorf("%+v: %v", x, err)
		}
		if err := dev.Close(); err != nil {
			t.Error(err)
		}
	}
}
