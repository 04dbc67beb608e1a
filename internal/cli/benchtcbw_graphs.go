package cli

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/graphio"
	"github.com/tricycle-graph/tricycle/internal/scratch"
	"github.com/tricycle-graph/tricycle/internal/standin"
)

// tcbwNames lists the graphs of the table, as files may be named.
func tcbwNames() string {
	names := make([]string, len(tcbwTable))
	for i, p := range tcbwTable {
		names[i] = p.data
	}
	return strings.Join(names, ", ")
}

// is reports whether a file is that of the data set: whether its name, up to the first
// dot, is that of the graph, as com-orkut.ungraph.txt.gz is that of com-orkut.
func (p tcbwPublished) is(file string) bool {
	name, _, _ := strings.Cut(filepath.Base(file), ".")
	return strings.EqualFold(name, p.name) || strings.EqualFold(name, p.data)
}

// tcbwFiles returns the file of each graph of the table that there is one for: among
// those that were named, or else in the folder snap of that of real graphs.
func tcbwFiles(named []string) ([]string, error) {
	files := make([]string, len(tcbwTable))
	assign := func(file string, again bool) (known bool, err error) {
		for i, p := range tcbwTable {
			switch {
			case !p.is(file):
			case files[i] == "":
				files[i], known = file, true
			case again:
				return true, usagef("%s and %s are named like one graph, %s", files[i], file, p.data)
			default:
				known = true
			}
		}
		return known, nil
	}
	for _, file := range named {
		known, err := assign(file, true)
		if err != nil {
			return nil, err
		}
		if !known {
			return nil, usagef("%s is not named like one of the graphs, which are %s", file, tcbwNames())
		}
	}
	folder := os.Getenv("TRICYCLE_DATA")
	if folder == "" {
		return files, nil
	}
	folder = filepath.Join(folder, "snap")
	entries, err := os.ReadDir(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, entry := range entries {
		// Those of other graphs are left alone, and of two the first is taken.
		_, _ = assign(filepath.Join(folder, entry.Name()), false)
	}
	return files, nil
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
