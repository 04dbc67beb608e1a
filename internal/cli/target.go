package cli

import (
	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/graphio"
	"github.com/tricycle-graph/tricycle/internal/atomicfile"
)

// bySuffix is the --to that looks at the file's name.
const bySuffix = "suffix"

// target is the file that a command writes.
type target struct {
	path   string
	format string // "" for that of the suffix
}

func (t *target) addTo(cmd *cobra.Command) {
	cmd.Flags().StringVarP(&t.path, "output", "o", "", "`file` to write; - is standard output, which needs --to")
	t.addFormatTo(cmd)
}

func (t *target) addFormatTo(cmd *cobra.Command) {
	names := []string{bySuffix}
	for _, format := range graphio.Formats() {
		if format.Writable {
			names = append(names, format.Name)
		}
	}
	addChoice(cmd, &t.format, "to", "format to write", names)
}

// check finds a wrong target before long work begins.
func (t *target) check(cmd *cobra.Command) error {
	if t.path == "" {
		return &usageError{message: "no output file given (-o FILE)", command: cmd.CommandPath()}
	}
	if t.format == bySuffix {
		t.format = ""
	}
	if _, err := graphio.OutputFormat(t.path, t.format); err != nil {
		return &usageError{message: err.Error(), command: cmd.CommandPath()}
	}
	if t.path == "-" {
		return nil
	}
	return writeError(t.path, atomicfile.Check(t.path))
}
