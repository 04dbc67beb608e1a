package objectfs

import (
	"context"
	"io"
	"strings"
)

// Sub returns the objects of files whose names begin with prefix, without it.
func Sub(files FS, prefix string) FS { return &sub{files, prefix} }

type sub struct {
	files  FS
	prefix string
}

func (s *sub) Create(ctx context.Context, name string, size int64, write func(w io.Writer) error) error {
	return s.files.Create(ctx, s.prefix+name, size, write)
}

func (s *sub) CreateLater(ctx context.Context, name string, size int64, write func(w io.Writer) error) error {
	return CreateLater(ctx, s.files, s.prefix+name, size, write)
}

func (s *sub) Open(ctx context.Context, name string, offset, length int64) (io.ReadCloser, error) {
	return s.files.Open(ctx, s.prefix+name, offset, length)
}

func (s *sub) List(ctx context.Context, prefix string) (map[string]int64, error) {
	all, err := s.files.List(ctx, s.prefix+prefix)
	sizes := make(map[string]int64, len(all))
	for name, size := range all {
		sizes[strings.TrimPrefix(name, s.prefix)] = size
	}
	return sizes, err
}

func (s *sub) Remove(ctx context.Context, name string) error {
	return s.files.Remove(ctx, s.prefix+name)
}

func (s *sub) Path(name string) string { return Path(s.files, s.prefix+name) }

// Folder returns the folder in which the objects take room.
func (s *sub) Folder() string { return Folder(s.files) }

// Folder returns the folder in which objects take room; "" where they are in none.
func Folder(files FS) string {
	if files, ok := files.(interface{ Folder() string }); ok {
		return files.Folder()
	}
	return ""
}
