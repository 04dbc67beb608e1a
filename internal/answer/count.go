package answer

import (
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

// Count is what is printed of a file whose triangles were counted.
type Count struct {
	*triangle.Result
	Peak     int64       // bytes that the process held at most
	Verified graph.Order // on which merge counted the same; "" where it was not asked
	Resumed  bool        // some of it was counted before
}

// rate returns the edges counted a second, reading included; 0 where the time is
// not that of all of the work.
func (a *Count) rate() float64 {
	if a.Seconds.Total == 0 || a.Resumed {
		return 0
	}
	return float64(a.Edges) / a.Seconds.Total
}

// CountJSON is a line of --json.
type CountJSON struct {
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

// JSON returns a line of --json.
func (a *Count) JSON() any {
	return CountJSON{
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
		Verified:       a.Verified != "",
		Cleaning:       a.Cleaning,
		Seconds:        Tidy(a.Seconds),
		EdgesPerSecond: a.rate(),
		PeakBytes:      a.Peak,
		DeviceBytes:    a.DeviceBytes,
	}
}

// Print writes a sheet.
func (a *Count) Print(w io.Writer) error {
	s := sheet.New()
	s.Add("file", "%s (%s)", a.Info.Name, Format(a.Info))
	s.Add("triangles", "%s", readable.Number(a.Triangles))
	s.Add("vertices", "%s", readable.Number(a.Vertices))
	s.Add("edges", "%s", readable.Number(a.Edges))
	s.Add("wedges", "%s", readable.Big(a.Wedges))
	s.Add("transitivity", "%.6f", a.Transitivity())
	s.Add("max degree", "%s", Degree(a.MaxDegree, a.Edges))
	s.Add("max out-degree", "%s", Degree(a.MaxOutDegree, a.Edges))
	s.Add("method", "%s on order %s, engine %s", a.Method, a.Order, a.Engine)
	if a.Parts != nil {
		s.Add("parts", "%s", Parts(a.Parts))
	}
	if a.Device != "" {
		s.Add("device", "%s", a.Device)
	}
	if a.Verified != "" {
		s.Add("verified", "merge on order %s counts the same", a.Verified)
	}
	if a.Seconds.Open > 0 {
		s.Add("open", "%s", readable.Seconds(a.Seconds.Open))
	}
	for _, p := range Phases {
		s.Add(p.Name, "%s", readable.Seconds(p.Seconds(&a.Seconds)))
	}
	if a.Seconds.Kernels > 0 {
		s.Add("kernels", "%s of count", readable.Seconds(a.Seconds.Kernels))
	}
	if rate := a.rate(); rate > 0 {
		s.Add("throughput", "%s", readable.EdgesPerSecond(rate))
	}
	s.Add("peak memory", "%s", bytesize.Text(a.Peak))
	if a.DeviceBytes > 0 {
		s.Add(opencl.Place(a.Engine), "%s", bytesize.Text(a.DeviceBytes))
	}
	return s.Print(w)
}
