package jobs

import (
	"fmt"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/objectfs"
	"github.com/tricycle-graph/tricycle/internal/partition"
)

// What is wrong with an object; package partition says so of blocks.
var errDamaged = partition.ErrDamaged

// ConflictError says that there is something else where a job was to be prepared.
// It is not written over.
type ConflictError struct {
	Path    string // of the plan
	File    string // of which there is a plan; "" where there is none, or it cannot be read
	Changed bool   // it is of the same file, which has changed since
	Differs bool   // it is of the same file, and something else was asked for
	Other   string // what is there without a plan; "" where a plan is
	Err     error  // why the plan cannot be read
}

func (e *ConflictError) Error() string {
	switch {
	case e.Other != "":
		return fmt.Sprintf("%s is there already, without %s", e.Other, e.Path)
	case e.Err != nil:
		return fmt.Sprintf("%s is there already, and is no plan: %v", e.Path, e.Err)
	case e.Changed:
		return fmt.Sprintf("%s is a plan of %s as it was before it was changed", e.Path, e.File)
	case e.Differs:
		return fmt.Sprintf("%s is a plan of %s for which something else was asked", e.Path, e.File)
	}
	return fmt.Sprintf("%s is a plan of %s", e.Path, e.File)
}

func (e *ConflictError) Unwrap() error { return e.Err }

// VersionError says that an object was written by a tricycle of another time, which
// alone can go on with the job.
type VersionError struct {
	Format  string // of the object
	Version int    // in which it is written
	Known   int    // which can be read
}

func (e *VersionError) Error() string {
	age := "an older"
	if e.Version > e.Known {
		age = "a newer"
	}
	return fmt.Sprintf("it is of %s tricycle (%s, version %d; this one has version %d): begin anew, or go on with that one", age, e.Format, e.Version, e.Known)
}

// unreadable says that an object cannot be had; its name once.
func unreadable(files FS, name string, err error) error {
	return &graph.InputError{File: objectfs.Path(files, name), Err: objectfs.Cause(err)}
}
