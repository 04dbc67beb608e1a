package cpucount

import (
	"context"
	"errors"
	"math/bits"
	"slices"
	"sync"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/partition"
)

// Counter counts subtasks of a grid, one at a time. What it loaded for one
// it may keep for the next.
type Counter interface {
	Count(ctx context.Context, s *partition.Store, g partition.Grid, t partition.Subtask) (uint64, error)
	Close() error
}

// Keeper is a counter that finds more of a subtask than how many triangles it has. It
// keeps that when the subtask is finished: whoever is told so finds it there, and nothing
// of subtasks that are not finished.
type Keeper interface {
	Counter
	Keep(ctx context.Context) error
}

// Queue hands subtasks out to counters and adds up what they find. A counter
// whose device fails gives its subtask back, for the others to count.
type Queue struct {
	Store    *partition.Store
	Grid     partition.Grid
	Finished func(t partition.Subtask, triangles uint64) error // called for each subtask, one at a time; may be nil
	// Lost reports whether an error says that a counter's device failed, and not
	// that the subtask cannot be counted; nil where there is no device.
	Lost  func(error) bool
	Meter *graph.Meter

	mutex   sync.Mutex
	changed *sync.Cond
	groups  []*rowTasks
	left    int // subtasks that are not finished
	alive   int // counters
	total   uint64
	lost    []error // of counters that are gone
	err     error   // that ends it all
}

// rowTasks are the subtasks left of those that share rows I.
type rowTasks struct {
	tasks  []partition.Subtask
	takers int // counters whose last subtask was of this group
}

var errGone = errors.New("a counter ended without a word")

// Run counts tasks and returns their sum, and why counters are gone whose
// subtasks others counted. The error of the last counter, an error that is not a
// device's, or the end of ctx ends it.
func (q *Queue) Run(ctx context.Context, tasks []partition.Subtask, counters []Counter) (uint64, []error, error) {
	q.changed = sync.NewCond(&q.mutex)
	q.left, q.alive = len(tasks), len(counters)
	all := int64(0)
	for _, t := range tasks {
		last := len(q.groups) - 1
		if last < 0 || q.groups[last].tasks[0].I != t.I {
			q.groups = append(q.groups, new(rowTasks))
			last++
		}
		g := q.groups[last]
		g.tasks = append(g.tasks, t)
		all += q.work(t)
	}
	q.Meter.Start("count", all)
	defer context.AfterFunc(ctx, func() { q.fail(context.Cause(ctx)) })()
	err := par.Each(ctx, len(counters), len(counters), func(_, i int) error { return q.serve(ctx, counters[i]) })
	if err == nil {
		err = q.err
	}
	return q.total, q.lost, err
}

// work estimates the work of a subtask by the entries of its rows.
func (q *Queue) work(t partition.Subtask) int64 {
	all := partition.Range{End: q.Store.Rows()}
	work := 1 + int64(q.Store.Edges(q.Grid.Rows[t.I], all))
	if t.J != partition.HubColumn {
		work += int64(q.Store.Edges(q.Grid.Rows[t.J], all))
	}
	return work
}

// serve gives one counter subtasks, as long as there are any.
func (q *Queue) serve(ctx context.Context, c Counter) error {
	left := errGone // unless it says more
	defer func() {
		if left != nil {
			q.fail(left)
		}
	}()
	var group *rowTasks
	for {
		task, ok := q.take(&group)
		if !ok {
			left = nil
			return nil
		}
		count, err := c.Count(ctx, q.Store, q.Grid, task)
		switch {
		case err == nil:
			err = q.finish(ctx, c, task, count)
		case ctx.Err() == nil && q.Lost != nil && q.Lost(err) && q.handBack(task, err):
			left = nil
			return nil
		}
		if err != nil {
			left = err
			return err
		}
	}
}

// fail ends it all.
func (q *Queue) fail(err error) {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	if q.err == nil {
		q.err = err
	}
	q.changed.Broadcast()
}

// take returns the next subtask for a counter whose last one was of group: one
// of the same, else of the group that fewest counters are at, and of these the
// one of the first rows. As these have the longest lists, their subtasks are the
// longest: the last ones, which some counters wait for, are short. While subtasks
// of others may come back, it waits for them. It reports false when there is
// nothing left to do.
func (q *Queue) take(group **rowTasks) (partition.Subtask, bool) {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	for q.err == nil && q.left > 0 {
		g := *group
		if g == nil || len(g.tasks) == 0 {
			g = q.choose()
		}
		if g == nil {
			q.changed.Wait()
			continue
		}
		if g != *group {
			if *group != nil {
				(*group).takers--
			}
			g.takers++
			*group = g
		}
		task := g.tasks[0]
		g.tasks = g.tasks[1:]
		return task, true
	}
	return partition.Subtask{}, false
}

func (q *Queue) choose() *rowTasks {
	var best *rowTasks
	for _, g := range q.groups {
		switch {
		case len(g.tasks) == 0:
		case best == nil, g.takers < best.takers:
			best = g
		}
	}
	return best
}

// finish adds the count of a subtask.
func (q *Queue) finish(ctx context.Context, c Counter, t partition.Subtask, count uint64) error {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	sum, carry := bits.Add64(q.total, count, 0)
	if carry != 0 {
		return graph.ErrOverflow
	}
	if keeper, ok := c.(Keeper); ok {
		if err := keeper.Keep(ctx); err != nil {
			return err
		}
	}
	if q.Finished != nil {
		if err := q.Finished(t, count); err != nil {
			return err
		}
	}
	q.total = sum
	q.Meter.Add(q.work(t))
	if q.left--; q.left == 0 {
		q.changed.Broadcast()
	}
	return nil
}

// handBack takes a subtask back from a counter that is gone with err. It reports
// false where no other is left.
func (q *Queue) handBack(t partition.Subtask, err error) bool {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	if q.alive == 1 {
		return false
	}
	q.alive--
	q.lost = append(q.lost, err)
	i := slices.IndexFunc(q.groups, func(g *rowTasks) bool { return len(g.tasks) > 0 && g.tasks[0].I == t.I })
	if i < 0 {
		q.groups = append(q.groups, new(rowTasks))
		i = len(q.groups) - 1
	}
	g := q.groups[i]
	g.tasks = append(g.tasks, t)
	q.changed.Broadcast()
	return true
}
