package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/internal/atomicfile"
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
	to, err := os.Stat(path)
	if err != nil || !to.Mode().IsRegular() {
		return nil // nothing is replaced
	}
	for _, input := range inputs {
		// An input that is not there is told by whoever opens it.
		if from, err := os.Stat(input); err == nil && input != "-" && os.SameFile(from, to) {
			return usagef("%s is the input, which the output would replace; name another file", path)
		}
	}
	return nil
}

// answers is standard output. It keeps its first error for those who print
// without looking at what became of it, such as the help.
type answers struct {
	file *os.File
	used bool
	err  error
}

func (a *answers) Write(data []byte) (int, error) {
	a.used = true
	n, err := a.file.Write(data)
	a.err = cmp.Or(a.err, err)
	return n, err
}

// failure returns what became of a command that returned err.
func (a *answers) failure(err error) error {
	if a.err != nil && (err == nil || errors.Is(err, a.err)) {
		return output(a.err)
	}
	return err
}

// Fd tells whether it is a terminal.
func (a *answers) Fd() uintptr { return a.file.Fd() }

// committing is an output file that is not there before it is complete. The
// zero value stands for standard output.
type committing struct{ file *atomicfile.File }

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
	return file, committing{file}, nil
}

func (c committing) run() error {
	if c.file == nil {
		return nil
	}
	return c.file.Commit()
}

func (c committing) discard() {
	if c.file != nil {
		c.file.Discard()
	}
}
