package lists

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// freeBytes returns what a user may still write in a folder.
func freeBytes(folder string) (int64, error) {
	name, err := windows.UTF16PtrFromString(folder)
	if err != nil {
		return 0, err
	}
	var free uint64
	err = windows.GetDiskFreeSpaceEx(name, &free, nil, nil)
	return int64(free), err
}

// removed is a file that is removed when it is closed: an open one has a name.
type removed struct{ *os.File }

func (f removed) Close() error { return errors.Join(f.File.Close(), os.Remove(f.Name())) }

func unlinked(file *os.File) chunkFile { return removed{file} }
