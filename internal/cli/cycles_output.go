package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/internal/atomicfile"
)

// outputError names the output that takes no more.
func (c *cycling) outputError(err error) error {
	if c.path == "-" {
		return output(err)
	}
	// The name that was asked for, rather than the temporary one.
	if cause := (*fs.PathError)(nil); errors.As(err, &cause) {
		err = cause.Err
	}
	return fmt.Errorf("write %s: %w", c.path, err)
}

// committing is an output file that is not there before it is complete. The
// zero value stands for standard output.
type committing struct{ file *atomicfile.File }

// open opens the output of a list.
func (c *cycling) open(cmd *cobra.Command) (io.Writer, committing, error) {
	if c.path == "-" {
		return cmd.OutOrStdout(), committing{}, nil
	}
	file, err := atomicfile.Create(c.path)
	if err != nil {
		return nil, committing{}, c.outputError(err)
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
