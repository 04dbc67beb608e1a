package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/internal/answer"
	"github.com/tricycle-graph/tricycle/internal/bytesize"
	"github.com/tricycle-graph/tricycle/internal/colours"
	"github.com/tricycle-graph/tricycle/internal/readable"
	"github.com/tricycle-graph/tricycle/internal/s3fs"
	"github.com/tricycle-graph/tricycle/internal/sheet"
	"github.com/tricycle-graph/tricycle/jobs"
	"github.com/tricycle-graph/tricycle/triangle"
)

// partitioning holds the flags of partition.
type partitioning struct {
	reading
	colours coloursValue
	seed    uint64
	shard   string
	folder  string
	tmpdir  string
	json    bool
}

func newPartition(c *common) *cobra.Command {
	p := &partitioning{reading: reading{common: c}}
	cmd := &cobra.Command{
		Use:   "partition --colours N FILE... -o FOLDER",
		Short: "Cut a graph by colours, for a count that many share",
		Long: `Cut one graph, of which each FILE has some edges, by colours, and leave the cells in a
folder: a hash gives each vertex a colour, and a cell has the edges between two colours.
Many processes can share that: with --shard 3/64 this one cuts every 64th file, from the
third on. All name the same files, in the same order, and none needs to see what another
does. When all are done, the folder is the plan:

  tricycle count --plan FOLDER --shard 3/64 -o shard3.json
  tricycle merge --plan FOLDER shard*.json

or, in one process, tricycle count --resume FOLDER. For rows of vertices or edges name the
folder in place of the file: tricycle vertices --plan vertices.json FOLDER. A FILE that is
a folder stands for all files in it. If anything ends this command, give it again: a shard
that is complete is kept as it is.

Ids are numbers of up to 64 bits, or names. Of a name the cells have a hash of 64 bits, and
two names with one hash are an error: cut the graph again with another --seed.

` + exitHelp,
		Example: `  tricycle partition --colours 18 --shard 3/64 edges/part-*.parquet -o cells
  tricycle partition --colours 18 --shard /64 edges/ -o cells
  tricycle partition --colours 4 graph.txt -o cells; tricycle count --resume cells`,
		Args: files,
		RunE: p.run,
	}
	p.reading.addAloneTo(cmd) // and takes all files as one graph in any case
	flags := cmd.Flags()
	flags.Var(&p.colours, "colours", fmt.Sprintf("by how many `colours` to cut the graph, from 1 to %d; all processes name the same", colours.Most))
	addNumber(flags, &p.seed, "seed", 0, "`seed` of the hash of names; all processes name the same")
	flags.StringVar(&p.shard, "shard", "", "which `shard` of the files to cut, such as 3/64; /64 takes the number from a Slurm array or a Kubernetes Indexed Job (default both from a Slurm array, else all files)")
	flags.StringVarP(&p.folder, "output", "o", "", "`folder` for the cells, the same for all processes")
	flags.BoolVar(&p.json, "json", false, "print one JSON object")
	flags.StringVar(&p.tmpdir, "tmpdir", "", "`folder` for edges on their way to their cells (default that of the cells)")
	return cmd
}

