package graphio

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/generator"
)

// What a generator knows of places is read again from all formats that have positions.
func TestPlacesAreReadAgain(t *testing.T) {
	for _, g := range []generator.Generator{
		generator.Grid{Rows: 3, Cols: 5},
		generator.Grid{Rows: 1, Cols: 1},
		generator.TriangularGrid{Side: 6},
		generator.Road{Rows: 9, Cols: 9, Streets: 0.6, Diagonals: 0.1, Seed: 3}, // ids without an edge are no vertices
		generator.SiouxFalls{},                                                  // which are numbered from 1
		generator.Delaunay{Vertices: 50, Seed: 1},
	} {
		for _, name := range []string{"pajek", "graphml", "gexf", "gml", "gdf"} {
			src, err := g.Source()
			if err != nil {
				t.Fatal(err)
			}
			side, at := src.Places()
			want, err := build(t.Context(), src, graph.Options{})
			if err != nil {
				t.Fatal(err)
			}
			all, got := writtenPlaces(t, src, name)
			if got.Vertices() != want.Vertices() || len(all) != want.Vertices() {
				t.Fatalf("%s as %s: %d vertices, %d positions, want %d", src.Info().Name, name, got.Vertices(), len(all), want.Vertices())
			}
			scale, down := 50.0, -1.0
			if name == "pajek" {
				scale, down = 1/max(side, 1), 1
			}
			for v, place := range all {
				if got.Labels().Label(uint32(v)) != want.Labels().Label(uint32(v)) {
					t.Fatalf("%s as %s: other vertices", src.Info().Name, name)
				}
				x, y := at(want.Labels().Number(uint32(v)) - src.Info().Base)
				if near := 1e-5 * scale * max(side, 1); math.Abs(place[0]-scale*x) > near || math.Abs(place[1]-down*scale*y) > near {
					t.Errorf("%s as %s: vertex %d at %v, want %v, %v", src.Info().Name, name, v, place, scale*x, down*scale*y)
				}
			}
		}
	}
}

// Where nothing is known of places, nothing is written of them.
func TestNoPlaces(t *testing.T) {
	src, err := generator.Uniform{Vertices: 9, Edges: 20, Seed: 1}.Source()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"pajek", "graphml", "gexf", "gml", "gdf"} {
		if all, _ := writtenPlaces(t, src, name); all != nil {
			t.Errorf("%s: %v", name, all)
		}
	}
}

// writtenPlaces writes the graph of a source in a format, and reads it again with its positions.
func writtenPlaces(t *testing.T, src graph.Source, format string) ([][3]float64, *graph.Graph) {
	t.Helper()
	encoding, err := EncodingOf("-", format)
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := encoding.WriteSource(t.Context(), &file, src, graph.Options{}); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(file.String(), "-0<") || strings.Contains(file.String(), `"-0"`) {
		t.Errorf("%s: -0", format)
	}
	read, err := OpenReader(bytes.NewReader(file.Bytes()), "-", Options{Positions: true})
	if err != nil {
		t.Fatal(err)
	}
	defer read.Close()
	summary, err := read.Read(t.Context(), 2, func(int, graph.Batch) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	again, err := OpenReader(bytes.NewReader(file.Bytes()), "-", Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	g, err := build(t.Context(), again, graph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return summary.Positions, g
}
