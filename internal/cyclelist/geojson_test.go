package cyclelist

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/names"
)

// geoCollection is what a reader of GeoJSON makes of a list of cycles.
type geoCollection struct {
	Type     string
	Partial  bool
	Features []struct {
		Type       string
		Properties struct {
			Index, Length int
			Vertices      []json.RawMessage
		}
		Geometry struct {
			Type        string
			Coordinates json.RawMessage
		}
	}
}

// geoWritten is what a stream writes of cycles on earth.
func geoWritten(t *testing.T, g *graph.Graph, positions [][3]float64, cycles [][]uint32, all bool) (c geoCollection) {
	t.Helper()
	text := streamedBy(t, newGeoCycles(g, positions), func(stream *Stream) bool {
		for _, cycle := range cycles {
			if err := stream.Write(cycle); err != nil {
				t.Fatal(err)
			}
		}
		return all
	})
	if err := json.Unmarshal(text, &c); err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return c
}

// Cycles come back, with or without an end of the search, and no line crosses the antimeridian.
func TestGeoJSON(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 10))
	for round := range 40 {
		n := 3 + random.IntN(9)
		g := edgeless(t, n, labelled(n)["nasty"])
		cycles := randomCycles(random, n, random.IntN(6))
		positions := make([][3]float64, n)
		for v := range positions {
			positions[v] = [3]float64{float64(random.IntN(719))/2 - 179.5, float64(random.IntN(361))/2 - 90, 7}
			if round%2 == 0 {
				positions[v][0] /= 10 // nothing is near the antimeridian
			}
		}
		all := random.IntN(2) == 0
		c := geoWritten(t, g, positions, cycles, all)
		if c.Type != "FeatureCollection" || c.Partial == all || len(c.Features) != len(cycles) {
			t.Fatalf("%d cycles became %+v", len(cycles), c)
		}
		for i, f := range c.Features {
			label := names.JSONLabels(g.Labels(), n)
			var want []json.RawMessage
			for _, v := range cycles[i] {
				want = append(want, label(nil, v))
			}
			if f.Type != "Feature" || f.Properties.Index != i+1 || f.Properties.Length != len(cycles[i]) || fmt.Sprint(f.Properties.Vertices) != fmt.Sprint(want) {
				t.Errorf("feature %d: %+v", i, f)
			}
			var lines [][][]float64
			switch f.Geometry.Type {
			case "LineString":
				lines = make([][][]float64, 1)
				if err := json.Unmarshal(f.Geometry.Coordinates, &lines[0]); err != nil {
					t.Fatal(err)
				}
			case "MultiLineString":
				if err := json.Unmarshal(f.Geometry.Coordinates, &lines); err != nil || len(lines) < 2 || round%2 == 0 {
					t.Fatal(err, len(lines), "lines")
				}
			default:
				t.Fatalf("a %s", f.Geometry.Type)
			}
			checkLines(t, lines, positions, cycles[i])
		}
	}
}

// checkLines holds the lines around a cycle against its places.
func checkLines(t *testing.T, lines [][][]float64, positions [][3]float64, cycle []uint32) {
	t.Helper()
	var met [][]float64
	for i, line := range lines {
		for j, at := range line {
			if len(at) != 2 || math.Abs(at[0]) > 180 || math.Abs(at[1]) > 90 {
				t.Errorf("a line through %v", at)
			}
			if j > 0 && math.Abs(at[0]-line[j-1][0]) > 180 {
				t.Errorf("a line from %v to %v", line[j-1], at)
			}
		}
		if i > 0 {
			before := lines[i-1][len(lines[i-1])-1]
			if math.Abs(before[0]) != 180 || line[0][0] != -before[0] || line[0][1] != before[1] {
				t.Errorf("a line ends at %v, and the next one begins at %v", before, line[0])
			}
			line = line[1:]
		}
		if i < len(lines)-1 {
			line = line[:len(line)-1]
		}
		met = append(met, line...)
	}
	var want [][]float64
	for i := range len(cycle) + 1 {
		at := positions[cycle[i%len(cycle)]]
		want = append(want, at[:2])
	}
	if !slices.EqualFunc(met, want, slices.Equal) {
		t.Errorf("the lines %v are no way along %v", lines, want)
	}
}

// An edge across the antimeridian meets it where the straight line does.
func TestAcrossTheAntimeridian(t *testing.T) {
	g := edgeless(t, 3, graph.Labels{})
	c := geoWritten(t, g, [][3]float64{{170, 0}, {-170, 10}, {-160, 0}}, [][]uint32{{0, 1, 2}}, true)
	const want = "[[[170,0],[180,5]],[[-180,5],[-170,10],[-160,0],[-180,0]],[[180,0],[170,0]]]"
	if got := string(c.Features[0].Geometry.Coordinates); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	// A vertex on it, and an edge along it.
	for _, c := range []struct {
		positions [][3]float64
		want      string
	}{
		{[][3]float64{{180, 0}, {-170, 10}, {-160, 0}}, "LineString [[-180,0],[-170,10],[-160,0],[-180,0]]"},
		{[][3]float64{{170, 0}, {180, 10}, {160, 0}}, "LineString [[170,0],[180,10],[160,0],[170,0]]"},
		{[][3]float64{{180, 0}, {-180, 10}, {160, 0}}, "MultiLineString [[[-180,0],[-180,10]],[[180,10],[160,0],[180,0]]]"},
		{[][3]float64{{1, 2}, {1, 2}, {1, 2}}, "LineString [[1,2],[1,2],[1,2],[1,2]]"},
	} {
		f := geoWritten(t, g, c.positions, [][]uint32{{0, 1, 2}}, true).Features[0].Geometry
		if got := f.Type + " " + string(f.Coordinates); got != c.want {
			t.Errorf("%v: %s, want %s", c.positions, got, c.want)
		}
	}
}
