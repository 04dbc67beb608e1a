package par

import (
	"context"
	"errors"
	"testing"
)

func TestHeed(t *testing.T) {
	cause := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	h := NewHeed(ctx)
	for range 3 * heedWork {
		if err := h.Did(1); err != nil {
			t.Fatal(err)
		}
	}
	cancel(cause)
	work := 0
	for h.Did(7) == nil {
		if work += 7; work > heedWork {
			t.Fatalf("nothing said after %d entries", work)
		}
	}
	if err := h.Did(heedWork); !errors.Is(err, cause) {
		t.Errorf("%v, want the cause", err)
	}
}
