package cli

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/chordless"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/page"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/report"
	"github.com/tricycle-graph/tricycle/triangle"
)

// wholeFiles is how many of several files have sections of their own. A page of all of many would be
// some megabytes.
const wholeFiles = 2

// describingAll holds the flags of report.
type describingAll struct {
	reading
	report    reporting
	positions string // of the file of positions; "" where the graph has them
	timeout   time.Duration
	late      bool  // something was left out for it
	peak      int64 // bytes that the process held at most, of all files
}

func newReport(c *common) *cobra.Command {
	opt := &describingAll{reading: reading{common: c}}
	cmd := &cobra.Command{
		Use:   "report FILE... -o REPORT",
		Short: "Show all there is to see of graph files in one HTML file",
		Long: `Find out what is worth its time on a graph of this size, and write it as one HTML
file with pictures and tables: degrees, triangles, clustering, support, trussness,
the matrix under several orders, and chordless cycles. It needs no network, and a
browser shows it with and without scripts.

What does not fit --memory, takes longer than --timeout or would take too long for
a graph of its size is left out, and the report says so.

` + exitHelp,
		Example: `  tricycle report graph.mtx -o graph.html
  tricycle report --timeout 5m --memory 8GiB a.txt b.txt -o both.html
  zcat edges.csv.gz | tricycle report - -o - > report.html`,
		Args: files,
		RunE: opt.run,
	}
	opt.reading.addTo(cmd)
	opt.report.addOutputTo(cmd)
	cmd.Flags().StringVar(&opt.positions, "positions", "", "`file` that says where vertices are drawn (default those of the input)")
	cmd.Flags().Var(span{&opt.timeout}, "timeout", "leave out of a file what is not found after this `time`, such as 60s or 1h30m (default none)")
	return cmd
}

func (d *describingAll) run(cmd *cobra.Command, names []string) error {
	if cmd.Flags().Changed("positions") {
		switch {
		case d.positions == "":
			return usagef("--positions names no file")
		case len(names) > 1:
			return usagef("--positions says where the vertices of one file are, and not of several")
		}
		if err := keepInput(d.report.path, d.positions); err != nil {
			return err
		}
	}
	if err := d.report.begin(cmd, names); err != nil {
		return err
	}
	defer d.report.discard()
	var all []*subject
	if err := eachFile(cmd, names, func(name string) error {
		s, err := d.describe(cmd, name, len(all) < wholeFiles)
		d.peak = max(d.peak, peakBytes()) // which counts from 0 for each file
		if err == nil {
			all = append(all, s)
		}
		return err
	}); err != nil {
		return err
	}
	d.fill(all)
	if err := d.report.write(); err != nil || !d.late {
		return err
	}
	return &stoppedError{fmt.Sprintf("%s is without what %s left no time for", d.report.path, d.limit()), d.limit()}
}

// fill makes the page of all files.
func (d *describingAll) fill(all []*subject) {
	p := &d.report.page
	p.Title = report.Name(all[0].info)
	var (
		infos  []graph.Info
		phases [][]report.Phase
	)
	for _, s := range all {
		infos, phases = append(infos, s.info), append(phases, s.phases)
	}
	names := report.Names(infos)
	if len(all) > 1 {
		p.Title = fmt.Sprintf("%d graphs", len(all))
		p.Sections = compareSubjects(all, names)
	}
	whole := all[:min(len(all), wholeFiles)]
	if len(all) > len(whole) {
		var left [][]report.Left
		for _, s := range all[len(whole):] {
			left = append(left, s.left)
		}
		p.Sections = append(p.Sections, report.LeftOutOf(len(whole), names[len(whole):], left))
	}
	for i, s := range whole {
		sections := s.sections
		if len(s.left) > 0 {
			sections = append(sections, report.LeftOut(s.left))
		}
		for _, section := range sections {
			if len(all) > 1 {
				section.Of = names[i]
			}
			p.Sections = append(p.Sections, section)
		}
	}
	p.Run = report.Work(names, phases, par.Workers(int(d.limits.threads)), d.peak)
	if len(all) == 1 {
		p.Run.Blocks = append(p.Run.Blocks, all[0].ways...)
	}
}

// compareSubjects compares several files of these names: their triangles, and the cycles of those
// that were searched.
func compareSubjects(all []*subject, names []string) []page.Section {
	var (
		counted  []*triangle.Result
		found    []report.Found
		of       []string
		searched []*chordless.Result
	)
	for i, s := range all {
		counted, found = append(counted, s.result), append(found, s.found)
		if s.searched != nil {
			of, searched = append(of, names[i]), append(searched, s.searched)
		}
	}
	triangles := report.Compare(counted)
	triangles.Blocks = append(triangles.Blocks, report.CompareFound(names, found))
	sections := []page.Section{triangles}
	if len(searched) > 1 {
		cycles := report.CompareCycles(of, searched, report.CyclesAsked{})
		cycles.Title += ", chordless cycles"
		sections = append(sections, cycles)
	}
	return sections
}

// subject is a graph that is reported on.
type subject struct {
	info      graph.Info
	source    graph.Source // of the file
	graph     *graph.Graph // nil where it does not fit the memory
	needs     int64        // bytes, in which it would
	positions [][3]float64 // of its vertices; nil where nobody says
	up        bool         // y counts upwards in these
	whole     bool         // it has sections of its own
	result    *triangle.Result
	found     report.Found
	searched  *chordless.Result // nil where its cycles were not counted
	ways      []page.Block      // in which they were searched
	sections  []page.Section
	left      []report.Left
	phases    []report.Phase
}

// forget lets go of what the page does not tell, so that the next file has the memory.
func (s *subject) forget() {
	s.source, s.graph, s.positions = nil, nil, nil
	if !s.whole {
		s.sections = nil
	}
	if s.searched != nil {
		s.searched.PerVertex, s.searched.Plan = nil, nil
	}
}

// describe finds out all that there is to say of a file.
func (d *describingAll) describe(cmd *cobra.Command, name string, whole bool) (*subject, error) {
	ctx, cancel := limited(cmd.Context(), d.timeout)
	defer cancel()
	d.input.places = whole && d.positions == "" && mayBeDrawn(name)
	s := &subject{whole: whole}
	err := d.open(cmd, name, func(src graph.Source) error {
		s.source = src
		return d.find(ctx, cmd, s)
	})
	s.forget()
	if err == nil && !d.quiet {
		reportCleaning(cmd.ErrOrStderr(), name, s.info, s.result.Cleaning)
	}
	return s, err
}
