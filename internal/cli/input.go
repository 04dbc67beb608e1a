package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/graphio"
	"github.com/tricycle-graph/tricycle/internal/answer"
)

// recognise is the --format that looks at the content.
const recognise = "auto"

// input is how files are read.
type input struct {
	format  string
	columns []string
	header  string
	trust   bool
	weights string // column of the weights, or recognise; "" where they are not asked for
	many    bool   // a file may hold many graphs
	each    bool   // a file is one of many graphs, even where it has one
	places  bool   // positions of the vertices are asked for
	union   bool   // all files are one graph

	together []string // the names that are read as one; nil where each is a graph of its own
	limits   *limits  // of the command
}

// headers are the values of --header.
var headers = []string{recognise, "yes", "no"}

func (i *input) addTo(cmd *cobra.Command, within *limits) {
	i.limits = within
	names := []string{recognise}
	for _, format := range graphio.Formats() {
		names = append(names, format.Name)
	}
	addFormat(cmd, &i.format, "format", "format of the input", names, graphio.FormatInfo.Reads)
	cmd.Flags().StringSliceVar(&i.columns, "columns", nil, "the two `columns` of a text or table that hold the ids, by name or number (from,to; 2,3)")
	addChoice(cmd, &i.header, "header", "whether the first line of a text has names or sizes, and no edge", headers)
	cmd.Flags().BoolVar(&i.trust, "trust", false, "use a .tcsr without comparing its checksums")
}

// open opens a file, or standard input for "-". Who opens it also prints what
// came of it, and closes it then: a graph and its labels may live in the file.
func (i *input) open(cmd *cobra.Command, name string) (graph.Source, error) {
	if err := i.checkColumns(cmd); err != nil {
		return nil, err
	}
	var src graph.Source
	var err error
	if name == "-" || i.together != nil {
		src, err = graphio.OpenReader(cmd.InOrStdin(), name, i.options())
	} else {
		src, err = graphio.Open(name, i.options())
	}
	if err != nil {
		return nil, err
	}
	if _, err := i.graphs(src); err != nil {
		return nil, cmp.Or(src.Close(), err)
	}
	return src, nil
}

// checkColumns refuses more or less columns than an edge has ends.
func (i *input) checkColumns(cmd *cobra.Command) error {
	if n := len(i.columns); n != 2 && cmd.Flags().Changed("columns") {
		return &usageError{message: fmt.Sprintf("--columns takes two columns, not %d", n), command: cmd.CommandPath()}
	}
	return nil
}

func (i *input) options() graphio.Options {
	opt := graphio.Options{Union: i.together, Format: i.format, Columns: i.columns, Trust: i.trust, Memory: i.limits.bytes(), Positions: i.places}
	if i.format == recognise {
		opt.Format = ""
	}
	if i.header != recognise {
		opt.Header = i.header
	}
	if opt.Weights = i.weights != ""; opt.Weights && i.weights != recognise {
		opt.Columns = append(slices.Clone(i.columns), i.weights)
	}
	return opt
}

// waysToRead says by which commands a file would be read of which it is not clear
// what it is.
func waysToRead(cmd *cobra.Command, err error) string {
	var input *graph.InputError
	var unclear *graphio.UnclearError
	if !errors.As(err, &input) || !errors.As(err, &unclear) || len(unclear.Choices) == 0 {
		return ""
	}
	const few = 3
	var ways, formats []string
	for _, choice := range unclear.Choices {
		way := cmd.CommandPath()
		if choice.Options.Format != "" {
			way += " --format " + choice.Options.Format
			formats = append(formats, "--format "+choice.Options.Format)
		}
		if len(choice.Options.Columns) > 0 {
			way += " --columns " + shellWord(strings.Join(choice.Options.Columns, ","))
		}
		if choice.Options.Header != "" {
			way += " --header " + choice.Options.Header
		}
		ways = append(ways, fmt.Sprintf("%s (%s)", choice.As, way+" "+shellWord(fileWord(input.File))))
	}
	if len(formats) > few {
		return "; where it is one of these, say which: " + strings.Join(formats, ", ")
	}
	return "; can be read as " + strings.Join(ways, ", or ")
}

// fileWord returns a file's name as no flag can be taken for it.
func fileWord(name string) string {
	if strings.HasPrefix(name, "-") && name != "-" {
		return "./" + name
	}
	return name
}

// shellWord quotes a word where a shell would take it for several, or for
// something else.
func shellWord(word string) string {
	plain := func(c rune) bool {
		return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.ContainsRune("-_./,:+@%=", c)
	}
	if word != "" && strings.IndexFunc(word, func(c rune) bool { return !plain(c) }) < 0 {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// reportCleaning says on one line what was taken of a text or a table and what
// cleaning did.
func reportCleaning(stderr io.Writer, name string, info graph.Info, r graph.Report) {
	if info.Format == cellsFormat {
		return // which were cleaned by many, and said so then
	}
	reportRead(stderr, cleaningMessage{File: name, Table: info.Table, Report: r}, answer.Cleaning(r))
}

// reportRead says on one line what was taken of a text or a table and what became of it.
func reportRead(stderr io.Writer, read cleaningMessage, text string) {
	read.Message = takenText(read.Table, text)
	say(stderr, message{Cleaning: &read})
}

// takenText puts how the columns of a text or a table were taken before what became of it.
func takenText(table *graph.Table, text string) string {
	if taken := answer.Taken(table); taken != "" {
		return taken + ": " + text
	}
	return text
}
