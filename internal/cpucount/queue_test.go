package cpucount

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/partition"
)

// fakeCounter counts 1000 I + 10 J + K + 11, until its device fails.
type fakeCounter struct {
	good   int32 // subtasks until it fails; negative for all
	err    error
	counts atomic.Int32
	last   partition.Subtask
	kept   *[]partition.Subtask // in turn by all counters; may be nil
}

func (c *fakeCounter) Count(_ context.Context, _ *partition.Store, _ partition.Grid, t partition.Subtask) (uint64, error) {
	if n := c.counts.Add(1); c.good >= 0 && n > c.good {
		return 0, c.err
	}
	c.last = t
	return uint64(1000*t.I + 10*t.J + t.K + 11), nil
}

func (c *fakeCounter) Close() error { return nil }

func (c *fakeCounter) Keep(context.Context) error {
	if c.kept != nil {
		*c.kept = append(*c.kept, c.last)
	}
	return nil
}

// fakeParts is a queue over rows without an edge.
func fakeParts(t *testing.T, rows, columns int) (*Queue, []partition.Subtask, uint64) {
	t.Helper()
	n := uint32(10 * max(rows, columns))
	s, err := partition.NewStore(n, []partition.Range{{End: n}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	cut := func(parts int) (ranges []partition.Range) {
		for i := range uint32(parts) {
			ranges = append(ranges, partition.Range{Begin: n / uint32(parts) * i, End: n / uint32(parts) * (i + 1)})
		}
		ranges[parts-1].End = n
		return ranges
	}
	g := partition.Grid{Rows: cut(rows), Columns: cut(columns), Hubs: 5}
	for _, r := range g.Rows {
		if err := s.Add(t.Context(), &partition.Block{Rows: r, Columns: partition.Range{End: n}, Lengths: make([]uint32, r.Len())}); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Seal(); err != nil {
		t.Fatal(err)
	}
	var tasks []partition.Subtask
	sum := uint64(0)
	for task := range g.Subtasks() {
		tasks = append(tasks, task)
		sum += uint64(1000*task.I + 10*task.J + task.K + 11)
	}
	lost := func(err error) bool { return errors.Is(err, gpu.ErrOutOfMemory) }
	return &Queue{Store: s, Grid: g, Lost: lost}, tasks, sum
}

var errDevice = fmt.Errorf("fake: %w", gpu.ErrOutOfMemory)

func TestQueueGivesSubtasksBack(t *testing.T) {
	for seed := range uint64(200) {
		random := rand.New(rand.NewPCG(seed, 0))
		q, tasks, want := fakeParts(t, 1+random.IntN(5), 1+random.IntN(3))
		var counters []Counter
		var kept []partition.Subtask
		failing := 0
		for i := range 1 + random.IntN(5) {
			c := &fakeCounter{good: -1, err: errDevice, kept: &kept}
			if i > 0 && random.IntN(2) == 0 {
				c.good = random.Int32N(4)
				failing++
			}
			counters = append(counters, c)
		}
		finished := map[partition.Subtask]int{}
		q.Finished = func(task partition.Subtask, _ uint64) error {
			finished[task]++
			if kept[len(kept)-1] != task {
				t.Errorf("seed %d: %v is finished, and %v was kept last", seed, task, kept[len(kept)-1])
			}
			return nil
		}
		sum, lost, err := q.Run(t.Context(), tasks, counters)
		if err != nil || sum != want {
			t.Fatalf("seed %d: %d, %v; want %d", seed, sum, err, want)
		}
		if len(kept) != len(tasks) {
			t.Fatalf("seed %d: %d of %d subtasks were kept", seed, len(kept), len(tasks))
		}
		if len(lost) > failing {
			t.Fatalf("seed %d: %d counters lost of %d that may fail", seed, len(lost), failing)
		}
		for _, task := range tasks {
			if finished[task] != 1 {
				t.Fatalf("seed %d: %v finished %d times", seed, task, finished[task])
			}
		}
	}
}

// lateCounter counts once one of the others has begun to.
type lateCounter struct{ others [2]*fakeCounter }

func (c lateCounter) Count(context.Context, *partition.Store, partition.Grid, partition.Subtask) (uint64, error) {
	for c.others[0].counts.Load() == 0 && c.others[1].counts.Load() == 0 {
		runtime.Gosched()
	}
	return 1, nil
}

func (lateCounter) Close() error { return nil }

func TestQueueFails(t *testing.T) {
	other := errors.New("other")
	failing := [2]*fakeCounter{{err: other}, {err: other}}
	for name, test := range map[string]struct {
		counters []Counter
		want     error
	}{
		"all devices gone":   {[]Counter{&fakeCounter{err: errDevice}, &fakeCounter{good: 2, err: errDevice}}, gpu.ErrOutOfMemory},
		"no device's error":  {[]Counter{lateCounter{failing}, failing[0], failing[1]}, other},
		"the only one fails": {[]Counter{&fakeCounter{good: 3, err: errDevice}}, gpu.ErrOutOfMemory},
	} {
		q, tasks, _ := fakeParts(t, 4, 2)
		if _, _, err := q.Run(t.Context(), tasks, test.counters); !errors.Is(err, test.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	q, tasks, _ := fakeParts(t, 3, 1)
	q.Finished = func(partition.Subtask, uint64) error { return other }
	if _, _, err := q.Run(t.Context(), tasks, []Counter{&fakeCounter{good: -1}}); err != other {
		t.Errorf("a log that cannot be written: %v", err)
	}
}

// largeCounter counts more than half of what 64 bits hold.
type largeCounter struct{ fakeCounter }

func (*largeCounter) Count(context.Context, *partition.Store, partition.Grid, partition.Subtask) (uint64, error) {
	return 1<<63 + 1, nil
}

func TestQueueSeesOverflow(t *testing.T) {
	q, tasks, _ := fakeParts(t, 3, 1)
	if _, _, err := q.Run(t.Context(), tasks, []Counter{new(largeCounter)}); err != graph.ErrOverflow {
		t.Error(err)
	}
}

// stuckCounter counts until it is stopped.
type stuckCounter struct{ fakeCounter }

func (*stuckCounter) Count(ctx context.Context, _ *partition.Store, _ partition.Grid, _ partition.Subtask) (uint64, error) {
	<-ctx.Done()
	return 0, context.Cause(ctx)
}

func TestQueueStops(t *testing.T) {
	why := errors.New("why")
	ctx, stop := context.WithCancelCause(t.Context())
	time.AfterFunc(5*time.Millisecond, func() { stop(why) })
	q, tasks, _ := fakeParts(t, 1, 1)
	// One is at the only subtasks, the others wait.
	counters := []Counter{new(stuckCounter), new(stuckCounter), new(stuckCounter), new(stuckCounter)}
	if _, _, err := q.Run(ctx, tasks, counters); err != why {
		t.Error(err)
	}
}

func TestQueueHasNothingToDo(t *testing.T) {
	q, _, _ := fakeParts(t, 1, 1)
	if sum, _, err := q.Run(t.Context(), nil, []Counter{new(stuckCounter)}); err != nil || sum != 0 {
		t.Error(sum, err)
	}
}

// A counter keeps to the rows that it has, and two do not begin with the same.
func TestQueueKeepsRows(t *testing.T) {
	q, tasks, _ := fakeParts(t, 6, 2)
	rows := map[int]int{}
	last := -1
	q.Finished = func(t partition.Subtask, _ uint64) error {
		if t.I != last {
			rows[t.I]++
			last = t.I
		}
		return nil
	}
	if _, _, err := q.Run(t.Context(), tasks, []Counter{&fakeCounter{good: -1}}); err != nil {
		t.Fatal(err)
	}
	for i, times := range rows {
		if times != 1 {
			t.Errorf("rows %d were begun %d times", i, times)
		}
	}
}
