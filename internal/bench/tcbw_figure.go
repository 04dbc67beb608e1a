package bench

import (
	"fmt"
	"slices"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/internal/plot"
	"github.com/tricycle-graph/tricycle/internal/readable"
)

// Figure draws the speed-ups of TCBW, the published beside those measured here, of the
// graphs that were measured: on a GPU, or where none was used on the CPU.
func (b *TCBW) Figure() plot.Bars {
	rows := slices.DeleteFunc(slices.Clone(b.rows), func(row *tcbwRow) bool { return row.missing != "" })
	engine := max(slices.Index(b.Engines, device.CUDA), 0)
	f := plot.Bars{
		Head: plot.Head{
			Title: "How many times faster TCBW is",
			Description: fmt.Sprintf("Bars for %s of TCBW's table 1: speed-ups of counting by slices that are made on the fly, as published on an RTX A6000 and as measured here on engine %s.",
				readable.Quantity(uint64(len(rows)), "graph", "graphs"), b.Engines[engine]),
		},
		Axis: plot.Axis{Label: "times as long as by TCBW", Log: true},
		From: 1,
	}
	by := b.Engines[engine]
	series := []plot.BarSeries{
		{Name: "TriCore, published"}, {Name: fmt.Sprintf("search, here, %s", by)},
		{Name: "Adam, published"}, {Name: fmt.Sprintf("merge, here, %s", by)},
	}
	both := len(b.Engines) > 1
	if both {
		series = append(series, plot.BarSeries{Name: "TCBW on a CPU, published"}, plot.BarSeries{Name: "on the CPU, here"})
	}
	onGPU := ""
	for _, row := range rows {
		f.Rows = append(f.Rows, barName(row.name, row.standIn))
		onGPU = row.device
		published, here := row.tcbwPublished.faster(), b.faster(row, engine)
		values := []float64{published.tricore, here.tricore, published.adam, here.adam}
		if both {
			values = append(values, published.cpu, here.cpu)
		}
		for i, v := range values {
			if v == 0 {
				v = plot.Missing
			}
			series[i].Values = append(series[i].Values, v)
		}
	}
	f.Series = series
	f.Note = b.note(onGPU)
	return f
}
