package answer

import (
	"fmt"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/bytesize"
	"github.com/tricycle-graph/tricycle/internal/readable"
	"github.com/tricycle-graph/tricycle/triangle"
)

// Format says what a file is: "matrixmarket, gzip", or several are: "64 files: u32".
func Format(info graph.Info) string {
	text := info.Format
	if info.Compressed != "" {
		text += ", " + info.Compressed
	}
	if info.Files != nil {
		text = readable.Quantity(uint64(len(info.Files)), "file", "files") + ": " + text
	}
	return text
}

// Taken says how the columns of a text or a table were taken: "columns 1 and
// 2, separated by blanks".
func Taken(t *graph.Table) string {
	if t == nil {
		return ""
	}
	columns := t.Columns
	for i, name := range t.Names {
		if name != "" {
			columns[i] = fmt.Sprintf("%s (%s)", columns[i], readable.OneLine(name))
		}
	}
	text := fmt.Sprintf("columns %s and %s", columns[0], columns[1])
	if t.Separator != "" {
		text += ", separated by " + t.Separator
	}
	switch t.Header {
	case "names":
		text += ", names in the first line"
	case "comment":
		text += ", names in a comment"
	case "sizes":
		text += ", sizes in the first line"
	case "skipped":
		text += ", without the first line"
	}
	return text
}

// Cleaning says what became of the records.
func Cleaning(r graph.Report) string {
	return fmt.Sprintf("read %s: dropped %s, merged %s and %s, kept %s",
		readable.Quantity(r.Records, "record", "records"), readable.Quantity(r.Loops, "loop", "loops"), readable.Quantity(r.Duplicates, "duplicate", "duplicates"),
		readable.Quantity(r.Reciprocal, "reciprocal edge", "reciprocal edges"), readable.Quantity(r.Isolated, "isolated vertex", "isolated vertices"))
}

// Parts says into how many parts a graph was cut.
func Parts(p *triangle.Parts) string {
	if p.Colours > 0 {
		return fmt.Sprintf("%s, %s", readable.Quantity(uint64(p.Colours), "colour", "colours"), readable.Quantity(uint64(p.Subtasks), "subtask", "subtasks"))
	}
	return fmt.Sprintf("%d x %d, %s", p.Rows, p.Columns, readable.Quantity(uint64(p.Subtasks), "subtask", "subtasks"))
}

// Degree writes the largest degree, which nobody knows of cells that many made.
func Degree(degree uint32, edges uint64) string {
	if degree == 0 && edges > 0 {
		return "-"
	}
	return readable.Number(degree)
}

// HeldAtMost writes a bound on the memory that a step holds.
func HeldAtMost(bytes int64) string { return "holds at most " + bytesize.Text(bytes) }

// IngestMemory says what reading, cleaning and orienting hold.
func IngestMemory(plan triangle.IngestPlan) string {
	switch {
	case !plan.Bytes.Known():
		return "memory not known before reading"
	case plan.Engine == device.CUDA:
		return HeldAtMost(plan.Bytes.Get()) + " on the GPU"
	case plan.Mapped:
		return "the file is used in place"
	}
	return HeldAtMost(plan.Bytes.Get())
}
