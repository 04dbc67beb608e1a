//go:build !linux && !darwin && !windows

package lists

import (
	"errors"
	"os"
)

func freeBytes(string) (int64, error) { return 0, errors.ErrUnsupported }

// removed is a file that is removed when it is closed.
type removed struct{ *os.File }

func (f removed) Close() error { return errors.Join(f.File.Close(), os.Remove(f.Name())) }

func unlinked(file *os.File) chunkFile { return removed{file} }
