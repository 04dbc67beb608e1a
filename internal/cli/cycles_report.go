package cli

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/tricycle-graph/tricycle/chordless"
	"github.com/tricycle-graph/tricycle/internal/answer"
	"github.com/tricycle-graph/tricycle/internal/page"
	"github.com/tricycle-graph/tricycle/internal/report"
)

// cycleReport is the page of --report about cycles, of one file or of several.
type cycleReport struct {
	reporting
	files int // that are asked about
	told  int // of these, with an answer

	// Of several files, what stands side by side.
	names   []string
	results []*chordless.Result
	phases  [][]report.Phase
	judged  []report.Judged
}

// about begins the page of one file.
func (r *cycleReport) about(what string, s *search) *page.Page {
	r.told++
	r.page.Title = what + " " + report.Name(s.info)
	return &r.page
}

// addCount adds a count, while the file is open in which the labels may live. stopped is why it is
// partial; nil where it is not.
func (r *cycleReport) addCount(ctx context.Context, s *search, a *answer.Cycles, steps *report.Steps, asked report.CyclesAsked, stopped error) error {
	if !r.wanted() {
		return nil
	}
	var phases []report.Phase
	for _, p := range answer.CyclePhases {
		phases = append(phases, report.Phase{Name: p.Name, Seconds: p.Seconds(&a.Seconds)})
	}
	if r.files > 1 {
		// What each vertex has is in no table of files.
		result := *a.Result
		result.PerVertex, result.Plan = nil, nil
		r.told++
		r.names, r.results, r.phases = append(r.names, report.Name(s.info)), append(r.results, &result), append(r.phases, phases)
		return nil
	}
	p := r.about("Chordless cycles of", s)
	p.Lead = partialLead(stopped, "all counts are lower bounds")
	p.Sections = report.Cycles(a.Result, s.Labels(), asked)
	if err := r.addSteps(ctx, s, a, steps, stopped); err != nil {
		return err
	}
	var some [][]uint32
	if report.Drawable(s.Graph) && stopped == nil {
		var err error
		if some, err = report.SomeCycles(ctx, s.Graph, s.opt); err != nil {
			return err
		}
	}
	p.Run = report.CycleRun(a.Result, phases, peakBytes())
	return r.addMap(ctx, s, some, report.FirstFound)
}

// addSteps adds the steps of a count: those of its own method, or what may be said of them.
func (r *cycleReport) addSteps(ctx context.Context, s *search, a *answer.Cycles, own *report.Steps, stopped error) error {
	why := ""
	if len(own.Paths) == 0 && stopped == nil && len(s.opt.Through) == 0 {
		var err error
		if own, why, err = report.StepsOf(ctx, s.Graph, s.opt, a.Plan); err != nil {
			return err
		}
	}
	if why != "" {
		r.page.Sections = append(r.page.Sections, report.WithoutSteps(why))
		return nil
	}
	r.page.Sections = append(r.page.Sections, own.Sections(report.Name(s.info))...)
	return nil
}

// addMap adds the graph with some cycles on it, where it is small enough, and what was read, which
// are the last sections.
func (r *cycleReport) addMap(ctx context.Context, s *search, some [][]uint32, which string) error {
	drawn, err := report.CycleMap{Graph: s.Graph, Positions: s.positions, Up: s.up, Cycles: some, Which: which}.Sections(ctx, s.opt.Threads)
	if err != nil {
		return err
	}
	r.page.Sections = append(append(r.page.Sections, drawn...), report.Input(s.info, s.Report()))
	return nil
}

// addList adds what was listed.
func (r *cycleReport) addList(ctx context.Context, s *search, steps *report.Steps, asked report.CyclesAsked, listing time.Duration, longest bool, stopped error) error {
	if !r.wanted() {
		return nil
	}
	what, left := "Chordless cycles of", "there may be more cycles than are here"
	if longest {
		what, left = "A longest chordless cycle of", "there may be longer cycles"
	}
	p := r.about(what, s)
	p.Lead = partialLead(stopped, left)
	p.Sections = append([]page.Section{s.seen.Section(asked, longest, stopped != nil)}, steps.Sections(report.Name(s.info))...)
	read := s.took.Read + s.took.Clean
	p.Run = report.Timed([]report.Phase{{Name: "read", Seconds: read.Seconds()}, {Name: "search and write", Seconds: listing.Seconds()}, {Name: "total", Seconds: (read + listing).Seconds()}}, peakBytes())
	return r.addMap(ctx, s, s.seen.Some(), "The shortest cycles that were listed, and the longest.")
}

// addJudgement adds whether a graph is chordal.
func (r *cycleReport) addJudgement(ctx context.Context, s *search, order, hole []uint32) error {
	switch {
	case !r.wanted():
	case r.files > 1:
		r.told++
		r.judged = append(r.judged, report.Judged{Name: report.Name(s.info), Vertices: s.Vertices(), Edges: s.Edges(), Hole: len(hole)})
	default:
		p := r.about("Is it chordal:", s)
		p.Sections = []page.Section{report.Chordality(s.Graph, order, hole)}
		var some [][]uint32
		if hole != nil {
			some = [][]uint32{hole}
		}
		return r.addMap(ctx, s, some, "The hole.")
	}
	return nil
}

// finish writes the page where there is an answer for each file, be it a partial one, and
// returns err or else its own error.
func (r *cycleReport) finish(asked report.CyclesAsked, err error) error {
	if !r.wanted() || r.told < r.files || err != nil && !errors.As(err, new(*stoppedError)) {
		return err
	}
	if r.files > 1 {
		r.page.Title = fmt.Sprintf("Chordless cycles of %d files", r.files)
		r.page.Sections = []page.Section{report.CompareChordality(r.judged)}
		if len(r.results) > 0 {
			r.page.Sections = []page.Section{report.CompareCycles(r.names, r.results, asked)}
			r.page.Run = report.CycleRuns(r.names, r.results, r.phases)
		}
	}
	if failed := r.write(); failed != nil {
		return failed
	}
	return err
}

// partialLead says above a page that it is partial; "" where it is not.
func partialLead(stopped error, left string) string {
	var why *stoppedError
	if !errors.As(stopped, &why) {
		return ""
	}
	return fmt.Sprintf("Partial: stopped by %s; %s.", why.limit, left)
}

// asked says which cycles the flags ask for.
func (c *cycling) asked() report.CyclesAsked {
	return report.CyclesAsked{Least: c.minLength, Most: c.maxLength, Through: c.through}
}
