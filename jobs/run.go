package jobs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"syscall"
	"time"

	"github.com/tricycle-graph/tricycle/internal/objectfs"
	"github.com/tricycle-graph/tricycle/internal/partition"
	"github.com/tricycle-graph/tricycle/triangle"
)

// Count counts the subtasks that are not finished, removes the blocks, which are of no
// use then, and returns the answer. If it fails or ctx ends, what is finished stays, and
// the next Count goes on from there.
func (j *Job) Count(ctx context.Context, opt triangle.Options) (*triangle.Result, error) {
	if err := j.unprepared(); err != nil {
		return nil, err
	}
	release, reads, err := j.alone(ctx)
	if err != nil {
		return nil, err
	}
	defer release(false)
	if reads {
		return j.Merge(ctx)
	}
	result := j.Result()
	if err := j.run(ctx, 1, 1, opt, result); err != nil {
		return nil, err
	}
	t, err := j.progress(ctx)
	if err != nil {
		return nil, err
	}
	if err := t.tell(result); err != nil {
		return nil, err
	}
	if j.Request.Question != "" {
		return result, nil // an answer is made of the blocks, too
	}
	if err := objectfs.RemoveAll(ctx, j.files, blockPrefix, nil); err != nil {
		return nil, err
	}
	return result, nil
}

// alone keeps others away while all of the job is counted. Where nothing can be written, a
// finished job can be read all the same, and nobody else can change it: reads says so.
func (j *Job) alone(ctx context.Context) (release func(failed bool), reads bool, err error) {
	release, _, err = lock(ctx, j.files)
	if !errors.Is(err, fs.ErrPermission) && !errors.Is(err, syscall.EROFS) {
		return release, false, err
	}
	if done, all, failed := j.Progress(ctx); failed != nil || done < all {
		return nil, false, err
	}
	return func(bool) {}, true, nil
}

// Run counts a shard of the job: number is from 1 to of. It leaves out the subtasks that
// are finished, and leaves what it counts for [Job.Merge]. All shards have about as much
// work; if they are many, some may have none.
func (j *Job) Run(ctx context.Context, number, of int, opt triangle.Options) error {
	return j.run(ctx, number, of, opt, j.Result())
}

func (j *Job) run(ctx context.Context, number, of int, opt triangle.Options, result *triangle.Result) error {
	tasks, err := j.tasks(number, of)
	if err != nil {
		return err
	}
	before, err := j.progress(ctx)
	if err != nil {
		return err
	}
	left := slices.DeleteFunc(tasks, func(t partition.Subtask) bool { return before.found[t] != nil })
	k := &keeper{job: j, number: number, of: of, result: result, counting: time.Now()}
	ends, ended := ending(ctx, j.files)
	defer ended()
	err = j.count(ctx, left, opt, result,
		func(d *triangle.Divided, c counted) error { return k.add(ctx, d, c) },
		func(d *triangle.Divided) error { return k.write(ends, d) })
	// What was counted is written down, also at the end of ctx: but for an answer, which
	// may have some of a subtask that was not.
	if err == nil || j.Request.Question == "" {
		err = cmp.Or(err, k.write(ends, nil))
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	// Another process may have finished all meanwhile, and removed the blocks.
	if done, all, failed := j.Progress(ctx); failed == nil && done == all {
		return nil
	}
	return err
}

// tasks returns the subtasks of a shard.
func (j *Job) tasks(number, of int) ([]partition.Subtask, error) {
	if err := j.unprepared(); err != nil {
		return nil, err
	}
	if of < 1 || of > partition.MaxShards || number < 1 || number > of {
		return nil, fmt.Errorf("there is no shard %d of %d", number, of)
	}
	return slices.Clone(j.plan.shard(number, of)), nil
}

// Shard counts a shard as [Job.Run] does, whatever was counted before, and writes
// nothing.
func (j *Job) Shard(ctx context.Context, number, of int, opt triangle.Options) (*Shard, error) {
	return j.ShardTo(ctx, number, of, opt, io.Discard)
}

// ShardTo is [Job.Shard] for a job with a question: what is found of vertices or edges is
// written to found, for [Job.SumVertices] or [Job.SumEdges], unless the shard has no
// subtasks; it has a Vector then.
func (j *Job) ShardTo(ctx context.Context, number, of int, opt triangle.Options, found io.Writer) (*Shard, error) {
	tasks, err := j.tasks(number, of)
	if err != nil {
		return nil, err
	}
	result := j.plan.result()
	var all []counted
	vector := ""
	err = j.count(ctx, tasks, opt, result, func(_ *triangle.Divided, c counted) error {
		all = append(all, c)
		return nil
	}, func(d *triangle.Divided) error {
		if j.Request.Question == "" {
			return nil
		}
		vector = newVector()
		return d.WriteFound(ctx, found, j.plan.vectorID(vector))
	})
	if err != nil {
		return nil, err
	}
	s := j.plan.newShard(number, of, all)
	s.Engine, s.Device, s.Note, s.Seconds, s.Vector = result.Engine, result.Device, result.Note, result.Seconds.Count, vector
	s.path = s.name()
	return s, nil
}

// keeper writes down finished subtasks, a few in each object: so many that writing takes
// no more than a twentieth of the time.
type keeper struct {
	job        *Job
	number, of int
	result     *triangle.Result
	batch      []counted
	counting   time.Time // since when what is in batch is counted
	took       time.Duration
}

// rest is how much longer than writing down is counting in between.
const rest = 20

func (k *keeper) add(ctx context.Context, d *triangle.Divided, c counted) error {
	k.batch = append(k.batch, c)
	if time.Since(k.counting) < rest*k.took {
		return nil
	}
	return k.write(ctx, d)
}

// write writes down what is finished, and what there is to note about it, which is known
// at the end. What could not be written is tried once more then.
func (k *keeper) write(ctx context.Context, d *triangle.Divided) error {
	if len(k.batch) == 0 && k.result.Note == "" {
		return nil
	}
	begin := time.Now()
	s := k.job.plan.newShard(k.number, k.of, k.batch)
	s.Engine, s.Device, s.Note = k.result.Engine, k.result.Device, k.result.Note
	s.Seconds = begin.Sub(k.counting).Seconds()
	answers := k.job.Request.Question != "" && len(k.batch) > 0
	if answers {
		s.Vector = newVector()
		if err := k.job.keepFound(ctx, d, s.Vector); err != nil {
			return err
		}
	}
	document := s.document()
	data := encode(document)
	// The name is that of what is in it, and nobody else's.
	err := objectfs.CreateBytes(ctx, k.job.files, donePrefix+document.Checksum[:16]+".json", data)
	if err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	if answers {
		if err := d.ForgetFound(); err != nil {
			return err
		}
	}
	k.batch, k.counting = nil, time.Now()
	k.took = k.counting.Sub(begin)
	return nil
}
