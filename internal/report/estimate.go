package report

import (
	"fmt"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/answer"
	"github.com/tricycle-graph/tricycle/internal/bytesize"
	"github.com/tricycle-graph/tricycle/internal/page"
	"github.com/tricycle-graph/tricycle/internal/plot"
	"github.com/tricycle-graph/tricycle/triangle"
)

// Estimate is an estimate to be reported on, and what other limits would do, by engine.
type Estimate struct {
	*answer.Estimate
	Limits []Limits
}

// Limits is what the work takes within ever lower limits of one kind of memory.
type Limits struct {
	Engine device.Engine
	Of     string // the flag of the memory
	Steps  []LimitStep
}

// LimitStep is what it takes within one limit.
type LimitStep struct {
	Limit int64
	triangle.Estimate
}

// Estimates tells on a page what is estimated of some inputs.
func Estimates(p *page.Page, all []*Estimate) {
	first := all[0]
	p.Title = fmt.Sprintf("What %s takes, of %d files", first.Command, len(all))
	if len(all) == 1 {
		p.Title = fmt.Sprintf("What %s takes, of %s", first.Command, Name(graph.Info{Name: first.File}))
	}
	given := page.Table{Title: "Inputs", Columns: []string{"input", "format", "bytes", "vertices", "records", "assumed"}}
	p.Run = page.Section{Title: "This run", Blocks: []page.Block{
		page.Text("Memory and disk are what is planned with, within the limits of this machine or those that were asked for. Times are estimates, of the machines that are named and of graphs as skewed as social networks; others take less."),
	}}
	for _, x := range all {
		given.Rows = append(given.Rows, x.given())
		p.Run.Blocks = append(p.Run.Blocks, x.blocks(len(all) > 1)...)
	}
	p.Sections = []page.Section{{Title: "What is estimated", Blocks: []page.Block{given}}}
	for _, x := range all {
		if len(x.Outputs) > 0 {
			p.Sections = append(p.Sections, x.outputSection())
		}
	}
}

// given is what is known of the input.
func (x *Estimate) given() []any {
	row := []any{Name(graph.Info{Name: x.File}), x.Format, nil, uint64(x.Vertices.Get()), uint64(x.Records.Get()), "nothing"}
	if x.Bytes.Known() {
		row[2] = uint64(x.Bytes.Get())
	}
	switch {
	case x.AssumedVertices && x.AssumedRecords:
		row[5] = "vertices and records"
	case x.AssumedVertices:
		row[5] = "vertices"
	case x.AssumedRecords:
		row[5] = "records"
	}
	return row
}

// outputSection says what rows take in each form.
func (x *Estimate) outputSection() page.Section {
	t := page.Table{Title: "Bytes in each form, without compression", Columns: []string{"form", "bytes, at most"}}
	for _, o := range x.Outputs {
		t.Rows = append(t.Rows, []any{o.Form, uint64(o.Bytes.Get())})
		if o.About {
			t.Columns[1] = "bytes, about"
		}
	}
	return page.Section{Title: "Output of " + Name(graph.Info{Name: x.File}), Blocks: []page.Block{page.Text("For " + answer.QuantityOf(x.Outputs[0].Rows) + "."), t}}
}

// blocks show the engines side by side; named says that there are other files.
func (x *Estimate) blocks(named bool) []page.Block {
	facts := page.Facts{{Name: string(x.Command) + " takes", Value: "engine " + string(x.Engine), Note: x.Reason}}
	of := ""
	if named {
		of = ", " + Name(graph.Info{Name: x.File})
	}
	side := page.Table{Title: "Engines side by side" + of, Columns: []string{"engine"}}
	for i := range x.Estimates {
		side.Columns = append(side.Columns, string(x.Estimates[i].Engine))
	}
	for _, row := range x.EngineRows() {
		cells := []any{row.Name}
		for i := range x.Estimates {
			cells = append(cells, row.Cell(&x.Estimates[i]))
		}
		side.Rows = append(side.Rows, cells)
	}
	blocks := []page.Block{facts, side, x.memory(of), x.times(of)}
	for _, s := range x.Limits {
		blocks = append(blocks, s.figure(of))
	}
	return blocks
}

