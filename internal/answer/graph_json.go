package answer

import (
	"encoding/json"
	"strconv"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/names"
	"github.com/tricycle-graph/tricycle/internal/readable"
	"github.com/tricycle-graph/tricycle/internal/sheet"
	"github.com/tricycle-graph/tricycle/triangle"
)

// graphJSON is what the JSON of every answer about triangles begins with.
type graphJSON struct {
	File            string       `json:"file"`
	Files           []string     `json:"files,omitempty"` // of a union
	Format          string       `json:"format"`
	Compression     string       `json:"compression,omitempty"`
	Table           *graph.Table `json:"table,omitempty"`
	Vertices        uint64       `json:"vertices"`
	Edges           uint64       `json:"edges"`
	Triangles       uint64       `json:"triangles"`
	TrianglesString string       `json:"triangles_string"` // what passes 2^53 is no number to many readers

	info graph.Info
}

func graphOf(r *triangle.Result) graphJSON {
	return graphJSON{
		r.Info.Name, r.Info.Files, r.Info.Format, r.Info.Compressed, r.Info.Table,
		r.Vertices, r.Edges, r.Triangles, strconv.FormatUint(r.Triangles, 10), r.Info,
	}
}

// sheet returns a sheet that begins with the graph.
func (g *graphJSON) sheet() *sheet.Sheet {
	s := sheet.New()
	s.Add("file", "%s (%s)", g.File, Format(g.info))
	s.Add("vertices", "%s", readable.Number(g.Vertices))
	s.Add("edges", "%s", readable.Number(g.Edges))
	s.Add("triangles", "%s", readable.Number(g.Triangles))
	return s
}

// workJSON is what the JSON of a sheet ends with.
type workJSON struct {
	Order     graph.Order      `json:"order"`
	Cleaning  graph.Report     `json:"cleaning"`
	Seconds   triangle.Seconds `json:"seconds"`
	PeakBytes int64            `json:"peak_bytes"`
}

func workOf(r *triangle.Result, peak int64) workJSON {
	return workJSON{r.Order, r.Cleaning, Tidy(r.Seconds), peak}
}

// labelJSON returns what writes labels as JSON, as [names.JSONLabels] does. Names are quoted as they
// are asked for, where that quotes those of all n vertices first.
func labelJSON(labels graph.Labels, n int) func(v uint32) json.RawMessage {
	if labels.Names() != nil {
		return func(v uint32) json.RawMessage { return json.RawMessage(names.QuoteJSON(labels.Label(v))) }
	}
	number := names.JSONLabels(labels, n)
	return func(v uint32) json.RawMessage { return number(nil, v) }
}
