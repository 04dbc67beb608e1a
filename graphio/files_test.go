package graphio

import (
	"context"
	"errors"
	"io"
	"os"

	"github.com/tricycle-graph/tricycle/graph"
)

// writeEncoded lets body write the file at path in the encoding of its suffix.
func writeEncoded(path string, body func(e Encoding, w io.Writer) error) error {
	e, err := EncodingOf(path, "")
	if err != nil {
		return err
	}
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(body(e, file), file.Close())
}

func writeGraph(ctx context.Context, path string, g *graph.Graph, opt graph.Options) error {
	return writeEncoded(path, func(e Encoding, w io.Writer) error { return e.Write(ctx, w, g, opt) })
}

func writeSource(ctx context.Context, path string, src graph.Source, opt graph.Options) error {
	return writeEncoded(path, func(e Encoding, w io.Writer) error { return e.WriteSource(ctx, w, src, opt) })
}
