package cli

import (
	"context"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/objectfs"
	"github.com/tricycle-graph/tricycle/jobs"
)

func newMerge(c *common) *cobra.Command {
	var (
		planName string
		json     bool
	)
	cmd := &cobra.Command{
		Use:   "merge --plan FILE SHARD...",
		Short: "Add up the shards of a count",
		Long: `Add up what tricycle count --plan FILE --shard wrote, and print the answer as count
does. Each shard must be of this plan, and each of the plan's subtasks in exactly
one of them: a shard that is missing, damaged, there twice or of another plan is
named and refused. Times are the sum over the shards, memory is that of the
largest. A pattern such as shard*.json that no shell has replaced stands for the
files that match it.

` + exitHelp,
		Example: `  tricycle merge --plan plan.json shard*.json
  tricycle merge --json --plan plan.json shard*.json`,
		Args: files,
		RunE: func(cmd *cobra.Command, names []string) error {
			if planName == "" {
				return &usageError{message: "no plan given (--plan FILE)", command: cmd.CommandPath()}
			}
			a, err := merged(cmd.Context(), planName, matching(names))
			if err != nil {
				return err
			}
			if !c.quiet {
				reportCleaning(cmd.ErrOrStderr(), a.Info.Name, a.Info, a.Cleaning)
				reportNote(cmd.ErrOrStderr(), a.Note)
			}
			show := printSheet
			if json {
				show = printJSON
			}
			return output(show(cmd.OutOrStdout(), a))
		},
	}
	cmd.Flags().StringVar(&planName, "plan", "", "`file` with the plan of all shards")
	cmd.Flags().BoolVar(&json, "json", false, "print one JSON object")
	return cmd
}

// matching replaces patterns by the files that match them, for where no shell has
// done it: in a container without one, and on Windows.
func matching(names []string) []string {
	var all []string
	for _, name := range names {
		found, err := filepath.Glob(name)
		if err != nil || len(found) == 0 || exists(name) {
			found = []string{name} // of which the error will speak
		}
		all = append(all, found...)
	}
	return all
}

// merged returns the answer that shards of a plan add up to.
func merged(ctx context.Context, planName string, names []string) (*answer, error) {
	job, err := jobs.Open(ctx, jobs.PlanFile(planName))
	if err != nil {
		return nil, err
	}
	a := new(answer)
	var shards []*jobs.Shard
	for _, name := range names {
		shard, err := readShard(name)
		if err != nil {
			return nil, err
		}
		shards = append(shards, shard)
		a.peak = max(a.peak, shard.PeakBytes)
	}
	a.Result, err = job.Sum(shards...)
	return a, err
}

func readShard(name string) (*jobs.Shard, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, &graph.InputError{File: name, Err: objectfs.Cause(err)}
	}
	defer file.Close()
	return jobs.ReadShard(file, name)
}
