package jobs

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/objectfs"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/partition"
	"github.com/tricycle-graph/tricycle/triangle"
)

// tally is what is known of the subtasks of a plan.
type tally struct {
	*plan
	path   string // of the plan
	work   *work
	known  map[partition.Subtask]bool
	found  map[partition.Subtask]*Shard // in which it was first
	shards []*Shard
	all    []counted

	together *Shard // that has counted all subtasks at once; all is that alone then
}

func (j *Job) newTally() *tally {
	t := &tally{
		plan: j.plan, path: objectfs.Path(j.files, planName), work: j.plan.newWork(),
		known: make(map[partition.Subtask]bool), found: make(map[partition.Subtask]*Shard),
	}
	for task := range j.plan.subtasks() {
		t.known[task] = true
	}
	return t
}

// add takes the subtasks of a shard. Those that are there already must have the same
// count, if they may be there at all.
func (t *tally) add(s *Shard, again bool) error {
	refused := func(err error) error { return &graph.InputError{File: s.path, Err: err} }
	if s.Plan != t.ID {
		return &graph.InputError{File: s.path, Expected: fmt.Sprintf("a shard of plan %s (%s)", t.ID, t.path), Found: "one of plan " + s.Plan}
	}
	if again && t.Request.Question != "" && slices.ContainsFunc(s.counted, func(c counted) bool { return t.found[c.Subtask] != nil }) {
		return nil // what it found cannot be told apart by subtasks: the others are counted again
	}
	for _, c := range s.counted {
		if c.All {
			if err := t.addAll(s, c, again); err != nil {
				return err
			}
			continue
		}
		if !t.known[c.Subtask] {
			return refused(fmt.Errorf("%w: the plan has no subtask %v", errDamaged, c.Subtask))
		}
		if err := t.work.check(c); err != nil {
			return refused(err)
		}
		before := t.found[c.Subtask]
		switch {
		case before == nil:
			t.found[c.Subtask] = s
			t.all = append(t.all, c)
		case !again:
			return &graph.InputError{File: s.path, Expected: "what no other shard has counted", Found: s.twice(c, before)}
		case before == t.together: // has it among all
		case !slices.Contains(before.counted, c):
			return refused(fmt.Errorf("%w: subtask %v has another count than in %s", errDamaged, c.Subtask, before.path))
		}
	}
	t.shards = append(t.shards, s)
	return nil
}

// addAll takes what a shard says of all subtasks together. It is the answer, whatever others say
// of some of them.
func (t *tally) addAll(s *Shard, c counted, again bool) error {
	if err := t.work.check(c); err != nil {
		return &graph.InputError{File: s.path, Err: err}
	}
	for task := range t.known {
		switch before := t.found[task]; {
		case before == nil:
			t.found[task] = s
		case !again:
			return &graph.InputError{File: s.path, Expected: "what no other shard has counted", Found: s.twice(counted{Subtask: task}, before)}
		}
	}
	if t.together != nil && t.all[0] != c {
		return &graph.InputError{File: s.path, Err: fmt.Errorf("%w: there is another count than in %s", errDamaged, t.together.path)}
	}
	t.together, t.all = s, []counted{c}
	return nil
}

// twice says that what s has counted is in another shard, too, and what to leave out.
func (s *Shard) twice(c counted, other *Shard) string {
	switch {
	case s.path == other.path:
		return s.name() + " for the second time; give each file once"
	case s.name() == other.name():
		return fmt.Sprintf("%s, which is %s, too; give one of them", s.name(), other.path)
	}
	return fmt.Sprintf("%s, of which subtask %v is in %s, too; give one of them", s.name(), c.Subtask, other.path)
}

// triangles adds up all subtasks.
func (t *tally) triangles() (uint64, error) {
	if len(t.found) < len(t.known) {
		return 0, &graph.InputError{File: t.path, Expected: fmt.Sprintf("%d subtasks in the shards", len(t.known)),
			Found: fmt.Sprintf("%d; missing: %s", len(t.found), t.missing())}
	}
	triangles, err := t.sum(t.all)
	if err != nil {
		return 0, &graph.InputError{File: t.path, Err: fmt.Errorf("what its shards say: %w", err)}
	}
	return triangles, nil
}

