package graphio

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tricycle-graph/tricycle/graph"
)

// Files returns the files of a union as they are read: those that folders and patterns
// stand for. The error is a [*graph.InputError].
func (o Options) Files() ([]string, error) { return unionFiles(o.Union) }

// unionFiles returns the files that names stand for: a folder for those in it, and a
// pattern that no file has as its name for all that match.
func unionFiles(names []string) ([]string, error) {
	var files []string
	for _, name := range names {
		stat, err := os.Stat(name)
		switch {
		case name != "-" && errors.Is(err, fs.ErrNotExist):
			found, err := filepath.Glob(name)
			if err != nil || len(found) == 0 {
				found = []string{name} // of which the error will speak
			} else if found, err = unionFiles(found); err != nil {
				return nil, err
			}
			files = append(files, found...)
		case name != "-" && err == nil && stat.IsDir():
			inside, err := filesIn(name)
			if err != nil {
				return nil, err
			}
			if len(inside) == 0 {
				return nil, &graph.InputError{File: name, Expected: "a folder with files of a graph", Found: "none"}
			}
			files = append(files, inside...)
		default:
			files = append(files, name)
		}
	}
	seen := make(map[string]bool, len(files))
	for _, name := range files {
		if path := fileAt(name); seen[path] {
			return nil, &graph.InputError{File: name, Expected: "each file of one graph once", Found: "it is named twice"}
		} else {
			seen[path] = true
		}
	}
	return files, nil
}

// fileAt is one for all names of a file, but for those that hard links give it.
func fileAt(name string) string {
	if name != "-" {
		if file, err := filepath.EvalSymlinks(name); err == nil {
			if path, err := filepath.Abs(file); err == nil {
				return path
			}
		}
	}
	return filepath.Clean(name)
}

// filesIn returns the data files in a folder, in the order of their names, and those in its
// folders year=2026 of a partitioned table. Names that begin with . or _ are not those of
// data: Spark and others write such files beside them.
func filesIn(folder string) ([]string, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, fileError(folder, err)
	}
	var files []string
	for _, entry := range entries {
		path := filepath.Join(folder, entry.Name())
		if strings.HasPrefix(entry.Name(), ".") || strings.HasPrefix(entry.Name(), "_") {
			continue
		}
		stat, err := os.Stat(path)
		if err != nil {
			return nil, fileError(path, err)
		}
		if !stat.IsDir() {
			files = append(files, path)
			continue
		}
		column, _, partition := strings.Cut(entry.Name(), "=")
		switch {
		case !partition:
			return nil, &graph.InputError{File: path, Expected: "a file, or a folder such as year=2026 of a partitioned table", Found: "another folder; name it, too, or the files alone"}
		case isEndName(column):
			return nil, &graph.InputError{File: path, Expected: "tables with both ends of an edge", Found: "a column that is in the names of folders alone, " + quote([]byte(column))}
		}
		inside, err := filesIn(path)
		if err != nil {
			return nil, err
		}
		files = append(files, inside...)
	}
	return files, nil
}

// isEndName says that a column is called as an end of an edge may be.
func isEndName(name string) bool {
	return !isValueName(name) && slices.ContainsFunc(nameWords(name), func(word string) bool {
		return slices.ContainsFunc(slices.Concat(idNames, letterNames), func(pair [2]string) bool { return word == pair[0] || word == pair[1] })
	})
}
