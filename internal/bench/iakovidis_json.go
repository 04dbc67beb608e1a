package bench

import (
	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/internal/readable"
)

// IakovidisJSON is a line of bench shared --json. What is known of a graph that was not
// measured is the published alone.
type IakovidisJSON struct {
	Graph     string              `json:"graph"`
	File      string              `json:"file,omitempty"`
	StandIn   string              `json:"stand_in,omitempty"`
	Alike     string              `json:"alike,omitempty"`
	Missing   string              `json:"missing,omitempty"`
	Vertices  int                 `json:"vertices,omitempty"`
	Edges     uint64              `json:"edges,omitempty"`
	Triangles uint64              `json:"triangles,omitempty"`
	PerColumn float64             `json:"per_column,omitempty"`
	Longest   uint32              `json:"longest_column,omitempty"`
	Published sharedPublishedJSON `json:"published"`
	Threads   int                 `json:"threads"`
	Repeat    int                 `json:"repeat"`
	Measured  []sharedMeasured    `json:"measured,omitempty"`
}

// sharedPublishedJSON is what the paper says.
type sharedPublishedJSON struct {
	PerColumn float64 `json:"per_column"`
	Simple    float64 `json:"simple_seconds"`
	Shared    float64 `json:"shared_seconds"`
	Speedup   float64 `json:"speedup"`
}

// sharedMeasured is what was measured by an engine, on a GPU in a launch shape.
type sharedMeasured struct {
	Engine  device.Engine `json:"engine"`
	Device  string        `json:"device,omitempty"`
	Shape   string        `json:"launch_shape,omitempty"`
	Seconds sharedSeconds `json:"seconds"`
	Best    sharedSeconds `json:"best_seconds"`
	Speedup float64       `json:"speedup,omitempty"`
}

// sharedSeconds are those of each method.
type sharedSeconds struct {
	Simple float64 `json:"simple"`
	Shared float64 `json:"shared,omitempty"`
	Bitmap float64 `json:"bitmap,omitempty"`
}

// JSON returns what each line of JSON holds.
func (b *Iakovidis) JSON() (lines []any) {
	for _, row := range b.rows {
		lines = append(lines, b.rowJSON(row))
	}
	return lines
}

func (b *Iakovidis) rowJSON(row *sharedRow) IakovidisJSON {
	line := IakovidisJSON{
		Graph: row.name, File: row.file, StandIn: row.standIn, Missing: row.missing,
		Vertices: row.vertices, Edges: row.edges, Triangles: row.triangles, PerColumn: row.entries(), Longest: row.longest,
		Published: sharedPublishedJSON{
			PerColumn: row.perColumn, Simple: seconds(row.simple), Shared: seconds(row.shared), Speedup: row.iakovidis.speedup(),
		},
		Threads: b.threads(), Repeat: b.Repeat,
	}
	readable.Tidy(&line.PerColumn, &line.Published.Speedup)
	if row.standIn != "" {
		line.Alike = row.graph().Alike
	}
	for _, t := range row.times {
		measured := sharedMeasured{
			Engine: t.engine, Device: t.device, Shape: t.shape,
			Seconds: t.seconds(samples.median), Best: t.seconds(samples.best), Speedup: t.speedup(),
		}
		readable.Tidy(&measured.Speedup)
		line.Measured = append(line.Measured, measured)
	}
	return line
}

// seconds returns one number of the samples of each method, 0 where it was not measured.
func (t *sharedTimes) seconds(one func(samples) float64) sharedSeconds {
	s := sharedSeconds{Simple: one(t.simple)}
	if t.shared != nil {
		s.Shared = one(t.shared)
	}
	if t.bitmap != nil {
		s.Bitmap = one(t.bitmap)
	}
	readable.Tidy(&s.Simple, &s.Shared, &s.Bitmap)
	return s
}
