package answer

import (
	"fmt"
	"io"

	"github.com/tricycle-graph/tricycle/internal/bytesize"
	"github.com/tricycle-graph/tricycle/internal/cluster"
	"github.com/tricycle-graph/tricycle/internal/colours"
	"github.com/tricycle-graph/tricycle/internal/readable"
	"github.com/tricycle-graph/tricycle/internal/sheet"
)

// printCluster writes the plans side by side.
func (x *Estimate) printCluster(w io.Writer) error {
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
		faster = "For such a graph " + TooManyColours(n) + ".\n" + faster
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
