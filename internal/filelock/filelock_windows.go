package filelock

import (
	"os"

	"golang.org/x/sys/windows"
)

func lock(file *os.File) error {
	err := windows.LockFileEx(windows.Handle(file.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY,
		0, 1, 0, new(windows.Overlapped))
	if err == windows.ERROR_LOCK_VIOLATION || err == windows.ERROR_IO_PENDING {
		return ErrLocked
	}
	return os.NewSyscallError("LockFileEx", err)
}

// Remove removes a locked file and lets go of it. An open file cannot be removed
// here: one that another process locks in between stays, and is that one's.
func Remove(file *os.File) error {
	if err := file.Close(); err != nil {
		return err
	}
	_ = os.Remove(file.Name())
	return nil
}
