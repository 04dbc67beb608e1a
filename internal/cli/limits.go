package cli

import (
	"errors"
	"runtime/debug"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/graph"
)

// limits bound what a command may use.
type limits struct {
	threads threadCount
	memory  byteSize
}

func (l *limits) addTo(cmd *cobra.Command) {
	l.threads.addTo(cmd)
	cmd.Flags().Var(&l.memory, "memory", "memory to stay within, such as 4GiB or 500MB (default no limit)")
}

// options returns the limits for package graph. It also lets the garbage
// collector know of the memory limit.
func (l *limits) options(meter *graph.Meter) graph.Options {
	if l.memory > 0 {
		debug.SetMemoryLimit(int64(l.memory))
	}
	return graph.Options{Threads: int(l.threads), Memory: int64(l.memory), Meter: meter}
}

// threadCount is a flag for a number of threads; 0 is one a core.
type threadCount uint16

func (t *threadCount) addTo(cmd *cobra.Command) {
	cmd.Flags().Var(t, "threads", "threads to use (default one a core)")
}

func (t *threadCount) Set(text string) error {
	n, err := strconv.ParseUint(text, 10, 16)
	if err != nil || n == 0 {
		return errors.New("not a number of threads from 1 to 65535")
	}
	*t = threadCount(n)
	return nil
}

func (t *threadCount) String() string { return strconv.FormatUint(uint64(*t), 10) }

// Type names the flag's value in the help.
func (t *threadCount) Type() string { return "n" }
