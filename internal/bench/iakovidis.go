package bench

import (
	"github.com/tricycle-graph/tricycle/internal/gpu/gpucount"
	"github.com/tricycle-graph/tricycle/internal/standin"
)

// iakovidis is a row of the table of Iakovidis (Finding the number of triangles in a
// graph, 2019, section 9), whose times are of a Tesla T4.
type iakovidis struct {
	name           string  // as its publishers call the graph
	perColumn      float64 // entries a column of the lower triangle, as the paper has it
	simple, shared float64 // milliseconds
	columns        int     // that a block takes at once
}

// iakovidisTable is the table. The paper's entries a column of the first two graphs are
// swapped, and not exact: delaunay_n22 has 3.0, and great-britain_osm 1.05. The times
// are where they belong: it is the former that has more edges, and the latter that has
// more columns.
var iakovidisTable = []iakovidis{
	{"delaunay_n22", 1.5, 3.32, 8, 27},
	{"great-britain_osm", 3, 2.17, 9.72, 27},
	{"auto", 7.3, 2.69, 2.38, 27},
	{"coPapersCiteseer", 36.9, 140.23, 91.47, 1},
}

// graph returns what is known of the data set, and what stands for it.
func (p iakovidis) graph() standin.Graph {
	g, ok := standin.Of(p.name)
	if !ok {
		panic("nothing stands for " + p.name)
	}
	return g
}

// speedup is how many times longer simple took than shared.
func (p iakovidis) speedup() float64 { return p.simple / p.shared }

// iakovidisFiles returns the file of each graph of the table that is named, "" where none
// is.
func iakovidisFiles(named []string) ([]string, error) {
	names := make([][]string, len(iakovidisTable))
	for i, p := range iakovidisTable {
		names[i] = []string{p.name}
	}
	table, err := newTableFiles(names, named)
	if err != nil {
		return nil, err
	}
	return table.files, nil
}

// launchShape is how the methods merge and shared are launched on a GPU.
type launchShape struct {
	name           string
	simple, shared func(p iakovidis) gpucount.Params
}

func ours(iakovidis) gpucount.Params { return gpucount.Params{} }

var launchShapes = []launchShape{
	{"the paper's",
		func(iakovidis) gpucount.Params { return gpucount.Params{BlockThreads: 512, Blocks: 256} },
		func(p iakovidis) gpucount.Params {
			return gpucount.Params{Columns: p.columns, BlockThreads: 128, Blocks: 1024}
		}},
	{"ours", ours, ours},
}
