package page

import (
	"cmp"
	"encoding/base64"
	"fmt"
	"html/template"
	"slices"

	"github.com/tricycle-graph/tricycle/internal/plot"
)

// Text is a paragraph.
type Text string

// Facts are names with a value each.
type Facts []Fact

// Fact is a name with a value, which is what a cell of a table may be, and what else there is
// to say of it.
type Fact struct {
	Name  string
	Value any
	Note  string // such as a definition; "" for none
}

// Table is rows under columns. A column of numbers alone stands at the right.
type Table struct {
	Title   string
	Columns []string
	// Rows have a value for each column: a string, an int, uint32, uint64, float64, *big.Int,
	// or nil where there is none.
	Rows   [][]any
	Note   string // below it, such as what was left out; "" for none
	Folded bool   // shown when it is opened
}

// Figure is a picture with its numbers.
type Figure struct {
	Plot plot.Figure
	Note string // below it, such as how to read it; "" for none
	// Table is what the picture shows. Charts and bars make their own, all others need one. The
	// points of a chart are told to who points at them if the first column is x, and columns
	// have the names of its series. A drawing with several cycles has a row for each, and
	// readers step through both.
	Table *Table
}

// Image is a picture of dots on a clear ground, which light and dark pages show through.
type Image struct {
	Title, Description string
	PNG                []byte
	Side               int // pixels that it takes
	Note               string
}

// shown is a block as the template shows it: one of these is there.
type shown struct {
	Text   string
	Facts  []shownFact
	Table  *shownTable
	Figure *shownFigure
	Image  *shownImage
}

type shownFact struct{ Name, Value, Note string }

type shownFigure struct {
	ID    string
	Steps string // the table with a row for each cycle of a drawing; "" where there are not several
	Told  string // the table with the points of a chart, and the columns of its series; "" for none
	Views []shownView
	Note  string
	Table *shownTable
}

type shownView struct {
	ID, Name string
	SVG      template.HTML
}

type shownImage struct {
	Title, Description, Note string
	Source                   template.URL
	Side                     int
}

func (t Text) show(*builder) (shown, error) { return shown{Text: label(string(t))}, nil }

func (f Facts) show(b *builder) (shown, error) {
	s := shown{Facts: []shownFact{}}
	for _, fact := range f {
		text, value, err := cell(fact.Value)
		if err != nil {
			return s, err
		}
		s.Facts = append(s.Facts, shownFact{label(fact.Name), text, label(fact.Note)})
		b.data.Facts = append(b.data.Facts, factData{label(fact.Name), value})
	}
	return s, nil
}

func (t Table) show(b *builder) (shown, error) {
	table, err := b.table(t)
	return shown{Table: table}, err
}

func (f Figure) show(b *builder) (shown, error) {
	b.figures++
	figure := &shownFigure{ID: fmt.Sprintf("f%d", b.figures), Note: label(f.Note)}
	s := shown{Figure: figure}
	views := []plot.Figure{f.Plot}
	if chart, ok := f.Plot.(plot.Chart); ok && (chart.X.Log || chart.Y.Log) {
		chart.X.Log, chart.Y.Log = false, false
		views = append(views, chart)
	}
	for i, view := range views {
		v := shownView{ID: fmt.Sprintf("%s-%d", figure.ID, i+1), Name: [2]string{"logarithmic", "linear"}[i]}
		svg, err := plot.Part(view, v.ID)
		if err != nil {
			return s, err
		}
		v.SVG = template.HTML(svg) // which package plot has escaped
		figure.Views = append(figure.Views, v)
	}
	numbers := f.Table
	if numbers == nil {
		numbers = numbersOf(f.Plot)
	}
	if numbers == nil {
		return s, fmt.Errorf("a %T without its numbers", f.Plot)
	}
	folded := *numbers
	folded.Folded = true
	var err error
	if figure.Table, err = b.table(folded); err != nil {
		return s, err
	}
	if drawing, ok := f.Plot.(plot.Drawing); ok && len(drawing.Cycles) > 1 {
		if len(drawing.Cycles) != len(folded.Rows) {
			return s, fmt.Errorf("%d rows for %d cycles", len(folded.Rows), len(drawing.Cycles))
		}
		figure.Steps = figure.Table.ID
	}
	if chart, ok := f.Plot.(plot.Chart); ok {
		figure.Told = told(chart, figure.Table.ID, folded.Columns)
	}
	return s, nil
}

// told names the table with the points of a chart, and the columns with those of its series;
// "" if there are none.
func told(f plot.Chart, id string, columns []string) string {
	text := id
	for j, name := range columns {
		if j > 0 && slices.ContainsFunc(f.Series, func(s plot.Series) bool { return cmp.Or(s.Name, f.Y.Label) == name }) {
			text += fmt.Sprintf(" %d", j)
		}
	}
	if text == id || columns[0] != f.X.Label {
		return ""
	}
	return text
}

func (i Image) show(*builder) (shown, error) {
	return shown{Image: &shownImage{
		Title: label(i.Title), Description: label(i.Description), Note: label(i.Note), Side: i.Side,
		Source: template.URL("data:image/png;base64," + base64.StdEncoding.EncodeToString(i.PNG)),
	}}, nil
}
