// Package tricycle answers questions about a graph, exactly: how many triangles it has,
// how many each vertex and each edge is in, and which chordless cycles there are.
//
//	result, err := tricycle.CountFile(ctx, "graph.txt.gz", tricycle.Options{})
//	fmt.Println(result.Triangles, result.Transitivity())
//
// Triangles are counted of a file in any format that package graphio knows, of a slice
// or a sequence of edges, or of a graph in memory. What does not fit the memory that
// is given is counted in parts, and what is large on a GPU where there is one. Cycles
// are those of a graph in memory, which ReadGraph and NewGraph make. Edges have no
// direction; loops and duplicates are dropped.
//
// Begin here. Behind this package stand [triangle] and [chordless], which have every
// method and option, [graphio] and [generate], where graphs come from, [device], which
// says what GPUs there are, and [jobs], for counts that many machines share or that
// must outlive the process.
//
// [triangle]: https://pkg.go.dev/github.com/tricycle-graph/tricycle/triangle
// [chordless]: https://pkg.go.dev/github.com/tricycle-graph/tricycle/chordless
// [graphio]: https://pkg.go.dev/github.com/tricycle-graph/tricycle/graphio
// [generate]: https://pkg.go.dev/github.com/tricycle-graph/tricycle/generate
// [device]: https://pkg.go.dev/github.com/tricycle-graph/tricycle/device
// [jobs]: https://pkg.go.dev/github.com/tricycle-graph/tricycle/jobs
package tricycle

import (
	"cmp"
	"context"
	"iter"

	"github.com/tricycle-graph/tricycle/chordless"
	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/graphio"
	"github.com/tricycle-graph/tricycle/internal/loading"
	"github.com/tricycle-graph/tricycle/triangle"
)

// Options bound a computation, and say where it is done. The zero value uses every
// core and as much memory as it takes, and a GPU where there is one and the work is
// worth it. Graphs are read and made on the CPU, whatever the engine; cycles and trussness
// take the first of several GPUs, and so do answers for each vertex or edge of a graph that
// it has room for.
type Options struct {
	Engine  device.Engine // device.CPU for the CPU only, device.CUDA for a GPU or an error; "" for device.Auto, the better of the two
	Devices *device.Group // the GPUs that may be used, which stay open; nil for the first that there is, opened for one call
	Threads int           // goroutines; 0 for one a core
	Memory  int64         // bytes that may be held in the machine's memory, beside a graph that is there already; 0 for no limit
	TmpDir  string        // folder for what a count of triangles cannot hold in Memory; "" for the system's
	Meter   *graph.Meter  // progress; may be nil
}

func (opt Options) ofTriangles() triangle.Options {
	return triangle.Options{
		Engine: opt.Engine, Devices: opt.Devices, Threads: opt.Threads, Memory: opt.Memory, TmpDir: opt.TmpDir, Meter: opt.Meter,
	}
}

func (opt Options) ofCycles() chordless.Options {
	return chordless.Options{Engine: opt.Engine, Devices: opt.Devices, Threads: opt.Threads, Memory: opt.Memory, Meter: opt.Meter}
}

func (opt Options) ofGraphs() graph.Options {
	return graph.Options{Threads: opt.Threads, Memory: opt.Memory, Meter: opt.Meter}
}

// CountFile counts the triangles of a graph file, whose format is recognised; "-" is
// standard input. A file that has to be told how it is read is opened by graphio.Open,
// and counted by [triangle.Count].
//
// Errors: *graph.InputError where the file is missing, cannot be read or is not what
// its format says, with a *graphio.UnclearError within where nobody can tell which
// graph it means; and those of [triangle.Count].
func CountFile(ctx context.Context, name string, opt Options) (result *triangle.Result, err error) {
	src, err := graphio.Open(name, graphio.Options{Memory: opt.Memory})
	if err != nil {
		return nil, err
	}
	defer func() { err = cmp.Or(err, src.Close()) }()
	return triangle.Count(ctx, src, opt.ofTriangles())
}

// CountEdges counts the triangles of a graph that is given by its edges.
//
// Errors: those of [triangle.Count].
func CountEdges(ctx context.Context, edges []graph.Edge, opt Options) (*triangle.Result, error) {
	return triangle.Count(ctx, graph.FromEdges(edges), opt.ofTriangles())
}

