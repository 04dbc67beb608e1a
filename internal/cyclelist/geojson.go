package cyclelist

import (
	"io"
	"math"
	"slices"
	"strconv"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/names"
)

// geoCycles writes GeoJSON (RFC 7946): a feature a cycle, each on its line. A cycle is a closed
// line and no polygon, which may not cross itself.
type geoCycles struct {
	positions [][3]float64
	list      names.Joiner
	cycles    uint64 // so far

	// Of the last cycle.
	points [][2]float64
	lines  [][][2]float64
}

func newGeoCycles(g *graph.Graph, positions [][3]float64) *geoCycles {
	return &geoCycles{positions: positions, list: names.JoinedBy(',', names.JSONLabels(g.Labels(), g.Vertices()), g.Vertices())}
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
	e.cut(cycle)
	if len(e.lines) == 1 {
		return append(appendLine(append(text, `{"type":"LineString","coordinates":`...), e.lines[0]), '}')
	}
	text = append(text, `{"type":"MultiLineString","coordinates":[`...)
	for i, line := range e.lines {
		if i > 0 {
			text = append(text, ',')
		}
		text = appendLine(text, line)
	}
	return append(text, "]}"...)
}

// cut makes the lines of a cycle.
func (e *geoCycles) cut(cycle []uint32) {
	e.lines, e.points = e.lines[:0], e.points[:0]
	begin := 0 // of the line
	end := func() {
		line := e.points[begin:]
		begin = len(e.points)
		// A vertex on the antimeridian is on both sides of it: a line that only goes there is none.
		if slices.ContainsFunc(line, func(at [2]float64) bool { return at != line[0] }) {
			e.lines = append(e.lines, line)
		}
	}
	for i := range len(cycle) + 1 {
		at := e.positions[cycle[i%len(cycle)]]
		to := [2]float64{at[0], at[1]}
		if i > 0 {
			from := e.points[len(e.points)-1]
			if math.Abs(to[0]-from[0]) > 180 {
				side, latitude := crossing(from, to)
				if last := [2]float64{side, latitude}; last != from {
					e.points = append(e.points, last)
				}
				end()
				if first := [2]float64{-side, latitude}; first != to {
					e.points = append(e.points, first)
				}
			}
		}
		e.points = append(e.points, to)
	}
	if end(); len(e.lines) == 0 {
		e.lines = append(e.lines, e.points) // all vertices are in one place
	}
}

// crossing tells where a straight line meets the antimeridian, and from which side.
func crossing(from, to [2]float64) (side, latitude float64) {
	side = math.Copysign(180, from[0])
	way := to[0] + 2*side - from[0]
	if way == 0 {
		return side, from[1] // along it
	}
	return side, from[1] + (side-from[0])/way*(to[1]-from[1])
}

func appendLine(text []byte, line [][2]float64) []byte {
	for i, at := range line {
		if i == 0 {
			text = append(text, '[')
		} else {
			text = append(text, ',')
		}
		text = appendPlace(text, at[0], at[1])
	}
	return append(text, ']')
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
