package cli

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/chordless"
	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/bytesize"
	"github.com/tricycle-graph/tricycle/internal/colours"
	"github.com/tricycle-graph/tricycle/internal/frontier"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/graphstream"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/partition"
	"github.com/tricycle-graph/tricycle/triangle"
)

// advisedError is an error with what to do about it.
type advisedError struct {
	error
	advice string
}

func (e *advisedError) Error() string { return e.error.Error() + e.advice }
func (e *advisedError) Unwrap() error { return e.error }

// withAdvice adds to an error of a command what to do about it, where that is known
// and not on stderr already.
func withAdvice(cmd *cobra.Command, err error) error {
	if errors.As(err, new(*reportedError)) {
		return err
	}
	if text := advice(cmd, err); text != "" {
		return &advisedError{err, text}
	}
	return err
}

// advice says which flags of a command help against an error, behind what the library
// says of it; "" where none does.
func advice(cmd *cobra.Command, err error) string {
	var (
		memory *graph.MemoryError
		limit  *gpu.LimitError
		disk   *lists.DiskError
	)
	switch {
	case errors.As(err, &memory) && valueOf(cmd, "cluster") != "":
		return "; the nodes of --cluster need more"
	case errors.As(err, &memory):
		return "; raise --memory to at least " + bytesize.Need(memory.Need) + orOtherwise(cmd)
	case errors.As(err, &limit):
		return "; raise --gpu-memory to at least " + bytesize.Need(limit.Need+limit.Used)
	case errors.As(err, &disk):
		return otherDisk(cmd, disk.What)
	case errors.As(err, new(*frontier.UnfitError)) && valueOf(cmd, "method") == string(chordless.Frontier):
		return "; --method auto takes another where this one does not do"
	case errors.As(err, new(*colours.CollisionError)):
		return "; cut the graph again, into another folder, by tricycle partition with another --seed"
	case errors.Is(err, syscall.EISDIR) && ofCells(err):
		return ", with cells of tricycle partition; count --resume counts these, and vertices and edges take them with --checkpoint or --plan"
	case errors.Is(err, syscall.EISDIR) && valueOf(cmd, "union") == "false":
		return "; --union reads the files in it as one graph"
	case errors.Is(err, graphstream.ErrMany):
		return "; tricycle count --each and tricycle cycles --count --each answer a row for each"
	case errors.Is(err, device.ErrNone):
		return withoutGPU(cmd)
	}
	return waysToRead(cmd, err)
}

// ofCells reports whether an error is about a folder with cells.
func ofCells(err error) bool {
	input := new(graph.InputError)
	return errors.As(err, &input) && exists(filepath.Join(input.File, "shares"))
}

// valueOf returns the value of a flag, "" where a command has no such flag.
func valueOf(cmd *cobra.Command, flag string) string {
	if f := cmd.Flags().Lookup(flag); f != nil {
		return f.Value.String()
	}
	return ""
}

// orOtherwise is the other way out where a method was asked for that holds much.
func orOtherwise(cmd *cobra.Command) string {
	if valueOf(cmd, "method") == string(chordless.Frontier) {
		return ", or leave the choice to --method auto"
	}
	return ""
}

// otherDisk says how to come by more room on a disk for what is written there.
func otherDisk(cmd *cobra.Command, what string) string {
	switch {
	case what != "" && what != partition.Blocks:
		return "; write it to another disk"
	case what == partition.Blocks && valueOf(cmd, "plan") != "":
		return "; the blocks lie beside the plan: name one on another disk with --plan"
	case what == partition.Blocks && (valueOf(cmd, "checkpoint") != "" || valueOf(cmd, "resume") != ""):
		return "; the blocks lie in the folder of the count: begin it on another disk with --checkpoint"
	}
	return "; raise --memory or name another folder with --tmpdir"
}

// withoutGPU says how to do without a GPU.
func withoutGPU(cmd *cobra.Command) string {
	method := valueOf(cmd, "method")
	ofGPU := method != "" && !slices.Contains(triangle.Methods(device.CPU), triangle.Method(method)) &&
		!slices.Contains(chordless.Methods(device.CPU), chordless.Method(method))
	asked := slices.ContainsFunc(strings.Split(valueOf(cmd, "engine"), ","), func(e string) bool {
		return onDevice(device.Engine(e))
	}) || strings.HasPrefix(valueOf(cmd, "device"), ofOpenCL)
	switch {
	case asked && ofGPU:
		return "; --engine cpu --method auto does without one"
	case asked:
		return "; --engine cpu does without one"
	case ofGPU:
		return "; --method auto does without one"
	}
	return ""
}
