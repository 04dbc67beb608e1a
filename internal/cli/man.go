package cli

import (
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"github.com/tricycle-graph/tricycle/internal/atomicfile"
)

func newMan(*common) *cobra.Command {
	return &cobra.Command{
		Use:   "man FOLDER",
		Short: "Write the man pages into a folder",
		Long: `Write a man page for tricycle and for each command into a folder, which is
made where it is missing. The date in the pages is today, or that of
SOURCE_DATE_EPOCH.`,
		Example: "  tricycle man /usr/local/share/man/man1",
		Args:    takes("FOLDER"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o755); err != nil {
				return atomicfile.Place(err)
			}
			header := &doc.GenManHeader{Section: "1", Source: "tricycle " + version(), Manual: "tricycle"}
			return atomicfile.Place(doc.GenManTree(cmd.Root(), header, args[0]))
		},
	}
}
