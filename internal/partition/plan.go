package partition

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"path/filepath"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/atomicfile"
	"github.com/tricycle-graph/tricycle/internal/objectfs"
)

// Facts are what is known of the graph once its parts are prepared.
type Facts struct {
	Format       string       `json:"format"` // that was recognised
	Compression  string       `json:"compression,omitempty"`
	Table        *graph.Table `json:"table,omitempty"`
	Order        graph.Order  `json:"order"`
	Vertices     uint64       `json:"vertices"`
	Edges        uint64       `json:"edges"`
	Wedges       *big.Int     `json:"wedges"`
	MaxDegree    uint32       `json:"max_degree"`
	MaxOutDegree uint32       `json:"max_out_degree"`
	Cleaning     graph.Report `json:"cleaning"`
}

// Plan is all that a process needs to count some of the subtasks of a graph
// whose blocks lie in a folder, and to tell that the others count the same graph
// cut in the same way.
type Plan struct {
	FormatName string  `json:"format"`
	Version    int     `json:"version"`
	ID         string  `json:"id"` // checksum of the rest; the log and the shards name it
	Request    Request `json:"request"`
	Graph      Facts   `json:"graph"`
	Blocks     string  `json:"blocks"` // their folder, from that of the plan
	Set        string  `json:"set"`    // what their names begin with
	Rows       uint32  `json:"rows"`
	Grid       Grid    `json:"grid"`
	Cuts       []Range `json:"cuts"`
	Pieces     []Piece `json:"pieces"`
}

// The version changes with what is in a block or in a subtask.
func (p *Plan) kind() (string, int) { return "tricycle-plan", 1 }
func (p *Plan) seal() *string       { return &p.ID }

// MaxSubtasks is the most subtasks that a plan has, so that what is kept of each
// is little. Long before, the blocks are read more often than they can be.
const MaxSubtasks = 1 << 20

// WriteFile gives p its ID and writes it to a file, which is there whole or not
// at all.
func (p *Plan) WriteFile(name string) error {
	p.FormatName, p.Version = p.kind()
	if err := p.check(); err != nil {
		return fmt.Errorf("the plan cannot be written: %w", err)
	}
	return writeSealed(name, p)
}

func writeSealed(name string, d sealed) error {
	file, err := atomicfile.Create(name)
	if err != nil {
		return err
	}
	defer file.Discard()
	if err := writeWhole(file, encode(d)); err != nil {
		return err
	}
	return file.Commit()
}

// ReadPlan reads a plan. The error is a [*graph.InputError].
func ReadPlan(name string) (*Plan, error) {
	p := new(Plan)
	if err := readSealed(name, p); err != nil {
		return nil, err
	}
	if err := p.check(); err != nil {
		return nil, &graph.InputError{File: name, Err: fmt.Errorf("%w: %w", ErrDamaged, err)}
	}
	return p, nil
}

// check says what in p does not fit together. A checksum shows what was damaged,
// not what was made up: nothing of p is used before this.
func (p *Plan) check() error {
	rows := make([]Range, len(p.Pieces))
	for i, piece := range p.Pieces {
		rows[i] = piece.Rows
		if len(piece.Edges) != len(p.Cuts) {
			return fmt.Errorf("rows %v have edges in %d cuts of %d", piece.Rows, len(piece.Edges), len(p.Cuts))
		}
	}
	grid := p.Grid
	switch {
	case !consecutive(rows, p.Rows), !consecutive(p.Cuts, p.Rows), len(p.Cuts) == 0,
		!consecutive(grid.Rows, p.Rows), !consecutive(grid.Columns, p.Rows), len(grid.Columns) == 0,
		hasEmpty(rows), hasEmpty(grid.Rows), p.Rows > 0 && hasEmpty(grid.Columns),
		!coarser(grid.Rows, rows), grid.Hubs > p.Rows:
		return errors.New("its ranges do not fit together")
	case !grid.fewerThan(MaxSubtasks):
		return fmt.Errorf("%d x %d parts make more than %d subtasks", len(grid.Rows), len(grid.Columns), MaxSubtasks)
	case !filepath.IsLocal(p.Blocks):
		return fmt.Errorf("its blocks lie in %q, not beside it", p.Blocks)
	}
	edges, err := p.edges()
	if err != nil {
		return err
	}
	return p.Graph.check(edges)
}

// edges adds up the edges of the pieces.
func (p *Plan) edges() (uint64, error) {
	sum := uint64(0)
	for _, piece := range p.Pieces {
		for i, edges := range piece.Edges {
			if edges > uint64(piece.Rows.Len())*uint64(p.Cuts[i].Len()) {
				return 0, fmt.Errorf("rows %v have no room for %d edges to %v", piece.Rows, edges, p.Cuts[i])
			}
			sum = addCapped(sum, edges)
		}
	}
	return sum, nil
}

// check says what in f does not fit lists of so many edges.
func (f *Facts) check(edges uint64) error {
	if f.Edges != edges || edges >= 1<<60 {
		return fmt.Errorf("its pieces have %d edges, the graph %d", edges, f.Edges)
	}
	if f.MaxOutDegree > f.MaxDegree || uint64(f.MaxDegree) > edges {
		return fmt.Errorf("%d edges, degrees up to %d, and %d to one side cannot be", edges, f.MaxDegree, f.MaxOutDegree)
	}
	// A wedge is a pair of edges.
	pairs := new(big.Int).SetUint64(edges)
	pairs.Rsh(pairs.Mul(pairs, new(big.Int).Sub(pairs, big.NewInt(1))), 1)
	if f.Wedges == nil || f.Wedges.Sign() < 0 || f.Wedges.Cmp(pairs) > 0 {
		return fmt.Errorf("%d edges cannot have the wedges that it says", edges)
	}
	return nil
}

// holds reports whether the graph can have so many triangles: each has three wedges.
func (f *Facts) holds(triangles uint64) bool {
	wedges := new(big.Int).SetUint64(triangles)
	return wedges.Mul(wedges, big.NewInt(3)).Cmp(f.Wedges) <= 0
}

// coarser reports whether each range ends where a finer one does.
func coarser(ranges, finer []Range) bool {
	ends := make(map[uint32]bool, len(finer))
	for _, r := range finer {
		ends[r.End] = true
	}
	for _, r := range ranges {
		if !ends[r.End] {
			return false
		}
	}
	return true
}

// BlockBytes returns what the files of the blocks hold.
func (p *Plan) BlockBytes() uint64 {
	sum := uint64(0)
	for _, piece := range p.Pieces {
		for _, edges := range piece.Edges {
			sum += blockHeaderSize + 4*uint64(piece.Rows.Len()) + 4*edges
		}
	}
	return sum
}

// Open opens the blocks of the plan that was read from, or written to, a file.
// The error is a [*BlockError] where one is not there, or not of its size: what is
// allocated for a block is not more than there is of it.
func (p *Plan) Open(name string) (*Store, error) {
	store, err := OpenStore(p.Rows, p.Cuts, p.Pieces, objectfs.NewDisk(filepath.Join(filepath.Dir(name), p.Blocks)), p.Set)
	if err != nil {
		return nil, err
	}
	return store, store.CheckSizes(context.TODO())
}
