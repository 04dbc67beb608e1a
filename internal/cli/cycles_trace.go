package cli

import (
	"encoding/csv"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/tricycle-graph/tricycle/chordless"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/atomicfile"
	"github.com/tricycle-graph/tricycle/internal/report"
)

// stepsOf has the steps of a search collected, where a method with steps is asked for.
func (c *cycling) stepsOf(opt *chordless.Options) *report.Steps {
	steps := &report.Steps{Method: string(c.method)}
	if c.method == chordless.Levels || c.method == chordless.Dias {
		opt.Trace = func(_ int, paths, cycles uint64) {
			steps.Paths, steps.Cycles = append(steps.Paths, paths), append(steps.Cycles, cycles)
		}
	}
	return steps
}

// writeTrace writes the trace of a file, where one is asked for: as CSV, or drawn where
// the name ends so. That of a search that was stopped is partial.
func (c *cycling) writeTrace(steps *report.Steps, name string) error {
	if c.trace == "" {
		return nil
	}
	file, err := atomicfile.Create(c.trace)
	if err != nil {
		return writeError(c.trace, err)
	}
	defer file.Discard()
	if strings.EqualFold(filepath.Ext(c.trace), ".svg") {
		svg, err := steps.Figure(report.Name(graph.Info{Name: name})).SVG("trace")
		if err != nil {
			return err
		}
		if _, err := file.Write(svg); err != nil {
			return writeError(c.trace, err)
		}
	} else if err := csv.NewWriter(file).WriteAll(stepRows(steps)); err != nil {
		return writeError(c.trace, err)
	}
	return writeError(c.trace, file.Commit())
}

func stepRows(steps *report.Steps) [][]string {
	rows := [][]string{{"step", "paths", "cycles"}}
	for i := range steps.Paths {
		rows = append(rows, []string{strconv.Itoa(i + 1), strconv.FormatUint(steps.Paths[i], 10), strconv.FormatUint(steps.Cycles[i], 10)})
	}
	return rows
}
