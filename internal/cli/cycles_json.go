package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/big"

	"github.com/tricycle-graph/tricycle/chordless"
	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/names"
)

// cycleCountJSON is a line of cycles --count --json.
type cycleCountJSON struct {
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
	Seconds         cycleSeconds      `json:"seconds"`
	PeakBytes       int64             `json:"peak_bytes"`
}

// vertexCountJSON is the number of cycles that a vertex is on.
type vertexCountJSON struct {
	Vertex json.RawMessage `json:"vertex"`
	Cycles *big.Int        `json:"cycles"`
}

func printCycleJSON(w io.Writer, a *cycleCount) error {
	line := cycleCountJSON{
		File:            a.info.Name,
		Files:           a.info.Files,
		Table:           a.info.Table,
		Vertices:        a.Vertices,
		Edges:           a.Edges,
		Triangles:       a.Triangles,
		Chordless:       a.Chordless,
		ChordlessString: a.Chordless.String(),
		Method:          a.Method,
		Engine:          a.Engine,
		Partial:         a.Partial,
		Seconds:         a.seconds,
		PeakBytes:       peakBytes(),
	}
	if a.ByLength != nil {
		line.ByLength = lengthsJSON(a.byLength())
	}
	if a.PerVertex != nil {
		label := names.JSONLabels(a.labels, len(a.PerVertex))
		for v, cycles := range a.PerVertex {
			line.PerVertex = append(line.PerVertex, vertexCountJSON{label(nil, uint32(v)), cycles})
		}
	}
	return writeJSON(w, line)
}

// lengthsJSON writes a histogram as an object, the lengths ascending.
func lengthsJSON(counts []lengthCount) json.RawMessage {
	var text bytes.Buffer
	text.WriteByte('{')
	for i, l := range counts {
		if i > 0 {
			text.WriteByte(',')
		}
		fmt.Fprintf(&text, `"%d":%s`, l.length, l.cycles)
	}
	text.WriteByte('}')
	return text.Bytes()
}
