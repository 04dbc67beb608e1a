package answer

import (
	"encoding/json"
	"math/big"

	"github.com/tricycle-graph/tricycle/chordless"
	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/names"
)

// CyclesJSON is a line of cycles --count --json.
type CyclesJSON struct {
	File            string            `json:"file"`
	Files           []string          `json:"files,omitempty"`
	Table           *graph.Table      `json:"table,omitempty"`
	Vertices        uint64            `json:"vertices"`
	Edges           uint64            `json:"edges"`
	Triangles       uint64            `json:"triangles"`
	Chordless       *big.Int          `json:"chordless"`
	ChordlessString string            `json:"chordless_string"` // what passes 2^53 is no number to many readers
	ByLength        json.RawMessage   `json:"by_length,omitempty"`
	PerVertex       []vertexCountJSON `json:"per_vertex,omitempty"`
	Method          chordless.Method  `json:"method"`
	Engine          device.Engine     `json:"engine"`
	Partial         bool              `json:"partial,omitempty"`
	Seconds         CycleSeconds      `json:"seconds"`
	PeakBytes       int64             `json:"peak_bytes"`
}

// vertexCountJSON is the number of cycles that a vertex is on.
type vertexCountJSON struct {
	Vertex json.RawMessage `json:"vertex"`
	Cycles *big.Int        `json:"cycles"`
}

// JSON returns a line of --json.
func (a *Cycles) JSON() any {
	line := CyclesJSON{
		File:            a.Info.Name,
		Files:           a.Info.Files,
		Table:           a.Info.Table,
		Vertices:        a.Vertices,
		Edges:           a.Edges,
		Triangles:       a.Triangles,
		Chordless:       a.Chordless,
		ChordlessString: a.Chordless.String(),
		Method:          a.Method,
		Engine:          a.Engine,
		Partial:         a.Partial,
		Seconds:         a.Seconds,
		PeakBytes:       a.Peak,
	}
	if a.ByLength != nil {
		line.ByLength = a.Lengths().JSON()
	}
	if a.PerVertex != nil {
		label := names.JSONLabels(a.Labels, len(a.PerVertex))
		for v, cycles := range a.PerVertex {
			line.PerVertex = append(line.PerVertex, vertexCountJSON{label(nil, uint32(v)), cycles})
		}
	}
	return line
}
