package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"
	"testing"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/atomicfile"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/par"
)

func TestExitCode(t *testing.T) {
	input := &graph.InputError{File: "a.mtx", Line: 7, Expected: "two ids", Found: "one"}
	for _, c := range []struct {
		err  error
		code int
		text string
	}{
		{errors.New("disk on fire"), exitInternal, "tricycle: disk on fire\n"},
		{usagef("no"), exitUsage, "tricycle: no\n"},
		{fmt.Errorf("clean: %w", input), exitInput, "tricycle: clean: a.mtx:7: expected two ids, found one\n"},
		{&graph.InputError{File: "a\nb", Err: fs.ErrNotExist}, exitInput, "tricycle: a\\nb: file does not exist\n"},
		{&graph.MemoryError{What: "cleaning", Need: 2 << 20, Limit: 1 << 20}, exitMemory,
			"tricycle: cleaning needs 2.0 MiB, which does not fit the limit of 1.0 MiB; raise --memory to at least 2.0 MiB\n"},
		{fmt.Errorf("read: %w", &gpu.LimitError{Need: 3 << 20, Used: 1 << 20, Limit: 2 << 20}), exitMemory,
			"tricycle: read: 3.0 MiB more of GPU memory do not fit the limit of 2.0 MiB, of which 1.0 MiB are used; raise --gpu-memory to at least 4.0 MiB\n"},
		{&gpu.LimitError{Need: 14<<20 + 1, Limit: 14 << 20}, exitMemory,
			"tricycle: 14.1 MiB more of GPU memory do not fit the limit of 14.0 MiB, of which 0 B are used; raise --gpu-memory to at least 14.1 MiB\n"},
		{&lists.DiskError{Folder: "/fast", Need: 3 << 30, Free: 1 << 30}, exitMemory,
			"tricycle: what does not fit the memory takes up to 3.0 GiB in /fast, where 1.0 GiB are free; raise --memory or name another folder with --tmpdir\n"},
		{&outputError{&fs.PathError{Op: "write", Path: "/dev/stdout", Err: syscall.ENOSPC}}, exitMemory, "tricycle: standard output: no space left on device\n"},
		{fmt.Errorf("temporary files: %w", &atomicfile.PlaceError{Path: "/nope", Err: fs.ErrNotExist}), exitUsage, "tricycle: temporary files: write /nope: file does not exist\n"},
		{fmt.Errorf("write a.bin: %w", errors.ErrUnsupported), exitUsage, "tricycle: write a.bin: unsupported operation\n"},
		{fmt.Errorf("%w: it is old", gpu.ErrNoDevice), exitInternal, "tricycle: no usable GPU: it is old\n"},
		{&stoppedError{message: "a.mtx: stopped"}, exitStopped, "tricycle: a.mtx: stopped\n"},
		{&reportedError{input}, exitInput, ""},
	} {
		var stderr strings.Builder
		if code := tell(context.Background(), &stderr, withAdvice(new(cobra.Command), c.err)); code != c.code || stderr.String() != c.text {
			t.Errorf("%v: exit code %d and %q, want %d and %q", c.err, code, stderr.String(), c.code, c.text)
		}
	}
}

// TestPanic holds for the goroutine of the command and for those of its
// workers.
func TestPanic(t *testing.T) {
	for name, command := range map[string]func() error{
		"command": func() error { panic("lost count") },
		"worker": func() error {
			return par.Each(context.Background(), 2, 2, func(int, int) error { panic("lost count") })
		},
	} {
		var stderr strings.Builder
		ctx := context.Background()
		code := tell(ctx, &stderr, finish(ctx, grace, command))
		first, stack, _ := strings.Cut(stderr.String(), "\n")
		if code != exitInternal || first != "tricycle: internal error: lost count; please report it with the lines below" {
			t.Errorf("%s: exit code %d and %q", name, code, first)
		}
		if !strings.Contains(stack, "TestPanic.func") {
			t.Errorf("%s: no stack in %q", name, stack)
		}
	}
}
