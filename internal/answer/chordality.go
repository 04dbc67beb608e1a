package answer

import (
	"encoding/json"
	"io"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/names"
	"github.com/tricycle-graph/tricycle/internal/sheet"
)

// Chordality says whether a graph is chordal, with the proof.
type Chordality struct {
	File     string          `json:"file"`
	Files    []string        `json:"files,omitempty"`
	Vertices int             `json:"vertices"`
	Edges    uint64          `json:"edges"`
	Chordal  bool            `json:"chordal"`
	Order    json.RawMessage `json:"perfect_elimination_order,omitempty"`
	Hole     json.RawMessage `json:"hole,omitempty"`

	info  graph.Info
	graph *graph.Graph
	proof []uint32 // the order, or the hole
}

// OfChordality says that a graph is chordal, by a perfect elimination order, or that it is not, by
// a hole.
func OfChordality(g *graph.Graph, info graph.Info, order, hole []uint32) *Chordality {
	c := &Chordality{File: info.Name, Files: info.Files, Vertices: g.Vertices(), Edges: g.Edges(), Chordal: hole == nil, info: info, graph: g}
	c.proof = order
	if !c.Chordal {
		c.proof = hole
	}
	return c
}

// JSON returns a line of --json.
func (c *Chordality) JSON() any {
	line, proof := *c, names.JSONList(c.graph, c.proof)
	if c.Chordal {
		line.Order = proof
	} else {
		line.Hole = proof
	}
	return line
}

// Print writes a sheet.
func (c *Chordality) Print(w io.Writer) error {
	line := names.JoinedBy(' ', names.LineLabels(c.graph.Labels()), c.Vertices)
	lines := sheet.New()
	lines.Add("file", "%s (%s)", c.File, Format(c.info))
	if c.Chordal {
		lines.Add("chordal", "yes")
		lines.Add("perfect elimination order", "%s", line(nil, c.proof))
	} else {
		lines.Add("chordal", "no")
		lines.Add("hole", "%s", line(nil, c.proof))
	}
	return lines.Print(w)
}
