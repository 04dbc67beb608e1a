package atomicfile

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sync"
)

// temporaryName is the form of the names of temporary files; what is in parentheses is
// the name that a file was to have.
var temporaryName = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\.(.+)\.[0-9a-f]{8}\.tmp$`)
})

// Sweep removes from a folder the temporary files of processes that were killed: of the
// files of these names, or without names of all.
func Sweep(folder string, names ...string) error {
	entries, err := os.ReadDir(cmp.Or(folder, "."))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, entry := range entries {
		of := temporaryName().FindStringSubmatch(entry.Name())
		if of == nil || !entry.Type().IsRegular() || len(names) > 0 && !slices.Contains(names, of[1]) {
			continue
		}
		err = errors.Join(err, removeLeft(filepath.Join(folder, entry.Name())))
	}
	return err
}
