package answer

import (
	"fmt"

	"github.com/tricycle-graph/tricycle/internal/bytesize"
	"github.com/tricycle-graph/tricycle/internal/colours"
	"github.com/tricycle-graph/tricycle/internal/readable"
	"github.com/tricycle-graph/tricycle/internal/sheet"
)

// TooManyColours says that a graph is too small for so many colours, by which a plan is refused.
func TooManyColours(n int) string {
	return fmt.Sprintf("%d colours are too many: they cut it into %s files, more than it has edges", n, readable.Number(len(colours.Cells(n))))
}

// addReading says what colours and ranges read, for those who choose.
func addReading(s *sheet.Sheet, c *colours.Reading) {
	more := ""
	if !c.TaskFits {
		more = ", more than the limit"
	}
	s.Add("by colours", "%d, %s of up to about %s edges; each holds at most %s%s", c.Colours, readable.Quantity(uint64(c.Subtasks), "subtask", "subtasks"), readable.Number(c.TaskEdges), bytesize.Text(c.TaskBytes), more)
	if colours.TooMany(c.Colours, c.Edges) {
		s.Add("", "%s", TooManyColours(c.Colours))
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
	if fewer := c.Fewer(); fewer != c.Less {
		s.Add("less is read", "by %s, and only %s fit the memory", fewer, c.Less)
		return
	}
	s.Add("less is read", "by %s", c.Less)
}
