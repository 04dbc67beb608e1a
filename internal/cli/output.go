package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/internal/atomicfile"
)

// writeError names the output that takes no more; "-" is standard output.
func writeError(path string, err error) error {
	if path == "-" {
		return output(err)
	}
	// The name that was asked for, rather than the temporary one.
	if cause := (*fs.PathError)(nil); errors.As(err, &cause) {
		err = cause.Err
	}
	return fmt.Errorf("write %s: %w", path, err)
}

// committing is an output file that is not there before it is complete. The
// zero value stands for standard output.
type committing struct{ file *atomicfile.File }

// openOutput opens an output; "-" is standard output.
func openOutput(cmd *cobra.Command, path string) (io.Writer, committing, error) {
	if path == "-" {
		return cmd.OutOrStdout(), committing{}, nil
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
