package cli

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/answer"
	"github.com/tricycle-graph/tricycle/internal/bytesize"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph"
	"github.com/tricycle-graph/tricycle/internal/readable"
	"github.com/tricycle-graph/tricycle/internal/report"
	"github.com/tricycle-graph/tricycle/jobs"
	"github.com/tricycle-graph/tricycle/triangle"
)

// estimating holds the flags of estimate.
type estimating struct {
	reading
	gpu      gpuFlags
	engine   device.Engine
	parts    partsValue
	vertices int64
	edges    int64
	json     bool
	of       answer.Command
	colours  coloursValue
	cluster  clusterValue

	report reporting
	told   []*report.Estimate // to be reported on
}

// estimateOf asks the library what a command takes.
func estimateOf(c answer.Command, info graph.Info, opt triangle.Options) (triangle.Estimates, error) {
	switch c {
	case answer.ForVertices:
		return opt.EstimateVertices(info)
	case answer.ForEdges:
		return opt.EstimateEdges(info)
	case answer.ForTruss:
		return opt.EstimateTruss(info)
	case answer.ForTriangles:
		return opt.EstimateList(info)
	}
	return triangle.EstimateCount(info, opt)
}

// doing says what a command does that takes so much.
func doing(c answer.Command) string {
	switch c {
	case answer.ForVertices:
		return "counting the triangles of each vertex of"
	case answer.ForEdges:
		return "counting the triangles of each edge of"
	case answer.ForTruss:
		return "finding the trussness of each edge of"
	case answer.ForTriangles:
		return "listing the triangles of"
	}
	return "counting"
}

func newEstimate(c *common) *cobra.Command {
	opt := &estimating{reading: reading{common: c}}
	cmd := &cobra.Command{
		Use:   "estimate [FILE...]",
		Short: "Say what counting takes: memory, disk, parts and time",
		Long: `Say what it takes to count the triangles of each file, or of a graph of so many
--vertices and --edges, by the CPU and by a GPU, whether there is one or not:
memory on the host and on the GPU, temporary files, parts and their subtasks, how
often the file is read, and the time of each phase. Of a file nothing but its
header and its size is looked at; what they do not tell is assumed, or taken from
--vertices and --edges. Where the limits do not suffice, it says what would.

--cluster asks what a count takes that many machines share, by a plan by colours and by
one by ranges of rows: the bytes that go between the machines and the store that all of
them see, the memory of the largest task, and the time, with its bottleneck: net, disk or
processor. Each node has --threads threads and the memory that --cluster says.

--for asks the same about another command than count, and how much room its rows take in
each form of output; as nobody knows how many triangles there are, that of one triangle.

Memory and disk are the bounds that count itself plans with. Times are estimates, for the
machines that are named and for graphs as skewed as social networks: others take less.

` + exitHelp,
		Example: `  tricycle estimate kron.bin
  tricycle estimate --vertices 1e9 --edges 2e10 --memory 60GiB --gpu-memory 16GiB
  tricycle estimate --vertices 1e9 --edges 1e11 --memory 60GiB --colours auto
  tricycle estimate --vertices 4e9 --edges 1e12 --cluster nodes=64,memory=120GiB,disk=1GB,net=1GB
  tricycle estimate --for truss graph.tcsr
  tricycle estimate --json --engine cpu --threads 16 --memory 8GiB graph.txt.gz`,
		Args: opt.args,
		RunE: opt.run,
	}
	opt.reading.addTo(cmd)
	addChoice(cmd, &opt.of, "for", "command to estimate", []answer.Command{answer.ForCount, answer.ForVertices, answer.ForEdges, answer.ForTruss, answer.ForTriangles})
	addChoice(cmd, &opt.engine, "engine", "engine to estimate; auto is both", engines)
	flags := cmd.Flags()
	flags.Var(&opt.gpu.memory, "gpu-memory", "GPU memory to stay within, such as 40GiB (default that of the GPU named)")
	flags.Var(&opt.parts, "parts", "count in so many ranges of rows and columns, such as 4x1 (default what the limits ask for)")
	flags.Var(&opt.colours, "colours", "compare what a plan by so many `colours` reads with one by ranges of rows; auto: as many as the memory asks for")
	flags.Var(&opt.cluster, "cluster", "estimate a count shared by so many nodes, each with this memory, and a disk and a net of this speed: nodes=64,memory=32GiB,disk=1GB/s,net=1.25GB/s")
	addNumber(flags, &opt.vertices, "vertices", 0, "vertices, such as 1e9 or 20M, where no file tells them")
	addNumber(flags, &opt.edges, "edges", 0, "edges, or records of a file, such as 2e10 or 20G, where no file tells them")
	flags.BoolVar(&opt.json, "json", false, "print one JSON object a line")
	opt.report.addTo(cmd)
	return cmd
}

