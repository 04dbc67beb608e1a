package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/atomicfile"
	"github.com/tricycle-graph/tricycle/jobs"
	"github.com/tricycle-graph/tricycle/triangle"
)

// checkpointSubtasks is how many there are, about, where neither limits nor --parts
// ask for more: fewer than package jobs has for shards, which are to be balanced, and so
// many that little is lost when a process is killed. With each doubling the blocks are
// read 1.4 times as often.
const checkpointSubtasks = 32

// checkpointed counts a file and keeps what is finished in a new folder.
func (c *counting) checkpointed(cmd *cobra.Command, folder, name string) error {
	request, err := c.request(cmd, name)
	if err != nil {
		return err
	}
	if request.Parts == (triangle.Parts{}) {
		request.Parts.Subtasks = checkpointSubtasks
	}
	var system syscall.Errno
	switch _, err := jobs.Open(cmd.Context(), jobs.Dir(folder)); {
	case errors.Is(err, fs.ErrNotExist):
	case errors.As(err, &system): // nothing can be written there either
		return &atomicfile.PlaceError{Path: folder, Err: system}
	default:
		return usagef("--checkpoint %s: a count was begun there; go on with --resume %s, or remove the folder", folder, folder)
	}
	opt := c.options()
	opt.Meter = new(graph.Meter)
	stop := watch(cmd, c.quiet, opt.Meter)
	job, err := jobs.Prepare(cmd.Context(), jobs.Dir(folder), request, opt)
	stop()
	if other := new(jobs.ConflictError); errors.As(err, &other) && other.Other != "" {
		return usagef("--checkpoint %s: the folder is not empty", folder)
	}
	if err != nil {
		return busy(err)
	}
	return c.finish(cmd, folder, job)
}

// resumed goes on where the process ended that worked in a folder.
func (c *counting) resumed(cmd *cobra.Command, folder string) error {
	job, err := jobs.Open(cmd.Context(), jobs.Dir(folder))
	if errors.Is(err, fs.ErrNotExist) {
		return usagef("--resume %s: no count was begun there", folder)
	}
	if err != nil {
		return err
	}
	if err := c.adopt(cmd.Flags(), folder, job.Request); err != nil {
		return err
	}
	if err := job.CheckInput(); err != nil {
		return err
	}
	if !job.Prepared() {
		opt := c.options()
		opt.Meter = new(graph.Meter)
		stop := watch(cmd, c.quiet, opt.Meter)
		err := job.Prepare(cmd.Context(), opt)
		stop()
		if err != nil {
			return busy(err)
		}
	}
	return c.finish(cmd, folder, job)
}

// finish counts the subtasks that are not finished, and prints the answer.
func (c *counting) finish(cmd *cobra.Command, folder string, job *jobs.Job) error {
	before, all, err := job.Progress(cmd.Context())
	if err != nil {
		return err
	}
	if before > 0 && !c.quiet {
		fmt.Fprintf(cmd.ErrOrStderr(), "tricycle: %s: %d of %d subtasks were finished before\n", oneLine(folder), before, all)
	}
	opt := c.options()
	opt.Meter = new(graph.Meter)
	stop := watch(cmd, c.quiet, opt.Meter)
	result, err := job.Count(cmd.Context(), opt)
	stop()
	if err != nil {
		// What was finished meanwhile is looked up after an interrupt, too.
		done, all, failed := job.Progress(context.WithoutCancel(cmd.Context()))
		if failed == nil && !c.quiet && !errors.Is(err, jobs.ErrLocked) {
			fmt.Fprintf(cmd.ErrOrStderr(), "tricycle: %s: %d of %d subtasks are finished; --resume goes on from there\n", oneLine(folder), done, all)
		}
		return busy(err)
	}
	return c.show(cmd, &answer{Result: result, peak: peakBytes(), resumed: before > 0})
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
