package answer

import (
	"fmt"
	"io"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/internal/bytesize"
	"github.com/tricycle-graph/tricycle/internal/colours"
	"github.com/tricycle-graph/tricycle/internal/opencl"
	"github.com/tricycle-graph/tricycle/internal/readable"
	"github.com/tricycle-graph/tricycle/internal/sheet"
	"github.com/tricycle-graph/tricycle/triangle"
)

// Plan is what count --explain says of a file: both of its plans.
type Plan struct {
	File   string   `json:"file"`
	Files  []string `json:"files,omitempty"`
	Format string   `json:"format"`
	*triangle.Plan
	Shared *colours.Reading `json:"shared,omitempty"` // by plans, where colours are asked for
}

// JSON returns what --json prints.
func (x *Plan) JSON() any { return x }

// Print writes a sheet.
func (x *Plan) Print(w io.Writer) error {
	s := sheet.New()
	s.Add("file", "%s (%s)", x.File, x.Format)
	s.Add("engine", "%s, %s: %s", x.Ingest.Engine, readable.Quantity(uint64(x.Ingest.Threads), "thread", "threads"), x.Ingest.Reason)
	s.Add("records", "%s", readable.Size(x.Ingest.Records))
	s.Add("parts", "%d", x.Ingest.Parts)
	s.Add("to ingest", "%s", IngestMemory(x.Ingest))
	if x.Ingest.Limit > 0 {
		s.Add("limit", "%s", bytesize.Text(x.Ingest.Limit))
	}
	if x.Ingest.Disk > 0 {
		s.Add("on disk", "at most %s in temporary files", bytesize.Text(x.Ingest.Disk))
	}
	s.Add("order", "%s", x.Count.Order)
	s.Add("method", "%s", x.Count.Method)
	s.Add("reason", "%s", x.Count.Reason)
	s.Add("to count", "%s", countMemory(x.Ingest.Engine, x.Count))
	if x.Shared != nil {
		addReading(s, x.Shared)
	}
	return s.Print(w)
}

// countMemory says what counting holds.
func countMemory(engine device.Engine, plan triangle.CountPlan) string {
	if engine != device.CPU {
		return fmt.Sprintf("lists of %s %s, and what the method adds", bytesize.Text(plan.Bytes), opencl.Place(engine))
	}
	return HeldAtMost(plan.Bytes)
}
