package cli

import (
	"errors"
	"fmt"
	"syscall"
	"testing"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/colours"
	"github.com/tricycle-graph/tricycle/internal/frontier"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/partition"
)

// TestAdvice: what helps depends on the command and on what was asked for.
func TestAdvice(t *testing.T) {
	const (
		temporary = "; raise --memory or name another folder with --tmpdir"
		plan      = "; the blocks lie beside the plan: name one on another disk with --plan"
		folder    = "; the blocks lie in the folder of the count: begin it on another disk with --checkpoint"
	)
	var (
		spilled = &lists.DiskError{Folder: "/fast", Need: 3 << 30, Free: 1 << 30}
		blocks  = &lists.DiskError{What: partition.Blocks, Folder: "/fast", Need: 3 << 30, Free: 1 << 30}
		full    = &lists.DiskError{What: partition.Blocks, Folder: "/fast", Need: 3 << 30, Err: syscall.ENOSPC}
		table   = &lists.DiskError{What: "the table", Folder: "/fast", Need: 3 << 30, Free: 1 << 30}
		memory  = &graph.MemoryError{What: "the states of the frontier", Need: 2 << 20, Limit: 1 << 20}
		unfit   = &frontier.UnfitError{Reason: "too wide"}
		alike   = &graph.InputError{File: "cells", Err: &colours.CollisionError{Names: [2]string{"ann", "bob"}}}
		none    = fmt.Errorf("%w: it is old", gpu.ErrNoDevice)
	)
	for _, c := range []struct {
		command *cobra.Command
		flags   []string
		err     error
		want    string
	}{
		{newCount(new(common)), nil, spilled, temporary},
		{newCount(new(common)), nil, alike, "; cut the graph again, into another folder, by tricycle partition with another --seed"},
		{newCount(new(common)), nil, blocks, temporary},
		{newCount(new(common)), []string{"--plan", "p"}, spilled, temporary},
		{newCount(new(common)), []string{"--plan", "p"}, blocks, plan},
		{newCount(new(common)), []string{"--plan", "p"}, full, plan},
		{newCount(new(common)), []string{"--checkpoint", "p"}, blocks, folder},
		{newCount(new(common)), []string{"--resume", "p"}, full, folder},
		{newCount(new(common)), nil, table, "; write it to another disk"},
		{newCycles(new(common)), nil, memory, "; raise --memory to at least 2.0 MiB"},
		{newCycles(new(common)), []string{"--method", "frontier"}, memory, "; raise --memory to at least 2.0 MiB, or leave the choice to --method auto"},
		{newCycles(new(common)), []string{"--method", "frontier"}, unfit, "; --method auto takes another where this one does not do"},
		{newCycles(new(common)), nil, unfit, ""},
		{newCount(new(common)), []string{"--engine", "cuda"}, none, "; --engine cpu does without one"},
		{newCount(new(common)), []string{"--engine", "cuda", "--method", "shared"}, none, "; --engine cpu --method auto does without one"},
		{newCount(new(common)), []string{"--method", "shared"}, none, "; --method auto does without one"},
		{newBench(new(common)), []string{"--engine", "cpu,cuda"}, none, "; --engine cpu does without one"},
		{newDevices(new(common)), nil, none, ""},
		{newCount(new(common)), nil, errors.New("no more"), ""},
	} {
		if err := c.command.ParseFlags(c.flags); err != nil {
			t.Fatal(err)
		}
		if got := advice(c.command, c.err); got != c.want {
			t.Errorf("%s %v, %v: %q, want %q", c.command.Name(), c.flags, c.err, got, c.want)
		}
	}
}