// CountSeq counts the triangles of a graph whose edges a sequence yields, one after
// the other. Their ids may have 64 bits.
//
// Errors: those of [triangle.Count].
func CountSeq(ctx context.Context, edges iter.Seq2[uint64, uint64], opt Options) (*triangle.Result, error) {
	return triangle.Count(ctx, graph.FromSeq(edges), opt.ofTriangles())
}

// CountGraph counts the triangles of a graph in memory.
//
// Errors: those of [triangle.Count].
func CountGraph(ctx context.Context, g *graph.Graph, opt Options) (*triangle.Result, error) {
	return triangle.Count(ctx, g.Source(), opt.ofTriangles())
}

// Vertices counts the triangles that each vertex of a graph is a corner of.
// The graph is that of a file that [graphio.Open] has opened, of [graph.FromEdges] or
// [graph.FromSeq], or of a [graph.Graph]'s Source.
//
// Errors: those of [triangle.Vertices].
//
// [graphio.Open]: https://pkg.go.dev/github.com/tricycle-graph/tricycle/graphio#Open
func Vertices(ctx context.Context, src graph.Source, opt Options) (*triangle.PerVertex, error) {
	return triangle.Vertices(ctx, src, opt.ofTriangles())
}

// Edges counts the triangles that hold each edge of a graph, its support.
//
// Errors: those of [triangle.Edges].
func Edges(ctx context.Context, src graph.Source, opt Options) (*triangle.PerEdge, error) {
	return triangle.Edges(ctx, src, opt.ofTriangles())
}

// Triangles reads a graph, so that its triangles can be listed one by one, on the CPU.
//
// Errors: those of [triangle.List].
func Triangles(ctx context.Context, src graph.Source, opt Options) (*triangle.Listing, error) {
	return triangle.List(ctx, src, opt.ofTriangles())
}

// Census counts the triads of a directed graph, its triples of vertices, by the sixteen
// ways in which three can be joined, on the CPU. Records are arcs.
//
// Errors: those of [triangle.Census].
func Census(ctx context.Context, src graph.Source, opt Options) (*triangle.Triads, error) {
	return triangle.Census(ctx, src, opt.ofGraphs())
}

// Truss finds the trussness of each edge of a graph.
//
// Errors: those of [triangle.Truss].
func Truss(ctx context.Context, src graph.Source, opt Options) (*triangle.PerEdge, error) {
	return triangle.Truss(ctx, src, opt.ofTriangles())
}

// ReadGraph reads a graph file into memory; "-" is standard input. The vertices are
// numbered from 0, and their labels are the ids of the file.
//
// Errors: *graph.InputError as for [CountFile], *graph.MemoryError where the graph
// does not fit opt.Memory, with a limit that does, the cause of ctx when it ends.
func ReadGraph(ctx context.Context, name string, opt Options) (*graph.Graph, error) {
	return graphio.ReadGraph(ctx, name, graphio.Options{}, opt.ofGraphs())
}

// NewGraph cleans edges and makes a graph of them. The vertices are numbered from 0,
// and their labels are the ids of the edges: ids that no edge has are no vertices.
//
// Errors: *graph.MemoryError where they do not fit opt.Memory, with a limit that does,
// the cause of ctx when it ends.
func NewGraph(ctx context.Context, edges []graph.Edge, opt Options) (*graph.Graph, error) {
	g, _, err := loading.Graph(ctx, graph.FromEdges(edges), opt.ofGraphs())
	return g, err
}

// Cycles yields the chordless cycles of four vertices and more, each once, as soon as
// it is found: its vertices, in the order in which they follow one another; g.Labels
// tells their ids. The slice is valid until the next one. An error comes last, beside no cycle. There may be
// very many; a loop that breaks ends the search.
//
// Errors: *graph.MemoryError, those of the classes of package device, the cause of
// ctx when it ends.
func Cycles(ctx context.Context, g *graph.Graph, opt Options) iter.Seq2[[]uint32, error] {
	return chordless.All(ctx, g, opt.ofCycles())
}

// CountCycles counts the chordless cycles of four vertices and more, of which there
// may be far more than anybody could list.
//
// Errors: those of [Cycles].
func CountCycles(ctx context.Context, g *graph.Graph, opt Options) (*chordless.Result, error) {
	return chordless.Count(ctx, g, opt.ofCycles())
}
