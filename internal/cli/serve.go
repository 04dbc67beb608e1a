package cli

import (
	"context"
	"errors"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/internal/memlimit"
	"github.com/tricycle-graph/tricycle/internal/serve"
)

// serving holds the flags of serve.
type serving struct {
	*common
	stdio bool
	calls int

	slots []*openDevices // what stays open between calls
}

// mostCalls is how many calls may be worked on at once: each of them uses all cores.
const mostCalls = 1 << 10

func newServe(c *common) *cobra.Command {
	opt := &serving{common: c}
	cmd := &cobra.Command{
		Use:   "serve --stdio",
		Short: "Answer the calls of a program that started it",
		Long: `Answer the calls of the program that started it, over standard input and output, until
standard input ends. A call is a command line, such as count --json graph.tcsr, and is
answered as a process of its own would be; but nothing has to start for it, and a GPU
stays open. docs/serve.md describes what is written and read.

It listens on no network. What calls print and say goes to the program, in frames; they
cannot read standard input (-). When standard input ends, calls that are under way are
cancelled. An exit code of 2 says that the program does not keep to the protocol.`,
		Example: "  tricycle serve --stdio",
		Args:    takes(),
		RunE:    opt.run,
	}
	flags := cmd.Flags()
	flags.BoolVar(&opt.stdio, "stdio", false, "over standard input and output, which is the only way")
	addNumber(flags, &opt.calls, "calls", 1, "`number` of calls that are worked on at once, while others wait")
	return cmd
}

func (s *serving) run(cmd *cobra.Command, _ []string) error {
	switch {
	case s.open != nil:
		return usagef("serve answers no serve")
	case !s.stdio:
		return &usageError{message: "serve goes over standard input and output alone: say --stdio", command: cmd.CommandPath()}
	case s.calls < 1 || s.calls > mostCalls:
		return usagef("--calls %d: not a number of calls from 1 to %d", s.calls, mostCalls)
	}
	memlimit.Available() // what was found out at the start is not for a call that comes hours later
	s.slots = make([]*openDevices, s.calls)
	server := &serve.Server{
		Version: version(), Calls: s.calls, Interrupted: exitInterrupted,
		Run: s.answer, TidyUp: theHeap.end,
		Refuse: func(messages io.Writer, err error) { tell(cmd.Context(), toProgram(messages), brokenOff(err)) },
	}
	return brokenOff(server.Serve(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout()))
}

// brokenOff makes wrong usage of what a program did wrong.
func brokenOff(err error) error {
	if errors.Is(err, serve.ErrBroken) {
		return usagef("%v; docs/serve.md describes it", err)
	}
	return err
}

// toProgram returns the standard error of a call.
func toProgram(to io.Writer) *messages { return &messages{to: to, form: jsonMessages} }

// answer carries out a call. The heap is not given back before the program has its answer.
func (s *serving) answer(ctx context.Context, slot int, args []string, stdout, messages io.Writer) int {
	if s.slots[slot] == nil {
		s.slots[slot] = new(openDevices)
	}
	open, said := s.slots[slot], toProgram(messages)
	theHeap.begin()
	over := make(chan struct{})
	err := finish(ctx, grace, func() error {
		defer close(over)
		if err := fitForServe(args); err != nil {
			return err
		}
		return executeIn(ctx, &common{open: open}, args, noInput{}, stdout, said)
	})
	select {
	case <-over:
		open.tidy()
	default: // it was left behind, and may use what is open
		s.slots[slot] = nil
	}
	if err == nil {
		return exitOK
	}
	return tell(ctx, said, err)
}

// longest is how long an argument may be, in bytes: so an error that repeats it fits into a
// frame, however JSON writes it. Systems have such a limit, too.
const longest = 64 << 10

// fitForServe checks what is wrong with arguments for serve alone.
func fitForServe(args []string) error {
	for _, arg := range args {
		switch {
		case len(arg) > longest:
			return usagef("an argument has %d bytes, and at most %d: %.20q and so on", len(arg), longest, arg)
		case carriesFrames(arg):
			return usagef("%s carries the calls of serve", arg)
		}
	}
	return nil
}

// carriesFrames says that an argument names what the process reads calls from or writes to,
// by itself or behind a flag: whoever read or wrote there would mix with the frames.
func carriesFrames(arg string) bool {
	names := []string{arg}
	if _, value, ok := strings.Cut(arg, "="); ok {
		names = append(names, value)
	}
	if i := strings.Index(arg, "/"); i > 0 && strings.HasPrefix(arg, "-") { // -o/dev/stdout
		names = append(names, arg[i:])
	}
	return slices.ContainsFunc(names, isFramed)
}

// isFramed says that a file is one of those two, whatever its name is: /dev/stdin, say, or
// /proc/self/fd/0.
func isFramed(name string) bool {
	info, err := os.Stat(name)
	if err != nil || info.Mode()&os.ModeCharDevice != 0 { // frames are not lost in /dev/null
		return false
	}
	for _, file := range []*os.File{os.Stdin, os.Stdout} {
		if frames, err := file.Stat(); err == nil && os.SameFile(info, frames) {
			return true
		}
	}
	return false
}

// noInput is the standard input of a call.
type noInput struct{}

func (noInput) Read([]byte) (int, error) {
	return 0, usagef("standard input carries the calls of serve: name a file")
}
