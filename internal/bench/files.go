package bench

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// NameError is a mistake in the names of the files of a published table.
type NameError struct{ what string }

func (e *NameError) Error() string { return e.what }

// tableFiles are the files of the graphs of a published table.
type tableFiles struct {
	names [][]string // that a file of each graph may have; the first is the data set's
	files []string   // "" where there is none
}

// newTableFiles finds the graphs of files that are named by the user.
func newTableFiles(names [][]string, named []string) (*tableFiles, error) {
	t := &tableFiles{names, make([]string, len(names))}
	for _, file := range named {
		known, err := t.assign(file, true)
		if err != nil {
			return nil, err
		}
		if !known {
			return nil, &NameError{fmt.Sprintf("%s is not named like one of the graphs, which are %s", file, t.list())}
		}
	}
	return t, nil
}

// list has the names of the data sets.
func (t *tableFiles) list() string {
	var all []string
	for _, names := range t.names {
		all = append(all, names[0])
	}
	return strings.Join(all, ", ")
}

// is reports whether a file is that of a graph: whether its name, up to the first dot, is
// that of the graph, as com-orkut.ungraph.txt.gz is that of com-orkut.
func (t *tableFiles) is(file string, graph int) bool {
	name, _, _ := strings.Cut(filepath.Base(file), ".")
	return slices.ContainsFunc(t.names[graph], func(other string) bool { return strings.EqualFold(name, other) })
}

// assign gives a file to the graphs that it is named like, which have none yet; where one
// has, that is an error if both were named by the user.
func (t *tableFiles) assign(file string, again bool) (known bool, err error) {
	for i := range t.files {
		switch {
		case !t.is(file, i):
		case t.files[i] == "":
			t.files[i], known = file, true
		case again:
			return true, &NameError{fmt.Sprintf("%s and %s are named like one graph, %s", t.files[i], file, t.names[i][0])}
		default:
			known = true
		}
	}
	return known, nil
}
