package cli

import (
	"io"
	"path/filepath"
	"strings"

	"github.com/tricycle-graph/tricycle/graph"
)

// cycleForm names a form in which cycles are written.
type cycleForm string

const (
	formBySuffix cycleForm = bySuffix
	formText     cycleForm = "text"
	formNDJSON   cycleForm = "ndjson"
	formCSV      cycleForm = "csv"
	formBinary   cycleForm = "binary"
	formBitmap   cycleForm = "bitmap"
	formGeoJSON  cycleForm = "geojson"
)

var cycleForms = []cycleForm{formBySuffix, formText, formNDJSON, formCSV, formBinary, formBitmap, formGeoJSON}

// formOf returns the form that the suffix of a file tells; standard output
// gets text.
func formOf(path string) (cycleForm, error) {
	if path == "-" {
		return formText, nil
	}
	switch strings.ToLower(filepath.Ext(path)) {
	case ".txt":
		return formText, nil
	case ".ndjson", ".jsonl", ".json":
		return formNDJSON, nil
	case ".csv":
		return formCSV, nil
	case ".cycles":
		return formBinary, nil
	case ".geojson":
		return formGeoJSON, nil
	}
	return "", usagef("%s: the suffix tells no form of cycles (.txt .ndjson .csv .cycles .geojson); name one with --to", path)
}

// cycleEncoder writes cycles in one form.
type cycleEncoder interface {
	// writeHead writes what stands before the cycles.
	writeHead(w io.Writer) error
	// appendCycle appends one cycle. It is called for every cycle there is.
	appendCycle(text []byte, cycle []uint32) []byte
	// appendEnd appends what says whether all cycles are there, or a search was
	// stopped.
	appendEnd(text []byte, cycles uint64, all bool) []byte
}

// encoder returns the encoder of a form for the cycles of g, whose vertices have
// these positions.
func (form cycleForm) encoder(g *graph.Graph, positions [][3]float64) (cycleEncoder, error) {
	switch form {
	case formNDJSON:
		return ndjsonCycles{joinedBy(',', jsonLabels(g.Labels(), g.Vertices()), g.Vertices())}, nil
	case formBinary:
		return newBinaryCycles(g), nil
	case formBitmap:
		return newBitmapCycles(g), nil
	case formGeoJSON:
		return newGeoCycles(g, positions), nil
	}
	if err := fitLine(g.Labels().Names()); err != nil {
		return nil, err
	}
	line := joinedBy(' ', lineLabels(g.Labels()), g.Vertices())
	if form == formCSV {
		return csvCycles{line, needQuotes(g.Labels().Names())}, nil
	}
	return textCycles{line}, nil
}
