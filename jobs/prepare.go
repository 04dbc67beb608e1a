package jobs

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/objectfs"
	"github.com/tricycle-graph/tricycle/internal/partition"
	"github.com/tricycle-graph/tricycle/triangle"
)

// Prepare cuts the graph of a file into blocks, for [Job.Count] or [Job.Run]. A job that
// is prepared there already is taken as it is, if it is the same; else the error is a
// [*ConflictError]. What a process left that did not come to the end is made anew.
//
// Method, slices, parts and strictness are those of the request, whatever opt says; so
// are the engine, the memory and the GPU, if opt says nothing of them. It is the same
// wherever a job takes options.
func Prepare(ctx context.Context, files FS, r Request, opt triangle.Options) (*Job, error) {
	r = r.complete()
	if err := r.checkColours(); err != nil {
		return nil, err
	}
	in, err := r.identify(ctx)
	if err != nil {
		return nil, err
	}
	if in.Cells != "" {
		if r, err = r.ofCells(ctx); err != nil {
			return nil, err
		}
	}
	j := &Job{Request: r, files: files, input: in}
	if err := j.Prepare(ctx, opt); err != nil {
		return nil, err
	}
	return j, nil
}

// Prepare goes on with a job whose preparing did not end.
func (j *Job) Prepare(ctx context.Context, opt triangle.Options) error {
	if err := j.input.check(ctx); err != nil {
		return err
	}
	if found, err := j.take(ctx); found || err != nil {
		return err
	}
	release, locked, err := lock(ctx, j.files)
	if err != nil {
		return err
	}
	found, err := j.take(ctx) // somebody else may have been here since
	if !found && err == nil {
		err = j.prepare(ctx, opt, locked)
	}
	release(err != nil)
	return err
}

// take takes the plan that is there, if there is one.
func (j *Job) take(ctx context.Context) (found bool, err error) {
	path := objectfs.Path(j.files, planName)
	p, err := readPlan(ctx, j.files)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case errors.As(err, new(*unreadError)):
		return false, err
	case err != nil:
		return false, &ConflictError{Path: path, Err: err}
	case !slices.Equal(p.Input.paths(), j.input.paths()):
		return false, &ConflictError{Path: path, File: p.Request.File}
	case !p.Input.same(j.input):
		return false, &ConflictError{Path: path, File: p.Request.File, Changed: true}
	case j.Request.differs(p.Request):
		return false, &ConflictError{Path: path, File: p.Request.File, Differs: true}
	}
	j.Request, j.input, j.plan, j.taken = p.Request, p.Input, p, true
	return true, j.whole(ctx)
}

// whole says whether the blocks are there, as long as they are needed.
func (j *Job) whole(ctx context.Context) error {
	err := j.plan.whole(ctx, j.files)
	if err == nil {
		return nil
	}
	if !errors.As(err, new(*partition.BlockError)) {
		return err
	}
	if done, all, failed := j.Progress(ctx); failed != nil || done == all {
		return failed
	}
	return &graph.InputError{File: objectfs.Path(j.files, planName),
		Err: fmt.Errorf("the plan is there and its blocks are not whole: %w; remove both, and prepare it again", err)}
}

// prepare makes blocks and plan. Where others may do the same, blocks of theirs are
// left alone until there is a plan, for these are of no use then.
func (j *Job) prepare(ctx context.Context, opt triangle.Options, alone bool) (err error) {
	if alone {
		if err := objectfs.RemoveAll(ctx, j.files, blockPrefix, nil); err != nil {
			return err
		}
	}
	ends, ended := ending(ctx, j.files)
	defer ended()
	planned := false                           // or so it may be, here or by another process
	set := fmt.Sprintf("%08x-", rand.Uint32()) // begins the names of the blocks that are made here
	others := func(name string) bool { return !strings.HasPrefix(name, blockPrefix+set) }
	ours := func(name string) bool { return !others(name) }
	defer func() {
		if err != nil && !planned {
			_ = objectfs.RemoveAll(ends, j.files, blockPrefix, others)
			if ctx.Err() == nil {
				_ = j.files.Remove(ends, requestName) // there is nothing to go on with
			}
		}
	}()
	if err := j.record(ctx); err != nil {
		return err
	}
	p, result, err := makeBlocks(ctx, j.Request, j.input, j.files, set, opt)
	if err != nil {
		return err
	}
	p.Request, p.Input = j.Request, j.input
	if err := j.input.check(ctx); err != nil { // while it was read
		return err
	}
	if err := p.check(); err != nil {
		return fmt.Errorf("the plan cannot be written: %w", err)
	}
	if err := writeSealed(ctx, j.files, planName, p); err != nil {
		there, failed := readPlan(ends, j.files)
		switch {
		case errors.Is(failed, fs.ErrNotExist):
			return err
		case failed != nil:
			planned = true
			return err
		case there.ID != p.ID: // another process was sooner
			planned = true
			_ = objectfs.RemoveAll(ends, j.files, blockPrefix, others)
			_, err = j.take(ctx)
			return err
		}
	}
	j.plan, j.result = p, result
	j.result.Info.Name = j.Request.File
	// What stays of others is in nobody's way.
	_ = objectfs.RemoveAll(ends, j.files, blockPrefix, ours)
	return nil
}

// record writes down what is asked for. What is there already stays if it is the
// same, so that there is no moment without it, and else is replaced.
func (j *Job) record(ctx context.Context) error {
	there := new(requested)
	err := readSealed(ctx, j.files, requestName, there)
	switch {
	case err == nil && there.Input.same(j.input) && reflect.DeepEqual(there.Request, j.Request):
		return nil
	case errors.Is(err, fs.ErrNotExist):
	case errors.As(err, new(*unreadError)):
		return err
	default:
		if err := j.files.Remove(ctx, requestName); err != nil {
			return err
		}
	}
	err = writeSealed(ctx, j.files, requestName, &requested{Request: j.Request, Input: j.input})
	if errors.Is(err, fs.ErrExist) {
		return nil // another process is at the same job
	}
	return err
}
