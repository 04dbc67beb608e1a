// Package scratch makes folders for what a process writes to the disk for itself
// alone. Those of processes that were killed are removed by the next one that makes
// one beside them, or does without.
package scratch

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/tricycle-graph/tricycle/internal/atomicfile"
	"github.com/tricycle-graph/tricycle/internal/filelock"
)

// lockName is the file in a folder that its process holds the lock of.
const lockName = "in-use"

// Folder is a folder of this process.
type Folder struct {
	Name string
	lock *os.File // nil where the file system has no locks: nobody else removes it then
}

// New makes a folder in parent, or in the system's place for temporary files.
func New(parent string) (*Folder, error) {
	parent, prefix := place(parent)
	sweep(parent, prefix)
	for {
		name, err := os.MkdirTemp(parent, prefix+"*")
		if err != nil {
			return nil, Unwritable(err)
		}
		lock, err := filelock.Lock(filepath.Join(name, lockName))
		switch {
		case err == nil:
			return &Folder{name, lock}, nil
		case errors.Is(err, filelock.ErrLocked), errors.Is(err, fs.ErrNotExist):
			continue // another process took it for that of one that was killed
		}
		_ = os.Remove(filepath.Join(name, lockName))
		return &Folder{Name: name}, nil
	}
}

// Sweep removes from parent, or from the system's place for temporary files, what New would: for a
// process that needs no folder, where one before it may have.
func Sweep(parent string) { sweep(place(parent)) }

// place returns where folders are made, and how their names begin.
func place(parent string) (folder, prefix string) {
	return filepath.Clean(cmp.Or(parent, os.TempDir())), "tricycle-" + host() + "-"
}

// Unwritable is the error for a folder that takes no temporary files.
func Unwritable(err error) error {
	return fmt.Errorf("temporary files: %w; name another folder with --tmpdir", atomicfile.Place(err))
}

// Remove removes the folder and all that is in it.
func (f *Folder) Remove() error {
	if f.lock == nil {
		return os.RemoveAll(f.Name)
	}
	return remove(f.Name, f.lock)
}

// remove removes a folder whose lock this process has. That goes last, so that
// what is left by a kill meanwhile is recognised.
func remove(folder string, lock *os.File) error {
	entries, err := os.ReadDir(folder)
	for _, entry := range entries {
		if entry.Name() != lockName {
			err = errors.Join(err, os.RemoveAll(filepath.Join(folder, entry.Name())))
		}
	}
	if err != nil {
		lock.Close()
		return err
	}
	if err := filelock.Remove(lock); err != nil {
		return err
	}
	// Another process may be about to do that, too. An empty folder that stays is
	// removed by the next one.
	_ = os.Remove(folder)
	return nil
}

// sweep removes the folders of this machine's processes that were killed: those
// whose lock can be had. Nothing depends on it, and what cannot be removed stays.
func sweep(parent, prefix string) {
	entries, _ := os.ReadDir(parent)
	for _, entry := range entries {
		rest, ours := strings.CutPrefix(entry.Name(), prefix)
		if !ours || !entry.IsDir() || strings.Trim(rest, "0123456789") != "" {
			continue
		}
		folder := filepath.Join(parent, entry.Name())
		// A process that was killed before it had the lock left nothing else.
		if os.Remove(folder) == nil {
			continue
		}
		name := filepath.Join(folder, lockName)
		if _, err := os.Lstat(name); err != nil {
			continue
		}
		if lock, err := filelock.Lock(name); err == nil {
			_ = remove(folder, lock)
		}
	}
}

// host returns a name of this machine that a file may have in its name: a lock may
// not be seen by another machine that has the same folder.
func host() string {
	name, err := os.Hostname()
	if err != nil {
		return "unknown"
	}
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' {
			return r
		}
		return '_'
	}, name)
}
