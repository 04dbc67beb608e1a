package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/atomicfile"
	"github.com/tricycle-graph/tricycle/internal/filelock"
	"github.com/tricycle-graph/tricycle/internal/partition"
)

// planBlocks names the folder with the blocks of a plan, from that of the plan.
// While it has a lock file and the plan is not there, the preparing is not
// finished: a process is at it, or was killed.
func planBlocks(planName string) string { return filepath.Base(planName) + ".blocks" }

func blocksBeside(planName string) string {
	return filepath.Join(filepath.Dir(planName), planBlocks(planName))
}

// claimPlan has the folder of a plan's blocks for this process alone, without
// blocks; nil where the plan is there.
func claimPlan(ctx context.Context, planName string) (*os.File, error) {
	folder := blocksBeside(planName)
	for {
		if exists(planName) {
			return nil, nil
		}
		if err := os.Mkdir(folder, 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
			return nil, atomicfile.Place(err)
		}
		if err := unfinished(planName, folder); err != nil {
			return nil, err
		}
		lock, err := lockFolder(ctx, folder)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			continue // whoever prepared here gave up, and took the folder away
		case errors.Is(err, filelock.ErrLocked):
			return nil, usagef("--plan %s: another process prepares it; the same command takes what that has made when it has ended", planName)
		case err != nil:
			return nil, err
		case exists(planName): // of whoever had the lock
			return nil, filelock.Remove(lock)
		}
		if err := errors.Join(clearBlocks(folder), removeHalves(filepath.Dir(planName), filepath.Base(planName))); err != nil {
			lock.Close()
			return nil, err
		}
		return lock, nil
	}
}

// unfinished refuses a folder that holds something, and no lock: no process of
// ours left it without a plan.
func unfinished(planName, folder string) error {
	entries, err := os.ReadDir(folder)
	switch {
	case errors.Is(err, fs.ErrNotExist), len(entries) == 0, exists(filepath.Join(folder, lockFile)), exists(planName):
		return nil
	case err != nil:
		return err
	}
	return usagef("--plan %s: %s is there already, without a plan; remove it, or give the plan another name", planName, folder)
}

// clearBlocks removes the blocks in a folder.
func clearBlocks(folder string) error {
	entries, err := os.ReadDir(folder)
	for _, entry := range entries {
		if filepath.Ext(entry.Name()) == ".tblk" {
			err = errors.Join(err, os.Remove(filepath.Join(folder, entry.Name())))
		}
	}
	return err
}

// abandonPlan removes what was prepared.
func abandonPlan(planName string, lock *os.File) {
	// The first error says more than one on cleaning up.
	folder := blocksBeside(planName)
	_ = clearBlocks(folder)
	_ = filelock.Remove(lock)
	_ = os.Remove(folder)
}

// preparedBefore shows a plan that is there already, where it is what is asked for
// and whole.
func (c *counting) preparedBefore(cmd *cobra.Command, planName string, request partition.Request) error {
	plan, err := partition.ReadPlan(planName)
	if err != nil {
		return usagef("--plan %s: the file is there already, and is not written over; remove it, or give the plan another name (%v)", planName, err)
	}
	if what := otherRequest(cmd.Flags(), plan.Request, request); what != "" {
		return usagef("--plan %s: a plan is there already, of %s; remove it and %s, or give the plan another name", planName, what, blocksBeside(planName))
	}
	store, err := plan.Open(planName)
	if err != nil {
		return &graph.InputError{File: planName, Err: fmt.Errorf("the plan is there and its blocks are not whole: %w; remove both, and prepare it again", err)}
	}
	defer store.Close()
	if !c.quiet {
		fmt.Fprintf(cmd.ErrOrStderr(), "tricycle: %s: was prepared before\n", oneLine(planName))
		reportCleaning(cmd.ErrOrStderr(), request.File, resultOf(plan).Info, plan.Graph.Cleaning)
	}
	return output(c.showPlan(cmd, planName, plan))
}

// otherRequest says in what a plan was asked for otherwise than now; "" where it
// was not. Limits that are not given now may be any.
func otherRequest(flags *pflag.FlagSet, begun, now partition.Request) string {
	if begun.Input.Path != now.Input.Path {
		return begun.File
	}
	if begun.Input.Modified.Equal(now.Input.Modified) {
		begun.Input.Modified = now.Input.Modified // however a clock writes it
	}
	if begun.Input != now.Input {
		return begun.File + " as it was before it was changed"
	}
	begun.File = now.File // the same one, from another folder
	if !flags.Changed("memory") {
		begun.Memory = now.Memory
	}
	if !flags.Changed("gpu-memory") {
		begun.GPUMemory = now.GPUMemory
	}
	if len(begun.Columns) == 0 && len(now.Columns) == 0 {
		begun.Columns = now.Columns
	}
	if !reflect.DeepEqual(begun, now) {
		return begun.File + " with other flags"
	}
	return ""
}
