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

// command is a command by its name, in the group in which the help shows it.
type command struct {
	name  string
	group string
	make  func(*common) *cobra.Command
}

const (
	onTriangles = "Triangles"
	onCycles    = "Chordless cycles"
	onFiles     = "Files"
	onPlans     = "Large graphs, and counts that many processes share"
	onTricycle  = "The machine, and tricycle itself"
)

// commands returns all commands, in the order in which the help shows them.
func commands() []command {
	return []command{
		{"count", onTriangles, newCount},
		{"vertices", onTriangles, newVertices},
		{"edges", onTriangles, newEdges},
		{"truss", onTriangles, newTruss},
		{"triangles", onTriangles, newTriangles},
		{"census", onTriangles, newCensus},
		{"cycles", onCycles, newCycles},
		{"niche", onCycles, newNiche},
		{"info", onFiles, newInfo},
		{"report", onFiles, newReport},
		{"convert", onFiles, newConvert},
		{"generate", onFiles, newGenerate},
		{"estimate", onPlans, newEstimate},
		{"partition", onPlans, newPartition},
		{"merge", onPlans, newMerge},
		{"devices", onTricycle, newDevices},
		{"bench", onTricycle, newBench},
		{"serve", onTricycle, newServe},
		{"version", onTricycle, newVersion},
		{"man", onTricycle, newMan},
	}
}

func init() { cobra.EnableCommandSorting = false }

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
		cmd := c.make(opt)
		if cmd.GroupID = c.group; !root.ContainsGroup(c.group) {
			root.AddGroup(&cobra.Group{ID: c.group, Title: c.group + ":"})
		}
		root.AddCommand(cmd)
	}
	root.SetCompletionCommandGroupID(onTricycle)
	root.Annotations = map[string]string{below: formatHelp() + "\n" + exitHelp}
	root.SetHelpTemplate(root.HelpTemplate() + "{{with .Annotations." + below + "}}\n{{.}}\n{{end}}")
	root.SetHelpCommand(newHelp())
	root.SetHelpCommandGroupID(onTricycle)
	ownCompletion(root)
	if isCompleting(args) {
		registerCompletions(root)
	}
	return root
}

// below is where a command keeps what its help says below the flags.
const below = "tricycle_below"

// rootAlone returns the command line without a command.
func rootAlone(opt *common) *cobra.Command {
	root := &cobra.Command{
		Use:   "tricycle",
		Short: "Triangles and chordless cycles of graphs, exactly and fast",
		Long: `tricycle counts the triangles of a graph from the file as it is, exactly and fast,
and counts or lists its chordless cycles.

It reads files, or standard input (-), plain, compressed or in an archive, in
which FILE!MEMBER names one of several graphs. It recognises the format by the
content, where there is something to recognise. Direction is ignored, a self-loop
is never part of a cycle, and a repeated edge counts once. The formats are listed
below.`,
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
	addGlobalChoice(root, &opt.messages, "messages", "write standard error as lines of", messageForms)
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
		text := format.Text
		if len(format.Suffixes) > 0 {
			text += " (" + strings.Join(format.Suffixes, " ") + ")"
		}
		for _, line := range fold(text, formatWidth) {
			s.Add(name, "%s", line)
			name = ""
		}
	}
	return "Formats:\n" + s.String()
}
