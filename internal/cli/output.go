package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/internal/archive"
	"github.com/tricycle-graph/tricycle/internal/atomicfile"
	"github.com/tricycle-graph/tricycle/internal/s3fs"
)

// writeError names the output that takes no more; "-" is standard output.
func writeError(path string, err error) error {
	var place *atomicfile.PlaceError
	switch {
	case err == nil || errors.As(err, &place): // which names it
		return err
	case path == "-":
		return output(err)
	}
	// The name that was asked for, rather than the temporary one.
	if cause := (*fs.PathError)(nil); errors.As(err, &cause) {
		err = cause.Err
	}
	return fmt.Errorf("write %s: %w", path, err)
}

// keepInput refuses an output that would take the place of what it is made from.
func keepInput(path string, inputs ...string) error {
	if path == "-" {
		return nil
	}
	if s3fs.Is(path) && slices.Contains(inputs, path) {
		return usagef("%s is the input, which the output would replace; name another object", path)
	}
	to, err := os.Stat(path)
	if err != nil || !to.Mode().IsRegular() {
		return nil // nothing is replaced
	}
	for _, input := range inputs {
		// An input that is not there is told by whoever opens it.
		input, _ = archive.Split(input)
		if from, err := os.Stat(input); err == nil && input != "-" && os.SameFile(from, to) {
			return usagef("%s is the input, which the output would replace; name another file", path)
		}
	}
	return nil
}

// keepFolder refuses an output in a folder that a job has for itself, of which it may
// replace a file.
func keepFolder(path, folder string) error {
	if path == "-" {
		return nil
	}
	inside, err := s3fs.Inside(path, folder), error(nil)
	if !s3fs.Is(path) && !s3fs.Is(folder) {
		inside, err = isInside(path, folder)
	}
	if err == nil && inside {
		return usagef("%s is in %s, where the count keeps its own files; name another place", path, folder)
	}
	return err
}

// isInside reports whether a path is in a folder, or the folder itself, under whatever
// name. Neither needs to be there.
func isInside(path, folder string) (bool, error) {
	top, err := realPath(folder)
	if err != nil {
		return false, err
	}
	at, err := realPath(path)
	if err != nil {
		return false, err
	}
	of, _ := os.Stat(top) // what is not there is the same file as nothing
	for {
		is, err := os.Stat(at)
		if at == top || err == nil && os.SameFile(is, of) {
			return true, nil
		}
		above := filepath.Dir(at)
		if above == at {
			return false, nil
		}
		at = above
	}
}

// realPath returns the path with its links followed or, where there is nothing of that
// name yet, with those to its folder followed.
func realPath(path string) (string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real, nil
	}
	if above, err := filepath.EvalSymlinks(filepath.Dir(path)); err == nil {
		return filepath.Join(above, filepath.Base(path)), nil
	}
	return path, nil
}

// answers is standard output. It keeps its first error for those who print
// without looking at what became of it, such as the help. A call of serve that was left
// behind may still write while the command ends.
type answers struct {
	file *os.File

	mu   sync.Mutex // of what follows; nobody waits here for a write that takes long
	used bool
	err  error
}

func (a *answers) Write(data []byte) (int, error) {
	n, err := a.file.Write(data)
	a.mu.Lock()
	defer a.mu.Unlock()
	a.used = true
	a.err = cmp.Or(a.err, err)
	return n, err
}

// lost reports whether something was printed that nobody can see.
func (a *answers) lost() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.used && discarded(a.file)
}

// failure returns what became of a command that returned err.
func (a *answers) failure(err error) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.err != nil && (err == nil || errors.Is(err, a.err)) {
		return output(a.err)
	}
	return err
}

// Fd tells whether it is a terminal.
func (a *answers) Fd() uintptr { return a.file.Fd() }

// committing is an output file that is not there before it is complete. The
// zero value stands for standard output.
type committing struct {
	file   *atomicfile.File
	stored *storing // instead, for a store
}

// openResult is openOutput for what a job leaves, which may go into a store.
func openResult(cmd *cobra.Command, path string) (io.Writer, committing, error) {
	if !s3fs.Is(path) {
		return openOutput(cmd, path)
	}
	stored, err := newStoring(cmd.Context(), path, valueOf(cmd, "tmpdir"))
	if err != nil {
		return nil, committing{}, writeError(path, err)
	}
	return stored, committing{stored: stored}, nil
}

// openOutput opens an output, before the work for it; "-" is standard output.
func openOutput(cmd *cobra.Command, path string) (io.Writer, committing, error) {
	if path == "-" {
		return cmd.OutOrStdout(), committing{}, nil
	}
	if err := atomicfile.Check(path); err != nil {
		return nil, committing{}, writeError(path, err)
	}
	file, err := atomicfile.Create(path)
	if err != nil {
		return nil, committing{}, writeError(path, err)
	}
	// A command that waits for its input is left behind by an interrupt: not so its output.
	context.AfterFunc(cmd.Context(), file.Abandon)
	return file, committing{file: file}, nil
}

func (c committing) run() error {
	if c.stored != nil {
		return c.stored.commit()
	}
	if c.file == nil {
		return nil
	}
	return c.file.Commit()
}

func (c committing) discard() {
	if c.stored != nil {
		c.stored.discard()
	}
	if c.file != nil {
		c.file.Discard()
	}
}
