package cli

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/bytesize"
	"github.com/tricycle-graph/tricycle/internal/filelock"
	"github.com/tricycle-graph/tricycle/internal/objectfs"
	"github.com/tricycle-graph/tricycle/internal/partition"
	"github.com/tricycle-graph/tricycle/triangle"
)

// How many subtasks there are where neither limits nor --parts ask for more:
// so many that little is lost when a process is killed, and so many that shards
// can be balanced. Each doubling has the blocks read 1.4 times as often.
const (
	checkpointSubtasks = 32
	planSubtasks       = 256
)

// planned cuts a file into parts, for others to count, and writes the plan. One
// that is there already, of the same file and with the same flags, is taken as it
// is; what a process left that was killed meanwhile is removed and made anew.
func (c *counting) planned(cmd *cobra.Command, planName, name string) error {
	if err := c.parts.checkSubtasks(); err != nil {
		return err
	}
	request, err := c.request(name)
	if err != nil {
		return err
	}
	lock, err := claimPlan(cmd.Context(), planName)
	if err != nil {
		return err
	}
	if lock == nil {
		return c.preparedBefore(cmd, planName, request)
	}
	plan, result, err := c.prepare(cmd, request, planName, planBlocks(planName), planSubtasks, c.options())
	if err != nil {
		abandonPlan(planName, lock)
		return err
	}
	if err := filelock.Remove(lock); err != nil {
		return err
	}
	if !c.quiet {
		reportCleaning(cmd.ErrOrStderr(), request.File, result.Info, result.Cleaning)
	}
	return output(c.showPlan(cmd, planName, plan))
}

// sharded counts one shard of a plan.
func (c *counting) sharded(cmd *cobra.Command, planName string) error {
	number, of, err := shardOf(c.sharing.shard)
	if err != nil {
		return err
	}
	plan, err := partition.ReadPlan(planName)
	if err != nil {
		return err
	}
	if err := c.adopt(cmd.Flags(), planName, plan.Request); err != nil {
		return err
	}
	// A place that cannot be written is found before the work.
	out, file, err := openOutput(cmd, c.sharing.output)
	if err != nil {
		return err
	}
	defer file.discard()
	result := resultOf(plan)
	var counted []partition.Counted
	err = c.countPlanned(cmd, plan, planName, plan.Shard(number, of), result, c.options(), func(t partition.Subtask, triangles uint64) error {
		counted = append(counted, partition.Counted{Subtask: t, Triangles: triangles})
		return nil
	})
	if err != nil {
		return err
	}
	if !c.quiet {
		c.reportNote(cmd.ErrOrStderr(), result.Note)
	}
	shard := plan.NewResult(number, of, counted)
	shard.Engine, shard.Device = string(result.Engine), result.Device
	shard.Seconds, shard.PeakBytes = result.Seconds.Count, peakBytes()
	tidy(&shard.Seconds)
	if _, err := shard.WriteTo(out); err != nil {
		return writeError(c.sharing.output, err)
	}
	if err := file.run(); err != nil {
		return writeError(c.sharing.output, err)
	}
	return nil
}

// prepare reads a file, leaves its blocks in a folder beside the plan, which is
// there and has none, and then writes that.
func (c *counting) prepare(cmd *cobra.Command, request partition.Request, planName, blocks string, subtasks int, opt triangle.Options) (plan *partition.Plan, result *triangle.Result, err error) {
	src, err := c.input.open(cmd, request.Input.Path)
	if err != nil {
		return nil, nil, err
	}
	defer closeInput(src, &err)
	if !src.Info().Rereadable {
		return nil, nil, &graph.InputError{File: request.File, Expected: "a file that can be read again", Found: formatOf(src.Info())}
	}
	opt.TmpDir = cmp.Or(opt.TmpDir, filepath.Dir(planName))
	if opt.Parts == (triangle.Parts{}) {
		opt.Parts.Subtasks = subtasks
	}
	opt.Meter = new(graph.Meter)
	defer watch(cmd, c.quiet, opt.Meter)()
	files := objectfs.NewDisk(filepath.Join(filepath.Dir(planName), blocks))
	result, store, grid, err := triangle.PrepareParts(cmd.Context(), src, files, opt)
	if err != nil {
		return nil, nil, err
	}
	defer store.Close()
	if err := files.Sync(cmd.Context()); err != nil {
		return nil, nil, err
	}
	if err := request.Input.Check(); err != nil { // while it was read
		return nil, nil, err
	}
	result.Info.Name = request.File
	plan = &partition.Plan{
		Request: request,
		Graph: partition.Facts{
			Format:       result.Info.Format,
			Compression:  result.Info.Compressed,
			Table:        result.Info.Table,
			Order:        result.Order,
			Vertices:     result.Vertices,
			Edges:        result.Edges,
			Wedges:       result.Wedges,
			MaxDegree:    result.MaxDegree,
			MaxOutDegree: result.MaxOutDegree,
			Cleaning:     result.Cleaning,
		},
		Blocks: blocks, Set: store.Set(), Rows: store.Rows(), Grid: grid, Cuts: store.Cuts(), Pieces: store.Pieces(),
	}
	return plan, result, plan.WriteFile(planName)
}

