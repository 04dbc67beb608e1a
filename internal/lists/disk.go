package lists

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/tricycle-graph/tricycle/internal/bytesize"
	"github.com/tricycle-graph/tricycle/internal/scratch"
)

// DiskError says that a folder has no room for what is written there. Err is nil
// where that was found before anything was written, and else what the system
// said. The command line exits with 4 for it.
type DiskError struct {
	What   string // that takes it; "" for what does not fit the memory
	Folder string
	Need   int64 // bytes at most
	Surely bool  // and at least
	Free   int64 // bytes
	Err    error
}

func (e *DiskError) Error() string {
	if e.Err != nil {
		return fmt.Sprintf("no room in %s after %s: %v", e.Folder, bytesize.Text(e.Need), e.Err)
	}
	bound := "up to"
	if e.Surely {
		bound = "at least"
	}
	return fmt.Sprintf("%s takes %s %s in %s, where %s are free",
		cmp.Or(e.What, "what does not fit the memory"), bound, bytesize.Text(e.Need), e.Folder, bytesize.Text(e.Free))
}

func (e *DiskError) Unwrap() error { return e.Err }

// Is makes every DiskError the system's error for a full disk, so that callers of
// the library, who cannot name the type, can tell it.
func (e *DiskError) Is(target error) bool { return target == syscall.ENOSPC }

// CheckRoom says whether a folder has room for so many bytes. Where the system
// does not tell, it has.
func CheckRoom(folder string, need int64) error {
	free, err := freeBytes(folder)
	switch {
	case errors.Is(err, errors.ErrUnsupported):
		return nil
	case err != nil:
		return scratch.Unwritable(&fs.PathError{Op: "statfs", Path: folder, Err: err})
	case free < need:
		return &DiskError{Folder: folder, Need: need, Free: free}
	}
	return nil
}

// temporaryFile makes a file that is gone when it is closed, and as far as the
// system allows when the process ends, however that is.
func temporaryFile(folder string) (chunkFile, error) {
	if file, err := nameless(folder); err == nil {
		return file, nil
	}
	file, err := os.CreateTemp(folder, "tricycle-*.tmp")
	if err != nil {
		return nil, scratch.Unwritable(err)
	}
	return unlinked(file), nil
}

// tempFolder returns where temporary files go.
func tempFolder(wish string) string {
	if wish == "" {
		wish = os.TempDir()
	}
	return filepath.Clean(wish)
}