// args checks the names: numbers may stand for a file.
func (e *estimating) args(cmd *cobra.Command, names []string) error {
	switch {
	case len(names) == 0 && (e.vertices == 0 || e.edges == 0):
		return &usageError{message: "no file given, and not both of --vertices and --edges", command: cmd.CommandPath()}
	case slices.Contains(names, "-"):
		return usagef("standard input tells nothing before it is read; give --vertices and --edges instead")
	case e.vertices > mostVertices:
		return usagef("--vertices %s: there are at most %s", readable.Number(e.vertices), readable.Number(uint64(mostVertices)))
	case e.colours != 0 && e.of != answer.ForCount:
		return usagef("--for %s: --colours is about plans for count", e.of)
	case e.parts.Parts != (triangle.Parts{}) && (e.of == answer.ForTruss || e.of == answer.ForTriangles):
		return usagef("--for %s: that has the whole graph in memory, and --parts does not go with it", e.of)
	case e.edges > mostEdges:
		return usagef("--edges %s: there are at most %s", readable.Number(e.edges), readable.Number(int64(mostEdges)))
	}
	return e.checkCluster(cmd.Flags())
}

// mostVertices is how many can be numbered inside.
const mostVertices = 1<<32 - 1

// mostEdges is more than any disk holds.
const mostEdges = 1 << 53

func (e *estimating) run(cmd *cobra.Command, names []string) error {
	if err := checkHeeded(cmd.Flags(), []device.Engine{e.engine}, nil); err != nil {
		return err
	}
	if err := e.report.begin(cmd, names); err != nil {
		return err
	}
	defer e.report.discard()
	if len(names) == 0 {
		return e.finish(cmd.Context(), 1, e.estimate(cmd, graph.Info{
			Name: "a graph", Format: "u32", Bytes: graph.Known(8 * e.edges), MaxID: math.MaxUint32,
			Rereadable: true, Direct: true,
		}))
	}
	return e.finish(cmd.Context(), len(names), e.openEach(cmd, names, func(_ string, src graph.Source) error {
		return e.estimate(cmd, src.Info())
	}))
}

func (e *estimating) estimate(cmd *cobra.Command, info graph.Info) error {
	if !info.Vertices.Known() && e.vertices > 0 {
		info.Vertices = graph.Known(e.vertices)
	}
	if !info.Records.Known() && e.edges > 0 {
		info.Records = graph.Known(e.edges)
	}
	limits := e.limits.options(nil)
	if e.cluster.Nodes > 0 {
		limits.Memory = e.cluster.Memory // the estimates are for a node
	}
	opt := triangle.Options{
		Engine: e.engine, Devices: e.gpu.group(e.common), Threads: limits.Threads, Memory: limits.Memory, Parts: e.parts.Parts,
	}
	all, err := estimateOf(e.of, info, opt)
	if err != nil {
		return err
	}
	if len(all.Each) == 0 {
		return usagef("%s tells no size; give --vertices and --edges", info.Name)
	}
	x := &answer.Estimate{
		File: info.Name, Files: info.Files, Format: answer.Format(info), Bytes: info.Bytes,
		Vertices: all.Info.Vertices, AssumedVertices: !info.Vertices.Known(),
		Records: all.Info.Records, AssumedRecords: !info.Records.Known(),
		Engine: all.Plan.Engine, Reason: all.Plan.Reason, Estimates: all.Each,
		Command: e.of, Limit: limits.Memory, Outputs: e.of.Outputs(all.Info, !info.Vertices.Known() || !info.Records.Known()),
	}
	if e.cluster.Nodes > 0 {
		return e.onCluster(cmd, x, all.Info, opt)
	}
	if e.colours != 0 {
		if x.Shared, err = (jobs.Request{Colours: int(e.colours)}).Reads(all.Info, opt); err != nil {
			return err
		}
	}
	fits := slices.ContainsFunc(x.Estimates, func(one triangle.Estimate) bool { return one.Fits })
	err = printAnswer(cmd, x, e.json)
	if e.report.wanted() && err == nil {
		t := &report.Estimate{Estimate: x}
		if t.Limits, err = e.underLimits(info, opt); err != nil {
			return err
		}
		e.told = append(e.told, t)
	}
	if !fits {
		err = cmp.Or(err, e.short(info, x.Estimates[0]))
	}
	return err
}

// short says that no engine asked for has room.
func (e *estimating) short(info graph.Info, least triangle.Estimate) error {
	switch {
	case least.Engine == device.CPU:
		return &graph.MemoryError{What: doing(e.of) + " " + info.Name, Need: least.Memory, Limit: e.limits.bytes()}
	case e.of != answer.ForCount && e.limits.bytes() > 0 && least.Memory > e.limits.bytes():
		return &graph.MemoryError{What: doing(e.of) + " " + info.Name, Need: least.Memory, Limit: e.limits.bytes()}
	case least.Device == 0:
		return fmt.Errorf("%w: %s vertices", gpugraph.ErrIDs, readable.Size(info.Vertices))
	case e.gpu.memory > 0:
		return &gpu.LimitError{Need: least.Device, Limit: int64(e.gpu.memory)}
	}
	return fmt.Errorf("%w: counting %s needs at least %s on the GPU", gpu.ErrOutOfMemory, info.Name, bytesize.Text(least.Device))
}
