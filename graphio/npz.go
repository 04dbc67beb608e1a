package graphio

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/tricycle-graph/tricycle/graph"
)

// Files of NumPy: .npy, one array, and .npz, a zip of several with names, among them the
// sparse matrices of scipy.sparse.save_npz. See docs/formats.md.

var npyFormat = format{
	name:     npyName,
	text:     "NumPy array: an adjacency matrix, or an edge list of two columns or rows",
	suffixes: []string{npyEnd},
	sniff:    prefix(npyMagic),
	binary:   true,
	columns:  true,
	evidence: "magic",
	open:     openNpy,
}

var npzFormat = format{
	name:     npzName,
	text:     "NumPy arrays in a zip: a sparse matrix of SciPy, or what .npy holds",
	suffixes: []string{".npz"},
	sniff:    startsNPZ,
	binary:   true,
	columns:  true,
	evidence: "arrays in a zip",
	open:     openNpz,
	outputs:  []string{".npz"},
	keeps:    keeps{isolated: true},
	write:    writeNpz,
}

const npyName, npzName = "npy", "npz"

// openNpy opens the one array of a .npy file.
func openNpy(in *input) (graph.Source, error) {
	data, size, err := in.readWhole()
	if err != nil {
		return nil, err
	}
	a := &array{in: in, data: data}
	a.npyHeader, err = readNpyHeader(func(data []byte) error {
		err := a.readStored(data, a.at)
		a.at += int64(len(data))
		return err
	}, size)
	if err != nil {
		return nil, asInputError(in.name, err)
	}
	return in.openArray(a)
}

// openArray opens an array of which nothing but its shape and its type says what it is.
func (in *input) openArray(a *array) (graph.Source, error) {
	two := func(axis int) bool { return len(a.shape) == 2 && a.shape[axis] == 2 }
	if len(a.shape) != 2 {
		return nil, a.wrong("a square matrix, or two columns or rows of ids", a.found())
	}
	columns, err := a.tableColumns(a.shape[1])
	switch {
	case err != nil:
		return nil, err
	case columns != nil:
		return in.openTable(a, columns, false)
	case two(0) && two(1) && a.isInteger():
		return nil, in.unclearArray("a matrix of two rows and columns, or two edges", "an edge a row")
	case a.isSquare():
		return in.openMatrix(a)
	case two(1):
		return in.openTable(a, []int{0, 1}, false)
	case two(0):
		return in.openTable(a, []int{0, 1}, true)
	case a.isInteger() && a.shape[1] > 2:
		return nil, in.unclearArray(fmt.Sprintf("a table of %d columns", a.shape[1]), "an edge list")
	}
	return nil, a.wrong("a square matrix, or two columns or rows of ids", a.found())
}

// unclearArray is the InputError for an array of numbers that may be an edge list.
func (in *input) unclearArray(looks, as string) error {
	return &graph.InputError{
		File: in.name, Expected: "a square matrix, or two columns or rows of ids", Found: "what looks like " + looks,
		Err: &UnclearError{looks, []Choice{{as, Options{Format: in.opt.Format, Columns: []string{"1", "2"}}}}},
	}
}

// openArrays opens the arrays of a .npz file by their names.
func (in *input) openArrays(arrays map[string]*array) (graph.Source, error) {
	names := slices.Sorted(maps.Keys(arrays))
	if len(names) == 1 {
		return in.openArray(arrays[names[0]])
	}
	if len(in.opt.Columns) > 0 {
		return in.openNamed(arrays)
	}
	if arrays["format"] != nil && arrays["shape"] != nil {
		return in.openSparse(arrays)
	}
	if src, err := in.openUnnamedSparse(arrays, names); src != nil || err != nil {
		return src, err
	}
	if src, err := in.openEnds(arrays, names); src != nil || err != nil {
		return src, err
	}
	var lists []*array
	for _, name := range names {
		if slices.Contains([]string{"edge_index", "edges", "edge_list", "edgelist"}, name) {
			lists = append(lists, arrays[name])
		}
	}
	if len(lists) == 1 {
		a := lists[0]
		if a.name == "edge_index" && len(a.shape) == 2 && a.shape[0] == 2 {
			return in.openTable(a, []int{0, 1}, true) // as PyTorch Geometric has it
		}
		if !a.isSquare() {
			return in.openArray(a)
		}
	}
	return nil, &graph.InputError{File: in.name, Expected: "arrays that are certain to be a graph", Found: listArrays(arrays)}
}

