package cli

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/internal/partition"
	"github.com/tricycle-graph/tricycle/triangle"
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
			a, err := merged(planName, matching(names))
			if err != nil {
				return err
			}
			if !c.quiet {
				reportCleaning(cmd.ErrOrStderr(), a.Info.Name, a.Info, a.Cleaning)
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
func merged(planName string, names []string) (*answer, error) {
	plan, err := partition.ReadPlan(planName)
	if err != nil {
		return nil, err
	}
	shards, triangles, err := partition.Merge(planName, plan, names)
	if err != nil {
		return nil, err
	}
	a := &answer{Result: resultOf(plan)}
	a.Triangles = triangles
	a.Engine, a.Device = enginesOf(shards)
	for _, s := range shards {
		a.Seconds.Count += s.Seconds
		a.Seconds.Total += s.Seconds
		a.peak = max(a.peak, s.PeakBytes)
	}
	return a, nil
}

// enginesOf names the engines and the devices that counted, each once.
func enginesOf(shards []*partition.Result) (triangle.Engine, string) {
	var engines, devices []string
	for _, s := range shards {
		if len(s.Counted) == 0 {
			continue
		}
		if !slices.Contains(engines, s.Engine) {
			engines = append(engines, s.Engine)
		}
		if s.Device != "" && !slices.Contains(devices, s.Device) {
			devices = append(devices, s.Device)
		}
	}
	return triangle.Engine(strings.Join(engines, ", ")), strings.Join(devices, ", ")
}
