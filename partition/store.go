package partition

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// Store is a folder with the blocks of a grid. It may be read from several
// goroutines at once.
type Store struct {
	folder string
	grid   Grid
}

// place is where a block stands in the grid, and its file.
type place struct {
	rows, columns Range
	name          string
}

// Write writes the blocks of o, cut by g, to a folder that exists, and is for
// them alone. Each edge takes 8 bytes there, 4 in an edge block and 4 in a CSR
// block; each block takes 64 bytes and 4 a row besides. Each of the threads, 0
// for one a core, holds one block. When it fails, or ctx ends, no block is left.
func Write(ctx context.Context, folder string, o *graph.Oriented, g Grid, threads int) (*Store, error) {
	s := &Store{folder: folder, grid: g}
	places := s.places()
	err := par.Each(ctx, par.Workers(threads), len(places), func(_, i int) error {
		return Cut(o, places[i].rows, places[i].columns).WriteFile(places[i].name)
	})
	if err != nil {
		// The first error says more than one on cleaning up.
		_ = s.Remove()
		return nil, err
	}
	return s, nil
}

// Grid returns the grid that s was written with.
func (s *Store) Grid() Grid { return s.grid }

// Lists reads the blocks of a subtask and returns oriented lists whose triangles
// are those of the subtask; see [Lists]. While it runs it holds the blocks
// beside the lists.
func (s *Store) Lists(t Subtask) (*graph.Oriented, error) {
	edges, err := s.edgePlace(t.I, t.J).read()
	if err != nil {
		return nil, err
	}
	upper, err := s.rowPlace(t.I, t.K).read()
	if err != nil {
		return nil, err
	}
	lower := upper
	if t.J != t.I {
		if lower, err = s.rowPlace(t.J, t.K).read(); err != nil {
			return nil, err
		}
	}
	return Lists(edges, upper, lower)
}

// read reads a block, and checks that it is the one that belongs there.
func (p place) read() (*Block, error) {
	b, err := ReadFile(p.name)
	if err != nil {
		return nil, err
	}
	if b.Rows != p.rows || b.Columns != p.columns {
		return nil, &BlockError{p.name, fmt.Errorf("%w: it holds rows %v, columns %v, not rows %v, columns %v",
			ErrDamaged, b.Rows, b.Columns, p.rows, p.columns)}
	}
	return b, nil
}

// Remove removes the files of s, and not the folder.
func (s *Store) Remove() error {
	var first error
	for _, p := range s.places() {
		if err := os.Remove(p.name); err != nil && first == nil && !errors.Is(err, fs.ErrNotExist) {
			first = err
		}
	}
	return first
}

// places returns every block that a subtask reads.
func (s *Store) places() []place {
	var all []place
	for i := range s.grid.Rows {
		for j := range i + 1 {
			if s.grid.meets(j, 0) { // or no column range does
				all = append(all, s.edgePlace(i, j))
			}
		}
		for k := range s.grid.Columns {
			if s.grid.meets(i, k) {
				all = append(all, s.rowPlace(i, k))
			}
		}
	}
	return all
}

// edgePlace is where edge block (i, j) stands.
func (s *Store) edgePlace(i, j int) place {
	return place{s.grid.Rows[i], s.grid.Rows[j], filepath.Join(s.folder, fmt.Sprintf("edges-%d-%d.tblk", i, j))}
}

// rowPlace is where CSR block (i, k) stands.
func (s *Store) rowPlace(i, k int) place {
	return place{s.grid.Rows[i], s.grid.Columns[k], filepath.Join(s.folder, fmt.Sprintf("rows-%d-%d.tblk", i, k))}
}
