package objectfs

import (
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/tricycle-graph/tricycle/internal/atomicfile"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// Disk keeps objects as files in a folder, which is made with the first one.
type Disk struct {
	folder  string
	durable bool

	mutex   sync.Mutex
	pending []string // files that are there, and may not be on the disk yet
}

// NewDisk returns a Disk whose objects last: one that is there after a power cut
// has beside it all that were made before.
func NewDisk(folder string) *Disk { return &Disk{folder: folder, durable: true} }

// NewScratch returns a Disk for a process alone. Its objects are gone with a power
// cut, and never waited for.
func NewScratch(folder string) *Disk { return &Disk{folder: folder} }

// Folder returns the folder of the files.
func (d *Disk) Folder() string { return d.folder }

// Path returns the name of the file of an object.
func (d *Disk) Path(name string) string { return filepath.Join(d.folder, filepath.FromSlash(name)) }

// Create implements [FS].
func (d *Disk) Create(ctx context.Context, name string, size int64, write func(w io.Writer) error) error {
	if err := d.Sync(ctx); err != nil {
		return err
	}
	return d.create(ctx, name, size, write, (*atomicfile.File).Commit)
}

// CreateLater is Create, and leaves it to the next one, or to Sync, that the object
// lasts. The system writes it meanwhile.
func (d *Disk) CreateLater(ctx context.Context, name string, size int64, write func(w io.Writer) error) error {
	if err := d.create(ctx, name, size, write, (*atomicfile.File).CommitLater); err != nil || !d.durable {
		return err
	}
	d.mutex.Lock()
	defer d.mutex.Unlock()
	d.pending = append(d.pending, d.Path(name))
	return nil
}

func (d *Disk) create(ctx context.Context, name string, size int64, write func(w io.Writer) error, commit func(*atomicfile.File) error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	path := d.Path(name)
	if err := d.makeFolder(filepath.Dir(path)); err != nil {
		return err
	}
	if !d.durable {
		return createPlain(path, size, write)
	}
	file, err := atomicfile.CreateNew(path)
	if err != nil {
		return err
	}
	defer file.Discard()
	if err := WriteSized(file, size, write); err != nil {
		return err
	}
	return commit(file)
}

// makeFolder makes the folder of an object where there is none: d's own, and those
// in it.
func (d *Disk) makeFolder(folder string) error {
	err := os.Mkdir(folder, 0o777)
	if errors.Is(err, fs.ErrNotExist) && len(folder) > len(filepath.Clean(d.folder)) {
		if err := d.makeFolder(filepath.Dir(folder)); err != nil {
			return err
		}
		err = os.Mkdir(folder, 0o777)
	}
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	return atomicfile.Place(err)
}

// createPlain writes a file where it belongs.
func createPlain(path string, size int64, write func(w io.Writer) error) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	if err := cmp.Or(WriteSized(file, size, write), file.Close()); err != nil {
		_ = file.Close() // a second time is an error that says nothing
		_ = os.Remove(path)
		return err
	}
	return nil
}

// Sync waits until all that was created is on the disk.
func (d *Disk) Sync(ctx context.Context) error {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	if len(d.pending) == 0 {
		return nil
	}
	names, folders := d.pending, make(map[string]bool)
	for _, name := range d.pending {
		if folder := filepath.Dir(name); !folders[folder] {
			folders[folder] = true
			names = append(names, folder)
		}
	}
	err := par.Each(ctx, par.Workers(0), len(names), func(_, i int) error {
		err := atomicfile.Sync(names[i])
		if errors.Is(err, fs.ErrNotExist) {
			return nil // removed meanwhile
		}
		return err
	})
	if err == nil {
		d.pending = nil
	}
	return err
}

// Open implements [FS].
func (d *Disk) Open(ctx context.Context, name string, offset, length int64) (io.ReadCloser, error) {
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	file, err := os.Open(d.Path(name))
	if err != nil {
		return nil, err
	}
	if offset > 0 {
		if _, err := file.Seek(offset, io.SeekStart); err != nil {
			file.Close()
			return nil, err
		}
	}
	return &section{io.LimitedReader{R: file, N: length}, file}, nil
}

// section is a part of a file.
type section struct {
	io.LimitedReader
	io.Closer
}

// List implements [FS].
func (d *Disk) List(ctx context.Context, prefix string) (map[string]int64, error) {
	sizes := make(map[string]int64)
	// Nothing but this folder can have such names.
	top := filepath.Join(d.folder, filepath.FromSlash(prefix[:strings.LastIndexByte(prefix, '/')+1]))
	err := filepath.WalkDir(top, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case errors.Is(err, fs.ErrNotExist):
			return nil // from the beginning, or since its folder was read
		case err != nil:
			return err
		case !entry.Type().IsRegular(), entry.Name()[0] == '.': // on its way
			return nil
		}
		inside, err := filepath.Rel(d.folder, path)
		if err != nil {
			return err
		}
		name := filepath.ToSlash(inside)
		if !strings.HasPrefix(name, prefix) {
			return nil
		}
		info, err := entry.Info()
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err == nil {
			sizes[name] = info.Size()
		}
		return err
	})
	return sizes, err
}

// Remove implements [FS].
func (d *Disk) Remove(ctx context.Context, name string) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err := os.Remove(d.Path(name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
