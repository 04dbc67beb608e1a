package bench

import (
	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/internal/readable"
)

// TCBWJSON is a line of bench tcbw --json. What is known of a graph that was not
// measured is the published alone.
type TCBWJSON struct {
	Graph     string            `json:"graph"`
	File      string            `json:"file,omitempty"`
	StandIn   string            `json:"stand_in,omitempty"`
	Alike     string            `json:"alike,omitempty"`
	Missing   string            `json:"missing,omitempty"`
	Vertices  uint64            `json:"vertices,omitempty"`
	Edges     uint64            `json:"edges,omitempty"`
	Triangles uint64            `json:"triangles,omitempty"`
	MaxDegree uint32            `json:"max_degree,omitempty"`
	Published tcbwPublishedJSON `json:"published"`
	Threads   int               `json:"threads"`
	Repeat    int               `json:"repeat"`
	Measured  []tcbwMeasured    `json:"measured,omitempty"`
}

// tcbwPublishedJSON is what the paper and the publishers of the data say.
type tcbwPublishedJSON struct {
	DataSet   string         `json:"data_set"`
	Vertices  uint64         `json:"vertices"`
	Edges     uint64         `json:"edges"`
	Triangles uint64         `json:"triangles"`
	MaxDegree uint32         `json:"max_degree"`
	TriCore   float64        `json:"tricore_seconds"`
	Adam      float64        `json:"adam_seconds,omitempty"`
	CPU       float64        `json:"tcbw_cpu_seconds,omitempty"`
	GPU       float64        `json:"tcbw_gpu_seconds"`
	Faster    tcbwFasterJSON `json:"faster"`
}

// tcbwMeasured is what was measured by one engine.
type tcbwMeasured struct {
	Engine  device.Engine  `json:"engine"`
	Device  string         `json:"device,omitempty"`
	Seconds tcbwSeconds    `json:"seconds"`
	Best    tcbwSeconds    `json:"best_seconds"`
	Faster  tcbwFasterJSON `json:"faster"`
}

// tcbwSeconds are those of each system.
type tcbwSeconds struct {
	Search   float64 `json:"search"`
	Merge    float64 `json:"merge"`
	OnTheFly float64 `json:"on_the_fly"`
	Kept     float64 `json:"kept"`
	Auto     float64 `json:"auto"`
}

// tcbwFasterJSON are the speed-ups of TCBW.
type tcbwFasterJSON struct {
	TriCore float64 `json:"tricore"`
	Adam    float64 `json:"adam,omitempty"`
	CPU     float64 `json:"cpu,omitempty"`
}

// JSON returns what each line of JSON holds.
func (b *TCBW) JSON() (lines []any) {
	for _, row := range b.rows {
		lines = append(lines, b.rowJSON(row))
	}
	return lines
}

func (b *TCBW) rowJSON(row *tcbwRow) TCBWJSON {
	g := row.graph()
	line := TCBWJSON{
		Graph: row.name, File: row.file, StandIn: row.standIn, Missing: row.missing,
		Vertices: row.vertices, Edges: row.edges, Triangles: row.triangles, MaxDegree: row.maxDegree,
		Published: tcbwPublishedJSON{
			DataSet: g.Name, Vertices: g.Vertices, Edges: g.Edges, Triangles: g.Triangles, MaxDegree: g.MaxDegree,
			TriCore: row.tricore.seconds(), Adam: row.adam.seconds(), CPU: row.cpu.seconds(), GPU: row.gpu.seconds(),
			Faster: row.tcbwPublished.faster().json(),
		},
		Threads: b.threads(), Repeat: b.Repeat,
	}
	if row.standIn != "" {
		line.Alike = g.Alike
	}
	for e, times := range row.took {
		measured := tcbwMeasured{
			Engine: b.Engines[e], Seconds: tcbwSecondsOf(times, samples.median), Best: tcbwSecondsOf(times, samples.best),
			Faster: b.faster(row, e).json(),
		}
		if measured.Engine == device.CUDA {
			measured.Device = row.device
		}
		line.Measured = append(line.Measured, measured)
	}
	return line
}

// seconds returns a time, or 0 where there is none.
func (t tcbwTime) seconds() float64 { return max(float64(t), 0) }

// tcbwSecondsOf returns one number of the samples of each system.
func tcbwSecondsOf(times []samples, one func(samples) float64) tcbwSeconds {
	var s tcbwSeconds
	for i, at := range []*float64{&s.Search, &s.Merge, &s.OnTheFly, &s.Kept, &s.Auto} {
		*at = one(times[i])
		readable.Tidy(at)
	}
	return s
}

func (f tcbwFaster) json() tcbwFasterJSON {
	readable.Tidy(&f.tricore, &f.adam, &f.cpu)
	return tcbwFasterJSON{TriCore: f.tricore, Adam: f.adam, CPU: f.cpu}
}
