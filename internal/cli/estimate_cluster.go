package cli

import (
	"cmp"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/answer"
	"github.com/tricycle-graph/tricycle/internal/cluster"
	"github.com/tricycle-graph/tricycle/internal/par"
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
	if e.of != answer.ForCount {
		return usagef("--for %s: --cluster is about plans for count", e.of)
	}
	return nil
}

// onCluster says what plans take on a cluster.
func (e *estimating) onCluster(cmd *cobra.Command, x *answer.Estimate, info graph.Info, opt triangle.Options) error {
	on := e.cluster.Cluster
	on.Threads = par.Workers(opt.Threads)
	var err error
	x.Cluster, err = (jobs.Request{Colours: cmp.Or(int(e.colours), autoColours)}).Simulate(info, opt, on)
	if err != nil {
		return err
	}
	err = printAnswer(cmd, x, e.json)
	if x.Cluster.Faster == "" {
		least := min(x.Cluster.Plans[0].TaskBytes, x.Cluster.Plans[1].TaskBytes)
		err = cmp.Or(err, error(&graph.MemoryError{What: "a task of " + info.Name, Need: least, Limit: on.Memory}))
	}
	return err
}