// missing names the shards that are not there, or where they are not all of one
// division the subtasks, a few of each.
func (t *tally) missing() string {
	var names []string
	lacks := func(task partition.Subtask) bool { return t.found[task] == nil }
	if len(t.shards) > 0 && !slices.ContainsFunc(t.shards, func(s *Shard) bool { return s.Shards != t.shards[0].Shards }) {
		of := t.shards[0].Shards
		for i, tasks := range t.plan.shards(of) {
			if slices.ContainsFunc(tasks, lacks) {
				names = append(names, fmt.Sprintf("%d/%d", i+1, of))
			}
		}
	} else {
		for task := range t.subtasks() {
			if lacks(task) {
				names = append(names, fmt.Sprint(task))
			}
		}
	}
	const most = 20
	if more := len(names) - most; more > 0 {
		names = append(names[:most], fmt.Sprintf("and %d more", more))
	}
	return strings.Join(names, ", ")
}

// result returns the answer, with the seconds of all together.
func (t *tally) result() (*triangle.Result, error) {
	r := t.plan.result()
	for _, s := range t.shards {
		r.Seconds.Count += s.Seconds
		r.Seconds.Total += s.Seconds
	}
	if err := t.tell(r); err != nil {
		return nil, err
	}
	return r, nil
}

// tell puts the answer into r: the triangles, and what counted them, each once. Several
// engines are [device.Auto], and the note says which.
func (t *tally) tell(r *triangle.Result) (err error) {
	if r.Triangles, err = t.triangles(); err != nil {
		return err
	}
	if c := t.Colouring; c != nil && c.Shares > 0 {
		if err := c.describe(r, t.all); err != nil {
			return &graph.InputError{File: t.path, Err: fmt.Errorf("what its shards say: %w", err)}
		}
	}
	var engines, devices, notes []string
	once := func(all *[]string, text string) {
		if text != "" && !slices.Contains(*all, text) {
			*all = append(*all, text)
		}
	}
	for _, s := range t.shards {
		once(&notes, s.Note)
		if len(s.counted) > 0 {
			once(&engines, string(s.Engine))
			once(&devices, s.Device)
		}
	}
	switch len(engines) {
	case 0:
	case 1:
		r.Engine = device.Engine(engines[0])
	default:
		r.Engine = device.Auto
		once(&notes, "counted by the engines "+strings.Join(engines, " and "))
	}
	r.Device, r.Note = strings.Join(devices, ", "), strings.Join(notes, "; ")
	return nil
}

// Sum adds up what [Job.Shard] returned. All must be of this job, and each subtask be
// in exactly one of them: else the error is a [*graph.InputError] that names the
// shard.
func (j *Job) Sum(shards ...*Shard) (*triangle.Result, error) {
	if err := j.unprepared(); err != nil {
		return nil, err
	}
	t, err := j.tallyOf(shards)
	if err != nil {
		return nil, err
	}
	return t.result()
}

// tallyOf takes shards of which each has subtasks of its own.
func (j *Job) tallyOf(shards []*Shard) (*tally, error) {
	t := j.newTally()
	for _, s := range shards {
		if err := t.add(s, false); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// Merge adds up what [Job.Run] left. The error is a [*graph.InputError] that names the
// shards that are missing.
func (j *Job) Merge(ctx context.Context) (*triangle.Result, error) {
	t, err := j.progress(ctx)
	if err != nil {
		return nil, err
	}
	return t.result()
}

// Progress returns how many subtasks are finished, and how many there are.
func (j *Job) Progress(ctx context.Context) (finished, all int, err error) {
	t, err := j.progress(ctx)
	if err != nil {
		return 0, 0, err
	}
	return len(t.found), len(t.known), nil
}

// atOnce is how many objects are read at once: an object store takes its time for
// each.
const atOnce = 16

// progress reads which subtasks are finished.
func (j *Job) progress(ctx context.Context) (*tally, error) {
	if err := j.unprepared(); err != nil {
		return nil, err
	}
	sizes, err := j.files.List(ctx, donePrefix)
	if err != nil {
		return nil, err
	}
	names := make([]string, 0, len(sizes))
	for name := range sizes {
		names = append(names, name)
	}
	slices.Sort(names) // the same order, and error, each time
	shards := make([]*Shard, len(names))
	err = par.Each(ctx, atOnce, len(names), func(_, i int) error {
		d := new(shardDocument)
		if err := readSealed(ctx, j.files, names[i], d); err != nil {
			return err
		}
		var err error
		shards[i], err = d.shard(objectfs.Path(j.files, names[i]))
		return err
	})
	if err != nil {
		return nil, err
	}
	t := j.newTally()
	for _, s := range shards {
		if err := t.add(s, true); err != nil {
			return nil, err
		}
	}
	return t, nil
}
