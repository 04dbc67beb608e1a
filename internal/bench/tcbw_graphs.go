package bench

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/graphio"
	"github.com/tricycle-graph/tricycle/internal/scratch"
	"github.com/tricycle-graph/tricycle/internal/standin"
)

// tcbwFiles returns the file of each graph of the table that there is one for: among
// those that were named, or else in the folder snap of that of real graphs.
func tcbwFiles(named []string) ([]string, error) {
	names := make([][]string, len(tcbwTable))
	for i, p := range tcbwTable {
		names[i] = []string{p.data, p.name}
	}
	table, err := newTableFiles(names, named)
	if err != nil {
		return nil, err
	}
	folder := os.Getenv("TRICYCLE_DATA")
	if folder == "" {
		return table.files, nil
	}
	folder = filepath.Join(folder, "snap")
	entries, err := os.ReadDir(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, entry := range entries {
		// Those of other graphs are left alone, and of two the first is taken.
		_, _ = table.assign(filepath.Join(folder, entry.Name()), false)
	}
	return table.files, nil
}

// writeStandIn writes what stands for a graph to a file of binary pairs in a folder,
// and returns the name of the file and the command line that makes it.
func writeStandIn(ctx context.Context, g standin.Graph, folder string, opt graph.Options) (name, command string, err error) {
	src, err := g.Source()
	if err != nil {
		return "", "", err
	}
	defer src.Close() // which only frees memory
	name = filepath.Join(folder, g.Name+".bin")
	encoding, err := graphio.EncodingOf(name, "")
	if err != nil {
		return "", "", err
	}
	file, err := os.Create(name)
	if err != nil {
		return "", "", scratch.Unwritable(err)
	}
	if err := errors.Join(encoding.WriteSource(ctx, file, src, opt), file.Close()); err != nil {
		return "", "", err
	}
	return name, src.Info().Name, nil
}
