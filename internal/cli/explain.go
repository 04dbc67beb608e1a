package cli

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/answer"
	"github.com/tricycle-graph/tricycle/internal/bytesize"
	"github.com/tricycle-graph/tricycle/internal/colours"
	"github.com/tricycle-graph/tricycle/internal/opencl"
	"github.com/tricycle-graph/tricycle/internal/readable"
	"github.com/tricycle-graph/tricycle/internal/sheet"
	"github.com/tricycle-graph/tricycle/jobs"
	"github.com/tricycle-graph/tricycle/triangle"
)

// explanation is both plans of a file.
type explanation struct {
	File   string   `json:"file"`
	Files  []string `json:"files,omitempty"`
	Format string   `json:"format"`
	*triangle.Plan
	Shared *colours.Reading `json:"shared,omitempty"` // by plans, where colours are asked for
}

// explainFile prints the plans and counts nothing.
func (c *counting) explainFile(cmd *cobra.Command, src graph.Source, opt triangle.Options) error {
	bounds, stop := c.start(cmd)
	opt.Meter = bounds.Meter
	plan, err := triangle.Explain(cmd.Context(), src, opt)
	stop()
	if err != nil {
		return err
	}
	x := explanation{File: src.Info().Name, Files: src.Info().Files, Format: answer.Format(src.Info()), Plan: plan}
	if c.sharing.colours != 0 {
		info := src.Info()
		info.Records = plan.Ingest.Records
		if x.Shared, err = (jobs.Request{Method: c.method, Colours: int(c.sharing.colours)}).Reads(info, opt); err != nil {
			return err
		}
	}
	if c.json {
		return output(writeJSON(cmd.OutOrStdout(), x))
	}
	return output(x.print(cmd.OutOrStdout()))
}

func (x *explanation) print(w io.Writer) error {
	s := sheet.New()
	s.Add("file", "%s (%s)", x.File, x.Format)
	s.Add("engine", "%s, %s: %s", x.Ingest.Engine, readable.Quantity(uint64(x.Ingest.Threads), "thread", "threads"), x.Ingest.Reason)
	s.Add("records", "%s", readable.Size(x.Ingest.Records))
	s.Add("parts", "%d", x.Ingest.Parts)
	s.Add("to ingest", "%s", answer.IngestMemory(x.Ingest))
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
		sharedRows(s, x.Shared)
	}
	return s.Print(w)
}

// countMemory says what counting holds.
func countMemory(engine device.Engine, plan triangle.CountPlan) string {
	if onDevice(engine) {
		return fmt.Sprintf("lists of %s %s, and what the method adds", bytesize.Text(plan.Bytes), opencl.Place(engine))
	}
	return answer.HeldAtMost(plan.Bytes)
}
