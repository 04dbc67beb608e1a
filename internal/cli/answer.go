package cli

import (
	"fmt"
	"io"
	"math/big"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/bytesize"
	"github.com/tricycle-graph/tricycle/internal/opencl"
	"github.com/tricycle-graph/tricycle/internal/readable"
	"github.com/tricycle-graph/tricycle/internal/sheet"
	"github.com/tricycle-graph/tricycle/triangle"
)

// answer is what count prints of a file.
type answer struct {
	*triangle.Result
	peak     int64       // bytes
	verified graph.Order // on which merge counted the same; "" where it was not asked
	resumed  bool        // some of it was counted before
}

// rate returns the edges counted a second, reading included; 0 where the time is
// not that of all of the work.
func (a *answer) rate() float64 {
	if a.Seconds.Total == 0 || a.resumed {
		return 0
	}
	return float64(a.Edges) / a.Seconds.Total
}

// phases names the times in the order in which they pass.
var phases = []struct {
	name    string
	seconds func(s *triangle.Seconds) float64
}{
	{"read", func(s *triangle.Seconds) float64 { return s.Read }},
	{"clean", func(s *triangle.Seconds) float64 { return s.Clean }},
	{"order", func(s *triangle.Seconds) float64 { return s.Order }},
	{"orient", func(s *triangle.Seconds) float64 { return s.Orient }},
	{"count", func(s *triangle.Seconds) float64 { return s.Count }},
	{"total", func(s *triangle.Seconds) float64 { return s.Total }},
}

// answerJSON is a line of --json.
type answerJSON struct {
	graphJSON
	Wedges         *big.Int         `json:"wedges"`
	WedgesString   string           `json:"wedges_string"`
	Transitivity   float64          `json:"transitivity"`
	MaxDegree      uint32           `json:"max_degree"`
	MaxOutDegree   uint32           `json:"max_out_degree"`
	Engine         device.Engine    `json:"engine"`
	Note           string           `json:"note,omitempty"`
	Device         string           `json:"device,omitempty"`
	Method         triangle.Method  `json:"method"`
	Order          graph.Order      `json:"order"`
	Parts          *triangle.Parts  `json:"parts,omitempty"` // where it was counted in parts
	Verified       bool             `json:"verified,omitempty"`
	Cleaning       graph.Report     `json:"cleaning"`
	Seconds        triangle.Seconds `json:"seconds"`
	EdgesPerSecond float64          `json:"edges_per_second,omitempty"`
	PeakBytes      int64            `json:"peak_bytes"`
	DeviceBytes    int64            `json:"device_peak_bytes,omitempty"`
}

func printJSON(w io.Writer, a *answer) error {
	return writeJSON(w, answerJSON{
		graphJSON:      graphOf(a.Result),
		Wedges:         a.Wedges,
		WedgesString:   a.Wedges.String(),
		Transitivity:   a.Transitivity(),
		MaxDegree:      a.MaxDegree,
		MaxOutDegree:   a.MaxOutDegree,
		Engine:         a.Engine,
		Note:           a.Note,
		Device:         a.Device,
		Method:         a.Method,
		Order:          a.Order,
		Parts:          a.Parts,
		Verified:       a.verified != "",
		Cleaning:       a.Cleaning,
		Seconds:        tidyCount(a.Seconds),
		EdgesPerSecond: a.rate(),
		PeakBytes:      a.peak,
		DeviceBytes:    a.DeviceBytes,
	})
}

func printSheet(w io.Writer, a *answer) error {
	s := sheet.New()
	s.Add("file", "%s (%s)", a.Info.Name, formatOf(a.Info))
	s.Add("triangles", "%s", readable.Number(a.Triangles))
	s.Add("vertices", "%s", readable.Number(a.Vertices))
	s.Add("edges", "%s", readable.Number(a.Edges))
	s.Add("wedges", "%s", readable.Big(a.Wedges))
	s.Add("transitivity", "%.6f", a.Transitivity())
	s.Add("max degree", "%s", degreeText(a.MaxDegree, a.Edges))
	s.Add("max out-degree", "%s", degreeText(a.MaxOutDegree, a.Edges))
	s.Add("method", "%s on order %s, engine %s", a.Method, a.Order, a.Engine)
	if a.Parts != nil {
		s.Add("parts", "%s", partsText(a.Parts))
	}
	if a.Device != "" {
		s.Add("device", "%s", a.Device)
	}
	if a.verified != "" {
		s.Add("verified", "merge on order %s counts the same", a.verified)
	}
	if a.Seconds.Open > 0 {
		s.Add("open", "%s", readable.Seconds(a.Seconds.Open))
	}
	for _, p := range phases {
		s.Add(p.name, "%s", readable.Seconds(p.seconds(&a.Seconds)))
	}
	if a.Seconds.Kernels > 0 {
		s.Add("kernels", "%s of count", readable.Seconds(a.Seconds.Kernels))
	}
	if rate := a.rate(); rate > 0 {
		s.Add("throughput", "%s", readable.EdgesPerSecond(rate))
	}
	s.Add("peak memory", "%s", bytesize.Text(a.peak))
	if a.DeviceBytes > 0 {
		s.Add(opencl.Place(a.Engine), "%s", bytesize.Text(a.DeviceBytes))
	}
	return s.Print(w)
}

// partsText says into how many parts a graph was cut.
func partsText(p *triangle.Parts) string {
	if p.Colours > 0 {
		return fmt.Sprintf("%s, %s", readable.Quantity(uint64(p.Colours), "colour", "colours"), readable.Quantity(uint64(p.Subtasks), "subtask", "subtasks"))
	}
	return fmt.Sprintf("%d x %d, %s", p.Rows, p.Columns, readable.Quantity(uint64(p.Subtasks), "subtask", "subtasks"))
}
