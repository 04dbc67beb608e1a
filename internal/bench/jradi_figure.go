package bench

import (
	"fmt"

	"github.com/tricycle-graph/tricycle/chordless"
	"github.com/tricycle-graph/tricycle/internal/plot"
)

// Figure draws the speed-ups of the rows that were measured, beside the published
// ones.
func (b *Jradi) Figure() plot.Bars {
	figure := plot.Bars{
		Head: plot.Head{
			Title: "Chordless cycles: speed-up over the sequential algorithm",
			Description: fmt.Sprintf("Bars from 1 on a logarithmic axis: how many times as fast as by %s, on one thread, all chordless cycles of a graph are listed, by method, beside the published speed-up on a GPU.",
				chordless.Dias),
			Note: b.note(b.Device),
		},
		Axis:   plot.Axis{Label: "times as fast as the sequential algorithm", Log: true},
		From:   1,
		Series: []plot.BarSeries{{Name: "published"}},
	}
	for _, t := range b.rows[0].tries {
		if speedsUp(t.wish) {
			figure.Series = append(figure.Series, plot.BarSeries{Name: string(t.wish)})
		}
	}
	for _, r := range b.rows {
		if r.missing != "" {
			continue
		}
		figure.Rows = append(figure.Rows, barName(r.name, r.standIn))
		values := []float64{r.speedUp()}
		for _, t := range r.tries {
			if faster, ok := r.faster(t); ok {
				values = append(values, faster)
			}
		}
		for i, value := range values {
			figure.Series[i].Values = append(figure.Series[i].Values, value)
		}
	}
	return figure
}
