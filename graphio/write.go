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
	"syscall"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/atomicfile"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/mapping"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// BlockSource is a source whose records have an order: it yields them in
// numbered blocks, which may be asked for in any order and from several
// goroutines at once. The sources of package generate are such.
type BlockSource interface {
	graph.Source
	// Prepare makes what the blocks need. It returns before the first
	// AppendBlock.
	Prepare(ctx context.Context, workers int) error
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
	f, _, err := outputFormat(path, format)
	if err != nil {
		return "", err
	}
	return f.name, nil
}

// WriteGraph writes g to path, "-" for standard output, in the format by that
// name or, where it is "", in that of the suffix. The file appears when it is
// complete: it is written under a temporary name, synced and renamed. After an
// error, such as a full disk or the end of ctx, nothing is left of it. That of a
// graph that the format has no room for is [errors.ErrUnsupported].
//
// The graph goes out under the ids of its labels where the format has room for
// them; see [Losses]. A suffix such as .gz behind that of the format compresses
// the file.
func WriteGraph(ctx context.Context, path, format string, g *graph.Graph, opt graph.Options) error {
	f, c, err := outputFormat(path, format)
	if err != nil {
		return err
	}
	return write(path, c, opt, func(out *output) error { return f.write(ctx, out, g) })
}

// WriteEdges writes what src yields, as [WriteGraph] does. Formats that are
// lists of records take those of a [BlockSource] as they are, in its order,
// without holding them in memory: loops, duplicates and all, the same file for
// any number of threads. In all other cases a graph is built and written.
func WriteEdges(ctx context.Context, path, format string, src graph.Source, opt graph.Options) error {
	f, c, err := outputFormat(path, format)
	if err != nil {
		return err
	}
	if blocks, ok := src.(BlockSource); ok && f.writeEdges != nil {
		if err := blocks.Prepare(ctx, opt.Threads); err != nil {
			return err
		}
		return write(path, c, opt, func(out *output) error { return f.writeEdges(ctx, out, blocks) })
	}
	g, err := build(ctx, src, opt)
	if err != nil {
		return err
	}
	return write(path, c, opt, func(out *output) error { return f.write(ctx, out, g) })
}

// build returns the graph of src.
func build(ctx context.Context, src graph.Source, opt graph.Options) (*graph.Graph, error) {
	if loader, ok := src.(graph.Loader); ok {
		return loader.Graph(ctx, opt.Threads)
	}
	cleaned, err := lists.Clean(ctx, src, opt)
	if err != nil {
		return nil, err
	}
	return cleaned.Graph(ctx, opt)
}

// outputFormat returns the format and the compression in which path would be
// written. The latter is nil where the suffix tells none.
func outputFormat(path, name string) (*format, *compression, error) {
	bare, c := cutCompression(strings.ToLower(filepath.Base(path)))
	if c != nil && c.writer == nil {
		return nil, nil, fmt.Errorf("%s: %s is only read", path, c.name)
	}
	if name != "" {
		f := formatNamed(name)
		switch {
		case f == nil:
			return nil, nil, fmt.Errorf("unknown format %q (one of %s)", name, formatNames())
		case f.write == nil:
			return nil, nil, fmt.Errorf("format %s is only read", name)
		}
		return f, c, nil
	}
	if path == "-" {
		return nil, nil, errors.New("standard output has no suffix to tell the format; name one")
	}
	end := filepath.Ext(bare)
	var known []string
	for _, f := range formats {
		if slices.Contains(f.outputs, end) {
			return f, c, nil
		}
		known = append(known, f.outputs...)
	}
	return nil, nil, fmt.Errorf("%s: the suffix tells no format that is written (%s)", path, strings.Join(known, " "))
}

// output is a file or stream being written.
type output struct {
	io.Writer
	suffix  string // of the file, without that of a compression; "" for standard output
	workers int
	meter   *graph.Meter
}

// write lets body write the file at path, compressed with c unless that is nil.
func write(path string, c *compression, opt graph.Options, body func(out *output) error) error {
	out := &output{
		Writer:  os.Stdout,
		suffix:  suffix(path),
		workers: par.Workers(opt.Threads),
		meter:   opt.Meter,
	}
	if path == "-" {
		out.suffix = ""
		return writeError(path, mapping.Guard(func() error { return body(out) }))
	}
	file, err := atomicfile.Create(path)
	if err != nil {
		return writeError(path, err)
	}
	defer file.Discard()
	out.Writer = file
	if err := mapping.Guard(func() error { return out.compress(c, body) }); err != nil {
		return writeError(path, err)
	}
	return writeError(path, file.Commit())
}

// Write writes data. Of a mapped file with a page that is not there the system
// says that the address is bad; to touch it lets a guard know which file it is.
func (out *output) Write(data []byte) (int, error) {
	n, err := out.Writer.Write(data)
	if errors.Is(err, syscall.EFAULT) {
		mapping.Touch(data)
	}
	return n, err
}

// compress lets body write to out through c, unless that is nil.
func (out *output) compress(c *compression, body func(out *output) error) error {
	if c == nil {
		return body(out)
	}
	writer, err := c.writer(out.Writer, out.workers)
	if err != nil {
		return err
	}
	through := *out
	through.Writer = writer
	err = body(&through)
	if closed := writer.Close(); err == nil {
		err = closed
	}
	return err
}

// writeError names the file that was asked for rather than the temporary one,
// unless it is the input that is to blame.
func writeError(path string, err error) error {
	if input := (*graph.InputError)(nil); err == nil || errors.As(err, &input) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	if place := (*atomicfile.PlaceError)(nil); errors.As(err, &place) {
		return err // names it
	}
	if cause := (*fs.PathError)(nil); errors.As(err, &cause) {
		err = cause.Err
	}
	if path == "-" {
		return fmt.Errorf("standard output: %w", err)
	}
	return fmt.Errorf("write %s: %w", path, err)
}
