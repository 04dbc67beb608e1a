package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// PlaceError says that nothing can be written at a place: its folder is not
// there, say, or belongs to somebody else.
type PlaceError struct {
	Path string
	Err  error
}

func (e *PlaceError) Error() string { return fmt.Sprintf("write %s: %v", e.Path, e.Err) }
func (e *PlaceError) Unwrap() error { return e.Err }

// Place returns a *PlaceError in place of what the system says when a file or a
// folder cannot be made, and every other error as it is. A disk that is full is
// no wrong place.
func Place(err error) error {
	if cause := (*fs.PathError)(nil); errors.As(err, &cause) && !Full(err) {
		return &PlaceError{cause.Path, cause.Err}
	}
	return err
}

// probe is what Check writes: something, which a full disk does not take.
const probe = 4096

// Check finds out whether Create would find a place and a disk with any room,
// for those who have work to do before they write. It leaves nothing behind.
func Check(path string) error {
	switch old, err := os.Stat(path); {
	case err == nil && !old.IsDir() && !old.Mode().IsRegular():
		return nil // whoever reads a pipe would see it opened and closed
	case err == nil && Handed(path):
		return checkHanded(path)
	}
	file, err := Create(path)
	if err != nil {
		return err
	}
	defer file.Discard()
	_, err = file.Write(make([]byte, probe))
	return err
}
