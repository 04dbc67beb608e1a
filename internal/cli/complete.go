package cli

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// completes is where a flag keeps the names that its value can be completed to.
const completes = "tricycle_completes"

// completeFrom lets a flag, which was added, be completed to some names, and with none to
// nothing. The library of commands keeps what it is told of completions for good: it is
// told of them only where something is to be completed.
func completeFrom(flags *pflag.FlagSet, name string, names ...string) {
	_ = flags.SetAnnotation(name, completes, names) // which fails where there is no such flag
}

// registerCompletions tells the library of commands how flags are completed.
func registerCompletions(cmd *cobra.Command) {
	register := func(flag *pflag.Flag) {
		if names, ok := flag.Annotations[completes]; ok {
			// The flag is there, and nobody registered it before.
			_ = cmd.RegisterFlagCompletionFunc(flag.Name, cobra.FixedCompletions(names, cobra.ShellCompDirectiveNoFileComp))
		}
	}
	cmd.Flags().VisitAll(register)
	cmd.PersistentFlags().VisitAll(register)
	for _, below := range cmd.Commands() {
		registerCompletions(below)
	}
}

// isCompleting says that a shell asks for completions.
func isCompleting(args []string) bool {
	return len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd)
}

// ownCompletion has cobra's command completion refuse shells that it does not
// know.
func ownCompletion(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	for _, cmd := range root.Commands() {
		if cmd.Name() != "completion" {
			continue
		}
		cmd.Args = func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return unknownWord(cmd, "shell", args[0])
			}
			return nil
		}
		cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
		for _, shell := range cmd.Commands() {
			shell.Args = takes()
		}
	}
}
