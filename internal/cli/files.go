package cli

import (
	"errors"
	"io/fs"
	"slices"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/internal/mapping"
)

// files checks that at least one file is named, and standard input once at
// most.
func files(cmd *cobra.Command, names []string) error {
	if len(names) == 0 {
		return &usageError{message: "no file given (- is standard input)", command: cmd.CommandPath()}
	}
	if err := named(names); err != nil {
		return err
	}
	if first := slices.Index(names, "-"); first >= 0 && slices.Contains(names[first+1:], "-") {
		return usagef("standard input is named twice and can be read once")
	}
	return nil
}

// named refuses a name that is empty, as a shell makes it of a variable that is not
// set.
func named(names []string) error {
	if slices.Contains(names, "") {
		return usagef("the name of a file is empty; is a variable of the shell not set?")
	}
	return nil
}

// outputError says that standard output takes no more. There is no use in
// going on with the next file.
type outputError struct{ err error }

func (e *outputError) Error() string {
	if cause := (*fs.PathError)(nil); errors.As(e.err, &cause) {
		return "standard output: " + cause.Err.Error()
	}
	return "standard output: " + e.err.Error()
}
func (e *outputError) Unwrap() error { return e.err }

// output marks an error of writing to standard output.
func output(err error) error {
	if err != nil {
		return &outputError{err}
	}
	return nil
}

// eachFile runs body on every file. A file that fails is reported at once and
// the others still have their turn; the first failure is returned.
func eachFile(cmd *cobra.Command, names []string, body func(name string) error) error {
	var first error
	kept := uint64(0)
	for i, name := range names {
		if i > 0 {
			// What the last file left must not count for this one.
			kept = giveBack(kept)
			resetPeak()
		}
		err := mapping.Guard(func() error { return body(name) })
		if err == nil {
			continue
		}
		var full *outputError
		if cmd.Context().Err() != nil || errors.As(err, &full) {
			return err
		}
		tell(cmd.Context(), cmd.ErrOrStderr(), withAdvice(cmd, err))
		if first == nil {
			first = &reportedError{err}
		}
	}
	return first
}
