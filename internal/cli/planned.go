package cli

import (
	"cmp"
	"errors"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/answer"
	"github.com/tricycle-graph/tricycle/internal/bytesize"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpucount"
	"github.com/tricycle-graph/tricycle/internal/readable"
	"github.com/tricycle-graph/tricycle/internal/sheet"
	"github.com/tricycle-graph/tricycle/jobs"
	"github.com/tricycle-graph/tricycle/triangle"
)

// blocksBeside names the folder with the blocks of a plan.
func blocksBeside(planName string) string {
	if isFolder(planName) {
		return planName // with cells
	}
	return planName + ".blocks"
}

// planned cuts a file into parts, for others to count, and writes the plan. One
// that is there already, of the same file and with the same flags, is taken as it
// is; what a process left that was killed meanwhile is removed and made anew.
func (k *kept) planned(planName, name string, json bool) error {
	if isFolder(planName) {
		return usagef("--plan %s: that is a folder; with cells in it, it is a plan already, and is counted without %s", planName, name)
	}
	request, err := k.request(name)
	if err != nil {
		return err
	}
	opt, stop := k.watched()
	job, err := jobs.Prepare(k.cmd.Context(), jobs.PlanFile(planName), request, opt)
	stop()
	if err != nil {
		return notPlanned(planName, err)
	}
	if !k.quiet {
		if job.Taken() {
			note(k.cmd.ErrOrStderr(), planName, "was prepared before")
		}
		result := job.Result()
		reportCleaning(k.cmd.ErrOrStderr(), request.File, result.Info, result.Cleaning)
	}
	return output(showPlan(k.cmd, planName, job, json))
}

// notPlanned says what to do where a plan cannot be made.
func notPlanned(planName string, err error) error {
	conflict := new(jobs.ConflictError)
	if errors.Is(err, jobs.ErrLocked) {
		return usagef("--plan %s: another process prepares it; the same command takes what that has made when it has ended", planName)
	}
	if !errors.As(err, &conflict) {
		return err
	}
	if conflict.Other != "" {
		return usagef("--plan %s: %s is there already, without a plan; remove it, or give the plan another name", planName, conflict.Other)
	}
	if conflict.Err != nil {
		return usagef("--plan %s: the file is there already, and is not written over; remove it, or give the plan another name (%v)", planName, conflict.Err)
	}
	what := conflict.File
	switch {
	case conflict.Changed:
		what += " as it was before it was changed"
	case conflict.Differs:
		what += " with other flags"
	}
	return usagef("--plan %s: a plan is there already, of %s; remove it and %s, or give the plan another name", planName, what, blocksBeside(planName))
}

// sharded counts one shard of a plan.
func (c *counting) sharded(cmd *cobra.Command, planName string) error {
	number, of, err := shardOf(c.sharing.shard)
	if err != nil {
		return err
	}
	job, err := jobs.Open(cmd.Context(), planFiles(planName))
	if err != nil {
		return err
	}
	if err := c.adopt(cmd.Flags(), planName, job.Request); err != nil {
		return err
	}
	// A place that cannot be written is found before the work.
	if err := cmp.Or(keepInput(c.sharing.output, append(job.Inputs(), planName)...), keepFolder(c.sharing.output, blocksBeside(planName))); err != nil {
		return err
	}
	out, file, err := openResult(cmd, c.sharing.output)
	if err != nil {
		return err
	}
	defer file.discard()
	found, vector, err := c.openVector(cmd, job)
	if err != nil {
		return err
	}
	defer vector.discard()
	opt := c.options()
	opt.Meter = new(graph.Meter)
	stop := watch(cmd, c.quiet, opt.Meter)
	shard, err := job.ShardTo(cmd.Context(), number, of, opt, found)
	stop()
	if err != nil {
		return err
	}
	if !c.quiet {
		reportNote(cmd.ErrOrStderr(), shard.Note)
	}
	shard.PeakBytes = peakBytes()
	readable.Tidy(&shard.Seconds)
	if shard.Vector != "" { // which is there before what names it
		if err := vector.run(); err != nil {
			return writeError(vectorBeside(c.sharing.output), err)
		}
	}
	if _, err := shard.WriteTo(out); err != nil {
		return writeError(c.sharing.output, err)
	}
	if err := file.run(); err != nil {
		return writeError(c.sharing.output, err)
	}
	return nil
}

// vectorBeside names the file with what a shard found of vertices or edges.
func vectorBeside(shardName string) string { return shardName + ".tvec" }

// openVector opens it, if the plan asks for that.
func (c *counting) openVector(cmd *cobra.Command, job *jobs.Job) (io.Writer, committing, error) {
	if job.Request.Question == "" {
		return io.Discard, committing{}, nil
	}
	if c.engine == device.CUDA && !slices.Contains(gpucount.AnswerMethods, c.method) {
		return nil, committing{}, usagef("--engine cuda: on a GPU %s are counted by %s, and not by %s as in the plan", job.Request.Question, join(gpucount.AnswerMethods, ", "), c.method)
	}
	if c.sharing.output == "-" {
		return nil, committing{}, usagef("what is found of %s goes into a file beside that of the shard: name it with --output", job.Request.Question)
	}
	name := vectorBeside(c.sharing.output)
	if err := keepInput(name, append(job.Inputs(), c.sharing.plan)...); err != nil {
		return nil, committing{}, err
	}
	return openResult(cmd, name)
}

// planJSON is what --json prints of a new plan.
type planJSON struct {
	File     string          `json:"file"`
	Plan     string          `json:"plan"`
	ID       string          `json:"id"`
	Vertices uint64          `json:"vertices"`
	Edges    uint64          `json:"edges"`
	Parts    *triangle.Parts `json:"parts"`
	Blocks   string          `json:"blocks"`
	Bytes    uint64          `json:"block_bytes"`
	Cleaning graph.Report    `json:"cleaning"`
}

// showPlan says what was prepared.
func showPlan(cmd *cobra.Command, name string, job *jobs.Job, json bool) error {
	plan, blocks := job.Result(), blocksBeside(name)
	if json {
		return writeJSON(cmd.OutOrStdout(), planJSON{
			File: job.Request.File, Plan: name, ID: job.ID(), Vertices: plan.Vertices, Edges: plan.Edges,
			Parts: plan.Parts, Blocks: blocks, Bytes: job.BlockBytes(), Cleaning: plan.Cleaning,
		})
	}
	s := sheet.New()
	s.Add("file", "%s (%s)", job.Request.File, answer.Format(plan.Info))
	s.Add("plan", "%s", name)
	s.Add("id", "%s", job.ID())
	s.Add("vertices", "%s", readable.Number(plan.Vertices))
	if plan.Info.Format == cellsFormat {
		s.Add("edges", "-") // nobody has seen them all
	} else {
		s.Add("edges", "%s", readable.Number(plan.Edges))
	}
	s.Add("parts", "%s", answer.Parts(plan.Parts))
	s.Add("blocks", "%s, %s", blocks, bytesize.Text(int64(job.BlockBytes())))
	return s.Print(cmd.OutOrStdout())
}
