package bench

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/tricycle-graph/tricycle/chordless"
	"github.com/tricycle-graph/tricycle/internal/readable"
	"github.com/tricycle-graph/tricycle/internal/sheet"
)

// speedUp is the published one.
func (p published) speedUp() float64 { return p.sequential / p.parallel }

// faster returns how many times as fast as by dias cycles were listed, or counted where
// they are not listed, and whether both were.
func (r *jradiRow) faster(t *jradiTry) (float64, bool) {
	dias := r.dias()
	if dias == nil || t.count == nil || !speedsUp(t.wish) {
		return 0, false
	}
	if r.countOnly {
		return dias.count.over(t.count), true
	}
	return dias.list.over(t.list), true
}

// lists says whether a method lists the cycles of a row.
func (r *jradiRow) lists(t *jradiTry) bool { return t.wish != chordless.Frontier && !r.countOnly }

// dias returns what was measured by the sequential method; nil where it was not asked for.
func (r *jradiRow) dias() *jradiTry {
	i := slices.IndexFunc(r.tries, func(t *jradiTry) bool { return t.wish == chordless.Dias })
	if i < 0 {
		return nil
	}
	return r.tries[i]
}

// Print writes the table, with what was measured beside it.
func (b *Jradi) Print(w io.Writer) error {
	rows := b.rows
	s := sheet.New()
	s.Add("published", "Jradi et al.: AMD FX-9590, one core; Radeon R9 290X, kernels and in all")
	here := b.quantityOfThreads()
	if b.Device != "" {
		here += ", one " + b.Device
	}
	if rows[0].dias() != nil {
		here += ", dias on one thread"
	}
	b.addHere(s, here)
	if err := s.Print(w); err != nil {
		return err
	}
	return sheet.Right(w, func(tabs io.Writer) {
		fmt.Fprint(tabs, "\n\tn\tm\tdegree\tC3\t#clc\tsequential\tkernels\tGPU\tspeed-up\t")
		for _, t := range rows[0].tries {
			fmt.Fprint(tabs, strings.Join(rows[0].columns(t), "\t"), "\t")
		}
		fmt.Fprintln(tabs)
		for _, row := range rows {
			row.printTo(tabs)
		}
	})
}

// columns are what a method has in the table: what counted where that differs by
// graph, lists where there are any, speed-ups over the sequential method.
func (r *jradiRow) columns(t *jradiTry) []string {
	columns := []string{string(t.wish) + " count"}
	if t.wish == chordless.Auto {
		columns = append(columns, "by")
	}
	if t.wish != chordless.Frontier {
		columns = append(columns, "list")
	}
	if speedsUp(t.wish) && r.dias() != nil {
		columns = append(columns, "speed-up")
	}
	return columns
}

func (r *jradiRow) printTo(w io.Writer) {
	fmt.Fprintf(w, "%s\t%s\t%s\t%d\t%s\t%s\t%s\t%s\t%s\t%s\t", r.name, readable.Number(r.vertices), readable.Number(r.edges), r.maxDegree,
		readable.Number(r.triangles), readable.Number(r.chordless),
		readable.Seconds(seconds(r.sequential)), readable.Seconds(seconds(r.kernels)), readable.Seconds(seconds(r.parallel)), readable.Short(r.speedUp()))
	for _, t := range r.tries {
		cells := r.cells(t)
		fmt.Fprint(w, strings.Join(cells, "\t"), "\t")
	}
	switch {
	case r.missing != "":
		fmt.Fprintf(w, "  %s", r.missing)
	case r.standIn != "":
		fmt.Fprintf(w, "  a stand-in: %s", r.standIn)
	}
	fmt.Fprintln(w)
}

// cells are those of the columns of a method.
func (r *jradiRow) cells(t *jradiTry) []string {
	columns := r.columns(t)
	if r.missing != "" || t.unfit {
		return slices.Repeat([]string{"-"}, len(columns))
	}
	cells := make([]string, len(columns))
	for i, column := range columns {
		switch column {
		case "by":
			cells[i] = string(t.method)
		case "list":
			cells[i] = "-"
			if t.list != nil {
				cells[i] = readable.Seconds(t.listed())
			}
		case "speed-up":
			faster, _ := r.faster(t)
			cells[i] = readable.Short(faster)
		default:
			cells[i] = readable.Seconds(t.count.median())
		}
	}
	return cells
}
