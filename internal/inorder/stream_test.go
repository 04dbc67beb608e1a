package inorder

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// numbers is a stream whose part p makes p%5 batches, of p and their number.
func numbers(workers, parts int) Stream[[2]int] {
	return Stream[[2]int]{Workers: workers, Parts: parts, Work: func(l *Lane[[2]int], part int) error {
		for i := range part % 5 {
			b, err := l.Empty()
			if err != nil {
				return err
			}
			*b = [2]int{part, i}
			if err := l.Send(b); err != nil {
				return err
			}
		}
		return nil
	}}
}

func TestStream(t *testing.T) {
	const parts = 500
	var want [][2]int
	for p := range parts {
		for i := range p % 5 {
			want = append(want, [2]int{p, i})
		}
	}
	for _, workers := range []int{1, 2, 7} {
		for _, unordered := range []bool{false, true} {
			s := numbers(workers, parts)
			s.Unordered = unordered
			var got [][2]int
			err := s.Each(t.Context(), func(b *[2]int) error { got = append(got, *b); return nil })
			if unordered {
				slices.SortFunc(got, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
			}
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("%d workers, unordered %t: %d batches (%v), want %d in order", workers, unordered, len(got), err, len(want))
			}
		}
	}
}

// TestStreamGoesOn: where parts to come have taken all the batches they may have, the one
// whose turn it is has some still; and no more are made than are held.
func TestStreamGoesOn(t *testing.T) {
	for _, workers := range []int{2, 7} {
		s := Stream[[2]int]{Workers: workers, Parts: 2 * workers}
		each := 2 * s.Held()
		s.Work = func(l *Lane[[2]int], part int) error {
			for part == 0 && len(l.flow.spare) > 0 {
				runtime.Gosched()
			}
			for i := range each {
				b, err := l.Empty()
				if err != nil {
					return err
				}
				*b = [2]int{part, i}
				if err := l.Send(b); err != nil {
					return err
				}
			}
			return nil
		}
		taken, batches := 0, map[*[2]int]bool{}
		err := s.Each(t.Context(), func(b *[2]int) error {
			if *b != [2]int{taken / each, taken % each} {
				t.Errorf("%d workers: %v is taken after %d", workers, *b, taken)
			}
			taken++
			batches[b] = true
			return nil
		})
		if err != nil || taken != s.Parts*each || len(batches) > s.Held() {
			t.Errorf("%d workers: %d batches, %d of them new (%v), where %d are held", workers, taken, len(batches), err, s.Held())
		}
	}
}

// TestStreamEndsEarly: by whoever takes, by a part, and by the context. What was taken
// until then is the beginning.
func TestStreamEndsEarly(t *testing.T) {
	enough := errors.New("enough")
	for _, workers := range []int{1, 2, 7} {
		s, taken := numbers(workers, 1000), 0
		err := s.Each(t.Context(), func(*[2]int) error {
			if taken++; taken == 100 {
				return enough
			}
			return nil
		})
		if !errors.Is(err, enough) || taken != 100 {
			t.Errorf("%d workers: %v after %d", workers, err, taken)
		}

		s, taken = numbers(workers, 1000), 0
		work := s.Work
		s.Work = func(l *Lane[[2]int], part int) error {
			if part == 50 {
				return enough
			}
			return work(l, part)
		}
		err = s.Each(t.Context(), func(b *[2]int) error {
			if taken++; b[0] > 50 {
				t.Errorf("part %d is taken", b[0])
			}
			return nil
		})
		if !errors.Is(err, enough) || taken > 100 {
			t.Errorf("%d workers, a part that fails: %v after %d", workers, err, taken)
		}

		ctx, cancel := context.WithCancelCause(t.Context())
		s = numbers(workers, 1<<40)
		timer := time.AfterFunc(time.Millisecond, func() { cancel(enough) })
		if err := s.Each(ctx, func(*[2]int) error { return nil }); !errors.Is(err, enough) {
			t.Errorf("%d workers, a context that ends: %v", workers, err)
		}
		timer.Stop()
	}
}

// TestStreamPanics: a panic of a worker, or of who takes, is the caller's, and no
// worker is left behind.
func TestStreamPanics(t *testing.T) {
	for _, workers := range []int{1, 2, 7} {
		for _, where := range []string{"work", "take"} {
			working := make(chan struct{}, workers)
			s := numbers(workers, 1000)
			work := s.Work
			s.Work = func(l *Lane[[2]int], part int) error {
				working <- struct{}{}
				defer func() { <-working }()
				if where == "work" && part == 20 {
					panic("odd")
				}
				return work(l, part)
			}
			func() {
				defer func() {
					if text := fmt.Sprint(recover()); !strings.HasPrefix(text, "odd") || len(working) > 0 {
						t.Errorf("%d workers, %s: recovered %q with %d at work", workers, where, text, len(working))
					}
				}()
				err := s.Each(t.Context(), func(b *[2]int) error {
					if where == "take" && b[0] == 21 {
						panic("odd")
					}
					return nil
				})
				t.Error("Each returned", err)
			}()
		}
	}
}
