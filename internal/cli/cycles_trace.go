package cli

import (
	"encoding/csv"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/tricycle-graph/tricycle/chordless"
	"github.com/tricycle-graph/tricycle/internal/atomicfile"
	"github.com/tricycle-graph/tricycle/internal/plot"
)

// trace is the sizes of T and C after each step of dias or levels.
type trace struct{ paths, cycles []uint64 }

// traceOf has the steps of a search collected.
func traceOf(opt *chordless.Options) *trace {
	t := &trace{}
	opt.Trace = func(_ int, paths, cycles uint64) {
		t.paths, t.cycles = append(t.paths, paths), append(t.cycles, cycles)
	}
	return t
}

// writeTrace writes the trace of a file, where one is asked for: as CSV, or drawn where
// the name ends so. That of a search that was stopped is partial.
func (c *cycling) writeTrace(t *trace, name string, partial bool) error {
	if c.trace == "" {
		return nil
	}
	file, err := atomicfile.Create(c.trace)
	if err != nil {
		return writeError(c.trace, err)
	}
	defer file.Discard()
	if strings.EqualFold(filepath.Ext(c.trace), ".svg") {
		svg, err := t.figure(name, string(c.method), partial).SVG("trace")
		if err != nil {
			return err
		}
		if _, err := file.Write(svg); err != nil {
			return writeError(c.trace, err)
		}
	} else if err := csv.NewWriter(file).WriteAll(t.rows()); err != nil {
		return writeError(c.trace, err)
	}
	return writeError(c.trace, file.Commit())
}

func (t *trace) rows() [][]string {
	rows := [][]string{{"step", "paths", "cycles"}}
	for i := range t.paths {
		rows = append(rows, []string{strconv.Itoa(i + 1), strconv.FormatUint(t.paths[i], 10), strconv.FormatUint(t.cycles[i], 10)})
	}
	return rows
}

// figure draws the trace as figure 4 of Jradi et al. does, but for its axis of sizes,
// which is logarithmic.
func (t *trace) figure(name, method string, partial bool) plot.Chart {
	paths := plot.Series{Name: "open paths, |T|", Mark: plot.Steps}
	cycles := plot.Series{Name: "cycles, |C|", Mark: plot.Steps}
	for i := range t.paths {
		step := float64(i + 1)
		paths.X, paths.Y = append(paths.X, step), append(paths.Y, float64(t.paths[i]))
		cycles.X, cycles.Y = append(cycles.X, step), append(cycles.Y, float64(t.cycles[i]))
	}
	fall, until := " and fall to none", ""
	if partial {
		fall, until = "", " The search was stopped, so that all numbers are partial."
	}
	return plot.Chart{
		Head: plot.Head{
			Title: "Open paths and cycles of " + titleOf(name),
			Description: fmt.Sprintf("Two curves over %d steps on a logarithmic axis: the chordless paths of one length, which rise to %s%s, and the cycles found until then, which rise to %s.",
				len(t.paths), thousands(slices.Max(append(t.paths, 0))), fall, thousands(slices.Max(append(t.cycles, 0)))),
			Note: fmt.Sprintf("By %s. Paths have two vertices more than their step; triangles are among the cycles.%s", method, until),
		},
		X:      plot.Axis{Label: "step"},
		Y:      plot.Axis{Label: "paths, cycles", Log: true},
		Series: []plot.Series{paths, cycles},
	}
}
