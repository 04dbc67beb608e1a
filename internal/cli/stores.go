package cli

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tricycle-graph/tricycle/internal/objectfs"
	"github.com/tricycle-graph/tricycle/internal/s3fs"
)

// stores are the folders in stores that a command reads results from. Each is opened once.
type stores map[string]*s3fs.FS

// of returns the folder that an object is in, and its name there.
func (s stores) of(address string) (*s3fs.FS, string) {
	folder, name := s3fs.Split(address)
	if s[folder] == nil || name == "" {
		s[folder], name = s3fs.NewObject(address)
	}
	return s[folder], name
}

// open opens a result: a file, or an object of a store.
func (s stores) open(ctx context.Context, name string) (io.ReadCloser, error) {
	if !s3fs.Is(name) {
		return os.Open(name)
	}
	files, object := s.of(name)
	return objectfs.NewReader(ctx, files, object, 1<<62)
}

// matching replaces patterns by what matches them, for where no shell has done it: in a
// container without one, on Windows, and in a store.
func (s stores) matching(ctx context.Context, names []string) ([]string, error) {
	var all []string
	for _, name := range names {
		var found []string
		var err error
		if s3fs.Is(name) {
			found, err = s.glob(ctx, name)
		} else if found, err = filepath.Glob(name); err != nil || exists(name) {
			found, err = nil, nil // it is a name
		}
		if err != nil {
			return nil, err
		}
		if len(found) == 0 {
			found = []string{name} // of which the error will speak
		}
		all = append(all, found...)
	}
	return all, nil
}

// glob returns the objects of a folder whose names match a pattern.
func (s stores) glob(ctx context.Context, pattern string) ([]string, error) {
	begin := strings.IndexAny(pattern, "*?[")
	if begin < 0 {
		return nil, nil
	}
	files, last := s.of(pattern)
	if strings.LastIndexByte(pattern, '/') > begin {
		return nil, nil // folders are no patterns
	}
	sizes, err := files.List(ctx, last[:strings.IndexAny(last, "*?[")])
	var found []string
	for name := range sizes {
		if is, err := path.Match(last, name); err == nil && is {
			found = append(found, files.Path(name))
		}
	}
	slices.Sort(found)
	return found, err
}

// storing is an output on its way into a store. It is in a temporary file until it is
// complete, for only then its size is known.
type storing struct {
	*os.File
	ctx   context.Context
	files *s3fs.FS
	name  string
	named bool // the file still has its name, and another cannot have it
}

// newStoring begins an output for a store, if it may be had there. Until it is sent, it is
// in a folder, "" being the system's.
func newStoring(ctx context.Context, address, folder string) (*storing, error) {
	files, name := s3fs.NewObject(address)
	// Whether it can be written is not known before; but most that can be wrong is.
	there, err := files.Open(ctx, name, 0, 1)
	switch {
	case err == nil:
		_ = there.Close() // it is replaced
	case !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, s3fs.ErrDenied): // to read it
		return nil, err
	}
	file, err := os.CreateTemp(folder, "tricycle-*")
	if err != nil {
		return nil, err
	}
	named := os.Remove(file.Name()) != nil // where a system does not remove open files, it is done at the end
	return &storing{File: file, ctx: ctx, files: files, name: name, named: named}, nil
}

// commit sends it.
func (s *storing) commit() error {
	size, err := s.Seek(0, io.SeekCurrent)
	if err != nil {
		return err
	}
	return s.files.Replace(s.ctx, s.name, size, func(w io.Writer) error {
		_, err := io.Copy(w, io.NewSectionReader(s, 0, size))
		return err
	})
}

func (s *storing) discard() {
	_ = s.Close() // what is in it is sent, or of no use
	if s.named {
		_ = os.Remove(s.Name())
	}
}
