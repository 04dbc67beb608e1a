package atomicfile

import "golang.org/x/sys/unix"

// renameNew gives a file a name that nobody has, in one step. There are file
// systems that cannot.
func renameNew(from, to string) error {
	return unix.RenamexNp(from, to, unix.RENAME_EXCL)
}
