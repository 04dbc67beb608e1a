package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// choice is a flag that takes one of a few names.
type choice[T ~string] struct {
	value *T
	from  []T
}

func (c choice[T]) Set(text string) error {
	for _, name := range c.from {
		if string(name) == text {
			*c.value = name
			return nil
		}
	}
	return fmt.Errorf("not one of %s", c.names(", "))
}

func (c choice[T]) String() string {
	if c.value == nil {
		return ""
	}
	return string(*c.value)
}

// Type names the flag's value in the help.
func (c choice[T]) Type() string { return "name" }

func (c choice[T]) names(separator string) string {
	names := make([]string, len(c.from))
	for i, name := range c.from {
		names[i] = string(name)
	}
	return strings.Join(names, separator)
}

// addChoice adds a flag that takes one of from, the first of them by default,
// and its completion.
func addChoice[T ~string](cmd *cobra.Command, value *T, name, what string, from []T) {
	*value = from[0]
	c := choice[T]{value, from}
	cmd.Flags().Var(c, name, what+": "+c.names(", "))
	names := strings.Fields(c.names(" "))
	// The flag was added a line above, so that this cannot fail.
	_ = cmd.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(names, cobra.ShellCompDirectiveNoFileComp))
}
