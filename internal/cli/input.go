package cli

import (
	"cmp"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/graphio"
	"github.com/tricycle-graph/tricycle/internal/mapping"
)

// recognise is the --format that looks at the content.
const recognise = "auto"

// input is how files are read.
type input struct {
	format  string
	columns []string
	trust   bool
}

func (i *input) addTo(cmd *cobra.Command) {
	names := []string{recognise}
	for _, format := range graphio.Formats() {
		names = append(names, format.Name)
	}
	addChoice(cmd, &i.format, "format", "format of the input", names)
	cmd.Flags().StringSliceVar(&i.columns, "columns", nil, "`names` of the two columns of a table that hold the ids, such as from,to (default guessed)")
	cmd.Flags().BoolVar(&i.trust, "trust", false, "use a .tcsr without comparing its checksums")
}

// open opens a file, or standard input for "-". Who opens it also prints what
// came of it, and closes it then: a graph and its labels may live in the file.
func (i *input) open(cmd *cobra.Command, name string) (graph.Source, error) {
	opt := graphio.Options{Format: i.format, Columns: i.columns, Trust: i.trust}
	if i.format == recognise {
		opt.Format = ""
	}
	if n := len(i.columns); n != 0 && n != 2 {
		return nil, &usageError{message: fmt.Sprintf("--columns takes two names, not %d", n), command: cmd.CommandPath()}
	}
	if name == "-" {
		return graphio.OpenReader(cmd.InOrStdin(), name, opt)
	}
	return graphio.Open(name, opt)
}

// closeInput closes a file to whose use *err belongs. Where the file is not what
// was opened any more, that is the error, whatever else went wrong because of it.
func closeInput(src graph.Source, err *error) {
	panicked := recover()
	lost := mapping.Lost(panicked)
	changed := src.Close()
	if panicked != nil && cmp.Or(changed, lost) == nil {
		panic(panicked)
	}
	*err = cmp.Or(changed, lost, *err)
}

// formatOf says what a file is: "matrixmarket, gzip".
func formatOf(info graph.Info) string {
	if info.Compressed == "" {
		return info.Format
	}
	return info.Format + ", " + info.Compressed
}

// reportCleaning says on one line what cleaning did.
func reportCleaning(stderr io.Writer, name string, r graph.Report) {
	fmt.Fprintf(stderr, "tricycle: %s: %s\n", oneLine(name), cleaningText(r))
}

func cleaningText(r graph.Report) string {
	return fmt.Sprintf("read %s: dropped %s, merged %s and %s, kept %s",
		quantity(r.Records, "record", "records"), quantity(r.Loops, "loop", "loops"), quantity(r.Duplicates, "duplicate", "duplicates"),
		quantity(r.Reciprocal, "reciprocal edge", "reciprocal edges"), quantity(r.Isolated, "isolated vertex", "isolated vertices"))
}
