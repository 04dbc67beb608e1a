package cli

import (
	"cmp"
	"fmt"

	"github.com/spf13/cobra"
)

// addUnionTo has a command read all that it is given as one graph, where that is asked
// for: it is given one name then, which stands for all. Behind the inputs may be names of
// outputs, so many.
func (i *input) addUnionTo(cmd *cobra.Command, outputs int) {
	cmd.Flags().BoolVar(&i.union, "union", false, "read all files, and those of folders, as one graph")
	args, run := cmd.Args, cmd.RunE
	cmd.Args = func(cmd *cobra.Command, names []string) error {
		inputs := names[:max(len(names)-outputs, 0)]
		if i.union && len(inputs) > 0 {
			if err := files(cmd, inputs); err != nil {
				return err
			}
		}
		return args(cmd, i.unite(names, outputs))
	}
	cmd.RunE = func(cmd *cobra.Command, names []string) error {
		one := i.unite(names, outputs)
		if i.together != nil {
			if err := i.keepFiles(cmd, names[len(names)-outputs:]); err != nil {
				return err
			}
		}
		return run(cmd, one)
	}
}

// unite returns the names that a command is given, and keeps those of a union.
func (i *input) unite(names []string, outputs int) []string {
	n := len(names) - outputs
	if i.together = nil; !i.union || n < 1 {
		return names
	}
	i.together = names[:n]
	name := names[0]
	if n > 1 {
		name = fmt.Sprintf("%s and %d more", name, n-1)
	}
	return append([]string{name}, names[n:]...)
}

// keepFiles refuses outputs that are a file of the union. Its files are listed for that, of which
// there may be many thousands, and so only where there is an output.
func (i *input) keepFiles(cmd *cobra.Command, outputs []string) error {
	for _, flag := range []string{"output", "report", "plot", "spy", "trace"} {
		if f := cmd.Flags().Lookup(flag); f != nil && f.Changed {
			outputs = append(outputs, f.Value.String())
		}
	}
	if len(outputs) == 0 {
		return nil
	}
	all, err := i.options().Files()
	for _, output := range outputs {
		err = cmp.Or(err, keepInput(output, all...))
	}
	return err
}
