package opencl

import (
	"testing"
	"time"
)

func TestNextShare(t *testing.T) {
	for _, x := range []struct {
		share  int
		lasted time.Duration
		want   int
	}{
		{2, 0, 128}, {100, soon / 5, 500}, {100, soon - 1, 200}, {600, soon - 1, 1000}, {1000, 0, 1000},
		{100, soon, 100}, {100, late, 100},
		{100, late + 1, 50}, {30, time.Hour, 20}, {20, time.Hour, 20},
	} {
		if got := NextShare(x.share, x.lasted, 20, 1000); got != x.want {
			t.Errorf("after %d in %v: %d, want %d", x.share, x.lasted, got, x.want)
		}
	}
}