func (p *partitioning) run(cmd *cobra.Command, names []string) error {
	switch {
	case p.folder == "":
		return &usageError{message: "no folder given for the cells (-o FOLDER)", command: cmd.CommandPath()}
	case p.colours == autoColours:
		return usagef("--colours %s: processes of which none sees the whole graph agree on a number", byMemory)
	case p.colours < 1:
		return &usageError{message: "no number of colours given (--colours N)", command: cmd.CommandPath()}
	case slices.Contains(names, "-"):
		return errStandardInput
	}
	if info, err := os.Stat(p.folder); err == nil && !info.IsDir() {
		return usagef("-o %s is no folder", p.folder)
	}
	if err := cmp.Or(checkFolder(p.tmpdir), p.input.checkColumns(cmd), named(names)); err != nil {
		return err
	}
	number, of := 1, 1
	if cmd.Flags().Changed("shard") || os.Getenv(slurmTask) != "" {
		var err error
		if number, of, err = shardOf(p.shard); err != nil {
			return err
		}
	}
	all, err := p.files(names)
	if err != nil {
		return err
	}
	if of > len(all) {
		return usagef("there are %s, and no more shards than these, not %d", readable.Quantity(uint64(len(all)), "file", "files"), of)
	}
	request := p.input.request(names[0])
	request.Colours, request.Seed = int(p.colours), p.seed
	bounds, stop := p.start(cmd)
	result, err := request.Partition(cmd.Context(), jobs.Dir(p.folder), all, number, of,
		triangle.Options{Threads: bounds.Threads, Memory: bounds.Memory, Meter: bounds.Meter, TmpDir: p.tmpdir})
	stop()
	if conflict := new(jobs.ConflictError); errors.As(err, &conflict) {
		return usagef("-o %s: %v; remove the folder, or name another one", p.folder, conflict)
	}
	if err != nil {
		return busy(err)
	}
	if !p.quiet {
		reportNote(cmd.ErrOrStderr(), result.Note)
	}
	made := &partitionJSON{
		Folder: p.folder, Shard: number, Shards: of, Parts: result.Parts, Records: result.Cleaning.Records, Loops: result.Cleaning.Loops,
		Vertices: result.Vertices, Edges: result.Edges, Note: result.Note, PeakBytes: peakBytes(),
	}
	if p.json {
		return output(writeJSON(cmd.OutOrStdout(), made))
	}
	return output(made.print(cmd.OutOrStdout()))
}

// partitionJSON is what there is to say of a shard.
type partitionJSON struct {
	Folder   string          `json:"folder"`
	Shard    int             `json:"shard"`
	Shards   int             `json:"shards"`
	Parts    *triangle.Parts `json:"parts"`
	Records  uint64          `json:"records"`
	Loops    uint64          `json:"loops"`
	Vertices uint64          `json:"vertices"` // that this shard has met
	Edges    uint64          `json:"edges"`    // without those that it met before
	Note     string          `json:"note,omitempty"`

	PeakBytes int64 `json:"peak_bytes"`
}

func (p *partitionJSON) print(w io.Writer) error {
	s := sheet.New()
	s.Add("folder", "%s", p.Folder)
	s.Add("shard", "%d/%d", p.Shard, p.Shards)
	s.Add("parts", "%s", answer.Parts(p.Parts))
	s.Add("records", "%s", readable.Number(p.Records))
	s.Add("loops", "%s", readable.Number(p.Loops))
	s.Add("vertices", "%s", readable.Number(p.Vertices))
	s.Add("edges", "%s", readable.Number(p.Edges))
	s.Add("peak memory", "%s", bytesize.Text(p.PeakBytes))
	return s.Print(w)
}

// files returns the files that names stand for.
func (p *partitioning) files(names []string) ([]string, error) {
	opt := p.input.options()
	opt.Union = names
	return opt.Files()
}

// planFiles is where the plan of a job is: a folder of partition, or a file with what is
// beside it.
func planFiles(name string) jobs.FS {
	if isFolder(name) {
		return jobs.Dir(name)
	}
	return jobs.PlanFile(name)
}

// isFolder reports whether a plan is a folder; in a store one has a slash at its end.
func isFolder(name string) bool {
	if s3fs.Is(name) {
		return strings.HasSuffix(name, "/")
	}
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// isCells reports whether a job is cells that many made, and no answer was asked of them.
func isCells(job *jobs.Job) bool {
	result := job.Result()
	return result != nil && result.Info.Format == cellsFormat && job.Request.Question == ""
}

// takesOwnPlan is the error where a flag names a folder with cells as the plan of vertices or edges:
// these take a plan of their own.
func takesOwnPlan(question, flag, folder string) error {
	return usagef("%s: cells of tricycle partition are a plan for tricycle count; tricycle %s makes its own of them: tricycle %s --plan %s.json %s, or with --checkpoint", flag, question, question, question, folder)
}

// cellsFormat is what the input of a plan by [newPartition] is called.
const cellsFormat = "cells"
