//go:build !linux && !darwin

package atomicfile

import "errors"

// renameNew says that these systems cannot give a file a name that nobody has in
// one step.
func renameNew(string, string) error { return errors.ErrUnsupported }
