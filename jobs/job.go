package jobs

import (
	"context"
	"errors"
	"io/fs"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/objectfs"
	"github.com/tricycle-graph/tricycle/triangle"
)

// Job is a count that is done in subtasks. Once it is prepared, it can be used by several
// goroutines.
type Job struct {
	Request Request

	files  FS
	input  input
	plan   *plan // nil before it is prepared
	taken  bool
	result *triangle.Result // of the preparing, where this process did it
}

// Open opens a job that was begun. If its preparing did not end, it has its Request and
// nothing else, and goes on with [Job.Prepare]; [Job.Prepared] tells. The error is
// fs.ErrNotExist where no job was begun.
func Open(ctx context.Context, files FS) (*Job, error) {
	p, err := readPlan(ctx, files)
	if err == nil {
		return &Job{Request: p.Request, files: files, input: p.Input, plan: p, taken: true}, nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if p, err := planOfShares(ctx, files); err != nil || p != nil {
		if err != nil {
			return nil, err
		}
		return &Job{Request: p.Request, files: files, plan: p, taken: true}, nil
	}
	r := new(requested)
	if failed := readSealed(ctx, files, requestName, r); errors.Is(failed, fs.ErrNotExist) {
		return nil, err
	} else if failed != nil {
		return nil, failed
	}
	return &Job{Request: r.Request, files: files, input: r.Input}, nil
}

// Prepared reports whether the blocks and the plan are made.
func (j *Job) Prepared() bool { return j.plan != nil }

// Taken reports whether blocks and plan were there when the job was opened or prepared.
func (j *Job) Taken() bool { return j.taken }

// unprepared is the error of what needs a plan.
func (j *Job) unprepared() error {
	if j.Prepared() {
		return nil
	}
	return &graph.InputError{File: objectfs.Path(j.files, planName), Err: errors.New("the job is begun, and not prepared to the end")}
}

// ID names the plan: a checksum of all that is in it; "" before the job is prepared.
func (j *Job) ID() string {
	if j.plan == nil {
		return ""
	}
	return j.plan.ID
}

// BlockBytes returns what the blocks take; 0 before the job is prepared.
func (j *Job) BlockBytes() uint64 {
	if j.plan == nil {
		return 0
	}
	return j.plan.blockBytes()
}

// Result returns what is known of the answer before anything is counted; nil before
// the job is prepared.
func (j *Job) Result() *triangle.Result {
	switch {
	case j.plan == nil:
		return nil
	case j.result == nil:
		return j.plan.result()
	}
	result := *j.result
	return &result
}

// Inputs are the files, as absolute paths.
func (j *Job) Inputs() []string { return j.input.paths() }

// CheckInput returns a [*graph.InputError] where the file is gone or has changed since
// the job was begun. To count, it is not needed.
func (j *Job) CheckInput() error { return j.input.check(context.Background()) }
