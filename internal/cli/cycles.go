package cli

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/chordless"
	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/internal/atomicfile"
	"github.com/tricycle-graph/tricycle/internal/cyclelist"
)

// cycling holds the flags of cycles.
type cycling struct {
	reading
	gpu       gpuFlags
	devices   *device.Group // for all files
	engine    device.Engine
	method    chordless.Method
	unreduced bool

	minLength int
	maxLength int
	through   []string // labels
	limit     uint64
	timeout   time.Duration

	count, histogram, perVertex bool
	longest, chordal, explain   bool

	path  string // of the file to list to; "-" for standard output
	trace string // of the file for the sizes of T and C; "" for none
	form  cyclelist.Form
	json  bool

	positions string // of the file of positions; "" where the graph has them

	report cycleReport
}

func newCycles(c *common) *cobra.Command {
	opt := &cycling{reading: reading{common: c}}
	cmd := &cobra.Command{
		Use:   "cycles FILE...",
		Short: "List or count the chordless cycles of graph files",
		Long: `List the chordless cycles of a graph, those with no edge between two vertices
that are not side by side on the cycle: one a line, as vertices in order under
the file's own ids, each cycle once. They are written as they are found and
never held in memory; the search waits for whoever reads them.

--count, --histogram and --per-vertex count instead, which can be a great deal
faster than listing, and --longest, --is-chordal and --explain answer for the
whole graph; all but --longest take several files, a row or a sheet for each.
--count and --histogram also take a file of many graphs, and have a row for each;
with --each a file of one graph has a row, too. Cycles have four vertices or more,
unless --min-length 3 says otherwise; counts show the triangles apart.

Engine cuda searches on an NVIDIA GPU; the order of a list then differs from run
to run. Engine auto counts on the GPU what would take the CPU long, and goes on with
the CPU where no GPU can be used. Engine opencl searches on a device of OpenCL, of
any maker, by the method levels; auto does not choose it.

A search that --limit or --timeout ends says so on standard error, and the exit
code is 5; what was printed until then is right and partial.

--to geojson puts the cycles on a map, where each vertex has a longitude and a
latitude: in a file of GraphML, GEXF, GML, GDF or Pajek, or in that of --positions.

` + exitHelp,
		Example: `  tricycle cycles graph.txt
  tricycle cycles --count grid.mtx
  tricycle cycles --histogram --json foodweb.txt
  tricycle cycles --min-length 5 --max-length 9 --through A --limit 1000 --timeout 60s graph.txt
  tricycle cycles -o cycles.ndjson graph.txt
  tricycle cycles --max-length 8 --positions stops.txt -o cycles.geojson graph.txt
  tricycle cycles --count --method levels --unreduced --trace trace.csv grid.mtx
  tricycle cycles --count --device opencl:0 grid.mtx
  tricycle cycles --histogram --per-vertex --report cycles.html graph.txt
  tricycle cycles --count --positions nodes.csv --report cycles.html graph.txt
  tricycle cycles --is-chordal graph.txt`,
		Args: files,
		RunE: opt.run,
	}
	opt.reading.addTo(cmd)
	opt.input.takesMany(cmd)
	addChoice(cmd, &opt.engine, "engine", "where to search", countEngines)
	opt.gpu.addAnyTo(cmd)
	addChoice(cmd, &opt.method, "method", "how to search", chordless.Methods(device.Auto))
	addChoice(cmd, &opt.form, "to", "form of the output", append([]cyclelist.Form{formBySuffix}, cyclelist.Forms...))
	flags := cmd.Flags()
	flags.BoolVar(&opt.count, "count", false, "count the cycles, and list none")
	flags.BoolVar(&opt.histogram, "histogram", false, "count the cycles of each length, which may take longer")
	flags.BoolVar(&opt.perVertex, "per-vertex", false, "count the cycles that each vertex is on, which may take longer")
	flags.BoolVar(&opt.longest, "longest", false, "print one longest cycle")
	flags.BoolVar(&opt.chordal, "is-chordal", false, "say whether no chordless cycle has four vertices or more; print one that has, or a perfect elimination order")
	flags.BoolVar(&opt.explain, "explain", false, "print the plan of a count, and search nothing")
	addNumber(flags, &opt.minLength, "min-length", 4, "least `vertices` of a cycle, at least 3")
	addNumber(flags, &opt.maxLength, "max-length", 0, "most `vertices` of a cycle (default any)")
	flags.StringArrayVar(&opt.through, "through", nil, "only cycles through this `vertex`; repeat it for several that must all be on the cycle")
	completeFrom(flags, "through")
	addNumber(flags, &opt.limit, "limit", 0, "stop after so many `cycles` (default none)")
	flags.Var(span{&opt.timeout}, "timeout", "stop a file after this `time`, such as 60s or 1h30m (default none)")
	flags.BoolVar(&opt.unreduced, "unreduced", false, "search the graph as it is, without reducing it first")
	flags.StringVarP(&opt.path, "output", "o", "-", "`file` to list to; - is standard output")
	flags.StringVar(&opt.trace, "trace", "", "write to this `file`, as CSV or drawn (.svg), how many paths and cycles the methods dias and levels have at each length")
	flags.StringVar(&opt.positions, "positions", "", "`file` that says where vertices are, for the drawing of --report and for --to geojson (default those of the input)")
	flags.BoolVar(&opt.json, "json", false, "print one JSON object a line")
	opt.report.addTo(cmd)
	return cmd
}

