package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/internal/atomicfile"
	"github.com/tricycle-graph/tricycle/internal/filelock"
	"github.com/tricycle-graph/tricycle/internal/partition"
	"github.com/tricycle-graph/tricycle/triangle"
)

// What lies in the folder of a count with checkpoints, in the order in which it
// appears there.
const (
	lockFile     = "lock"       // locked while a process works in the folder
	requestFile  = "input.json" // what was asked for
	blocksFolder = "blocks"
	planFile     = "plan.json" // there once all blocks are
	logFile      = "done.log"  // finished subtasks
)

// lockPatience is how long to wait for a process that was killed to be gone: its
// memory is given back before its locks.
const lockPatience = 3 * time.Second

// checkpointed counts a file and keeps what is finished in a new folder.
func (c *counting) checkpointed(cmd *cobra.Command, folder, name string) error {
	if err := c.parts.checkSubtasks(); err != nil {
		return err
	}
	request, err := c.request(name)
	if err != nil {
		return err
	}
	lock, err := claim(cmd.Context(), folder)
	if err != nil {
		return err
	}
	defer lock.Close()
	if err := request.WriteFile(filepath.Join(folder, requestFile)); err != nil {
		abandon(folder)
		return err
	}
	opt := c.options()
	plan, result, err := c.prepareRun(cmd, folder, request, opt)
	if err != nil {
		if cmd.Context().Err() == nil {
			abandon(folder) // there is nothing to go on with
		}
		return err
	}
	return c.finish(cmd, folder, plan, result, opt)
}

// prepareRun makes the parts and the plan of a count with checkpoints.
func (c *counting) prepareRun(cmd *cobra.Command, folder string, request partition.Request, opt triangle.Options) (*partition.Plan, *triangle.Result, error) {
	blocks := filepath.Join(folder, blocksFolder)
	// A process that was killed may have left some.
	if err := os.RemoveAll(blocks); err != nil {
		return nil, nil, err
	}
	if err := os.Mkdir(blocks, 0o777); err != nil {
		return nil, nil, err
	}
	return c.prepare(cmd, request, filepath.Join(folder, planFile), blocksFolder, checkpointSubtasks, opt)
}

// resumed goes on where the process ended that worked in a folder.
func (c *counting) resumed(cmd *cobra.Command, folder string) error {
	if !exists(filepath.Join(folder, requestFile)) {
		return usagef("--resume %s: no count was begun there", folder)
	}
	lock, err := own(cmd.Context(), folder)
	if err != nil {
		return err
	}
	defer lock.Close()
	request, err := partition.ReadRequest(filepath.Join(folder, requestFile))
	if err != nil {
		return err
	}
	var plan *partition.Plan
	if name := filepath.Join(folder, planFile); exists(name) {
		if plan, err = partition.ReadPlan(name); err != nil {
			return err
		}
		request = plan.Request
	}
	if err := c.adopt(cmd.Flags(), folder, request); err != nil {
		return err
	}
	if err := request.Input.Check(); err != nil {
		return err
	}
	opt := c.options()
	if plan != nil {
		return c.finish(cmd, folder, plan, resultOf(plan), opt)
	}
	plan, result, err := c.prepareRun(cmd, folder, request, opt)
	if err != nil {
		return err
	}
	return c.finish(cmd, folder, plan, result, opt)
}

