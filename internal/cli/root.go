package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/graphio"
)

// common holds the flags that every command has.
type common struct {
	quiet bool
}

func newRoot(form *messageForm) *cobra.Command {
	opt := &common{}
	root := &cobra.Command{
		Use:   "tricycle",
		Short: "Triangles and chordless cycles of graphs, exactly and fast",
		Long: `tricycle counts the triangles of a graph from the file as it is, exactly and fast,
and counts or lists its chordless cycles.

It reads files, or standard input (-), plain, compressed or in an archive, of
whose graphs FILE!MEMBER names one, and recognises the format by content where
there is something to recognise. Direction is ignored, a self-loop is never part
of a cycle, and a repeated edge counts once.

` + formatHelp() + `
` + exitHelp,
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
	addGlobalChoice(root, form, "messages", "standard error as lines of", messageForms)
	root.AddCommand(
		newCount(opt),
		newMerge(opt),
		newVertices(opt),
		newEdges(opt),
		newTruss(opt),
		newTriangles(opt),
		newEstimate(opt),
		newInfo(opt),
		newReport(opt),
		newConvert(opt),
		newCensus(opt),
		newNiche(opt),
		newCycles(opt),
		newGenerate(opt),
		newBench(opt),
		newDevices(opt),
		newVersion(),
		newMan(),
	)
	root.SetHelpCommand(newHelp())
	root.SetUsageTemplate(foldFlags(root.UsageTemplate()))
	ownCompletion(root)
	return root
}

// formatWidth is what is left of helpWidth beside the names of formats.
const formatWidth = 80

// formatHelp lists the formats.
func formatHelp() string {
	s := newSheet()
	for _, format := range graphio.Formats() {
		name := "  " + format.Name
		for _, line := range fold(format.Text+" ("+strings.Join(format.Suffixes, " ")+")", formatWidth) {
			s.add(name, "%s", line)
			name = ""
		}
	}
	return "Formats:\n" + s.String()
}
