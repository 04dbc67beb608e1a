package atomicfile

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"

	"github.com/tricycle-graph/tricycle/internal/memlimit"
)

const (
	roomStep = 16 << 20 // bytes that are taken at once: an end is heeded between two
	// roomShare is what part of the memory that there is may be taken: others may need it
	// before the file is written.
	roomShare = 8
)

// Room is the pages of a file in memory that has no name yet, so that nothing is left of it
// whenever the process ends.
type Room struct{ file *os.File }

// Reserve takes room for the first bytes of a file that [CreateIn] will begin at path, where
// its folder is in memory: there most of the time that writing takes goes to finding pages,
// of which only one goroutine at a time can do that for a file. Where the folder is on a
// disk, or anything is in the way, it returns nil, and the file is written without.
func Reserve(ctx context.Context, path string, bytes int64) *Room {
	switch old, err := os.Stat(path); {
	case err == nil && !old.Mode().IsRegular(), Handed(path):
		return nil
	case err == nil:
		if path, err = filepath.EvalSymlinks(path); err != nil {
			return nil
		}
	}
	var system unix.Statfs_t
	if err := unix.Statfs(filepath.Dir(path), &system); err != nil || system.Type != unix.TMPFS_MAGIC ||
		uint64(bytes) > system.Bavail*uint64(system.Bsize) || bytes > memlimit.Available()/roomShare {
		return nil
	}
	file, err := os.OpenFile(filepath.Dir(path), os.O_RDWR|unix.O_TMPFILE, 0o777) // less the umask
	if err != nil {
		return nil
	}
	for at := int64(0); at < bytes && err == nil; at += roomStep {
		for {
			err = unix.Fallocate(int(file.Fd()), 0, at, min(roomStep, bytes-at))
			if !errors.Is(err, unix.EINTR) || ctx.Err() != nil {
				break
			}
		}
		if ctx.Err() != nil {
			err = context.Cause(ctx)
		}
	}
	if err != nil {
		file.Close()
		return nil
	}
	return &Room{file}
}

// name gives the file a name and a mode, less the umask, and says whether it has them. The
// room is used up by that.
func (r *Room) name(name string, mode os.FileMode) bool {
	if r == nil || r.file == nil {
		return false
	}
	defer r.Close()
	made, err := r.file.Stat()
	if err != nil || r.file.Chmod(made.Mode().Perm()&mode) != nil {
		return false
	}
	self := fmt.Sprintf("/proc/self/fd/%d", r.file.Fd())
	return unix.Linkat(unix.AT_FDCWD, self, unix.AT_FDCWD, name, unix.AT_SYMLINK_FOLLOW) == nil
}

// Close gives back what was not used.
func (r *Room) Close() {
	if r != nil && r.file != nil {
		_ = r.file.Close()
		r.file = nil
	}
}
