package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/tricycle-graph/tricycle/graphio"
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
	return fmt.Errorf("not one of %s%s", join(c.from, ", "), didYouMean(text, strings.Fields(join(c.from, " "))))
}

func (c choice[T]) String() string {
	if c.value == nil {
		return ""
	}
	return string(*c.value)
}

// Type names the flag's value in the help.
func (c choice[T]) Type() string { return "name" }

// addChoice adds a flag that takes one of from, the first of them by default,
// and its completion.
func addChoice[T ~string](cmd *cobra.Command, value *T, name, what string, from []T) {
	*value = from[0]
	addWish(cmd, value, name, what, from)
}

// addWish adds a flag that takes one of from, or is not given.
func addWish[T ~string](cmd *cobra.Command, value *T, name, what string, from []T) {
	addNamed(cmd, choice[T]{value, from}, name, what, from)
}

// addGlobalChoice is addChoice for all commands of a root.
func addGlobalChoice[T ~string](root *cobra.Command, value *T, name, what string, from []T) {
	*value = from[0]
	addNamedTo(root.PersistentFlags(), choice[T]{value, from}, name, what, from)
}

// addNamed adds a flag whose help lists names, and their completion.
func addNamed[T ~string](cmd *cobra.Command, value pflag.Value, name, what string, from []T) {
	addNamedTo(cmd.Flags(), value, name, what, from)
}

func addNamedTo[T ~string](flags *pflag.FlagSet, value pflag.Value, name, what string, from []T) {
	flags.Var(value, name, what+": "+join(from, ", "))
	completeFrom(flags, name, strings.Fields(join(from, " "))...)
}

// formatChoice is a flag that takes one of a few names, or the suffix of a format.
type formatChoice struct {
	choice[string]
	means func(format graphio.FormatInfo, name string) bool
}

func (c formatChoice) Set(text string) error {
	var fit []string
	for _, format := range graphio.Formats() {
		if c.means(format, text) {
			fit = append(fit, format.Name)
		}
	}
	switch {
	case slices.Contains(c.from, text), len(fit) == 0:
		return c.choice.Set(text)
	case len(fit) > 1:
		return fmt.Errorf("a suffix of several formats: %s", strings.Join(fit, ", "))
	}
	*c.value = text
	return nil
}

// addFormat adds a flag that takes one of from, the first of them by default, or a suffix
// of what means takes for a format.
func addFormat(cmd *cobra.Command, value *string, name, what string, from []string, means func(graphio.FormatInfo, string) bool) {
	*value = from[0]
	addNamed(cmd, formatChoice{choice[string]{value, from}, means}, name, what+" (or its suffix)", from)
}

// choices is a flag that takes several of a few names, separated by commas.
type choices[T ~string] struct {
	value *[]T
	from  []T
}

func (c choices[T]) Set(text string) error {
	var chosen []T
	for name := range strings.SplitSeq(text, ",") {
		var one T
		if err := (choice[T]{&one, c.from}).Set(strings.TrimSpace(name)); err != nil {
			return err
		}
		if !slices.Contains(chosen, one) {
			chosen = append(chosen, one)
		}
	}
	*c.value = chosen
	return nil
}

func (c choices[T]) String() string {
	if c.value == nil {
		return ""
	}
	return join(*c.value, ",")
}

// Type names the flag's value in the help.
func (c choices[T]) Type() string { return "names" }

// addChoices adds a flag that takes several of from: by default those that are named, or
// all.
func addChoices[T ~string](cmd *cobra.Command, value *[]T, name, what string, from []T, usual ...T) {
	*value = from
	if len(usual) > 0 {
		*value = usual
	}
	cmd.Flags().Var(choices[T]{value, from}, name, what)
}

func join[T ~string](names []T, separator string) string {
	texts := make([]string, len(names))
	for i, name := range names {
		texts[i] = string(name)
	}
	return strings.Join(texts, separator)
}
