package cli

import (
	"context"
	"errors"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/graphio"
	"github.com/tricycle-graph/tricycle/internal/atomicfile"
)

// bySuffix is the --to that looks at the file's name.
const bySuffix = "suffix"

// target is the file that a command writes.
type target struct {
	path   string
	format string // "" for that of the suffix

	encoding graphio.Encoding // once it was checked
}

func (t *target) addTo(cmd *cobra.Command) {
	cmd.Flags().StringVarP(&t.path, "output", "o", "", "`file` to write; - is standard output, which needs --to")
	t.addFormatTo(cmd)
}

func (t *target) addFormatTo(cmd *cobra.Command) {
	addFormat(cmd, &t.format, "to", "format to write", append([]string{bySuffix}, writableFormats()...), graphio.FormatInfo.Writes)
}

// writableFormats returns the names of the formats that graphs are written in.
func writableFormats() (names []string) {
	for _, format := range graphio.Formats() {
		if format.Writable {
			names = append(names, format.Name)
		}
	}
	return names
}

// check finds a wrong target before long work begins.
func (t *target) check(cmd *cobra.Command) error {
	if t.path == "" {
		return &usageError{message: "no output file given (-o FILE)", command: cmd.CommandPath()}
	}
	if t.format == bySuffix {
		t.format = ""
	}
	var err error
	if t.encoding, err = graphio.EncodingOf(t.path, t.format); err != nil {
		return &usageError{message: err.Error(), command: cmd.CommandPath()}
	}
	if t.path == "-" {
		return nil
	}
	return writeError(t.path, atomicfile.Check(t.path))
}

// write lets body write the file, which is there when it is complete: after an
// error, such as a full disk or an interrupt, nothing is left of it.
func (t *target) write(cmd *cobra.Command, body func(w io.Writer) error) error {
	w, file, err := openOutput(cmd, t.path)
	if err != nil {
		return err
	}
	defer file.discard()
	if err := body(w); err != nil {
		var input *graph.InputError
		var memory *graph.MemoryError
		if errors.As(err, &input) || errors.As(err, &memory) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
			return err // which is not the file's fault
		}
		return writeError(t.path, err)
	}
	return writeError(t.path, file.run())
}

func (t *target) writeGraph(cmd *cobra.Command, g *graph.Graph, opt graph.Options) error {
	return t.write(cmd, func(w io.Writer) error { return t.encoding.Write(cmd.Context(), w, g, opt) })
}

// reportLosses says what the format has no room for.
func (t *target) reportLosses(cmd *cobra.Command, info graph.Info, g *graph.Graph) {
	if losses := t.encoding.Losses(info, g); len(losses) > 0 {
		warn(cmd.ErrOrStderr(), t.path, "lost: %s", strings.Join(losses, ", "))
	}
}
