package cli

import (
	"encoding/csv"
	"strconv"

	"github.com/tricycle-graph/tricycle/chordless"
	"github.com/tricycle-graph/tricycle/internal/atomicfile"
)

// traceOf has the steps of the method levels collected, as rows of the trace.
func traceOf(opt *chordless.Options) *[][]string {
	rows := &[][]string{{"step", "paths", "cycles"}}
	opt.Trace = func(step int, paths, cycles uint64) {
		*rows = append(*rows, []string{strconv.Itoa(step), strconv.FormatUint(paths, 10), strconv.FormatUint(cycles, 10)})
	}
	return rows
}

// writeTrace writes a trace, where one is asked for.
func (c *cycling) writeTrace(rows [][]string) error {
	if c.trace == "" {
		return nil
	}
	file, err := atomicfile.Create(c.trace)
	if err != nil {
		return writeError(c.trace, err)
	}
	defer file.Discard()
	if err := csv.NewWriter(file).WriteAll(rows); err != nil {
		return writeError(c.trace, err)
	}
	return writeError(c.trace, file.Commit())
}
