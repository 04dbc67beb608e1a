package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/answer"
	"github.com/tricycle-graph/tricycle/internal/bytesize"
	"github.com/tricycle-graph/tricycle/internal/loading"
	"github.com/tricycle-graph/tricycle/internal/page"
	"github.com/tricycle-graph/tricycle/internal/report"
	"github.com/tricycle-graph/tricycle/internal/summary"
	"github.com/tricycle-graph/tricycle/triangle"
)

// reportStep finds out one thing about a graph.
type reportStep struct {
	name    string // of what is left out where it is not found
	picture bool   // it only shows what is there, and finds nothing that tells files apart
	find    func(s *subject, ctx context.Context, opt graph.Options) ([]page.Section, error)
}

// vertexStep is what every report has.
var vertexStep = reportStep{"triangles of each vertex", false, (*subject).vertices}

// graphSteps ask for the graph in memory. What may take long comes late.
var graphSteps = []reportStep{
	{"triangles of each edge", false, (*subject).edges},
	{"trussness of each edge", false, (*subject).truss},
	{"the matrix under each order", true, (*subject).spy},
	{"chordless cycles", false, (*subject).cycles},
	{"open paths and cycles by step", true, (*subject).steps},
	{"a drawing of the graph", true, (*subject).drawing},
}

// unfitError says that a step is not sensible for a graph.
type unfitError struct{ why string }

func (e *unfitError) Error() string { return e.why }

// find finds out all that there is to say of an open file.
func (d *describingAll) find(ctx context.Context, cmd *cobra.Command, s *subject) error {
	if err := d.load(ctx, cmd, s); err != nil {
		return d.stopped(s, err)
	}
	if err := d.take(ctx, cmd, s, vertexStep); err != nil {
		return d.stopped(s, err)
	}
	for _, step := range graphSteps {
		if step.picture && !s.whole {
			continue
		}
		err := d.take(ctx, cmd, s, step)
		var (
			memory *graph.MemoryError
			unfit  *unfitError
			why    string
		)
		switch {
		case err == nil:
			continue
		case errors.As(err, &memory):
			why = "it needs --memory " + bytesize.Need(memory.Need)
		case errors.As(err, &unfit):
			why = unfit.why
		case errors.Is(err, errTimeout):
			why = d.limit() + " had passed"
			d.late = true
		default:
			return err
		}
		s.left = append(s.left, report.Left{What: step.name, Why: why})
	}
	return nil
}

// stopped is an error without which there would be a report.
func (d *describingAll) stopped(s *subject, err error) error {
	if errors.Is(err, errTimeout) {
		return &stoppedError{fmt.Sprintf("%s: stopped by %s before its triangles were counted", s.info.Name, d.limit()), d.limit()}
	}
	return err
}

// limit is what --timeout says.
func (d *describingAll) limit() string { return fmt.Sprintf("--timeout %v", d.timeout) }

// load reads the graph, where it fits the memory. A file that can be read again is counted
// without that.
func (d *describingAll) load(ctx context.Context, cmd *cobra.Command, s *subject) error {
	opt, stop := d.start(cmd)
	defer stop()
	s.info = s.source.Info()
	src, placed := withPlaces(s.source, d.input.places)
	g, took, err := loading.Graph(ctx, src, opt)
	s.positions = placed.positions
	s.info = s.source.Info()
	var short *loading.ShortError
	if errors.As(err, &short) && s.info.Rereadable {
		s.needs = short.Need
		return nil
	}
	if err == nil && d.positions != "" {
		s.positions, err = drawnAt(ctx, d.positions, s.info.Name, g)
	}
	s.graph, s.up = g, d.positions != "" || upwards(s.info)
	s.phases = append(s.phases, report.Phase{Name: "read and clean", Seconds: (took.Read + took.Clean).Seconds()})
	return err
}

// take takes a step.
func (d *describingAll) take(ctx context.Context, cmd *cobra.Command, s *subject, step reportStep) error {
	opt, stop := d.start(cmd)
	defer stop()
	begin := time.Now()
	sections, err := step.find(s, ctx, opt)
	if err != nil {
		return err
	}
	s.sections = append(s.sections, sections...)
	s.phases = append(s.phases, report.Phase{Name: step.name, Seconds: time.Since(begin).Seconds()})
	return nil
}

// asked returns what triangles are counted of, and how.
func (s *subject) asked(opt graph.Options) (graph.Source, triangle.Options, error) {
	wishes := triangle.Options{Engine: device.CPU, Threads: opt.Threads, Memory: opt.Memory, Meter: opt.Meter}
	if s.graph == nil {
		return s.source, wishes, &graph.MemoryError{What: "the graph", Need: s.needs, Limit: opt.Memory}
	}
	return s.graph.Source(), wishes, nil
}

// of says of a result what is known of the file rather than of the graph in memory.
func (s *subject) of(r *triangle.Result) {
	if s.graph != nil {
		r.Info, r.Cleaning = s.info, s.graph.Report()
	}
}

func (s *subject) vertices(ctx context.Context, opt graph.Options) ([]page.Section, error) {
	src, wishes, _ := s.asked(opt) // in parts, where the graph does not fit
	p, err := triangle.Vertices(ctx, src, wishes)
	if err != nil {
		return nil, err
	}
	s.of(&p.Result)
	result := p.Result // without what there is of each vertex
	s.result, s.found.Clustering = &result, p.AverageClustering(0)
	sections := []page.Section{report.Triangles(&p.Result), report.Input(s.info, p.Cleaning)}
	vertices, err := report.Vertices(ctx, p, opt.Threads)
	return append(sections, vertices...), err
}

func (s *subject) edges(ctx context.Context, opt graph.Options) ([]page.Section, error) {
	src, wishes, err := s.asked(opt)
	if err != nil {
		return nil, err
	}
	p, err := triangle.Edges(ctx, src, wishes)
	if err != nil {
		return nil, err
	}
	all, err := summary.OfEdges(ctx, p, answer.TopRows, opt.Threads)
	if err := cmp.Or(err, p.Close()); err != nil {
		return nil, err
	}
	s.found.Support = all.Support.Max()
	return report.Edges(p, all), nil
}

func (s *subject) truss(ctx context.Context, opt graph.Options) ([]page.Section, error) {
	src, wishes, err := s.asked(opt)
	if err != nil {
		return nil, err
	}
	p, err := triangle.Truss(ctx, src, wishes)
	if err != nil {
		return nil, err
	}
	sizes, err := p.Trusses(ctx)
	if err != nil {
		return nil, err
	}
	if len(sizes) > 0 {
		inner := sizes[len(sizes)-1]
		s.found.Truss, s.found.Inner = inner.K, inner.Vertices
	}
	return report.Truss(p, sizes), nil
}
