package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// flagError says in our words what is wrong with a flag.
func flagError(cmd *cobra.Command, err error) error {
	var (
		unknown *pflag.NotExistError
		empty   *pflag.ValueRequiredError
		invalid *pflag.InvalidValueError
		syntax  *pflag.InvalidSyntaxError
		message = err.Error()
	)
	switch {
	case errors.As(err, &unknown) && unknown.GetSpecifiedShortnames() != "":
		message = "unknown flag: -" + unknown.GetSpecifiedName()
	case errors.As(err, &unknown):
		var names []string
		cmd.Flags().VisitAll(func(flag *pflag.Flag) { names = append(names, "--"+flag.Name) })
		name := "--" + unknown.GetSpecifiedName()
		message = "unknown flag: " + name + didYouMean(name, names)
	case errors.As(err, &empty):
		message = dashed(empty.GetFlag()) + " needs a value"
	case errors.As(err, &invalid):
		message = fmt.Sprintf("%s %q: %s", dashed(invalid.GetFlag()), invalid.GetValue(), cause(invalid))
	case errors.As(err, &syntax):
		message = fmt.Sprintf("%s is no flag", syntax.GetSpecifiedFlag())
	}
	return &usageError{message: message, command: cmd.CommandPath()}
}

// dashed returns a flag as people write it, which for some is a letter.
func dashed(flag *pflag.Flag) string {
	if len(flag.Name) == 1 {
		return "-" + flag.Name
	}
	return "--" + flag.Name
}

// cause says why a flag does not take a value. Our own flags say it
// themselves.
func cause(invalid *pflag.InvalidValueError) string {
	switch invalid.GetFlag().Value.Type() {
	case "bool":
		return "not true or false"
	case "stringSlice":
		return "not names separated by commas"
	}
	return errors.Unwrap(invalid).Error()
}

// unknownCommand refuses a word that stands where a command is named.
func unknownCommand(parent *cobra.Command, name string) error {
	return unknownWord(parent, "command", name)
}

// unknownWord refuses the name of a command that parent calls by what.
func unknownWord(parent *cobra.Command, what, name string) error {
	var names []string
	for _, cmd := range parent.Commands() {
		if cmd.IsAvailableCommand() {
			names = append(names, cmd.Name())
		}
	}
	return &usageError{
		message: fmt.Sprintf("unknown %s %q%s", what, name, didYouMean(name, names)),
		command: parent.CommandPath(),
	}
}

// takes checks that a command is given what its usage names, such as INPUT and
// OUTPUT, and nothing else.
func takes(names ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		var message string
		switch {
		case len(args) < len(names):
			message = fmt.Sprintf("no %s given", strings.Join(names[len(args):], " and no "))
		case len(args) == len(names):
			return named(args)
		case len(names) == 0:
			message = fmt.Sprintf("%s takes flags alone, and not %q", cmd.Name(), args[0])
		default:
			message = fmt.Sprintf("%s takes %s and nothing more, not %q", cmd.Name(), strings.Join(names, " "), args[len(names)])
		}
		return &usageError{message: message, command: cmd.CommandPath()}
	}
}

// newHelp is the command help. That of cobra explains the whole program where
// a command is not known.
func newHelp() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Explain a command",
		RunE: func(cmd *cobra.Command, args []string) error {
			asked, rest, err := cmd.Root().Find(args)
			if err != nil || asked.HasSubCommands() && len(rest) > 0 {
				return unknownCommand(asked, rest[0])
			}
			asked.InitDefaultHelpFlag() // to be shown
			return asked.Help()
		},
	}
}
