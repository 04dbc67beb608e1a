package cli

import (
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/graphio"
	"github.com/tricycle-graph/tricycle/internal/sheet"
)

// common holds the flags that every command has.
type common struct {
	quiet    bool
	messages messageForm  // which askedForm has seen before
	open     *openDevices // of calls of serve; nil where the process has a command of its own
}

// command is a command by its name.
type command struct {
	name string
	make func(*common) *cobra.Command
}

// commands returns all commands.
func commands() []command {
	return []command{
		{"count", newCount},
		{"partition", newPartition},
		{"merge", newMerge},
		{"vertices", newVertices},
		{"edges", newEdges},
		{"truss", newTruss},
		{"triangles", newTriangles},
		{"estimate", newEstimate},
		{"info", newInfo},
		{"report", newReport},
		{"convert", newConvert},
		{"census", newCensus},
		{"niche", newNiche},
		{"cycles", newCycles},
		{"generate", newGenerate},
		{"bench", newBench},
		{"devices", newDevices},
		{"serve", newServe},
		{"version", newVersion},
		{"man", newMan},
	}
}

// newRoot returns the command line for some arguments: with the one command that they begin
// with, as to make all of them takes a millisecond; and with all where they begin with none,
// or with one that is about the others. Behind a flag, such as --help, a command may be
// its value.
func newRoot(opt *common, args []string, stdout io.Writer) *cobra.Command {
	root := rootAlone(opt)
	root.SetOut(stdout) // which the commands of completion take as they are made
	for _, c := range commands() {
		if len(args) > 0 && args[0] == c.name && c.name != "man" {
			root.AddCommand(c.make(opt))
			root.CompletionOptions.DisableDefaultCmd = true
			return root
		}
	}
	for _, c := range commands() {
		root.AddCommand(c.make(opt))
	}
	root.Long += formatHelp() + "\n" + exitHelp
	root.SetHelpCommand(newHelp())
	ownCompletion(root)
	if isCompleting(args) {
		registerCompletions(root)
	}
	return root
}

// rootAlone returns the command line without a command.
func rootAlone(opt *common) *cobra.Command {
	root := &cobra.Command{
		Use:   "tricycle",
		Short: "Triangles and chordless cycles of graphs, exactly and fast",
		Long: `tricycle counts the triangles of a graph from the file as it is, exactly and fast,
and counts or lists its chordless cycles.

It reads files, or standard input (-), plain, compressed or in an archive, of
whose graphs FILE!MEMBER names one, and recognises the format by content where
there is something to recognise. Direction is ignored, a self-loop is never part
of a cycle, and a repeated edge counts once.

`,
		Version:       version(),
		SilenceErrors: true,
		SilenceUsage:  true,
		// A command of the root's own makes an unknown command an argument of it.
		Args: func(root *cobra.Command, args []string) error {
			if len(args) > 0 {
				return unknownCommand(root, args[0])
			}
			return nil
		},
		RunE: func(root *cobra.Command, _ []string) error { return root.Help() },
	}
	root.SetVersionTemplate("tricycle {{.Version}}\n")
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		// The flag of an unknown command is not what is wrong.
		if words := cmd.Flags().Args(); cmd.HasSubCommands() && len(words) > 0 {
			if unknown := cmd.Args(cmd, words); unknown != nil {
				return unknown
			}
		}
		return flagError(cmd, err)
	})
	root.PersistentFlags().BoolVarP(&opt.quiet, "quiet", "q", false, "only errors on standard error")
	addGlobalChoice(root, &opt.messages, "messages", "standard error as lines of", messageForms)
	root.SetUsageTemplate(foldFlags(root.UsageTemplate()))
	return root
}

// formatWidth is what is left of helpWidth beside the names of formats.
const formatWidth = 80

// formatHelp lists the formats.
func formatHelp() string {
	s := sheet.New()
	for _, format := range graphio.Formats() {
		name := "  " + format.Name
		for _, line := range fold(format.Text+" ("+strings.Join(format.Suffixes, " ")+")", formatWidth) {
			s.Add(name, "%s", line)
			name = ""
		}
	}
	return "Formats:\n" + s.String()
}
