package cli

import (
	"cmp"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/tricycle-graph/tricycle/internal/atomicfile"
	"github.com/tricycle-graph/tricycle/internal/page"
)

// reporting is the page that --report asks for beside the answer. It is there once it is
// whole.
type reporting struct {
	flag string // that names the file
	path string
	out  io.Writer
	file committing
	page page.Page
}

func (r *reporting) addTo(cmd *cobra.Command) {
	r.flag = "report"
	cmd.Flags().StringVar(&r.path, "report", "", "write what was found as one HTML `file` with pictures and tables, too")
}

// addOutputTo has the page be the answer itself.
func (r *reporting) addOutputTo(cmd *cobra.Command) {
	r.flag = "output"
	cmd.Flags().StringVarP(&r.path, "output", "o", "", "HTML `file` to write; - is standard output")
}

// wanted says whether a page is asked for.
func (r *reporting) wanted() bool { return r.path != "" }

// begin opens the file before the work for it, which reads inputs.
func (r *reporting) begin(cmd *cobra.Command, inputs []string) error {
	if r.flag == "report" {
		if !cmd.Flags().Changed(r.flag) {
			return nil
		}
		if err := checkBeside(r.flag, r.path); err != nil {
			return err
		}
	} else if r.path == "" {
		return usagef("name the HTML file to write (-o report.html); - is standard output")
	}
	if err := cmp.Or(keepInput(r.path, inputs...), r.keepOutputs(cmd)); err != nil {
		return err
	}
	// What a program hands over has no name that could be typed again.
	if !slices.ContainsFunc(slices.Concat(inputs, []string{r.path}), atomicfile.Handed) {
		if valueOf(cmd, "union") == "true" {
			inputs = cmd.Flags().Args()
		}
		r.page.Command = commandLine(cmd, inputs)
	}
	var err error
	r.out, r.file, err = openOutput(cmd, r.path)
	return err
}

// keepOutputs refuses a page that would take the place of another output.
func (r *reporting) keepOutputs(cmd *cobra.Command) error {
	for _, name := range []string{"output", "plot", "trace"} {
		other := cmd.Flags().Lookup(name)
		if other == nil || name == r.flag || !other.Changed || other.Value.String() == "-" {
			continue
		}
		// Neither may be a folder here, so that one is inside the other only where both are one.
		if same, err := isInside(r.path, other.Value.String()); err != nil || same {
			return cmp.Or(err, usagef("--%s and --report both name %s", name, r.path))
		}
	}
	return nil
}

// write writes the page.
func (r *reporting) write() error {
	html, err := r.page.HTML()
	if err != nil {
		return err
	}
	if _, err := r.out.Write(html); err != nil {
		return writeError(r.path, err)
	}
	return writeError(r.path, r.file.run())
}

// discard removes what was begun and not written.
func (r *reporting) discard() { r.file.discard() }

// commandLine is a command as it could be typed again.
func commandLine(cmd *cobra.Command, inputs []string) string {
	words := []string{cmd.CommandPath()}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		value := f.Value.String()
		if list, ok := f.Value.(pflag.SliceValue); ok {
			value = strings.Join(list.GetSlice(), ",")
		}
		words = append(words, "--"+f.Name)
		if f.NoOptDefVal == "" || value != f.NoOptDefVal {
			words = append(words, quoted(value))
		}
	})
	for _, input := range inputs {
		words = append(words, quoted(input))
	}
	return strings.Join(words, " ")
}

// quoted is a word as a shell takes it.
func quoted(word string) string {
	if word != "" && !strings.ContainsFunc(word, func(r rune) bool {
		return !strings.ContainsRune("-_./,:=+@%", r) && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	}) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
