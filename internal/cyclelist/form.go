// Package cyclelist writes lists of chordless cycles, as they are found: as text, NDJSON, CSV, GeoJSON
// and in two compact forms.
package cyclelist

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/names"
)

// Form names a form in which cycles are written.
type Form string

const (
	Text    Form = "text"
	NDJSON  Form = "ndjson"
	CSV     Form = "csv"
	Binary  Form = "binary"
	Bitmap  Form = "bitmap"
	GeoJSON Form = "geojson"
)

// Forms are all of them.
var Forms = []Form{Text, NDJSON, CSV, Binary, Bitmap, GeoJSON}

// FormOf returns the form that the suffix of a file tells, if it does; standard output, "-", gets
// text.
func FormOf(path string) (form Form, ok bool) {
	if path == "-" {
		return Text, true
	}
	switch strings.ToLower(filepath.Ext(path)) {
	case ".txt":
		return Text, true
	case ".ndjson", ".jsonl", ".json":
		return NDJSON, true
	case ".csv":
		return CSV, true
	case ".cycles":
		return Binary, true
	case ".geojson":
		return GeoJSON, true
	}
	return "", false
}

// Encoder writes cycles in one form.
type Encoder interface {
	// writeHead writes what stands before the cycles.
	writeHead(w io.Writer) error
	// appendCycle appends one cycle. It is called for every cycle there is.
	appendCycle(text []byte, cycle []uint32) []byte
	// appendEnd appends what says whether all cycles are there, or a search was
	// stopped.
	appendEnd(text []byte, cycles uint64, all bool) []byte
}

// Encoder returns the encoder of a form for the cycles of g, whose vertices have
// these positions, which GeoJSON alone looks at.
//
// Errors: *NameError.
func (form Form) Encoder(g *graph.Graph, positions [][3]float64) (Encoder, error) {
	switch form {
	case NDJSON:
		return ndjsonCycles{names.JoinedBy(',', names.JSONLabels(g.Labels(), g.Vertices()), g.Vertices())}, nil
	case Binary:
		return newBinaryCycles(g), nil
	case Bitmap:
		return newBitmapCycles(g), nil
	case GeoJSON:
		return newGeoCycles(g, positions), nil
	}
	if name, found := names.Unfit(g.Labels()); found {
		return nil, &NameError{name}
	}
	line := names.JoinedBy(' ', names.LineLabels(g.Labels()), g.Vertices())
	if form == CSV {
		return csvCycles{line, names.Quoted(g.Labels())}, nil
	}
	return textCycles{line}, nil
}

// NameError says that a vertex has a name that cannot stand in a line.
type NameError struct{ Name string }

func (e *NameError) Error() string {
	return fmt.Sprintf("the vertex name %q cannot stand in a line", e.Name)
}
