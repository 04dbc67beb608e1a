package jobs

import (
	"context"
	"io"
)

// FS holds the objects of a job: whole ones under names with slashes, made once and
// never changed. It can be implemented by an object store. Nothing is renamed,
// locked, appended to or written over, and what is listed or opened is what was
// created and not removed. An object that is only half written is not there.
//
// A method Path(name string) string, where there is one, says what messages call
// an object.
type FS interface {
	// Create makes an object of the size bytes that write writes. If there is one of
	// that name, that stays as it is and the error is fs.ErrExist; of several that
	// are made at once, one is there in the end. write may be called again, with
	// another writer, to try once more. After Create has returned without an error,
	// the object lasts.
	Create(ctx context.Context, name string, size int64, write func(w io.Writer) error) error

	// Open reads at most length bytes of an object from an offset on, until ctx ends.
	// The error is fs.ErrNotExist where there is no such object.
	Open(ctx context.Context, name string, offset, length int64) (io.ReadCloser, error)

	// List returns the sizes of all objects whose names begin with prefix.
	List(ctx context.Context, prefix string) (map[string]int64, error)

	// Remove removes an object. That it is not there is no error.
	Remove(ctx context.Context, name string) error
}

// The objects of a job, in the order in which they appear.
const (
	requestName = "input.json" // what was asked for
	blockPrefix = "blocks/"    // the lists of the graph, cut
	planName    = "plan.json"  // there once all blocks are
	foundPrefix = "found/"     // what these found of vertices or edges
	donePrefix  = "done/"      // finished subtasks, a few in each object

	// Of a graph that many cut by colours, instead of the first three.
	cellPrefix  = "cells/"  // the cells, in a folder for each share
	sharePrefix = "shares/" // what each share is, there once its cells are
)
