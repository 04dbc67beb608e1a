package cli

import (
	"fmt"
	"strconv"

	"github.com/spf13/pflag"

	"github.com/tricycle-graph/tricycle/internal/bytesize"
	"github.com/tricycle-graph/tricycle/internal/colours"
	"github.com/tricycle-graph/tricycle/internal/readable"
	"github.com/tricycle-graph/tricycle/internal/sheet"
	"github.com/tricycle-graph/tricycle/jobs"
)

// coloursValue is a flag with a number of colours; 0 where it was not given, and
// [jobs.Request] has what is chosen by the memory.
type coloursValue int

// byMemory is the word, and autoColours the number, of a choice by the memory.
const (
	byMemory    = "auto"
	autoColours = -1
)

func (v *coloursValue) addTo(flags *pflag.FlagSet) {
	flags.Var(v, "colours", "with --plan FILE or --checkpoint: cut the graph by so many `colours` of its vertices; auto: as many as the memory asks for (default by ranges of rows)")
}

func (v *coloursValue) Set(text string) error {
	if text == byMemory {
		*v = autoColours
		return nil
	}
	n, err := strconv.ParseUint(text, 10, 16)
	if err != nil || n == 0 || n > colours.Most {
		return fmt.Errorf("not a number from 1 to %d, and not %s", colours.Most, byMemory)
	}
	*v = coloursValue(n)
	return nil
}

func (v *coloursValue) String() string {
	switch *v {
	case 0:
		return ""
	case autoColours:
		return byMemory
	}
	return strconv.Itoa(int(*v))
}

// Type names the flag's value in the help.
func (v *coloursValue) Type() string { return "colours" }

// errColoursAlone is the error where nothing says what is cut for whom.
var errColoursAlone = usagef("--colours belongs to --plan FILE or --checkpoint: a count by one process is cut by ranges")

// checkColours refuses what does not go with colours.
func checkColours(r jobs.Request) error {
	if r.Colours != 0 && (r.Parts.Rows > 0 || r.Parts.TCBW) {
		return usagef("--colours and --parts exclude one another")
	}
	return nil
}

// tooMany says that a graph is too small for so many colours, by which a plan is refused.
func tooMany(n int) string {
	return fmt.Sprintf("%d colours are too many: they cut it into %s files, more than it has edges", n, readable.Number(len(colours.Cells(n))))
}

// sharedRows says what colours and ranges read, for those who choose.
func sharedRows(s *sheet.Sheet, c *colours.Reading) {
	s.Add("by colours", "%d, %s of up to about %s edges; each holds at most %s", c.Colours, readable.Quantity(uint64(c.Subtasks), "subtask", "subtasks"), readable.Number(c.TaskEdges), bytesize.Text(c.TaskBytes))
	if colours.TooMany(c.Colours, c.Edges) {
		s.Add("", "%s", tooMany(c.Colours))
	}
	often := "once"
	if c.Readings > 1 {
		often = "twice"
	}
	s.Add("", "they read their cells %s, %s of %s", often, bytesize.Text(int64(c.ReadBytes)), bytesize.Text(int64(c.CellBytes)))
	short := ""
	if !c.RangesFit {
		short = ", which take more memory"
	}
	s.Add("by ranges", "%d x 1, %s%s", c.Ranges, readable.Quantity(uint64(c.RangeSubtasks), "subtask", "subtasks"), short)
	s.Add("", "they read %s of blocks of %s", bytesize.Text(int64(c.RangeBytes)), bytesize.Text(int64(c.BlockBytes)))
	if !c.RangesFit && c.RangeBytes <= c.ReadBytes {
		s.Add("less is read", "by ranges, and only colours fit the memory")
		return
	}
	s.Add("less is read", "by %s", c.Less)
}
