package jobs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/colours"
	"github.com/tricycle-graph/tricycle/internal/objectfs"
	"github.com/tricycle-graph/tricycle/internal/partition"
)

// facts are what is known of the graph once its parts are prepared.
type facts struct {
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

// plan is all that a process needs to count some of the subtasks of a graph
// whose blocks lie in a folder, and to tell that the others count the same graph
// cut in the same way.
type plan struct {
	FormatName string            `json:"format"`
	Version    int               `json:"version"`
	ID         string            `json:"id"` // checksum of the rest; the log and the shards name it
	Request    Request           `json:"request"`
	Input      input             `json:"input"`
	Graph      facts             `json:"graph"`
	Set        string            `json:"set"` // what the names of the blocks begin with
	Rows       uint32            `json:"rows"`
	Grid       partition.Grid    `json:"grid"`
	Cuts       []partition.Range `json:"cuts"`
	Pieces     []partition.Piece `json:"pieces"`
	Colouring  *colouring        `json:"colouring,omitempty"` // instead of grid, cuts and pieces
}

// The version changes with what is in a block or in a subtask.
func (p *plan) kind() (string, int) { return "tricycle-plan", 2 }
func (p *plan) seal() *string       { return &p.ID }
func (p *plan) head() (*string, *int) {
	return &p.FormatName, &p.Version
}

// readPlan reads the plan of a job. The error is a [*graph.InputError].
func readPlan(ctx context.Context, files FS) (*plan, error) {
	p := new(plan)
	if err := readSealed(ctx, files, planName, p); err != nil {
		return nil, err
	}
	if err := p.check(); err != nil {
		return nil, &graph.InputError{File: objectfs.Path(files, planName), Err: fmt.Errorf("%w: %w", errDamaged, err)}
	}
	return p, nil
}

// check says what in p does not fit together. A checksum shows what was damaged,
// not what was made up: nothing of p is used before this.
func (p *plan) check() error {
	if !slices.Contains([]string{"", ofVertices, ofEdges}, p.Request.Question) {
		return fmt.Errorf("it asks for %q", p.Request.Question)
	}
	if c := p.Colouring; c != nil {
		if c.Shares > 0 {
			if c.merged() != (p.Request.Question != "") {
				return fmt.Errorf("it asks for %q of the cells of %d shares, and has no vertices for that, or needs none", p.Request.Question, c.Shares)
			}
			return c.check()
		}
		if err := cmp.Or(c.check(), p.Graph.check(colours.Records(c.Files))); err != nil || p.Request.Question == "" {
			return err
		}
	}
	rows := make([]partition.Range, len(p.Pieces))
	for i, piece := range p.Pieces {
		rows[i] = piece.Rows
		if len(piece.Edges) != len(p.Cuts) {
			return fmt.Errorf("rows %v have edges in %d cuts of %d", piece.Rows, len(piece.Edges), len(p.Cuts))
		}
	}
	grid := p.Grid
	switch {
	case !partition.Consecutive(rows, p.Rows), !partition.Consecutive(p.Cuts, p.Rows), len(p.Cuts) == 0,
		!partition.Consecutive(grid.Rows, p.Rows), !partition.Consecutive(grid.Columns, p.Rows), len(grid.Columns) == 0,
		partition.HasEmpty(rows), partition.HasEmpty(grid.Rows), p.Rows > 0 && partition.HasEmpty(grid.Columns),
		!coarser(grid.Rows, rows), grid.Hubs > p.Rows:
		return errors.New("its ranges do not fit together")
	case !grid.Countable():
		return fmt.Errorf("%d x %d parts make more than %d subtasks", len(grid.Rows), len(grid.Columns), partition.MaxSubtasks)
	case strings.ContainsAny(p.Set, `/\`):
		return fmt.Errorf("its blocks are %q, not beside it", p.Set)
	}
	edges, err := p.edges()
	if err != nil {
		return err
	}
	return p.Graph.check(edges)
}

// edges adds up the edges of the pieces.
func (p *plan) edges() (uint64, error) {
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
func (f *facts) check(edges uint64) error {
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
func (f *facts) holds(triangles uint64) bool {
	wedges := new(big.Int).SetUint64(triangles)
	return wedges.Mul(wedges, big.NewInt(3)).Cmp(f.Wedges) <= 0
}

// coarser reports whether each range ends where a finer one does.
func coarser(ranges, finer []partition.Range) bool {
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

// blockBytes returns what the blocks hold.
func (p *plan) blockBytes() uint64 {
	sum := uint64(0)
	for _, piece := range p.Pieces {
		for _, edges := range piece.Edges {
			sum += partition.BlockBytes(piece.Rows, edges)
		}
	}
	if p.Colouring != nil {
		for _, f := range slices.Concat(p.Colouring.Files, p.Colouring.Vertices) {
			sum += f.Bytes()
		}
		for _, f := range p.Colouring.Names {
			sum += f.Bytes()
		}
	}
	return sum
}

// whole says whether the blocks or cells of a plan are there, each of its size: the error
// is a [*partition.BlockError] where they are not.
func (p *plan) whole(ctx context.Context, files FS) error {
	if c := p.Colouring; c != nil {
		names := c.Names
		if c.merged() {
			names = nil
		}
		if err := colours.Whole(ctx, c.in(files), c.Files, names); err != nil || p.Request.Question == "" {
			return err
		}
		if c.merged() {
			return colours.Whole(ctx, c.beside(files), c.Vertices, c.Names)
		}
	}
	store, err := p.open(ctx, files)
	if err != nil {
		return err
	}
	return store.Close()
}

// open opens the blocks of a plan. The error is a [*partition.BlockError] where one is
// not there, or not of its size: what is allocated for a block is not more than there
// is of it.
func (p *plan) open(ctx context.Context, files FS) (*partition.Store, error) {
	store, err := partition.OpenStore(p.Rows, p.Cuts, p.Pieces, objectfs.Sub(files, blockPrefix), p.Set)
	if err != nil {
		return nil, err
	}
	return store, store.CheckSizes(ctx)
}
