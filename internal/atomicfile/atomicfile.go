// Package atomicfile writes files that are there whole or not at all: under a
// temporary name in the same folder, synced, and renamed at the end. What a process
// leaves that is killed meanwhile goes when the same file is written again.
package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync/atomic"
)

// File is a file on its way. Write to it, then Commit; Discard in a defer
// removes what was not committed.
type File struct {
	*os.File
	target    string      // "" where the file is written in place, or is finished
	temporary bool        // until it is committed it has a name of its own
	handed    bool        // it is what somebody has open (see [Handed])
	pending   atomic.Bool // such a file is neither committed nor abandoned yet
	fresh     bool        // nothing is replaced
	guard     *os.File    // has a lock as long as the file is on its way; nil where there are none
}

// Create begins a file that will replace what stands at path. A link is
// followed. What is no regular file, such as a pipe or /dev/null, is opened
// and written in place, and so is what somebody has open, which is cut to nothing where
// it is not committed (see [Handed]). Where nothing can be, the error is a *PlaceError
// with this path.
func Create(path string) (*File, error) { return CreateIn(path, nil) }

// CreateIn is Create in room that was reserved for this path, if that is not nil: the file
// has bytes in it, all of which are to be overwritten.
func CreateIn(path string, room *Room) (*File, error) {
	file, err := create(path, room)
	return file, placed(path, err)
}

// CreateNew begins a file that will be there as path only if nothing is then: of
// several that are committed at once, one is, and the others have fs.ErrExist.
func CreateNew(path string) (*File, error) {
	if _, err := os.Lstat(path); err == nil {
		return nil, &os.PathError{Op: "create", Path: path, Err: fs.ErrExist}
	}
	file, err := temporary(path, 0o666, nil)
	if err != nil {
		return nil, placed(path, err)
	}
	file.fresh = true
	return file, nil
}

// placed is the error for a file that cannot be made at path.
func placed(path string, err error) error {
	if place := (*PlaceError)(nil); errors.As(Place(err), &place) {
		return &PlaceError{path, place.Err} // rather than the temporary name
	}
	return err
}

func create(path string, room *Room) (*File, error) {
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
	case err == nil && Handed(path):
		return openHanded(path)
	case err == nil:
		if path, err = filepath.EvalSymlinks(path); err != nil {
			return nil, err
		}
		mode = old.Mode().Perm()
	}
	folder, name := filepath.Split(path)
	_ = Sweep(folder, name) // what cannot be removed stays
	return temporary(path, mode, room)
}

// temporary makes the file that will be path, in room that there may be.
func temporary(path string, mode os.FileMode, room *Room) (*File, error) {
	folder, name := filepath.Split(path)
	for {
		temporary := filepath.Join(folder, fmt.Sprintf(".%s.%08x.tmp", name, rand.Uint32()))
		file, err := begin(temporary, mode, room)
		if os.IsExist(err) {
			continue
		}
		if err != nil {
			return nil, err
		}
		guard, ours := guard(file)
		if ours {
			return &File{File: file, target: path, temporary: true, guard: guard}, nil
		}
		file.Close() // another process took it for one that was left, and removed it
	}
}

// begin makes a file of this name, in room that there may be.
func begin(name string, mode os.FileMode, room *Room) (*os.File, error) {
	if room.name(name, mode) {
		if file, err := os.OpenFile(name, os.O_RDWR, 0); err == nil {
			return file, nil
		}
		_ = os.Remove(name) // unless another process did, who took it for one that was left
	}
	return os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, mode)
}

// errAbandoned is why a file that was cut meanwhile is not complete.
var errAbandoned = errors.New("it was abandoned")

// Commit syncs the file, gives it its name, and syncs the folder. After an
// error nothing is left of the file.
func (f *File) Commit() error {
	if f.target == "" {
		if f.handed && !f.pending.Swap(false) {
			return f.refuse()
		}
		return f.Close()
	}
	defer f.Discard()
	if err := f.Sync(); err != nil {
		return err
	}
	folder := filepath.Dir(f.target)
	if err := f.CommitLater(); err != nil {
		return err
	}
	return syncFolder(folder)
}

// refuse takes back what was written in place although the file had been abandoned or finished.
func (f *File) refuse() error {
	_ = f.Truncate(0) // fails where the file is closed, whose bytes are no longer ours to take
	_ = f.Close()
	return &os.PathError{Op: "write", Path: f.Name(), Err: errAbandoned}
}

// CommitLater gives the file its name, and leaves it to [Sync] of both file and
// folder when that is to last.
func (f *File) CommitLater() error {
	defer f.Discard()
	if err := f.Close(); err != nil {
		return err
	}
	if f.fresh {
		return f.commitNew()
	}
	if err := os.Rename(f.Name(), f.target); err != nil {
		return err
	}
	f.target = ""
	return nil
}

// commitNew gives the file a name that nobody has. Where that cannot be done in one
// step, the file has both names for a moment, and Discard takes the temporary one
// away.
func (f *File) commitNew() error {
	err := renameNew(f.Name(), f.target)
	if err == nil {
		f.target = ""
		return nil
	}
	if !errors.Is(err, fs.ErrExist) {
		err = os.Link(f.Name(), f.target)
	}
	if err == nil {
		return nil
	}
	// There are file systems without links. There, who comes between these two
	// lines is replaced.
	if _, err := os.Lstat(f.target); err == nil {
		return &os.PathError{Op: "create", Path: f.target, Err: fs.ErrExist}
	}
	return os.Rename(f.Name(), f.target)
}

// Sync writes a file, or the names in a folder, through to the disk.
func Sync(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if info.IsDir() {
		return syncFolder(path)
	}
	file, err := os.OpenFile(path, os.O_RDWR, 0) // or Windows does not sync it
	if err != nil {
		return err
	}
	defer file.Close()
	return file.Sync()
}

// Abandon removes a file that is still on its way, while another goroutine may be writing it
// and will find that it cannot be committed. It is for the end of a process that leaves that
// goroutine behind.
func (f *File) Abandon() {
	if f.temporary {
		_ = os.Remove(f.Name()) // there is nothing of this name any more if it was committed
	}
	f.cut()
}

// cut leaves nothing in what was written in place.
func (f *File) cut() {
	if f.pending.CompareAndSwap(true, false) {
		_ = f.Truncate(0)
	}
}

// Discard closes and removes a file that was not committed. After Commit it
// does nothing.
func (f *File) Discard() {
	// The file may be closed already, and whoever discards has an error that
	// matters more.
	f.cut()
	_ = f.Close()
	if f.target != "" {
		_ = os.Remove(f.Name())
		f.target = ""
	}
	if f.guard != nil {
		_ = f.guard.Close()
	}
}
