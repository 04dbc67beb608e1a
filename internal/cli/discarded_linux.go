package cli

import (
	"os"

	"golang.org/x/sys/unix"
)

// discarded says that what is written to a file of the process goes nowhere, and
// that it may have been closed when the process began: the Go runtime opens the
// null device in its place, for reading and writing. A few programs open it so,
// too, for those whose output they do not want. A shell's >/dev/null does not.
func discarded(file *os.File) bool {
	flags, err := unix.FcntlInt(file.Fd(), unix.F_GETFL, 0)
	if err != nil || flags&unix.O_ACCMODE != unix.O_RDWR {
		return false
	}
	is, err := file.Stat()
	if err != nil {
		return false
	}
	null, err := os.Stat(os.DevNull)
	return err == nil && os.SameFile(is, null)
}
