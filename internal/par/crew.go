package par

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"

	"github.com/tricycle-graph/tricycle/internal/mapping"
)

// Crew shares many short loops between goroutines that stay from one loop to the next: to
// start them and to wait for their end would take longer than such a loop. The caller is
// worker 0. One goroutine at a time may call its methods, and no body may.
//
// Each worker has a run of the items for its own, and takes from those of others when it has
// done with these: where loops have the same items, most are done by the worker that has
// what they need in its cache.
type Crew struct {
	ctx     context.Context
	job     atomic.Pointer[job]
	members []member // but for worker 0, who is the caller
	group   sync.WaitGroup
	spins   int
}

// member is a goroutine that waits for the next loop.
type member struct {
	asleep atomic.Bool
	wake   chan struct{}
	_      [48]byte // a cache line is 64 bytes
}

// job is one loop. A member that comes late finds nothing left of it.
type job struct {
	body   func(worker, item int) error
	shares []share // of each worker that is asked to take part; none tells members to leave
	items  int64
	done   atomic.Int64 // items that need not be waited for
	asleep atomic.Bool  // the caller
	wake   chan struct{}
	once   sync.Once
	first  error
	crash  atomic.Pointer[string]
}

// share is the items of one worker: next:end are not taken.
type share struct {
	next atomic.Int64
	end  int64
	_    [48]byte
}

// waiting is how often a worker looks whether there is something to do before it sleeps: for
// a few hundred microseconds. To wake one takes some ten, and a loop where some are awake and
// others asleep takes longer than those wait who are awake.
const waiting = 1 << 19

// NewCrew returns a crew of so many workers, one at least, whose loops end with ctx. It is to
// be closed.
func NewCrew(ctx context.Context, workers int) *Crew {
	c := &Crew{ctx: ctx, members: make([]member, max(workers, 1)-1)}
	if workers <= runtime.GOMAXPROCS(0) {
		c.spins = waiting
	}
	for i := range c.members {
		c.members[i].wake = make(chan struct{}, 1)
		c.group.Go(func() { c.stay(i + 1) })
	}
	return c
}

// Workers returns how many there are.
func (c *Crew) Workers() int { return len(c.members) + 1 }

// Context returns what ends the loops.
func (c *Crew) Context() context.Context { return c.ctx }

// Close sends the members home, and returns when they have gone.
func (c *Crew) Close() {
	c.job.Store(&job{})
	for i := range c.members {
		c.members[i].rouse()
	}
	c.group.Wait()
}

// Each is [Each] by the crew.
func (c *Crew) Each(items int, body func(worker, item int) error) error {
	workers := min(c.Workers(), items)
	if workers <= 1 {
		return Each(c.ctx, 1, items, body)
	}
	j := &job{body: body, items: int64(items), shares: make([]share, workers), wake: make(chan struct{}, 1)}
	for i := range j.shares {
		j.shares[i].next.Store(int64(items) * int64(i) / int64(workers))
		j.shares[i].end = int64(items) * int64(i+1) / int64(workers)
	}
	c.job.Store(j)
	c.rouse(j, 0)
	c.work(j, 0)
	j.wait(c.spins)
	if text := j.crash.Load(); text != nil {
		panic(*text)
	}
	return j.first
}

// Chunks is [Chunks] by the crew.
func (c *Crew) Chunks(n, size int, body func(worker, begin, end int) error) error {
	items := (n + size - 1) / size
	return c.Each(items, func(worker, item int) error {
		begin := item * size
		return body(worker, begin, min(begin+size, n))
	})
}

// stay is the life of a member.
func (c *Crew) stay(worker int) {
	var last *job
	for {
		last = c.await(last, &c.members[worker-1])
		if len(last.shares) == 0 {
			return
		}
		if worker < len(last.shares) {
			c.rouse(last, worker)
			c.work(last, worker)
		}
	}
}

// await returns the job that follows the last.
func (c *Crew) await(last *job, m *member) *job {
	for {
		for range c.spins {
			if j := c.job.Load(); j != last {
				return j
			}
		}
		m.asleep.Store(true)
		if c.job.Load() == last || !m.asleep.CompareAndSwap(true, false) {
			<-m.wake
		}
		if j := c.job.Load(); j != last {
			return j
		}
	}
}

func (m *member) rouse() {
	if m.asleep.CompareAndSwap(true, false) {
		m.wake <- struct{}{}
	}
}

// rouse wakes two others, who do so in turn.
func (c *Crew) rouse(j *job, worker int) {
	for next := 2*worker + 1; next <= 2*worker+2 && next < len(j.shares); next++ {
		c.members[next-1].rouse()
	}
}

// work does items until none is left.
func (c *Crew) work(j *job, worker int) {
	done := int64(0)
	defer func() {
		if r := recover(); r != nil {
			text := fmt.Sprintf("%v\n\n%s", r, debug.Stack())
			j.crash.Store(&text)
			done += j.fail()
		}
		if done > 0 && j.done.Add(done) == j.items && j.asleep.Load() {
			j.wake <- struct{}{}
		}
	}()
	err := mapping.Guard(func() error {
		for i := range j.shares {
			s := &j.shares[(worker+i)%len(j.shares)]
			for s.next.Load() < s.end {
				item := s.next.Add(1) - 1
				if item >= s.end {
					break
				}
				done++
				if c.ctx.Err() != nil {
					return context.Cause(c.ctx)
				}
				if err := j.body(worker, int(item)); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		j.once.Do(func() { j.first = err })
		done += j.fail()
	}
}

// fail takes all items that nobody has taken, and returns how many.
func (j *job) fail() (left int64) {
	for i := range j.shares {
		s := &j.shares[i]
		left += max(s.end-s.next.Swap(s.end), 0)
	}
	return left
}

// wait returns when all is done.
func (j *job) wait(spins int) {
	for range spins {
		if j.done.Load() == j.items {
			return
		}
	}
	j.asleep.Store(true)
	if j.done.Load() != j.items {
		<-j.wake
	}
}
