package cli

import (
	"encoding/csv"
	"strconv"

	"github.com/tricycle-graph/tricycle/chordless"
	"github.com/tricycle-graph/tricycle/internal/atomicfile"
)

// writeTrace writes the steps of the method levels, where a trace is asked for.
func (c *cycling) writeTrace(steps []chordless.LevelStep) error {
	if c.trace == "" {
		return nil
	}
	file, err := atomicfile.Create(c.trace)
	if err != nil {
		return writeError(c.trace, err)
	}
	defer file.Discard()
	rows := [][]string{{"step", "paths", "cycles"}}
	for _, s := range steps {
		rows = append(rows, []string{strconv.Itoa(s.Step), strconv.FormatUint(s.Paths, 10), strconv.FormatUint(s.Cycles, 10)})
	}
	if err := csv.NewWriter(file).WriteAll(rows); err != nil {
		return writeError(c.trace, err)
	}
	return writeError(c.trace, file.Commit())
}
