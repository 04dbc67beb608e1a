package cli

import (
	"cmp"
	"context"
	"io"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/answer"
	"github.com/tricycle-graph/tricycle/internal/objectfs"
	"github.com/tricycle-graph/tricycle/jobs"
	"github.com/tricycle-graph/tricycle/triangle"
)

// merging holds the flags of merge.
type merging struct {
	reading
	plan   string
	json   bool
	tmpdir string
	out    rowTarget
}

func newMerge(c *common) *cobra.Command {
	m := &merging{reading: reading{common: c}}
	cmd := &cobra.Command{
		Use:   "merge --plan FILE SHARD...",
		Short: "Add up the shards of a count",
		Long: `Add up what tricycle count --plan FILE --shard wrote, and print the answer as count
does. Each shard must be of this plan, and each of the plan's subtasks in exactly
one of them: a shard that is missing, damaged, there twice or of another plan is
named and refused. Times are the sum over the shards, memory is that of the
largest. A pattern such as shard*.json that no shell has replaced stands for the
files that match it, and s3://bucket/shard*.json for objects of a store.

For a plan of tricycle vertices or edges merge writes the rows, as these commands do,
from what each shard left in a file beside it, SHARD.tvec. The input is read again for
its ids: it must be where it was, and the same.

` + exitHelp,
		Example: `  tricycle merge --plan plan.json shard*.json
  tricycle merge --json --plan plan.json shard*.json
  tricycle merge --plan vertices.json -o rows.csv shard*.json`,
		Args: files,
		RunE: m.run,
	}
	flags := cmd.Flags()
	flags.StringVar(&m.plan, "plan", "", "`file` with the plan of all shards")
	flags.BoolVar(&m.json, "json", false, "print one JSON object")
	m.limits.addTo(cmd)
	flags.StringVar(&m.tmpdir, "tmpdir", "", "`folder` for what does not fit --memory (default the system's)")
	m.out.addTo(cmd)
	return cmd
}

func (m *merging) run(cmd *cobra.Command, names []string) error {
	if m.plan == "" {
		return &usageError{message: "no plan given (--plan FILE)", command: cmd.CommandPath()}
	}
	if err := checkFolder(m.tmpdir); err != nil {
		return err
	}
	job, err := jobs.Open(cmd.Context(), planFiles(m.plan))
	if err != nil {
		return err
	}
	var shards []*jobs.Shard
	beside := make(map[*jobs.Shard]string)
	peak := int64(0)
	in := make(stores)
	names, err = in.matching(cmd.Context(), names)
	if err != nil {
		return err
	}
	for _, name := range names {
		shard, err := readShard(cmd.Context(), in, name)
		if err != nil {
			return err
		}
		shards, beside[shard] = append(shards, shard), vectorBeside(name)
		peak = max(peak, shard.PeakBytes)
	}
	if job.Request.Question != "" {
		return m.rows(cmd, job, in, names, shards, beside)
	}
	for _, name := range []string{"output", "to"} {
		if cmd.Flags().Changed(name) {
			return usagef("--%s is about rows of tricycle vertices or edges, for which the plan is not", name)
		}
	}
	result, err := job.Sum(shards...)
	if err != nil {
		return err
	}
	if !m.quiet {
		reportCleaning(cmd.ErrOrStderr(), result.Info.Name, result.Info, result.Cleaning)
		reportNote(cmd.ErrOrStderr(), result.Note)
	}
	return printAnswer(cmd, &answer.Count{Result: result, Peak: peak}, m.json)
}

// rows writes those of a plan of vertices or edges.
func (m *merging) rows(cmd *cobra.Command, job *jobs.Job, in stores, names []string, shards []*jobs.Shard, beside map[*jobs.Shard]string) error {
	if m.json {
		return usagef("--json is for the count of a graph; --to ndjson writes each row as JSON")
	}
	inputs := append(job.Inputs(), m.plan)
	for _, name := range names {
		inputs = append(inputs, name, vectorBeside(name))
	}
	if err := cmp.Or(keepFolder(m.out.path, blocksBeside(m.plan)), m.out.check(cmd, inputs...)); err != nil {
		return err
	}
	open := func(s *jobs.Shard) (io.ReadCloser, string, error) {
		file, err := in.open(cmd.Context(), beside[s])
		return file, beside[s], err
	}
	all := measuring{asking: asking{reading: m.reading, tmpdir: m.tmpdir, out: m.out}}
	bounds, stop := m.start(cmd)
	defer stop()
	opt := triangle.Options{Threads: bounds.Threads, Memory: bounds.Memory, Meter: bounds.Meter, TmpDir: m.tmpdir}
	if job.Request.Question == "vertices" {
		return job.SumVertices(cmd.Context(), opt, open, shards, func(p *triangle.PerVertex) error {
			stop()
			return (&measuringVertices{measuring: all}).show(cmd, p.Info.Name, p)
		})
	}
	return job.SumEdges(cmd.Context(), opt, open, shards, func(p *triangle.PerEdge) error {
		stop()
		return (&measuringEdges{measuring: all}).show(cmd, p.Info.Name, p)
	})
}

func readShard(ctx context.Context, in stores, name string) (*jobs.Shard, error) {
	file, err := in.open(ctx, name)
	if err != nil {
		return nil, &graph.InputError{File: name, Err: objectfs.Cause(err)}
	}
	defer file.Close()
	return jobs.ReadShard(file, name)
}
