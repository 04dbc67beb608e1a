package bench

import (
	"github.com/tricycle-graph/tricycle/chordless"
	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/internal/readable"
)

// JradiJSON is a line of bench cycles --json. Of a row that was not measured there is
// nothing but what was published.
type JradiJSON struct {
	Graph     string         `json:"graph"`
	StandIn   string         `json:"stand_in,omitempty"`
	Vertices  int            `json:"vertices"`
	Edges     uint64         `json:"edges"`
	MaxDegree uint32         `json:"max_degree"`
	Triangles uint64         `json:"triangles"`
	Chordless uint64         `json:"chordless"`
	Missing   string         `json:"missing,omitempty"`
	Published jradiSeconds   `json:"published_seconds"`
	SpeedUp   float64        `json:"published_speed_up"`
	Methods   []jradiTryJSON `json:"methods,omitempty"`
}

// jradiSeconds are the published times.
type jradiSeconds struct {
	Sequential float64 `json:"sequential"`
	Kernels    float64 `json:"kernels"`
	Parallel   float64 `json:"parallel"`
}

// jradiTryJSON is what was measured by a method.
type jradiTryJSON struct {
	Method  chordless.Method `json:"method"`
	Engine  device.Engine    `json:"engine"`
	Counted chordless.Method `json:"counted_by"`
	Seconds ourSeconds       `json:"seconds"`
	Repeat  int              `json:"repeat"`
	SpeedUp float64          `json:"speed_up,omitempty"`
}

// ourSeconds are medians.
type ourSeconds struct {
	Count float64 `json:"count"`
	List  float64 `json:"list,omitempty"`
}

func (r *jradiRow) json() JradiJSON {
	line := JradiJSON{
		Graph: r.name, StandIn: r.standIn, Vertices: r.vertices, Edges: r.edges, MaxDegree: r.maxDegree,
		Triangles: r.triangles, Chordless: r.chordless, Missing: r.missing,
		Published: jradiSeconds{seconds(r.sequential), seconds(r.kernels), seconds(r.parallel)},
		SpeedUp:   r.speedUp(),
	}
	readable.Tidy(&line.SpeedUp)
	if r.missing != "" {
		return line
	}
	for _, t := range r.tries {
		if t.unfit {
			continue
		}
		try := jradiTryJSON{
			Method: t.wish, Engine: t.at, Counted: t.method, Repeat: len(t.count),
			Seconds: ourSeconds{Count: t.count.median(), List: t.listed()},
		}
		try.SpeedUp, _ = r.faster(t)
		readable.Tidy(&try.Seconds.Count, &try.Seconds.List, &try.SpeedUp)
		line.Methods = append(line.Methods, try)
	}
	return line
}

// JSON returns what each line of JSON holds.
func (b *Jradi) JSON() (lines []any) {
	for _, row := range b.rows {
		lines = append(lines, row.json())
	}
	return lines
}
