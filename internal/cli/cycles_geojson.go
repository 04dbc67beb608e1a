package cli

import (
	"io"
	"math"
	"strconv"

	"github.com/tricycle-graph/tricycle/graph"
)

// geoCycles writes GeoJSON (RFC 7946): a feature a cycle, each on its line. A cycle is a closed
// line and no polygon, which may not cross itself.
type geoCycles struct {
	positions [][3]float64
	list      joinLabels
	cycles    uint64 // so far
}

func newGeoCycles(g *graph.Graph, positions [][3]float64) *geoCycles {
	return &geoCycles{positions: positions, list: joinedBy(',', jsonLabels(g.Labels(), g.Vertices()), g.Vertices())}
}

func (*geoCycles) writeHead(w io.Writer) error {
	_, err := io.WriteString(w, `{"type":"FeatureCollection","features":[`+"\n")
	return err
}

func (e *geoCycles) appendCycle(text []byte, cycle []uint32) []byte {
	if e.cycles > 0 {
		text = append(text, ",\n"...)
	}
	e.cycles++
	text = append(text, `{"type":"Feature","properties":{"index":`...)
	text = strconv.AppendUint(text, e.cycles, 10)
	text = append(text, `,"length":`...)
	text = strconv.AppendInt(text, int64(len(cycle)), 10)
	text = append(text, `,"vertices":[`...)
	text = e.list(text, cycle)
	text = append(text, `]},"geometry":`...)
	return append(e.appendLines(text, cycle), '}')
}

// appendLines appends a line around the cycle, or several that end at the antimeridian: an edge of
// more than half of the earth goes the other way.
func (e *geoCycles) appendLines(text []byte, cycle []uint32) []byte {
	crosses := false
	last := e.positions[cycle[len(cycle)-1]]
	for _, v := range cycle {
		at := e.positions[v]
		crosses = crosses || math.Abs(at[0]-last[0]) > 180
		last = at
	}
	if crosses {
		text = append(text, `{"type":"MultiLineString","coordinates":[[`...)
	} else {
		text = append(text, `{"type":"LineString","coordinates":[`...)
	}
	for i := range len(cycle) + 1 {
		at := e.positions[cycle[i%len(cycle)]]
		if i > 0 {
			text = e.appendStep(text, last, at)
		}
		text = appendPlace(text, at[0], at[1])
		last = at
	}
	if crosses {
		text = append(text, ']')
	}
	return append(text, "]}"...)
}

// appendStep appends what stands between two places.
func (e *geoCycles) appendStep(text []byte, from, to [3]float64) []byte {
	text = append(text, ',')
	if math.Abs(to[0]-from[0]) <= 180 {
		return text
	}
	side := math.Copysign(180, from[0])
	part := (side - from[0]) / (to[0] + 2*side - from[0]) // of the way
	if math.IsNaN(part) {
		part = 0 // both are on the antimeridian
	}
	latitude := from[1] + part*(to[1]-from[1])
	text = append(appendPlace(text, side, latitude), "],["...)
	return append(appendPlace(text, -side, latitude), ',')
}

func appendPlace(text []byte, x, y float64) []byte {
	text = strconv.AppendFloat(append(text, '['), x, 'g', -1, 64)
	text = strconv.AppendFloat(append(text, ','), y, 'g', -1, 64)
	return append(text, ']')
}

// appendEnd ends the list also where it is partial, and says which it is in a member that others
// pass over.
func (e *geoCycles) appendEnd(text []byte, _ uint64, all bool) []byte {
	if !all {
		return append(text, "\n],\"partial\":true}\n"...)
	}
	return append(text, "\n]}\n"...)
}