func (c *cycling) run(cmd *cobra.Command, names []string) error {
	if err := c.check(cmd, names); err != nil {
		return err
	}
	// Places that cannot be written are found before the work.
	for _, path := range []string{c.path, c.trace} {
		if path == "" || path == "-" {
			continue
		}
		if err := atomicfile.Check(path); err != nil {
			return writeError(path, err)
		}
	}
	if c.positions != "" {
		if err := keepInput(c.report.path, c.positions); err != nil {
			return err
		}
	}
	if err := c.report.begin(cmd, names); err != nil {
		return err
	}
	defer c.report.discard()
	c.report.files = len(names)
	c.devices = c.gpu.group(c.common)
	if c.engine == device.CUDA || c.method == chordless.Levels && c.engine == device.Auto {
		c.devices.Start() // while the file is read
	}
	show := c.display(names)
	c.input.many = c.counts()
	c.input.places = c.positions == "" && (c.form == cyclelist.GeoJSON || c.report.wanted() && len(names) == 1 && mayBeDrawn(names[0]))
	search := func(name string) error {
		return c.open(cmd, name, func(ctx context.Context, s *search) error {
			switch {
			case s.many != nil:
				return c.countMany(ctx, cmd, name, s.many)
			case c.explain:
				return c.explainFile(ctx, cmd, s)
			case c.chordal:
				return c.judgeFile(ctx, cmd, name, s)
			case c.counts():
				return c.countFile(ctx, cmd, name, s, show)
			}
			return c.listFile(ctx, cmd, name, s)
		})
	}
	if c.explain || c.chordal || c.counts() {
		return c.report.finish(c.asked(), eachFile(cmd, names, search))
	}
	return c.report.finish(c.asked(), search(names[0]))
}

// counts says that cycles are counted and not listed.
func (c *cycling) counts() bool { return c.count || c.histogram || c.perVertex }

// options returns the wishes of a search, but for those that need the graph.
func (c *cycling) options() chordless.Options {
	return chordless.Options{
		Engine:    c.engine,
		Devices:   c.devices,
		OpenCL:    c.gpu.openCL,
		Method:    c.method,
		Unreduced: c.unreduced,
		MinLength: c.minLength,
		MaxLength: c.maxLength,
		Limit:     c.limit,
		ByLength:  c.histogram,
		PerVertex: c.perVertex,
		Threads:   int(c.limits.threads),
	}
}

// lengths says which lengths are asked for.
func (c *cycling) lengths() string {
	if c.maxLength == 0 {
		return fmt.Sprintf("%d vertices and more", c.minLength)
	}
	return fmt.Sprintf("%d to %d vertices", c.minLength, c.maxLength)
}
