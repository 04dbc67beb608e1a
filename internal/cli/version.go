package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

func newVersion(*common) *cobra.Command {
	var json bool
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print the version of tricycle and of Go",
		Args:  takes(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if json {
				return output(writeJSON(cmd.OutOrStdout(), build()))
			}
			_, err := fmt.Fprintf(cmd.OutOrStdout(), "tricycle %s, %s, %s/%s\n",
				version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
			return output(err)
		},
	}
	cmd.Flags().BoolVar(&json, "json", false, "print one JSON object")
	return cmd
}

// unversioned is the version where the go command stamped none.
const unversioned = "(devel)"

// version returns the version that the go command stamped: a release, the
// commit that was built, or [unversioned].
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return unversioned
	}
	return info.Main.Version
}

// buildJSON is what version --json prints.
type buildJSON struct {
	Version  string `json:"version"`
	Commit   string `json:"commit,omitempty"`
	Time     string `json:"commit_time,omitempty"`
	Modified bool   `json:"modified,omitempty"` // since the commit
	Go       string `json:"go"`
	OS       string `json:"os"`
	Arch     string `json:"arch"`
}

func build() buildJSON {
	b := buildJSON{Version: version(), Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	for _, setting := range info.Settings {
		switch setting.Key {
		case "vcs.revision":
			b.Commit = setting.Value
		case "vcs.time":
			b.Time = setting.Value
		case "vcs.modified":
			b.Modified = setting.Value == "true"
		}
	}
	return b
}
