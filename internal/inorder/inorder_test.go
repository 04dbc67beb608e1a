package inorder

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestInOrder(t *testing.T) {
	for _, workers := range []int{1, 2, 7} {
		var got []int
		q := New(workers, func() func(*int) error {
			return func(n *int) error { *n *= 2; return nil }
		}, func(n *int) error { got = append(got, *n); return nil })
		var want []int
		for i := range 1000 {
			item := q.Take()
			item.Value = i
			q.Send(item)
			want = append(want, 2*i)
		}
		if err := q.Close(); err != nil || !slices.Equal(got, want) {
			t.Errorf("%d workers: %v, %v", workers, got, err)
		}
	}
}

// TestFirstErrorIsKept: it is that of the first item in order, and nothing behind
// it is finished.
func TestFirstErrorIsKept(t *testing.T) {
	for _, where := range []string{"work", "finish"} {
		bad := func(step string, n int) error {
			if step == where && n >= 10 {
				return errors.New(where)
			}
			return nil
		}
		finished := 0
		q := New(3, func() func(*int) error {
			return func(n *int) error { return bad("work", *n) }
		}, func(n *int) error {
			if *n != finished {
				t.Errorf("%d is finished after %d", *n, finished)
			}
			err := bad("finish", *n)
			if err == nil {
				finished++
			}
			return err
		})
		for i := range 100 {
			item := q.Take()
			item.Value = i
			q.Send(item)
		}
		if err := q.Close(); err == nil || err.Error() != where || finished != 10 {
			t.Errorf("%s: %v after %d", where, err, finished)
		}
		if q.Err() == nil {
			t.Errorf("%s: forgotten", where)
		}
	}
}

// TestPanicReachesTheCaller: it does not end the process from a goroutine that
// nobody guards.
func TestPanicReachesTheCaller(t *testing.T) {
	q := New(2, func() func(*int) error {
		return func(*int) error { panic("odd") }
	}, func(*int) error { return nil })
	for range 10 {
		q.Send(q.Take())
	}
	defer func() {
		if text := fmt.Sprint(recover()); !strings.HasPrefix(text, "odd\n") {
			t.Errorf("recovered %q", text)
		}
	}()
	t.Error("Close returned", q.Close())
}
