package graphio

import (
	"os"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/archive"
)

// A part of a union that need not be recognised anew when it is opened again is parked:
// what was learnt of it stays, and neither its file nor its first bytes.

// canPark says that a source reads its input by section and stream alone once it is opened,
// and does not look at the first bytes again.
func canPark(src graph.Source) bool {
	switch src.(type) {
	case *edgeList, *ndjson, *recordSource, u32File, *matrix:
		return true
	}
	return false
}

// park closes the file.
func (in *input) park() error {
	owned := in.owned
	in.owned, in.head, in.all = nil, nil, false
	return owned.Close()
}

// unpark opens the file again, which must be as it was.
func (in *input) unpark(name string) error {
	path, _ := archive.Split(name)
	file, err := os.Open(path)
	if err != nil {
		return fileError(name, err)
	}
	in.file, in.owned = file, file
	if err := in.changed(); err != nil {
		_ = in.park() // the error is known
		return err
	}
	return nil
}
