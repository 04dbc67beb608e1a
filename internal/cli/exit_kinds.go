package cli

import (
	"cmp"
	"context"
	"errors"
	"io"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/atomicfile"
	"github.com/tricycle-graph/tricycle/internal/frontier"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/s3fs"
)

// errorKind says what sort of thing went wrong, more finely than an exit code.
type errorKind struct {
	name string
	code int
}

var (
	kindInternal    = errorKind{"internal", exitInternal}
	kindStore       = errorKind{"store", exitInternal}
	kindDevice      = errorKind{"device", exitInternal}
	kindUsage       = errorKind{"usage", exitUsage}
	kindInput       = errorKind{"input", exitInput}
	kindMemory      = errorKind{"memory", exitMemory}
	kindDisk        = errorKind{"disk", exitMemory}
	kindStopped     = errorKind{"stopped", exitStopped}
	kindInterrupted = errorKind{"interrupted", exitInterrupted}
)

// kindOf returns the kind of the error of a command.
func kindOf(ctx context.Context, err error) errorKind {
	var (
		usage   *usageError
		input   *graph.InputError
		memory  *graph.MemoryError
		disk    *lists.DiskError
		stopped *stoppedError
		place   *atomicfile.PlaceError
		unfit   *frontier.UnfitError
		store   *s3fs.Error
	)
	switch {
	case ctx.Err() != nil:
		return kindInterrupted
	case errors.As(err, &usage), errors.As(err, &store) && store.Unusable():
		return kindUsage
	case store != nil:
		return kindStore
	case errors.As(err, &memory), errors.As(err, &unfit), errors.Is(err, gpu.ErrOutOfMemory):
		return kindMemory
	case errors.As(err, &disk), atomicfile.Full(err):
		return kindDisk
	case errors.As(err, &input):
		return kindInput
	case errors.As(err, &place), errors.Is(err, errors.ErrUnsupported): // by the format of the output
		return kindUsage
	case errors.As(err, &stopped):
		return kindStopped
	case gpu.Failed(err), errors.Is(err, gpu.ErrDeviceLost):
		return kindDevice
	}
	return kindInternal
}

// errorMessage is why a command, or one file of it, has no answer.
type errorMessage struct {
	Kind     string `json:"kind"`
	ExitCode int    `json:"exit_code"`
	Message  string `json:"message"`
	File     string `json:"file,omitempty"`
	Line     int64  `json:"line,omitempty"`
	Offset   int64  `json:"offset,omitempty"`
	Need     int64  `json:"need,omitempty"`
	Limit    int64  `json:"limit,omitempty"`
	Stopped  string `json:"stopped_by,omitempty"`
	Stack    string `json:"stack,omitempty"`
}

// errorMessageOf returns what is to be said of an error.
func errorMessageOf(ctx context.Context, err error) *errorMessage {
	kind := kindOf(ctx, err)
	told := &errorMessage{Kind: kind.name, ExitCode: kind.code, Message: err.Error()}
	var (
		input   *graph.InputError
		memory  *graph.MemoryError
		device  *gpu.LimitError
		disk    *lists.DiskError
		stopped *stoppedError
		crash   *panicError
	)
	if kind == kindInterrupted {
		told.Message = "interrupted"
	}
	if errors.As(err, &input) {
		told.File, told.Line, told.Offset = input.File, input.Line, input.Offset
	}
	switch {
	case errors.As(err, &memory):
		told.Need, told.Limit = memory.Need, memory.Limit
	case errors.As(err, &device):
		told.Need, told.Limit = device.Need+device.Used, device.Limit
	case errors.As(err, &disk):
		told.File, told.Need, told.Limit = cmp.Or(told.File, disk.Folder), disk.Need, disk.Free
	}
	if errors.As(err, &stopped) {
		told.Stopped = stopped.limit
	}
	if errors.As(err, &crash) {
		told.Stack = crash.stack
	}
	return told
}

// tell says what went wrong, unless that was done, and returns the exit code.
func tell(ctx context.Context, stderr io.Writer, err error) int {
	told := errorMessageOf(ctx, err)
	if told.ExitCode == exitInterrupted || !errors.As(err, new(*reportedError)) {
		say(stderr, message{Error: told})
	}
	return told.ExitCode
}
