package cli

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/triangle"
)

// benching holds the flags of bench.
type benching struct {
	*common
	input   input
	limits  limits
	methods []triangle.Method
	orders  []graph.Order
	repeat  int
	json    bool
}

func newBench(c *common) *cobra.Command {
	opt := &benching{common: c}
	cmd := &cobra.Command{
		Use:   "bench FILE...",
		Short: "Time every method on every order of a graph, side by side",
		Long: `Read and clean each file, then time every method on every order, from the
symmetric adjacency lists in memory to the count. Times are medians; the
repetitions go round all rows, so that a slow moment of the machine does not
fall on one of them. "times best" compares order, orient and count with those
of the fastest row. The row auto, auto is what count does. Comparisons are
those of plain merges of the lists, which lead to smaller ranks, and of lists
that lead to larger ids.`,
		Example: `  tricycle bench graph.mtx
  tricycle bench --methods auto,merge --orders degree,id --repeat 9 graph.mtx`,
		Args: files,
		RunE: opt.run,
	}
	opt.input.addTo(cmd)
	opt.limits.addTo(cmd)
	addChoices(cmd, &opt.methods, "methods", "methods to time", triangle.Methods)
	addChoices(cmd, &opt.orders, "orders", "orders to time them on", graph.Orders)
	cmd.Flags().IntVar(&opt.repeat, "repeat", 3, "repetitions of each row")
	cmd.Flags().BoolVar(&opt.json, "json", false, "print one JSON object a row")
	return cmd
}

func (b *benching) run(cmd *cobra.Command, names []string) error {
	if b.repeat < 1 {
		return usagef("--repeat %d is not positive", b.repeat)
	}
	return eachFile(cmd, names, func(name string) error {
		src, err := b.input.open(cmd, name)
		if err != nil {
			return err
		}
		defer src.Close()
		meter := new(graph.Meter)
		stop := watch(cmd.ErrOrStderr(), b.quiet, meter)
		measured, err := b.measure(cmd.Context(), src, b.limits.options(meter))
		stop()
		if err != nil {
			return err
		}
		if !b.quiet {
			reportCleaning(cmd.ErrOrStderr(), name, measured.report)
		}
		if b.json {
			return output(measured.printJSON(cmd.OutOrStdout()))
		}
		return output(measured.print(cmd.OutOrStdout()))
	})
}

// samples are the seconds of one thing done several times.
type samples []float64

// since adds the time from begin to now, and returns now.
func (s *samples) since(begin time.Time) time.Time {
	now := time.Now()
	*s = append(*s, now.Sub(begin).Seconds())
	return now
}

func (s samples) median() float64 {
	sorted := slices.Sorted(slices.Values(s))
	middle := len(sorted) / 2
	if len(sorted)%2 == 1 {
		return sorted[middle]
	}
	return (sorted[middle-1] + sorted[middle]) / 2
}

// orderTrial is what was measured on one order.
type orderTrial struct {
	order        graph.Order
	methods      []triangle.Method
	rank         samples
	orient       samples
	count        []samples // of each method
	maxOutDegree uint32
	comparisons  *uint64 // of merge, edges leading to the smaller rank; nil where not asked for
	reversed     *uint64 // edges leading to the larger rank
}

// describe sets what does not depend on the time. Comparisons take as long as
// merge, so they are left out where merge is.
func (t *orderTrial) describe(ctx context.Context, lists *graph.Oriented, threads int) error {
	t.maxOutDegree = lists.MaxOutDegree()
	if !slices.Contains(t.methods, triangle.Merge) {
		return nil
	}
	comparisons, err := triangle.Comparisons(ctx, lists, threads)
	if err != nil {
		return err
	}
	t.comparisons = &comparisons
	if t.order != graph.OrderID {
		return nil // reversed, the lists of the hubs are as long as can be
	}
	reversed, err := triangle.Comparisons(ctx, triangle.Reverse(lists), threads)
	t.reversed = &reversed
	return err
}

// benchmark is what was measured on one graph.
type benchmark struct {
	info        graph.Info
	report      graph.Report
	vertices    int
	edges       uint64
	triangles   uint64
	counted     bool // triangles is set
	read, clean float64
	threads     int
	repeat      int
	orders      []*orderTrial
}

// measure times every method on every order of src. All of them must agree.
func (b *benching) measure(ctx context.Context, src graph.Source, opt graph.Options) (*benchmark, error) {
	g, err := load(ctx, src, opt)
	if err != nil {
		return nil, err
	}
	m := &benchmark{
		info: src.Info(), report: g.Report(), vertices: g.Vertices(), edges: g.Edges(),
		read: g.read, clean: g.clean, threads: par.Workers(opt.Threads), repeat: b.repeat,
	}
	for _, order := range b.orders {
		trial := &orderTrial{order: order, methods: b.methods}
		if order == graph.OrderAuto {
			// Another method than ours leaves nothing for the plan to choose.
			trial.methods = []triangle.Method{triangle.Auto}
		}
		trial.count = make([]samples, len(trial.methods))
		m.orders = append(m.orders, trial)
	}
	for range b.repeat {
		for _, trial := range m.orders {
			run := m.time
			if trial.order == graph.OrderAuto {
				run = m.timePlan
			}
			if err := run(ctx, g.Graph, trial, opt); err != nil {
				return nil, err
			}
		}
	}
	return m, nil
}

// timePlan counts once as the plan says.
func (m *benchmark) timePlan(ctx context.Context, g *graph.Graph, trial *orderTrial, opt graph.Options) error {
	result, err := triangle.CountGraph(ctx, g, triangle.Options{Threads: opt.Threads, Memory: opt.Memory, Meter: opt.Meter})
	if err != nil {
		return err
	}
	trial.rank = append(trial.rank, result.Seconds.Order)
	trial.orient = append(trial.orient, result.Seconds.Orient)
	trial.count[0] = append(trial.count[0], result.Seconds.Count)
	trial.maxOutDegree = result.MaxOutDegree
	return m.agree(result.Triangles, trial.methods[0], trial.order)
}

// time runs every method on one order, once.
func (m *benchmark) time(ctx context.Context, g *graph.Graph, trial *orderTrial, opt graph.Options) error {
	params := triangle.Params{Threads: opt.Threads, Memory: opt.Memory, Meter: opt.Meter}
	begin := time.Now()
	ranking, err := g.Rank(ctx, trial.order, opt)
	if err != nil {
		return err
	}
	begin = trial.rank.since(begin)
	lists, err := g.Orient(ctx, ranking, opt)
	if err != nil {
		return err
	}
	trial.orient.since(begin)
	if len(trial.orient) == 1 {
		if err := trial.describe(ctx, lists, opt.Threads); err != nil {
			return err
		}
	}
	for i, method := range trial.methods {
		begin := time.Now()
		triangles, err := triangle.CountOriented(ctx, lists, method, params)
		if err != nil {
			return err
		}
		trial.count[i].since(begin)
		if err := m.agree(triangles, method, trial.order); err != nil {
			return err
		}
	}
	return nil
}

// agree holds a count against the earlier ones.
func (m *benchmark) agree(triangles uint64, method triangle.Method, order graph.Order) error {
	if !m.counted {
		m.triangles, m.counted = triangles, true
	}
	if triangles != m.triangles {
		return fmt.Errorf("%s: %s on order %s counts %d triangles, others count %d; please report it",
			m.info.Name, method, order, triangles, m.triangles)
	}
	return nil
}
