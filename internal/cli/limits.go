package cli

import (
	"errors"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/memlimit"
)

// limits bound what a command may use.
type limits struct {
	threads threadCount
	memory  byteSize // 0 where it is not given: see bytes
	usual   int64    // what there was for want of a flag when bytes was asked first
}

func (l *limits) addTo(cmd *cobra.Command) {
	l.threads.addTo(cmd)
	cmd.Flags().Var(&l.memory, "memory", "memory to stay within, such as 4GiB or 500MB (default what the machine or its control group has left)")
}

// bytes returns the memory to stay within: what --memory says, or else what the
// machine, its control group and ulimit have left, so that a command is refused,
// or does with less, and is never killed without a word. It is 0, no limit, only
// where the system does not say.
func (l *limits) bytes() int64 {
	if l.memory > 0 {
		return int64(l.memory)
	}
	if l.usual == 0 {
		l.usual = memlimit.Available()
	}
	return l.usual
}

// options returns the limits for package graph. It also lets the garbage
// collector know of the memory limit.
func (l *limits) options(meter *graph.Meter) graph.Options {
	memory := l.bytes()
	if memory > 0 {
		theHeap.limit(memory)
	}
	return graph.Options{Threads: int(l.threads), Memory: memory, Meter: meter}
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
