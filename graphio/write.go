package graphio

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/loading"
	"github.com/tricycle-graph/tricycle/internal/mapping"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// Encoding is how a graph is written: in a format, and compressed where wanted.
type Encoding struct {
	format      *format
	compression *compression // or nil
	suffix      string       // of the file, without that of the compression
}

// EncodingOf returns the encoding of a file of that name: in the format by the
// other name, which may be a suffix, or, where that is "", in that of the suffix. A suffix such as .gz
// behind that of the format compresses the file. It is an error if there is no
// such encoding, to be learnt before long work begins.
func EncodingOf(name, format string) (Encoding, error) {
	f, c, err := outputFormat(name, format)
	end := suffix(name)
	if f != nil && isSuffix(format, f.outputs) {
		end = "." + strings.TrimPrefix(strings.ToLower(format), ".")
	}
	return Encoding{f, c, end}, err
}

// Write writes g to w, under the ids of its labels where the format has room for
// them; see [Encoding.Losses]. The error of a graph that the format has no room
// for is [errors.ErrUnsupported].
func (e Encoding) Write(ctx context.Context, w io.Writer, g *graph.Graph, opt graph.Options) error {
	return e.write(w, opt, func(out *output) error { return e.format.write(ctx, out, g) })
}

// WriteSource writes what src yields. Where the format is a list of records and
// the source has an order of its own, as those of package generate have, they are
// written as they are, without being held in memory: loops, duplicates and all,
// the same for any number of threads. In all other cases a graph is built and
// written, and where its vertices are drawn, if the source knows and the format has room.
func (e Encoding) WriteSource(ctx context.Context, w io.Writer, src graph.Source, opt graph.Options) error {
	if blocks, ok := src.(orderedSource); ok && e.format.writeEdges != nil {
		if err := blocks.Prepare(ctx, opt.Threads); err != nil {
			return err
		}
		return e.write(w, opt, func(out *output) error { return e.format.writeEdges(ctx, out, blocks) })
	}
	g, _, err := loading.Graph(ctx, src, opt)
	if err != nil {
		return err
	}
	return e.write(w, opt, func(out *output) error {
		out.places = placesOf(src)
		return e.format.write(ctx, out, g)
	})
}

// orderedSource is a source whose records have an order: it yields them in
// numbered blocks, which may be asked for in any order and from several
// goroutines at once.
type orderedSource interface {
	graph.Source
	// Prepare makes what the blocks need. It returns before the first
	// AppendBlock.
	Prepare(ctx context.Context, workers int) error
	// Blocks returns the number of blocks.
	Blocks() int
	// AppendBlock appends the records of a block, in [0, Blocks()), to edges.
	AppendBlock(block int, edges []graph.Edge) []graph.Edge
}

// outputFormat returns the format and the compression in which path would be
// written. The latter is nil where the suffix tells none.
func outputFormat(path, name string) (*format, *compression, error) {
	bare, c := cutCompression(strings.ToLower(filepath.Base(path)))
	if c != nil && c.writer == nil {
		return nil, nil, fmt.Errorf("%s: %s is only read", path, c.name)
	}
	if name != "" {
		f, err := formatMeant(name, func(f *format) []string { return f.outputs })
		if err == nil && f.write == nil {
			err = fmt.Errorf("format %s is only read", name)
		}
		return f, c, err
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

// output is what a graph is written to.
type output struct {
	io.Writer
	suffix  string // of the file, without that of a compression; "" where there is none
	workers int
	meter   *graph.Meter
	places  *places // of the vertices; nil where they are not known
}

// write lets body write to w, through the compression.
func (e Encoding) write(w io.Writer, opt graph.Options, body func(out *output) error) error {
	out := &output{Writer: w, suffix: e.suffix, workers: par.Workers(opt.Threads), meter: opt.Meter}
	return mapping.Guard(func() error { return out.compress(e.compression, body) })
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
