package cli

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

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
			date := time.Now()
			if epoch := os.Getenv("SOURCE_DATE_EPOCH"); epoch != "" {
				seconds, err := strconv.ParseInt(epoch, 10, 64)
				if err != nil {
					return usagef("SOURCE_DATE_EPOCH %q: not a number of seconds", epoch)
				}
				date = time.Unix(seconds, 0).UTC()
			}
			if err := os.MkdirAll(args[0], 0o755); err != nil {
				return atomicfile.Place(err)
			}
			return atomicfile.Place(writeManPages(cmd.Root(), date, args[0]))
		},
	}
}

// writeManPages writes the page of a command and those of the commands below it.
func writeManPages(cmd *cobra.Command, date time.Time, folder string) error {
	for _, below := range cmd.Commands() {
		if below.IsAvailableCommand() && !below.IsAdditionalHelpTopicCommand() {
			if err := writeManPages(below, date, folder); err != nil {
				return err
			}
		}
	}
	return os.WriteFile(filepath.Join(folder, manName(cmd)+".1"), []byte(manPage(cmd, date)), 0o666)
}

// manName is what the page of a command is called: tricycle-count.
func manName(cmd *cobra.Command) string { return strings.ReplaceAll(cmd.CommandPath(), " ", "-") }