// memory draws what is held and written.
func (x *Estimate) memory(of string) page.Figure {
	f := plot.Bars{
		Head: plot.Head{Title: "Memory and disk" + of, Description: "Bars for each engine, within the limits:"},
		Axis: plot.Axis{Label: "bytes", Format: inBytes},
		Rows: []string{"memory", "memory of the GPU", "disk"},
	}
	for i := range x.Estimates {
		e := &x.Estimates[i]
		s := plot.BarSeries{Name: string(e.Engine)}
		for _, bytes := range []int64{e.Memory, e.Device, e.Disk} {
			if bytes == 0 {
				bytes = plot.Missing
			}
			s.Values = append(s.Values, float64(bytes))
		}
		f.Series = append(f.Series, s)
		f.Description += fmt.Sprintf(" %s holds %s of memory.", e.Engine, bytesize.Text(e.Memory))
	}
	return page.Figure{Plot: f, Note: f.Description}
}

// inBytes writes so many bytes as --memory takes them.
func inBytes(v float64) string { return plot.Short(v) + "B" }

// times draws the phases.
func (x *Estimate) times(of string) page.Figure {
	f := plot.Bars{
		Head: plot.Head{Title: "Seconds by phase, estimated" + of, Description: "A bar for each phase and engine, in the order in which they pass, and for all of it:"},
		Axis: plot.Axis{Label: "seconds", Log: true, Format: plot.Seconds}, Rows: []string{"open"},
	}
	for _, p := range answer.Phases {
		f.Rows = append(f.Rows, p.Name)
	}
	for i := range x.Estimates {
		e := &x.Estimates[i]
		s := plot.BarSeries{Name: string(e.Engine), Values: []float64{e.Seconds.Open}}
		for _, p := range answer.Phases {
			s.Values = append(s.Values, p.Seconds(&e.Seconds))
		}
		for j, v := range s.Values {
			if v == 0 {
				s.Values[j] = plot.Missing
			}
		}
		f.Series = append(f.Series, s)
		f.Description += fmt.Sprintf(" %s takes %s in all.", e.Engine, plot.Seconds(e.Seconds.Total))
	}
	return page.Figure{Plot: f, Note: f.Description}
}

// figure draws what lower limits would do to the time.
func (s Limits) figure(of string) page.Figure {
	t := page.Table{
		Title:   fmt.Sprintf("What %s would do, engine %s%s", s.Of, s.Engine, of),
		Columns: []string{s.Of, "seconds, estimated", "disk, bytes", "rows", "columns", "subtasks", "readings"},
	}
	line := plot.Series{Mark: plot.Lines}
	for _, step := range s.Steps {
		line.X, line.Y = append(line.X, float64(step.Limit)), append(line.Y, step.Seconds.Total)
		t.Rows = append(t.Rows, []any{uint64(step.Limit), Rounded(step.Seconds.Total), uint64(step.Disk), step.Parts.Rows, step.Parts.Columns, step.Parts.Subtasks, step.Readings})
	}
	first, last := s.Steps[0], s.Steps[len(s.Steps)-1]
	says := fmt.Sprintf("Whole, it takes %s within %s, and within %s in parts %s.",
		plot.Seconds(first.Seconds.Total), bytesize.Need(first.Limit), bytesize.Limit(last.Limit), plot.Seconds(last.Seconds.Total))
	return page.Figure{
		Plot: plot.Chart{
			Head: plot.Head{Title: t.Title, Description: says},
			X:    plot.Axis{Label: s.Of, Log: true, Format: inBytes},
			Y:    plot.Axis{Label: t.Columns[1], Format: plot.Seconds}, Series: []plot.Series{line},
		},
		Note:  says + " Each point has two thirds of the memory of the one before, for as long as some plan fits.",
		Table: &t,
	}
}
