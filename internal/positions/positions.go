// Package positions reads files that say where vertices are: tables with a row a vertex, and
// the files of nodes of TNTP.
package positions

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/tricycle-graph/tricycle/graph"
)

// columns are those of a vertex, its x and its y, under the names that they may have; the
// first one that there is counts.
var columns = [3][]string{
	{"id", "node", "node_id", "vertex", "osmid", "stop_id", "name", "label"},
	{"lon", "lng", "long", "longitude", "stop_lon", "x"},
	{"lat", "latitude", "stop_lat", "y"},
}

// Read reads the positions of the n vertices of these labels from a file: not-a-number for
// those that the file does not have, and 0 as the depth. Other vertices of the file are left
// out.
//
// Errors: *graph.InputError, the cause of ctx when it ends.
func Read(ctx context.Context, path string, labels graph.Labels, n int) ([][3]float64, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, inputError(path, err)
	}
	all, err := read(ctx, file, path, labels, n)
	return all, errors.Join(err, file.Close())
}

func read(ctx context.Context, in io.Reader, path string, labels graph.Labels, n int) ([][3]float64, error) {
	r := &reading{find: finder(labels, n), all: make([][3]float64, n)}
	for v := range r.all {
		r.all[v] = [3]float64{math.NaN(), math.NaN(), math.NaN()}
	}
	rows, err := newRows(in)
	if err != nil {
		return nil, inputError(path, err)
	}
	for i := 0; ; i++ {
		if i%1024 == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		fields, line, err := rows()
		switch {
		case err != nil:
			return nil, inputError(path, err)
		case fields == nil:
			return r.all, nil
		}
		if err := r.row(fields); err != nil {
			err.File, err.Line = path, line
			return nil, err
		}
	}
}

// inputError is the InputError for what reading says.
func inputError(path string, err error) error {
	var input *graph.InputError
	if errors.As(err, &input) {
		input.File = path
		return input
	}
	var of *fs.PathError
	if errors.As(err, &of) {
		err = of.Err // the name is said already
	}
	return &graph.InputError{File: path, Err: err}
}

// finder returns what tells the vertex of a label.
func finder(labels graph.Labels, n int) func(label string) (uint32, bool) {
	if labels.Names() == nil {
		return func(label string) (uint32, bool) { return labels.Find(label, n) }
	}
	vertices := make(map[string]uint32, n)
	for v, name := range labels.Names() {
		vertices[name] = uint32(v)
	}
	return func(label string) (uint32, bool) {
		v, ok := vertices[label]
		return v, ok
	}
}

// reading is a file of which some rows were read.
type reading struct {
	find    func(label string) (uint32, bool)
	columns []int // of the vertex, x and y; nil before the first row
	all     [][3]float64
}

// row takes a row, of which the first one may be the head.
func (r *reading) row(fields []string) *graph.InputError {
	if r.columns == nil {
		r.columns = []int{0, 1, 2}
		if !isRow(fields) {
			var ok bool
			if r.columns, ok = head(fields); !ok {
				return &graph.InputError{
					Expected: "columns such as id, lon and lat, or a row of a vertex, x and y",
					Found:    quoted(strings.Join(fields, " ")),
				}
			}
			return nil
		}
	}
	if most := slices.Max(r.columns); most >= len(fields) {
		return &graph.InputError{Expected: fmt.Sprintf("%d fields at least", most+1), Found: fmt.Sprint(len(fields))}
	}
	v, known := r.find(fields[r.columns[0]])
	x, y := fields[r.columns[1]], fields[r.columns[2]]
	if x == "" && y == "" {
		return nil // it is said to have none
	}
	at := [3]float64{}
	for axis, text := range []string{x, y} {
		var ok bool
		if at[axis], ok = number(text); !ok {
			return &graph.InputError{Expected: "a number", Found: quoted(text)}
		}
	}
	if !known {
		return nil
	}
	if !math.IsNaN(r.all[v][0]) {
		return &graph.InputError{Expected: "each vertex once", Found: quoted(fields[r.columns[0]]) + " again"}
	}
	r.all[v] = at
	return nil
}

// isRow says that fields are a vertex with x and y, and not a head.
func isRow(fields []string) bool {
	if len(fields) < 3 {
		return false
	}
	_, x := number(fields[1])
	_, y := number(fields[2])
	return x && y
}

// head finds the columns that are wanted in the head of a table.
func head(fields []string) (found []int, ok bool) {
	for _, names := range columns {
		at := -1
		for _, name := range names {
			at = slices.IndexFunc(fields, func(field string) bool { return strings.EqualFold(field, name) })
			if at >= 0 {
				break
			}
		}
		if at < 0 {
			return nil, false
		}
		found = append(found, at)
	}
	return found, true
}

// number reads a decimal number.
func number(text string) (float64, bool) {
	if strings.ContainsAny(text, "xXpP_") {
		return 0, false // Go's own
	}
	value, err := strconv.ParseFloat(text, 64)
	return value, err == nil && !math.IsNaN(value) && !math.IsInf(value, 0)
}

// quoted is what was found, cut to what a line has room for.
func quoted(text string) string {
	if runes := []rune(text[:min(len(text), 400)]); len(runes) > 80 {
		text = string(runes[:80]) + "..."
	}
	return strconv.Quote(text)
}
