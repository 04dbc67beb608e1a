package graphio

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/atomicfile"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// BlockSource is a source whose records have an order: it yields them in
// numbered blocks, which may be asked for in any order and from several
// goroutines at once. The sources of package generate are such.
type BlockSource interface {
	graph.Source
	// Blocks returns the number of blocks.
	Blocks() int
	// AppendBlock appends the records of a block, in [0, Blocks()), to edges.
	AppendBlock(block int, edges []graph.Edge) []graph.Edge
}

// OutputFormat returns the name of the format in which the functions of this
// package would write path: the format by that name, or, where it is "", the
// one of the suffix. It is an error if there is none, to be learnt before long
// work begins.
func OutputFormat(path, format string) (string, error) {
	f, err := outputFormat(path, format)
	if err != nil {
		return "", err
	}
	return f.name, nil
}

// WriteGraph writes g to path, "-" for standard output, in the format by that
// name or, where it is "", in that of the suffix. The file appears when it is
// complete: it is written under a temporary name, synced and renamed. After an
// error, such as a full disk or the end of ctx, nothing is left of it.
//
// The graph goes out under the ids of its labels where the format has room for
// them. Edge lists and pairs lose vertices without an edge.
func WriteGraph(ctx context.Context, path, format string, g *graph.Graph, opt graph.Options) error {
	f, err := outputFormat(path, format)
	if err != nil {
		return err
	}
	return write(path, opt, func(out *output) error { return f.write(ctx, out, g) })
}

// WriteEdges writes what src yields, as [WriteGraph] does. Formats that are
// lists of records take those of a [BlockSource] as they are, in its order,
// without holding them in memory: loops, duplicates and all, the same file for
// any number of threads. In all other cases a graph is built and written.
func WriteEdges(ctx context.Context, path, format string, src graph.Source, opt graph.Options) error {
	f, err := outputFormat(path, format)
	if err != nil {
		return err
	}
	if blocks, ok := src.(BlockSource); ok && f.writeEdges != nil {
		return write(path, opt, func(out *output) error { return f.writeEdges(ctx, out, blocks) })
	}
	g, err := build(ctx, src, opt)
	if err != nil {
		return err
	}
	return write(path, opt, func(out *output) error { return f.write(ctx, out, g) })
}

// build returns the graph of src.
func build(ctx context.Context, src graph.Source, opt graph.Options) (*graph.Graph, error) {
	if loader, ok := src.(graph.Loader); ok {
		return loader.Graph(ctx)
	}
	cleaned, err := graph.Clean(ctx, src, opt)
	if err != nil {
		return nil, err
	}
	return cleaned.Graph(ctx, opt)
}

func outputFormat(path, name string) (*format, error) {
	if name != "" {
		f := formatNamed(name)
		switch {
		case f == nil:
			return nil, fmt.Errorf("unknown format %q (one of %s)", name, formatNames())
		case f.write == nil:
			return nil, fmt.Errorf("format %s is only read", name)
		}
		return f, nil
	}
	if path == "-" {
		return nil, errors.New("standard output has no suffix to tell the format; name one")
	}
	end := strings.ToLower(filepath.Ext(path))
	var known []string
	for _, f := range formats {
		if slices.Contains(f.outputs, end) {
			return f, nil
		}
		known = append(known, f.outputs...)
	}
	return nil, fmt.Errorf("%s: the suffix tells no format that is written (%s)", path, strings.Join(known, " "))
}

// output is a file or stream being written.
type output struct {
	io.Writer
	suffix  string // of the file, "" for standard output
	workers int
	meter   *graph.Meter
}

// write lets body write the file at path.
func write(path string, opt graph.Options, body func(out *output) error) error {
	out := &output{
		Writer:  os.Stdout,
		suffix:  strings.ToLower(filepath.Ext(path)),
		workers: par.Workers(opt.Threads),
		meter:   opt.Meter,
	}
	if path == "-" {
		out.suffix = ""
		return writeError(path, body(out))
	}
	file, err := atomicfile.Create(path)
	if err != nil {
		return writeError(path, err)
	}
	defer file.Discard()
	out.Writer = file
	if err := body(out); err != nil {
		return writeError(path, err)
	}
	return writeError(path, file.Commit())
}

// writeError names the file that was asked for rather than the temporary one.
func writeError(path string, err error) error {
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	if cause := (*fs.PathError)(nil); errors.As(err, &cause) {
		err = cause.Err
	}
	return fmt.Errorf("write %s: %w", path, err)
}