// openSparse opens what save_npz of SciPy writes.
func (in *input) openSparse(arrays map[string]*array) (graph.Source, error) {
	if err := in.noWeightColumn(); err != nil {
		return nil, err
	}
	form, err := arrays["format"].word()
	if err != nil {
		return nil, err
	}
	shape, err := arrays["shape"].list(2)
	if err != nil {
		return nil, err
	}
	n, err := matrixSize(arrays["shape"], shape)
	if err != nil {
		return nil, err
	}
	needs := map[string][]string{
		"csr": {"indptr", "indices", "data"}, "csc": {"indptr", "indices", "data"}, "bsr": {"indptr", "indices", "data"},
		"coo": {"row", "col", "data"}, "dia": {"offsets", "data"},
	}[form]
	if needs == nil {
		return nil, arrays["format"].wrong("csr, csc, coo, bsr or dia", quote([]byte(form)))
	}
	var found []*array
	for _, name := range needs {
		if arrays[name] == nil {
			return nil, &graph.InputError{File: in.name, Expected: fmt.Sprintf("an array %q, as %s has", name, form), Found: listArrays(arrays)}
		}
		found = append(found, arrays[name])
	}
	switch form {
	case "coo":
		return in.openPairs(found[0], found[1], found[2], n, true)
	case "dia":
		return in.openDiagonals(found[0], found[1], n)
	}
	return in.openRows(form, found[0], found[1], found[2], n)
}

// openUnnamedSparse opens the one square matrix among those whose arrays are called
// adj_indptr, adj_indices, adj_shape and perhaps adj_data, or with another beginning.
// Nothing says whether it is CSR or CSC: the edges are the same.
func (in *input) openUnnamedSparse(arrays map[string]*array, names []string) (graph.Source, error) {
	var square []func() (graph.Source, error)
	for _, name := range names {
		begin, ok := strings.CutSuffix(name, "indptr")
		indices, shape := arrays[begin+"indices"], arrays[begin+"shape"]
		if !ok || indices == nil || shape == nil {
			continue
		}
		sides, err := shape.list(2)
		if err != nil {
			return nil, err
		}
		if n, err := matrixSize(shape, sides); err == nil {
			square = append(square, func() (graph.Source, error) {
				return in.openRows("csr", arrays[name], indices, arrays[begin+"data"], n)
			})
		}
	}
	if len(square) != 1 {
		return nil, nil
	}
	return square[0]()
}

// openEnds opens two lists whose names tell that they are the ends of edges, where all
// other arrays have a value for each edge, or are the shape of a matrix.
func (in *input) openEnds(arrays map[string]*array, names []string) (graph.Source, error) {
	pair, clear, tied := clearestPair(names)
	if clear < 1 || tied {
		return nil, nil
	}
	u, v := arrays[names[pair[0]]], arrays[names[pair[1]]]
	var n graph.Size
	weight, err := in.weightArray(arrays)
	if err != nil {
		return nil, err
	}
	for name, a := range arrays {
		switch {
		case name == "shape":
			sides, err := a.list(2)
			if err != nil {
				return nil, err
			}
			if n, err = matrixSize(a, sides); err != nil {
				return nil, err
			}
		case !a.isList() || !u.isList() || a.shape[0] != u.shape[0]:
			return nil, nil
		case in.weight == "" && (isWeightName(name) || name == "data"):
			weight = a
		}
	}
	return in.openPairs(u, v, weight, n, !alike(u.name, v.name))
}

// weightArray returns the array of weights that was asked for, or nil where none was.
func (in *input) weightArray(arrays map[string]*array) (*array, error) {
	weight := arrays[in.weight]
	if in.weight != "" && weight == nil {
		return nil, &graph.InputError{File: in.name, Expected: fmt.Sprintf("an array %q", in.weight), Found: listArrays(arrays)}
	}
	return weight, nil
}

// openNamed opens the two lists that were asked for.
func (in *input) openNamed(arrays map[string]*array) (graph.Source, error) {
	var found []*array
	for _, name := range in.opt.Columns {
		if arrays[name] == nil {
			return nil, &graph.InputError{File: in.name, Expected: fmt.Sprintf("an array %q", name), Found: listArrays(arrays)}
		}
		found = append(found, arrays[name])
	}
	if len(found) != 2 || found[0] == found[1] {
		return nil, &graph.InputError{File: in.name, Expected: "two arrays of ids", Found: fmt.Sprint(in.opt.Columns)}
	}
	weight, err := in.weightArray(arrays)
	if err != nil {
		return nil, err
	}
	return in.openPairs(found[0], found[1], weight, graph.Size{}, true)
}

// noWeightColumn refuses the name of a column of weights where there is none to name.
func (in *input) noWeightColumn() error {
	if in.weight == "" {
		return nil
	}
	return &graph.InputError{File: in.name, Expected: "lists of ids, which alone have a list of weights to choose", Found: "a matrix"}
}

// word returns the text of an array of one string.
func (a *array) word() (string, error) {
	const most = 16
	if len(a.shape) != 0 || a.kind != 'S' && a.kind != 'U' || a.size > most {
		return "", a.wrong("a word", a.found())
	}
	text, err := a.bytes()
	return strings.ReplaceAll(string(text), "\x00", ""), err
}