// resultOf returns what a plan knows of the answer.
func resultOf(plan *partition.Plan) *triangle.Result {
	g := plan.Graph
	return &triangle.Result{
		Info:     graph.Info{Name: plan.Request.File, Format: g.Format, Compressed: g.Compression, Table: g.Table},
		Vertices: g.Vertices, Edges: g.Edges, Wedges: g.Wedges,
		MaxDegree: g.MaxDegree, MaxOutDegree: g.MaxOutDegree, Cleaning: g.Cleaning,
		Engine: triangle.EngineCPU, Method: triangle.Method(plan.Request.Method), Order: g.Order, Parts: partsOf(plan),
	}
}

// partsOf returns into how many parts a plan cuts the graph.
func partsOf(plan *partition.Plan) *triangle.Parts {
	grid := plan.Grid
	return &triangle.Parts{Rows: len(grid.Rows), Columns: len(grid.Columns), Subtasks: grid.Size()}
}

// countPlanned counts subtasks of a plan. Blocks that are not what was written
// are an error of the input.
func (c *counting) countPlanned(cmd *cobra.Command, plan *partition.Plan, name string, tasks []partition.Subtask,
	result *triangle.Result, opt triangle.Options, finished func(t partition.Subtask, triangles uint64) error) error {
	if len(tasks) == 0 {
		return nil
	}
	store, err := plan.Open(name)
	if err != nil {
		return badBlock(name, err)
	}
	defer store.Close()
	opt.Meter = new(graph.Meter)
	defer watch(cmd, c.quiet, opt.Meter)()
	return badBlock(name, triangle.CountSubtasks(cmd.Context(), store, plan.Grid, tasks, opt, result, finished))
}

// badBlock says of which plan a block is that is not what was written.
func badBlock(planName string, err error) error {
	if block := (*partition.BlockError)(nil); errors.As(err, &block) {
		return &graph.InputError{File: block.File, Err: fmt.Errorf("a block of %s: %w", planName, block.Err)}
	}
	return err
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
func (c *counting) showPlan(cmd *cobra.Command, name string, plan *partition.Plan) error {
	blocks := filepath.Join(filepath.Dir(name), plan.Blocks)
	if c.json {
		return writeJSON(cmd.OutOrStdout(), planJSON{
			File: plan.Request.File, Plan: name, ID: plan.ID, Vertices: plan.Graph.Vertices, Edges: plan.Graph.Edges,
			Parts: partsOf(plan), Blocks: blocks, Bytes: plan.BlockBytes(), Cleaning: plan.Graph.Cleaning,
		})
	}
	s := newSheet()
	s.add("file", "%s (%s)", plan.Request.File, formatOf(resultOf(plan).Info))
	s.add("plan", "%s", name)
	s.add("id", "%s", plan.ID)
	s.add("vertices", "%s", thousands(plan.Graph.Vertices))
	s.add("edges", "%s", thousands(plan.Graph.Edges))
	s.add("parts", "%s", partsText(partsOf(plan)))
	s.add("blocks", "%s, %s", blocks, bytesize.Text(int64(plan.BlockBytes())))
	return s.writeTo(cmd.OutOrStdout())
}
