package atomicfile

import "golang.org/x/sys/unix"

// renameNew gives a file a name that nobody has, in one step. There are systems
// and file systems that cannot.
func renameNew(from, to string) error {
	return unix.Renameat2(unix.AT_FDCWD, from, unix.AT_FDCWD, to, unix.RENAME_NOREPLACE)
}
