package answer

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"strings"

	"github.com/tricycle-graph/tricycle/chordless"
	"github.com/tricycle-graph/tricycle/graph"
)

// Cycles is what cycles prints of a file whose cycles it counted.
type Cycles struct {
	*chordless.Result
	Info    graph.Info
	Labels  graph.Labels
	Seconds CycleSeconds
	Peak    int64 // bytes that the process held
}

// CycleSeconds is the wall time of each phase.
type CycleSeconds struct {
	Read   float64 `json:"read"`   // parse and clean the input
	Reduce float64 `json:"reduce"` // from the graph to its atoms, and the plan for them
	Count  float64 `json:"count"`
	Total  float64 `json:"total"`
}

// CyclePhases are those of counting cycles, in the order in which they pass.
var CyclePhases = []Phase[CycleSeconds]{
	{"read", func(s *CycleSeconds) float64 { return s.Read }},
	{"reduce", func(s *CycleSeconds) float64 { return s.Reduce }},
	{"count", func(s *CycleSeconds) float64 { return s.Count }},
	{"total", func(s *CycleSeconds) float64 { return s.Total }},
}

// Length is the number of cycles of one length.
type Length struct {
	Length int
	Cycles *big.Int
}

// Lengths is how many cycles there are of each length that has any, the lengths ascending.
type Lengths []Length

// Lengths returns the lengths that there are cycles of.
func (a *Cycles) Lengths() Lengths {
	var counts Lengths
	for length, cycles := range a.ByLength {
		if cycles != nil && cycles.Sign() > 0 {
			counts = append(counts, Length{length, cycles})
		}
	}
	return counts
}

// String writes them on one line: 4:568 5:130.
func (l Lengths) String() string {
	var texts []string
	for _, of := range l {
		texts = append(texts, fmt.Sprintf("%d:%s", of.Length, of.Cycles))
	}
	return strings.Join(texts, " ")
}

// JSON returns them as an object.
func (l Lengths) JSON() json.RawMessage {
	var text bytes.Buffer
	text.WriteByte('{')
	for i, of := range l {
		if i > 0 {
			text.WriteByte(',')
		}
		fmt.Fprintf(&text, `"%d":%s`, of.Length, of.Cycles)
	}
	text.WriteByte('}')
	return text.Bytes()
}
