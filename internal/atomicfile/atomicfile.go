// Package atomicfile writes files that are there whole or not at all: under a
// temporary name in the same folder, synced, and renamed at the end.
package atomicfile

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// File is a file on its way. Write to it, then Commit; Discard in a defer
// removes what was not committed.
type File struct {
	*os.File
	target string // "" where the file is written in place, or is finished
}

// Create begins a file that will replace what stands at path. A link is
// followed. What is no regular file, such as a pipe or /dev/null, is opened
// and written in place. Where nothing can be, the error is a *PlaceError with
// this path.
func Create(path string) (*File, error) {
	file, err := create(path)
	if place := (*PlaceError)(nil); errors.As(Place(err), &place) {
		return nil, &PlaceError{path, place.Err} // rather than the temporary name
	}
	return file, err
}

func create(path string) (*File, error) {
	mode := os.FileMode(0o666) // less the umask
	switch old, err := os.Stat(path); {
	case err == nil && old.IsDir():
		return nil, &os.PathError{Op: "create", Path: path, Err: errors.New("is a directory")}
	case err == nil && !old.Mode().IsRegular():
		file, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return nil, err
		}
		return &File{File: file}, nil
	case err == nil:
		if path, err = filepath.EvalSymlinks(path); err != nil {
			return nil, err
		}
		mode = old.Mode().Perm()
	}
	folder, name := filepath.Split(path)
	for {
		temporary := filepath.Join(folder, fmt.Sprintf(".%s.%08x.tmp", name, rand.Uint32()))
		file, err := os.OpenFile(temporary, os.O_RDWR|os.O_CREATE|os.O_EXCL, mode)
		if os.IsExist(err) {
			continue
		}
		if err != nil {
			return nil, err
		}
		return &File{File: file, target: path}, nil
	}
}

// Commit syncs the file, gives it its name, and syncs the folder. After an
// error nothing is left of the file.
func (f *File) Commit() error {
	if f.target == "" {
		return f.Close()
	}
	defer f.Discard()
	if err := f.Sync(); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	if err := os.Rename(f.Name(), f.target); err != nil {
		return err
	}
	folder := filepath.Dir(f.target)
	f.target = ""
	return syncFolder(folder)
}

// Discard closes and removes a file that was not committed. After Commit it
// does nothing.
func (f *File) Discard() {
	// The file may be closed already, and whoever discards has an error that
	// matters more.
	_ = f.Close()
	if f.target != "" {
		_ = os.Remove(f.Name())
		f.target = ""
	}
}
