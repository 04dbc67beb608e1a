// Package cli is the command line of tricycle: one file for each command, and
// what they share (exit codes, flags, progress, messages).
//
// Standard output is data and nothing else. Reports, warnings, progress and
// errors go to standard error; an error is one line.
package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"
	"time"

	"github.com/tricycle-graph/tricycle/internal/mapping"
	"github.com/tricycle-graph/tricycle/internal/memlimit"
)

// grace is how long an interrupted command may take to clean up. Reading a
// terminal or a pipe cannot be interrupted, so a command that waits there is
// left behind.
const grace = 900 * time.Millisecond

// Main runs the command line of this process and returns its exit code.
func Main() int {
	collectSoon()
	memlimit.Ahead()
	ctx, stop := interruptible()
	defer stop()
	stdout, stderr := &answers{file: os.Stdout}, messagesTo(os.Stderr)
	err := finish(ctx, grace, func() error {
		err := execute(ctx, os.Args[1:], os.Stdin, stdout, stderr)
		if stdout.lost() {
			warn(stderr, "", "standard output is closed, or the null device: what was printed is lost")
		}
		return stdout.failure(err)
	})
	if err == nil {
		return exitOK
	}
	return tell(ctx, stderr, err)
}

// execute runs one command line of a process.
func execute(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	said := messagesTo(stderr)
	said.form = askedForm(args)
	return executeIn(ctx, new(common), args, stdin, stdout, said)
}

// executeIn runs one command line, whose messages have their form already.
func executeIn(ctx context.Context, opt *common, args []string, stdin io.Reader, stdout io.Writer, stderr *messages) error {
	root := newRoot(opt, args, stdout)
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetErr(stderr)
	cmd, err := root.ExecuteContextC(ctx)
	return withAdvice(cmd, err)
}

// finish runs command to its end, or to the end of the grace that the end of
// the context leaves it.
func finish(ctx context.Context, grace time.Duration, command func() error) error {
	done := make(chan error, 1)
	go func() { done <- recovered(command) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	select {
	case err := <-done:
		return err
	case <-time.After(grace):
		return context.Cause(ctx)
	}
}

// recovered runs command. A panic becomes an error with the stack: it is a
// mistake of ours, whatever the input; but for the fault of a file that was cut
// while it was mapped.
func recovered(command func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			// A worker's panic comes with the worker's stack below its message.
			message, below, _ := strings.Cut(fmt.Sprint(r), "\n")
			err = &panicError{message: message, stack: below + "\n" + string(debug.Stack())}
		}
	}()
	return mapping.Guard(command)
}

// panicError is a panic of our own code.
type panicError struct {
	message string
	stack   string
}

func (e *panicError) Error() string {
	return fmt.Sprintf("internal error: %s; please report it with the lines below", e.message)
}
