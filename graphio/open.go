package graphio

import (
	"errors"
	"io"
	"io/fs"
	"os"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/archive"
)

// Options says how to open an input. The zero value recognises everything.
type Options struct {
	// Format is the name of a format (see [Formats]), or a suffix that it alone has,
	// and overrides what the content looks like; "" to recognise it.
	Format string

	// Columns are the two columns that hold the ids, in an edge list, a table or
	// lines of JSON: the names that its first line or its schema has for them,
	// or their numbers from 1. With nil they are the first two, unless names or
	// the rest say otherwise. Where weights are asked for, a third may be that of
	// the weight, or a single one where the ids need no words.
	Columns []string

	// Weights asks for the weight of each record, in Batch.Weights, where the input
	// has one number for it: a value of a matrix, a length, a column of a table
	// that is called weight or was named. Reading takes longer then.
	Weights bool

	// Positions asks for where vertices are drawn, in Summary.Positions, where the
	// input says so.
	Positions bool

	// Memory is how many bytes the process may hold, 0 for no limit. Names of
	// vertices, windows of decoders and long lines that leave nothing of it are
	// refused with a *graph.MemoryError.
	Memory int64

	// Trust leaves out the comparison of checksums, which files of the format
	// tcsr have, at the first use. A damaged file may then give a wrong answer.
	Trust bool

	// Header says whether the first line of an edge list is something else
	// than an edge, names of columns or sizes: "yes" or "no"; "" to see.
	Header string

	// Union are the files that are read as one graph, in which the same id, or the same
	// name, is the same vertex. A folder stands for the files in it, a pattern that is the
	// name of no file for those that match. What Open is given is then what the graph is
	// called in messages, and a reader is "-" among the files.
	Union []string

	inMemory bool    // a file of the format tcsr is read, not mapped
	within   *budget // of the union of which the input is a part
}

// Open opens a graph file; "-" is standard input. Of an archive with one graph, of zip or
// tar, it opens that; FILE!MEMBER names one of several. The errors of the input
// itself, a missing file included, are of type *graph.InputError.
//
// Open reads the beginning of the input to recognise it. On a pipe it
// therefore waits for the first bytes.
func Open(name string, opt Options) (graph.Source, error) {
	if name == "-" || opt.Union != nil {
		return OpenReader(os.Stdin, name, opt)
	}
	_, src, err := openNamed(name, opt)
	return src, err
}

// openNamed opens a file, or a member of an archive.
func openNamed(name string, opt Options) (*input, graph.Source, error) {
	path, member := archive.Split(name)
	file, err := os.Open(path)
	if err != nil {
		return nil, nil, fileError(name, err)
	}
	return open(file, path, member, opt, file)
}

// OpenReader reads a graph from r, calling it name in messages and looking at
// the name's suffix where a file's would count. Closing the source does not
// close r. A regular file that is read from its beginning is parsed in
// parallel and can be read again, anything else is a stream.
func OpenReader(r io.Reader, name string, opt Options) (graph.Source, error) {
	if opt.Union != nil {
		return openUnion(r, name, opt)
	}
	_, src, err := open(r, name, "", opt, nil)
	return src, err
}

// open opens r; owned, which may be nil, is closed with the source.
func open(r io.Reader, name, member string, opt Options, owned io.Closer) (*input, graph.Source, error) {
	in, err := newInput(r, name, member, opt)
	if err != nil {
		if owned != nil {
			err = errors.Join(err, owned.Close())
		}
		return nil, nil, err
	}
	in.owned = owned
	src, err := in.open(opt)
	if err != nil {
		return nil, nil, errors.Join(in.othersFirst(err), in.Close())
	}
	return in, src, nil
}

// asInputError returns err as an InputError of the file, unless it is another
// typed one.
func asInputError(name string, err error) error {
	var input *graph.InputError
	if errors.As(err, &input) {
		if input.File == "" {
			input.File = name
		}
		return err
	}
	return fileError(name, err)
}

// fileError is the InputError for what the operating system says of a file.
func fileError(name string, err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err // the name is said already
	}
	return &graph.InputError{File: name, Err: err}
}
