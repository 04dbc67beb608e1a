package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"sync"
)

// descriptors are the folders in which a system shows what a process has open.
var descriptors = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(/dev/fd|/proc/[0-9]+(/task/[0-9]+)?/fd)$`)
})

// mostLinks is how many links are followed, as systems do.
const mostLinks = 40

// Handed reports whether a path is what some process has open, such as /dev/fd/3 or
// /proc/4711/fd/3: it may have no name, or be a file in memory. Who hands it over looks
// into it, and not for its name, so that it is written in place.
func Handed(path string) bool {
	if runtime.GOOS == "windows" {
		return false
	}
	for range mostLinks {
		folder, err := filepath.EvalSymlinks(filepath.Dir(path))
		if err != nil {
			return false
		}
		if descriptors().MatchString(folder) {
			return true
		}
		next, err := os.Readlink(path)
		if err != nil {
			return false
		}
		if !filepath.IsAbs(next) {
			next = filepath.Join(folder, next)
		}
		path = next
	}
	return false
}

// openHanded begins a regular file that is written in place. It is empty until it is
// written to, and again when it is discarded.
func openHanded(path string) (*File, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_TRUNC, 0)
	if errors.Is(err, fs.ErrPermission) { // it need not be read
		file, err = os.OpenFile(path, os.O_WRONLY|os.O_TRUNC, 0)
	}
	if err != nil {
		return nil, err
	}
	f := &File{File: file, handed: true}
	f.pending.Store(true)
	return f, nil
}

// checkHanded finds out whether a file can be written in place, and leaves it as it is.
func checkHanded(path string) error {
	file, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return placed(path, err)
	}
	return file.Close()
}
