package cli

import (
	"cmp"
	"fmt"
	"io"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/bytesize"
	"github.com/tricycle-graph/tricycle/internal/cluster"
	"github.com/tricycle-graph/tricycle/internal/colours"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/readable"
	"github.com/tricycle-graph/tricycle/internal/sheet"
	"github.com/tricycle-graph/tricycle/jobs"
	"github.com/tricycle-graph/tricycle/triangle"
)

// clusterValue is a flag with what a cluster has; no nodes where it was not given.
type clusterValue struct {
	cluster.Cluster
	text string
}

func (v *clusterValue) Set(text string) (err error) {
	v.text = text
	v.Cluster, err = cluster.Parse(text, parseNumber, func(text string) (int64, error) {
		var size byteSize
		err := size.Set(text)
		return int64(size), err
	})
	return err
}

func (v *clusterValue) String() string { return v.text }

// Type names the flag's value in the help.
func (v *clusterValue) Type() string { return "key=value,..." }

// checkCluster refuses what does not go with --cluster.
func (e *estimating) checkCluster(flags *pflag.FlagSet) error {
	if e.cluster.Nodes == 0 {
		return nil
	}
	for _, other := range [][2]string{
		{"memory", "it says memory= itself"}, {"engine", "its nodes count on the CPU"},
		{"gpu-memory", "its nodes count on the CPU"}, {"report", "reports are about one machine"},
	} {
		if flags.Changed(other[0]) {
			return usagef("--%s does not go with --cluster: %s", other[0], other[1])
		}
	}
	if p := e.parts.Parts; p.Columns > 1 || p.TCBW {
		return usagef("--parts %s: with --cluster there are ranges of rows alone, such as 28x1", &e.parts)
	}
	if e.of != ofCount {
		return usagef("--for %s: --cluster is about plans for count", e.of)
	}
	return nil
}

// onCluster says what plans take on a cluster.
func (e *estimating) onCluster(cmd *cobra.Command, x *estimation, info graph.Info, opt triangle.Options) error {
	on := e.cluster.Cluster
	on.Threads = par.Workers(opt.Threads)
	var err error
	x.Cluster, err = (jobs.Request{Colours: cmp.Or(int(e.colours), autoColours)}).Simulate(info, opt, on)
	if err != nil {
		return err
	}
	show := x.printCluster
	if e.json {
		show = func(w io.Writer) error { return writeJSON(w, x) }
	}
	err = output(show(cmd.OutOrStdout()))
	if x.Cluster.Faster == "" {
		least := min(x.Cluster.Plans[0].TaskBytes, x.Cluster.Plans[1].TaskBytes)
		err = cmp.Or(err, error(&graph.MemoryError{What: "a task of " + info.Name, Need: least, Limit: on.Memory}))
	}
	return err
}

func (x *estimation) printCluster(w io.Writer) error {
	c := x.Cluster
	s := sheet.New()
	x.addSource(s)
	s.Add("cluster", "%s, each with %s, %s of memory, disk %s/s, net %s/s", readable.Quantity(uint64(c.Nodes), "node", "nodes"),
		readable.Quantity(uint64(c.Threads), "thread", "threads"), bytesize.Text(c.Memory), bytesize.Text(c.Disk), bytesize.Text(c.Net))
	plans := sheet.New()
	row := func(name string, cell func(p *cluster.Plan) string) {
		cells := make([]string, len(c.Plans))
		for i := range c.Plans {
			cells[i] = cell(&c.Plans[i])
		}
		plans.Row(name, cells...)
	}
	row("plan by", func(p *cluster.Plan) string { return p.By })
	row("parts", func(p *cluster.Plan) string { return readable.Number(p.Parts) })
	row("tasks", func(p *cluster.Plan) string { return readable.Number(p.Tasks) })
	row("largest task", func(p *cluster.Plan) string {
		if p.Fits {
			return x.atMost(p.TaskBytes)
		}
		return x.atMost(p.TaskBytes) + ", too much"
	})
	row("shuffled", func(p *cluster.Plan) string { return "at most " + bytesize.Text(int64(p.Shuffled)) })
	row("read by tasks", func(p *cluster.Plan) string { return bytesize.Text(int64(p.Read)) })
	for i, phase := range c.Plans[0].Phases {
		row(phase.Name, func(p *cluster.Plan) string { return phaseText(&p.Phases[i]) })
	}
	row("total", func(p *cluster.Plan) string { return readable.Seconds(p.Seconds) })
	row("if nothing overlaps", func(p *cluster.Plan) string { return readable.Seconds(p.InTurn) })
	row("speed of", func(*cluster.Plan) string { return x.Estimates[0].Machine })
	faster := "Neither surely fits the memory of a node."
	if c.Faster != "" {
		faster = "The plan by " + c.Faster + " takes less time."
	}
	if n := c.Plans[0].Parts; colours.TooMany(n, uint64(x.Records.Get())) {
		faster = "For such a graph " + tooMany(n) + ".\n" + faster
	}
	_, err := fmt.Fprintf(w, "%s\n%s\n%s Times are those of a model that knows\nno task with more hubs than others, no slow nodes, and nothing that is done twice.\n", s, plans, faster)
	return err
}

// phaseText says how long a phase takes, and why.
func phaseText(p *cluster.Phase) string {
	if p.Seconds == 0 {
		return "nothing to do"
	}
	return fmt.Sprintf("%s on %s, by its %s", readable.Seconds(p.Seconds), readable.Quantity(uint64(p.Nodes), "node", "nodes"), p.Bottleneck)
}
