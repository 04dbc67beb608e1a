package cli

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/graphio"
	"github.com/tricycle-graph/tricycle/internal/answer"
	"github.com/tricycle-graph/tricycle/internal/atomicfile"
	"github.com/tricycle-graph/tricycle/internal/objectfs"
	"github.com/tricycle-graph/tricycle/internal/s3fs"
	"github.com/tricycle-graph/tricycle/jobs"
	"github.com/tricycle-graph/tricycle/triangle"
)

// checkpointSubtasks is how many there are, about, where neither limits nor --parts
// ask for more: fewer than package jobs has for shards, which are to be balanced, and so
// many that little is lost when a process is killed. With each doubling the blocks are
// read 1.4 times as often.
const checkpointSubtasks = 32

// kept is work that is kept in a folder or shared by a plan, as a command asks for it.
type kept struct {
	*common
	cmd     *cobra.Command
	request func(name string) (jobs.Request, error)
	adopt   func(where string, job *jobs.Job) error // what was asked for when it began
	options func() triangle.Options
	// count counts the subtasks that are not finished, and prints the answer; counted is
	// called in between.
	count func(job *jobs.Job, opt triangle.Options, resumed bool, counted func()) error
}

// watched are the options with a progress bar, until stop is called.
func (k *kept) watched() (opt triangle.Options, stop func()) {
	opt = k.options()
	opt.Meter = new(graph.Meter)
	return opt, watch(k.cmd, k.quiet, opt.Meter)
}

// checkpointed counts a file and keeps what is finished in a new folder.
func (k *kept) checkpointed(folder, name string) error {
	switch _, err := jobs.Open(k.cmd.Context(), jobs.Dir(folder)); {
	case errors.Is(err, fs.ErrNotExist):
	case errors.As(err, new(*s3fs.Error)), errors.As(err, new(syscall.Errno)):
		return unreached(folder, err)
	default:
		return usagef("--checkpoint %s: a count was begun there; go on with --resume %s, or remove the folder", folder, folder)
	}
	return k.begin("checkpoint", folder, name)
}

// unreached is the error of a folder whose count cannot be looked up. What the system refuses there
// is told as a wrong place: nothing can be written there either.
func unreached(folder string, err error) error {
	if system := syscall.Errno(0); !errors.As(err, new(*s3fs.Error)) && errors.As(err, &system) {
		return &atomicfile.PlaceError{Path: folder, Err: system}
	}
	return err
}

// begin begins a count in a folder, which a flag names.
func (k *kept) begin(flag, folder, name string) error {
	request, err := k.request(name)
	if err != nil {
		return err
	}
	if request.Parts == (triangle.Parts{}) && request.Colours == 0 {
		request.Parts.Subtasks = checkpointSubtasks
	}
	opt, stop := k.watched()
	job, err := jobs.Prepare(k.cmd.Context(), jobs.Dir(folder), request, opt)
	stop()
	if other := new(jobs.ConflictError); errors.As(err, &other) && other.Other != "" {
		return usagef("--%s %s: the folder is not empty", flag, folder)
	}
	if err != nil {
		return busy(err)
	}
	return k.finish(folder, job)
}

// resumed goes on where the process ended that worked in a folder. A job script that may be
// started again names the file, too: it begins where no process came so far.
func (k *kept) resumed(folder, name string) error {
	job, err := jobs.Open(k.cmd.Context(), jobs.Dir(folder))
	switch {
	case errors.Is(err, fs.ErrNotExist) && name != "":
		return k.begin("resume", folder, name)
	case errors.Is(err, fs.ErrNotExist):
		return usagef("--resume %s: no count was begun there; with the name of its file, one begins", folder)
	case err != nil:
		return unreached(folder, err)
	}
	if err := k.adopt(folder, job); err != nil {
		return err
	}
	if err := k.sameFiles(folder, name, job); err != nil {
		return err
	}
	if err := job.CheckInput(); err != nil {
		return err
	}
	if !job.Prepared() {
		opt, stop := k.watched()
		err := job.Prepare(k.cmd.Context(), opt)
		stop()
		if err != nil {
			return busy(err)
		}
	}
	return k.finish(folder, job)
}

// sameFiles refuses to go on with a count of other files than are named, if any are.
func (k *kept) sameFiles(folder, name string, job *jobs.Job) error {
	if name == "" {
		return nil
	}
	request, err := k.request(name)
	if err != nil {
		return err
	}
	names := []string{name}
	if request.Union != nil {
		if names, err = (graphio.Options{Union: request.Union}).Files(); err != nil {
			return err
		}
	}
	for i, name := range names {
		if s3fs.Is(name) { // cells in a store, whose name is the same everywhere
			continue
		}
		if names[i], err = filepath.Abs(name); err != nil {
			return err
		}
	}
	switch {
	case slices.Equal(names, job.Inputs()):
		return nil
	case name == job.Request.File:
		return usagef("--resume %s: it was begun with other files of %s, or with or without --union", folder, name)
	default:
		return usagef("--resume %s: it was begun with %s, and not with %s", folder, job.Request.File, name)
	}
}

// finish counts the subtasks that are not finished, and prints the answer.
func (k *kept) finish(folder string, job *jobs.Job) error {
	before, all, err := job.Progress(k.cmd.Context())
	if err != nil {
		return err
	}
	if before > 0 && !k.quiet {
		note(k.cmd.ErrOrStderr(), folder, "%d of %d subtasks were finished before", before, all)
	}
	opt, stop := k.watched()
	counted := false
	err = k.count(job, opt, before > 0, func() {
		stop()
		counted = true
	})
	stop()
	if err != nil && !counted {
		// What was finished meanwhile is looked up after an interrupt, too.
		ctx, stop := objectfs.Lingering(k.cmd.Context(), time.Second)
		defer stop()
		done, all, failed := job.Progress(ctx)
		if failed == nil && !k.quiet && !errors.Is(err, jobs.ErrLocked) {
			note(k.cmd.ErrOrStderr(), folder, "%d of %d subtasks are finished; --resume goes on from there", done, all)
		}
	}
	return busy(err)
}

// keeping says how count keeps its work.
func (c *counting) keeping(cmd *cobra.Command) *kept {
	return &kept{
		common: c.common, cmd: cmd, options: c.options,
		request: func(name string) (jobs.Request, error) { return c.request(cmd, name) },
		adopt:   func(where string, job *jobs.Job) error { return c.adopt(cmd.Flags(), where, job.Request) },
		count: func(job *jobs.Job, opt triangle.Options, resumed bool, counted func()) error {
			result, err := job.Count(cmd.Context(), opt)
			if err != nil {
				return err
			}
			counted()
			return c.show(cmd, &answer.Count{Result: result, Peak: peakBytes(), Resumed: resumed})
		},
	}
}

// busy makes an error of the usage of a folder in which another process works.
func busy(err error) error {
	if errors.Is(err, jobs.ErrLocked) {
		return usagef("%v", err)
	}
	return err
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return !errors.Is(err, fs.ErrNotExist)
}
