package bench

import (
	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/internal/plot"
)

// Figure draws the speed-ups on a GPU, the published beside those measured here in each
// launch shape, of the graphs that were measured.
func (b *Iakovidis) Figure() plot.Bars {
	f := plot.Bars{
		Head: plot.Head{
			Title:       "How many times as long as shared simple takes",
			Description: "Bars for the graphs of Iakovidis' table: the time of the simple kernel over that of the one that keeps columns in shared memory, as published on a Tesla T4 and as measured here, in the paper's launch shapes and in ours.",
			Note:        b.note(b.device()),
		},
		Axis:   plot.Axis{Label: "time of simple / time of shared", Log: true},
		From:   1,
		Series: []plot.BarSeries{{Name: "published"}},
	}
	for _, shape := range launchShapes {
		f.Series = append(f.Series, plot.BarSeries{Name: "here, " + shape.name})
	}
	for _, row := range b.rows {
		if row.missing != "" {
			continue
		}
		f.Rows = append(f.Rows, barName(row.name, row.standIn))
		values := []float64{row.iakovidis.speedup()}
		for _, t := range row.times {
			if t.engine == device.CUDA {
				values = append(values, t.speedup())
			}
		}
		for i, v := range values {
			f.Series[i].Values = append(f.Series[i].Values, v)
		}
	}
	return f
}
