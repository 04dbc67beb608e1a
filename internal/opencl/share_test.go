package opencl

import (
	"testing"
	"time"
)

func TestNextShare(t *testing.T) {
	for _, x := range []struct {
		share, taken int
		lasted       time.Duration
		want         int
	}{
		{2, 2, 0, 128}, {100, 100, soon / 5, 500}, {100, 100, soon - 1, 200}, {600, 600, soon - 1, 1000}, {1000, 1000, 0, 1000},
		{100, 100, soon, 100}, {100, 100, late, 100},
		{100, 100, late + 1, 50}, {30, 30, time.Hour, 20}, {20, 20, time.Hour, 20},
		{100, 1, 0, 100}, {100, 7, 0, 448}, {100, 80, soon - 1, 160}, {100, 80, soon, 100}, {100, 80, late + 1, 40}, {100, 7, time.Hour, 20},
	} {
		if got := NextShare(x.share, x.taken, x.lasted, 20, 1000); got != x.want {
			t.Errorf("after %d of %d in %v: %d, want %d", x.taken, x.share, x.lasted, got, x.want)
		}
	}
}