// finish counts the subtasks that the log lacks, and prints the answer.
func (c *counting) finish(cmd *cobra.Command, folder string, plan *partition.Plan, result *triangle.Result, opt triangle.Options) error {
	log, counted, err := partition.OpenLog(filepath.Join(folder, logFile), plan)
	if err != nil {
		return err
	}
	defer log.Close()
	finished := make(map[partition.Subtask]bool)
	for _, done := range counted {
		finished[done.Subtask] = true
	}
	all := slices.Collect(plan.Grid.Subtasks())
	left := slices.DeleteFunc(slices.Clone(all), func(t partition.Subtask) bool { return finished[t] })
	if len(counted) > 0 && !c.quiet {
		fmt.Fprintf(cmd.ErrOrStderr(), "tricycle: %s: %d of %d subtasks were finished before\n", oneLine(folder), len(counted), len(all))
	}
	err = c.countPlanned(cmd, plan, filepath.Join(folder, planFile), left, result, opt, func(t partition.Subtask, triangles uint64) error {
		done := partition.Counted{Subtask: t, Triangles: triangles}
		if err := log.Add(done); err != nil {
			return err
		}
		counted = append(counted, done)
		return nil
	})
	if err != nil {
		if !c.quiet {
			fmt.Fprintf(cmd.ErrOrStderr(), "tricycle: %s: %d of %d subtasks are finished; --resume goes on from there\n", oneLine(folder), len(counted), len(all))
		}
		return err
	}
	if result.Triangles, err = partition.Sum(counted); err != nil {
		return err
	}
	// The plan and the log hold the answer; the blocks are of no more use.
	if err := os.RemoveAll(filepath.Join(folder, blocksFolder)); err != nil {
		return err
	}
	return c.show(cmd, &answer{Result: result, peak: peakBytes(), resumed: len(finished) > 0})
}

// claim makes a folder, or takes an empty one, for one process alone.
func claim(ctx context.Context, folder string) (*os.File, error) {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return nil, atomicfile.Place(err)
	}
	if err := empty(folder); err != nil { // before anything is written there
		return nil, err
	}
	lock, err := own(ctx, folder)
	if err != nil {
		return nil, err
	}
	if err := empty(folder); err != nil { // since somebody else may have been here
		lock.Close()
		return nil, err
	}
	return lock, nil
}

// empty refuses a folder that holds anything but a lock, and what a process
// leaves that is killed before it has begun.
func empty(folder string) error {
	if exists(filepath.Join(folder, requestFile)) {
		return usagef("--checkpoint %s: a count was begun there; go on with --resume %s, or remove the folder", folder, folder)
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(entries, func(entry os.DirEntry) bool {
		return entry.Name() != lockFile && !half(entry.Name(), []string{requestFile, planFile, logFile})
	}) {
		return usagef("--checkpoint %s: the folder is not empty", folder)
	}
	return nil
}

// own keeps other processes out of the folder of a count until the file is closed,
// and removes the half files of one that was killed there.
func own(ctx context.Context, folder string) (*os.File, error) {
	lock, err := lockFolder(ctx, folder)
	if errors.Is(err, filelock.ErrLocked) {
		return nil, usagef("%s is %v", folder, err)
	}
	if err != nil {
		return nil, err
	}
	if err := removeHalves(folder, requestFile, planFile, logFile); err != nil {
		lock.Close()
		return nil, err
	}
	return lock, nil
}

// lockFolder takes the lock of a folder; filelock.ErrLocked where another process
// has it and keeps it.
func lockFolder(ctx context.Context, folder string) (*os.File, error) {
	lock, err := filelock.Lock(filepath.Join(folder, lockFile))
	for begin := time.Now(); errors.Is(err, filelock.ErrLocked) && time.Since(begin) < lockPatience && ctx.Err() == nil; {
		time.Sleep(lockPatience / 100)
		lock, err = filelock.Lock(filepath.Join(folder, lockFile))
	}
	return lock, err
}

// removeHalves removes from a folder what is left of files that were being written
// when their process was killed.
func removeHalves(folder string, files ...string) error {
	entries, err := os.ReadDir(folder)
	for _, entry := range entries {
		if half(entry.Name(), files) {
			err = errors.Join(err, os.Remove(filepath.Join(folder, entry.Name())))
		}
	}
	return err
}

// half reports whether a name is the temporary one of a file on its way.
func half(name string, files []string) bool {
	return slices.ContainsFunc(files, func(whole string) bool {
		return strings.HasPrefix(name, "."+whole+".") && strings.HasSuffix(name, ".tmp")
	})
}

// abandon removes what was written to a folder before its plan, and the folder.
func abandon(folder string) {
	// The first error says more than one on cleaning up.
	_ = os.RemoveAll(filepath.Join(folder, blocksFolder))
	_ = os.Remove(filepath.Join(folder, requestFile))
	_ = os.Remove(filepath.Join(folder, lockFile))
	_ = os.Remove(folder)
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return !errors.Is(err, fs.ErrNotExist)
}
