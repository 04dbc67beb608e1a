package cli

import "fmt"

// Exit codes. A shell adds none of its own below 126.
const (
	exitOK          = 0
	exitInternal    = 1   // our mistake, a device, a store, a failed check
	exitUsage       = 2   // a wrong flag or value, an unknown command, no file, an output that cannot be there
	exitInput       = 3   // the input is missing, unreadable or breaks its format
	exitMemory      = 4   // no plan fits --memory, --gpu-memory, the GPU or the method, or the disk is full
	exitStopped     = 5   // stopped early, at a limit that was asked for
	exitInterrupted = 130 // SIGINT, SIGTERM or SIGHUP
)

const exitHelp = `Exit codes: 0 done; 1 internal error, failed check, no usable GPU or a store
that fails; 2 wrong usage, or an output, a temporary folder or a store that
cannot be used; 3 bad or missing input; 4 does not fit --memory, --gpu-memory,
the GPU, the disk or the method; 5 stopped early at a limit that was asked for;
130 interrupted.`

// usageError is a mistake in the command line.
type usageError struct {
	message string
	command string // whose --help explains it; "" where none helps
}

func (e *usageError) Error() string {
	if e.command == "" {
		return e.message
	}
	return fmt.Sprintf("%s; see %s --help", e.message, e.command)
}

func usagef(format string, args ...any) error {
	return &usageError{message: fmt.Sprintf(format, args...)}
}

// stoppedError says that a search ended at a limit of time or cycles that was
// asked for. What was printed is right as far as it goes, and partial.
type stoppedError struct {
	message string
	limit   string // as it was asked for
}

func (e *stoppedError) Error() string { return e.message }

// reportedError is an error that stderr already shows. Only its exit code is
// left to give.
type reportedError struct{ err error }

func (e *reportedError) Error() string { return e.err.Error() }
func (e *reportedError) Unwrap() error { return e.err }
