package cli

import (
	"cmp"
	"context"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/triangle"
)

// weighing holds the flags of clustering coefficients for which direction or weights
// matter.
type weighing struct {
	directed triangle.Formula // "" where direction does not matter
	formula  triangle.Formula // with weights; "" for the first
}

var (
	directedFormulas = []triangle.Formula{triangle.Fagiolo, triangle.LCC}
	weightedFormulas = []triangle.Formula{triangle.Onnela, triangle.Barrat}
)

func (f *weighing) addTo(cmd *cobra.Command, in *input) {
	addWish(cmd, &f.directed, "directed", "take records for arcs, and find clustering by the formula of this `name`", directedFormulas)
	cmd.Flags().StringVar(&in.weights, "weights", "", "take the weights from this `column` of a text or table; auto: those of the format, or the column called weight")
	addWish(cmd, &f.formula, "formula", "with --weights: find clustering by the formula of this `name` (default onnela)", weightedFormulas)
}

// check refuses flags that do not go together.
func (f *weighing) check(cmd *cobra.Command, in *input) error {
	given, asked := cmd.Flags().Changed, ""
	switch {
	case given("weights") && in.weights == "":
		return usagef("--weights has no name")
	case given("weights") && given("directed"):
		return usagef("--directed and --weights exclude one another")
	case given("formula") && !given("weights"):
		return usagef("--formula goes with --weights")
	case given("directed"):
		asked = "directed"
	case given("weights"):
		asked = "weights"
	default:
		return nil
	}
	if engine := device.Engine(cmd.Flag("engine").Value.String()); onDevice(engine) {
		return usagef("--engine %s does not go with --%s, which is answered by the CPU", engine, asked)
	}
	for _, name := range []string{"method", "order", "strict", "tmpdir", "parts", "through"} {
		if given(name) {
			return usagef("--%s does not go with --%s, which has a way of its own", name, asked)
		}
	}
	return nil
}

// asked returns the formula that is asked for, "" for none.
func (f *weighing) asked(in *input) triangle.Formula {
	if in.weights != "" {
		return cmp.Or(f.formula, weightedFormulas[0])
	}
	return f.directed
}

// answer answers for every vertex, by the formula that is asked for.
func (m *measuringVertices) answer(ctx context.Context, src graph.Source, bounds graph.Options) (*triangle.PerVertex, error) {
	if formula := m.asked(&m.input); formula != "" {
		return triangle.Clustering(ctx, src, formula, bounds)
	}
	opt := m.options(bounds)
	opt.Cleaned = m.out.besideGPU(ctx, opt.Devices, func(vertices, _ uint64) error { return m.checkRoom(vertices) })
	return triangle.Vertices(ctx, src, opt)
}

// clusteringColumn names the column of clustering coefficients.
func clusteringColumn(formula triangle.Formula) string {
	if formula == "" {
		return "clustering"
	}
	return "clustering_" + string(formula)
}
