package cli

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/atomicfile"
	"github.com/tricycle-graph/tricycle/internal/frontier"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/lists"
)

// Exit codes. A shell adds none of its own below 126.
const (
	exitOK          = 0
	exitInternal    = 1   // our mistake, a device, a failed check
	exitUsage       = 2   // a wrong flag or value, an unknown command, no file, an output that cannot be there
	exitInput       = 3   // the input is missing, unreadable or breaks its format
	exitMemory      = 4   // no plan fits --memory, --gpu-memory, the GPU or the method, or the disk is full
	exitStopped     = 5   // stopped early, at a limit that was asked for
	exitInterrupted = 130 // SIGINT, SIGTERM or SIGHUP
)

const exitHelp = `Exit codes: 0 done; 1 internal error, failed check or no usable GPU; 2 wrong
usage, or an output or a temporary folder that cannot be written; 3 bad or
missing input; 4 does not fit --memory, --gpu-memory, the GPU, the disk or
the method; 5 stopped early at a limit that was asked for; 130 interrupted.`

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

// exitCode returns the exit code of a failed command.
func exitCode(ctx context.Context, err error) int {
	var (
		usage   *usageError
		input   *graph.InputError
		memory  *graph.MemoryError
		disk    *lists.DiskError
		stopped *stoppedError
		place   *atomicfile.PlaceError
		unfit   *frontier.UnfitError
	)
	switch {
	case ctx.Err() != nil:
		return exitInterrupted
	case errors.As(err, &usage):
		return exitUsage
	case errors.As(err, &memory), errors.As(err, &disk), errors.As(err, &unfit), errors.Is(err, gpu.ErrOutOfMemory), atomicfile.Full(err):
		return exitMemory
	case errors.As(err, &input):
		return exitInput
	case errors.As(err, &place), errors.Is(err, errors.ErrUnsupported): // by the format of the output
		return exitUsage
	case errors.As(err, &stopped):
		return exitStopped
	}
	return exitInternal
}

// tell writes err on one line, unless that was done, and returns its exit
// code.
func tell(ctx context.Context, stderr io.Writer, err error) int {
	code := exitCode(ctx, err)
	var reported *reportedError
	switch {
	case code == exitInterrupted:
		fmt.Fprintln(stderr, "tricycle: interrupted")
	case !errors.As(err, &reported):
		fmt.Fprintf(stderr, "tricycle: %s\n", oneLine(err.Error()))
	}
	var crash *panicError
	if errors.As(err, &crash) {
		fmt.Fprintf(stderr, "\n%s", crash.stack)
	}
	return code
}
