package par

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

func TestCrewVisitsEveryItemOnce(t *testing.T) {
	for _, workers := range []int{0, 1, 2, 7} {
		c := NewCrew(t.Context(), workers)
		for loop := range 300 {
			if loop%100 == 99 {
				time.Sleep(time.Millisecond) // they sleep
			}
			items := loop * 7 % 40
			visits := make([]atomic.Int32, items)
			if err := c.Each(items, func(worker, item int) error {
				if worker < 0 || worker >= c.Workers() {
					t.Errorf("worker %d of %d", worker, workers)
				}
				visits[item].Add(1)
				return nil
			}); err != nil {
				t.Fatal(err)
			}
			for i := range visits {
				if n := visits[i].Load(); n != 1 {
					t.Fatalf("%d workers, loop %d: item %d visited %d times", workers, loop, i, n)
				}
			}
		}
		covered := atomic.Int64{}
		if err := c.Chunks(1000, 64, func(_, begin, end int) error {
			covered.Add(int64(end - begin))
			return nil
		}); err != nil || covered.Load() != 1000 {
			t.Errorf("chunks cover %d: %v", covered.Load(), err)
		}
		c.Close()
	}
}

func TestCrewGoesOnAfterAnError(t *testing.T) {
	c := NewCrew(t.Context(), 4)
	defer c.Close()
	wrong := errors.New("wrong")
	for range 100 {
		visits := atomic.Int64{}
		if err := c.Each(1000, func(_, item int) error {
			visits.Add(1)
			if item == 3 {
				return wrong
			}
			return nil
		}); !errors.Is(err, wrong) {
			t.Fatalf("%v, want the error", err)
		}
		visits.Store(0)
		if err := c.Each(20, func(_, _ int) error {
			visits.Add(1)
			return nil
		}); err != nil || visits.Load() != 20 {
			t.Fatalf("the next loop: %d items, %v", visits.Load(), err)
		}
	}
}

func TestCrewHeedsContext(t *testing.T) {
	cause := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	c := NewCrew(ctx, 3)
	defer c.Close()
	visits := atomic.Int64{}
	err := c.Each(1<<20, func(_, _ int) error {
		if visits.Add(1) == 10 {
			cancel(cause)
		}
		return nil
	})
	if !errors.Is(err, cause) || visits.Load() == 1<<20 {
		t.Errorf("%v after %d items, want the cause", err, visits.Load())
	}
}

func TestCrewRaisesPanic(t *testing.T) {
	c := NewCrew(t.Context(), 4)
	defer c.Close()
	for range 20 {
		func() {
			defer func() {
				if text := fmt.Sprint(recover()); !strings.HasPrefix(text, "odd item\n") {
					t.Errorf("recovered %q", text)
				}
			}()
			_ = c.Each(100, func(_, item int) error {
				if item%2 == 1 {
					panic("odd item")
				}
				return nil
			})
			t.Error("Each returned")
		}()
	}
}

func BenchmarkCrew(b *testing.B) {
	const workers = 2
	nothing := func(_, _ int) error { return nil }
	b.Run("stays", func(b *testing.B) {
		c := NewCrew(b.Context(), workers)
		defer c.Close()
		for b.Loop() {
			_ = c.Each(16, nothing)
		}
	})
	b.Run("started each time", func(b *testing.B) {
		for b.Loop() {
			_ = Each(b.Context(), workers, 16, nothing)
		}
	})
}
