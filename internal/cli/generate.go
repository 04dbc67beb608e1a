package cli

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/tricycle-graph/tricycle/generate"
	"github.com/tricycle-graph/tricycle/graph"
)

func newGenerate(c *common) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "generate GENERATOR -o FILE",
		Short: "Make a graph by rule and write it",
		Long: `Make a graph by rule and write it to a file, in the format of its suffix. The
graph depends on the parameters alone, never on the number of threads. Formats
that list records take them as they are made, loops and repeats included; all
others take the cleaned graph.

Generators, whose parameters tricycle generate GENERATOR --help explains:

` + generatorTable(),
		Example: `  tricycle generate rmat --scale 20 --edge-factor 16 --seed 1 -o k20.bin
  tricycle generate grid --rows 1000 --cols 1000 --diagonals -o road.tcsr`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return unknownWord(cmd, "generator", args[0])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			return &usageError{message: "no generator given", command: cmd.CommandPath()}
		},
	}
	for _, kind := range generate.Kinds() {
		cmd.AddCommand(newGenerator(c, kind))
	}
	cmd.SetUsageTemplate(foldFlags(generateUsage))
	return cmd
}

// generateUsage is cobra's template without the list of commands, in place of
// which there is the table of generators.
const generateUsage = `Usage:
  {{.UseLine}}{{if .HasExample}}

Examples:
{{.Example}}{{end}}

Flags:
{{.LocalFlags.FlagUsages | trimTrailingWhitespaces}}{{if .HasAvailableInheritedFlags}}

Global Flags:
{{.InheritedFlags.FlagUsages | trimTrailingWhitespaces}}{{end}}
`

// generatorTable lists the generators, indented so that the man page leaves
// the lines alone.
func generatorTable() string {
	var text strings.Builder
	table := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	for _, kind := range generate.Kinds() {
		fmt.Fprintf(table, "    %s\t%s\n", kind.Name, kind.Help)
	}
	table.Flush() // into memory, without an error
	return strings.TrimRight(text.String(), "\n")
}

// newGenerator returns the command of one generator.
func newGenerator(c *common, kind generate.Kind) *cobra.Command {
	var (
		out     target
		threads threadCount
		chosen  = parameters{}
	)
	cmd := &cobra.Command{
		Use:   kind.Name + " -o FILE",
		Short: kind.Help,
		Args:  takes(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := out.check(cmd); err != nil {
				return err
			}
			src, err := generate.New(kind.Name, chosen.values())
			if err != nil {
				return &usageError{message: err.Error(), command: cmd.CommandPath()}
			}
			defer src.Close() // which only frees memory
			meter := new(graph.Meter)
			defer watch(cmd, c.quiet, meter)()
			return out.write(cmd, func(w io.Writer) error {
				return out.encoding.WriteSource(cmd.Context(), w, src, graph.Options{Threads: int(threads), Meter: meter})
			})
		},
	}
	out.addTo(cmd)
	threads.addTo(cmd)
	for _, p := range kind.Parameters {
		chosen.add(cmd.Flags(), p)
	}
	return cmd
}

// parameters are the values of a generator's flags, by name.
type parameters map[string]func() any

// add adds the flag of a parameter.
func (ps parameters) add(flags *pflag.FlagSet, p generate.Parameter) {
	switch value := p.Default.(type) {
	case int:
		addNumber(flags, &value, p.Name, value, p.Help)
		ps[p.Name] = func() any { return value }
	case uint64:
		addNumber(flags, &value, p.Name, value, p.Help)
		ps[p.Name] = func() any { return value }
	case float64:
		flags.Var(fraction{&value}, p.Name, p.Help)
		ps[p.Name] = func() any { return value }
	case []int:
		flags.Var(numbers{&value}, p.Name, p.Help)
		ps[p.Name] = func() any { return value }
	case bool:
		flags.BoolVar(&value, p.Name, value, p.Help)
		ps[p.Name] = func() any { return value }
	default:
		panic(fmt.Sprintf("parameter %s is a %T", p.Name, p.Default))
	}
}

// values returns what the flags were set to.
func (ps parameters) values() generate.Values {
	values := generate.Values{}
	for name, value := range ps {
		values[name] = value()
	}
	return values
}
