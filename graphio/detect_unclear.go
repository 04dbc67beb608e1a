package graphio

import (
	"strconv"

	"github.com/tricycle-graph/tricycle/graph"
)

// UnclearError says that an input could be read in more than one way, or in
// none without being told how. It is the cause of an [*graph.InputError].
type UnclearError struct {
	Looks   string   // like what
	Choices []Choice // how it can be read
}

// Choice is a way to read an input.
type Choice struct {
	As      string  // what it would be
	Options Options // that say so
}

func (e *UnclearError) Error() string { return "looks like " + e.Looks }

// unclear is the InputError for a file that could be something else than it
// would be taken for.
func (in *input) unclear(line int64, looks string, choices ...Choice) error {
	return &graph.InputError{
		File: in.name, Line: line, Expected: "an edge list, or a format with a known header",
		Found: "what looks like " + looks, Err: &UnclearError{looks, choices},
	}
}

// with returns options to open the input as an edge list, told how.
func (in *input) with(o Options) Options {
	o.Format = in.opt.Format
	if o.Columns == nil {
		o.Columns = in.opt.Columns
	}
	if o.Header == "" {
		o.Header = in.opt.Header
	}
	return o
}

// byColumns is the choice of two columns, given from 0.
func (in *input) byColumns(as string, first, second int) Choice {
	return Choice{as, in.with(Options{Columns: []string{strconv.Itoa(first + 1), strconv.Itoa(second + 1)}})}
}

// asMetis is the choice of METIS.
func (in *input) asMetis() Choice {
	o := in.with(Options{})
	o.Format = metisName
	return Choice{"METIS", o}
}

// asLGL is the choice of LGL.
func (in *input) asLGL() Choice {
	o := in.with(Options{})
	o.Format = lglFormat.name
	return Choice{"LGL", o}
}

// asEdgeList is the choice of taking the input for an edge list all the same.
func (in *input) asEdgeList(as string) Choice {
	o := in.with(Options{})
	o.Format = edgeListName
	return Choice{as, o}
}
