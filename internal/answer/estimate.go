package answer

import (
	"fmt"
	"io"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/bytesize"
	"github.com/tricycle-graph/tricycle/internal/cluster"
	"github.com/tricycle-graph/tricycle/internal/colours"
	"github.com/tricycle-graph/tricycle/internal/readable"
	"github.com/tricycle-graph/tricycle/internal/sheet"
	"github.com/tricycle-graph/tricycle/triangle"
)

// Command is a command that is estimated.
type Command string

const (
	ForCount     Command = "count"
	ForVertices  Command = "vertices"
	ForEdges     Command = "edges"
	ForTruss     Command = "truss"
	ForTriangles Command = "triangles"
)

// Estimate is what estimate says of a file.
type Estimate struct {
	File            string              `json:"file"`
	Files           []string            `json:"files,omitempty"`
	Format          string              `json:"format"`
	Bytes           graph.Size          `json:"bytes"` // of the file
	Vertices        graph.Size          `json:"vertices"`
	AssumedVertices bool                `json:"vertices_assumed"`
	Records         graph.Size          `json:"records"`
	AssumedRecords  bool                `json:"records_assumed"`
	Engine          device.Engine       `json:"engine"` // that count takes, if there is a GPU
	Reason          string              `json:"reason"`
	Estimates       []triangle.Estimate `json:"estimates"`
	Command         Command             `json:"command"`
	Outputs         []OutputSize        `json:"outputs,omitempty"` // of its rows
	Shared          *colours.Reading    `json:"shared,omitempty"`  // by plans, where colours are asked for
	Cluster         *cluster.Simulation `json:"cluster,omitempty"`
	Limit           int64               `json:"-"` // of memory; 0 for none
}

// JSON returns a line of --json.
func (x *Estimate) JSON() any { return x }

// Print writes the estimates of the engines side by side, or those of plans on a cluster.
func (x *Estimate) Print(w io.Writer) error {
	if x.Cluster != nil {
		return x.printCluster(w)
	}
	s := sheet.New()
	x.addSource(s)
	engine := "engine " + string(x.Engine)
	if x.Engine == device.CUDA {
		engine += ", if there is a GPU"
	}
	s.Add(string(x.Command)+" takes", "%s: %s", engine, x.Reason)
	if x.Shared != nil {
		addReading(s, x.Shared)
	}
	if err := s.Print(w); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n"+x.engines()+x.outputSizes()+"\nTimes are estimates, for graphs as skewed as social networks; others take less.\n")
	return err
}

// addSource says of what the estimates are.
func (x *Estimate) addSource(s *sheet.Sheet) {
	size := ""
	if x.Bytes.Get() > 0 {
		size = ", " + bytesize.Text(x.Bytes.Get())
	}
	s.Add("file", "%s (%s%s)", x.File, x.Format, size)
	s.Add("vertices", "%s", perhaps(x.Vertices, x.AssumedVertices, "--vertices"))
	s.Add("records", "%s", perhaps(x.Records, x.AssumedRecords, "--edges"))
}

// perhaps writes a number that may be assumed.
func perhaps(n graph.Size, assumed bool, flag string) string {
	if assumed {
		return fmt.Sprintf("%s, assumed; %s may say better", readable.Number(n.Get()), flag)
	}
	return readable.Number(n.Get())
}

// engines lists what there is to say of each engine, in columns side by side.
func (x *Estimate) engines() string {
	s := sheet.New()
	for _, row := range append([]EngineRow{{"engine", func(e *triangle.Estimate) string { return string(e.Engine) }}}, x.EngineRows()...) {
		cells := make([]string, len(x.Estimates))
		for i := range x.Estimates {
			cells[i] = row.Cell(&x.Estimates[i])
		}
		s.Row(row.Name, cells...)
	}
	return s.String()
}

// EngineRow is what there is to say of each engine under a name.
type EngineRow struct {
	Name string
	Cell func(e *triangle.Estimate) string
}

// EngineRows are all there is to say of an engine but its name.
func (x *Estimate) EngineRows() []EngineRow {
	var rows []EngineRow
	row := func(name string, cell func(e *triangle.Estimate) string) {
		rows = append(rows, EngineRow{name, cell})
	}
	row("threads", func(e *triangle.Estimate) string { return fmt.Sprint(e.Threads) })
	row("within limits", x.fitsText)
	row("memory", func(e *triangle.Estimate) string {
		if e.Pages > 0 {
			return x.atMost(e.Memory) + ", and the file's pages"
		}
		return x.atMost(e.Memory)
	})
	row("on the GPU", func(e *triangle.Estimate) string { return x.atMost(e.Device) })
	row("on disk", func(e *triangle.Estimate) string {
		if e.Disk == 0 || x.Bytes.Get() == 0 {
			return x.atMost(e.Disk)
		}
		return fmt.Sprintf("%s, %.1f times the file", x.atMost(e.Disk), float64(e.Disk)/float64(x.Bytes.Get()))
	})
	row("parts", func(e *triangle.Estimate) string {
		if e.Parts.Subtasks <= 1 {
			return "whole"
		}
		return fmt.Sprintf("about %d x %d, up to %s", e.Parts.Rows, e.Parts.Columns, readable.Quantity(uint64(e.Parts.Subtasks), "subtask", "subtasks"))
	})
	row("readings", func(e *triangle.Estimate) string { return fmt.Sprint(e.Readings) })
	row("open", func(e *triangle.Estimate) string { return readable.Seconds(e.Seconds.Open) })
	for _, p := range Phases {
		row(p.Name, func(e *triangle.Estimate) string { return readable.Seconds(p.Seconds(&e.Seconds)) })
	}
	row("speed of", func(e *triangle.Estimate) string { return e.Machine })
	return rows
}

// fitsText says whether the limits suffice, and else what surely would.
func (x *Estimate) fitsText(e *triangle.Estimate) string {
	switch {
	case e.Fits:
		return "yes"
	case e.Engine == device.CPU, x.Command != ForCount && x.Limit > 0 && e.Memory > x.Limit:
		return "not surely; with --memory " + bytesize.Text(e.Memory)
	case e.Device == 0:
		return "no, too many vertices"
	}
	return "no; with --gpu-memory " + bytesize.Text(e.Device)
}

// atMost writes a bound, which it is where nothing had to be assumed.
func (x *Estimate) atMost(bytes int64) string {
	return bounded(bytes, x.AssumedRecords || x.AssumedVertices)
}

func bounded(bytes int64, about bool) string {
	switch {
	case bytes == 0:
		return "-"
	case about:
		return "about " + bytesize.Text(bytes)
	}
	return "at most " + bytesize.Text(bytes)
}
