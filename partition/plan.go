package partition

import (
	"fmt"
	"math/big"
	"path/filepath"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/atomicfile"
)

// Facts are what is known of the graph once its parts are prepared.
type Facts struct {
	Format       string       `json:"format"` // that was recognised
	Compression  string       `json:"compression,omitempty"`
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
	Rows       uint32  `json:"rows"`
	Grid       Grid    `json:"grid"`
	Cuts       []Range `json:"cuts"`
	Pieces     []Piece `json:"pieces"`
}

// The version changes with what is in a block or in a subtask.
func (p *Plan) kind() (string, int) { return "tricycle-plan", 1 }
func (p *Plan) seal() *string       { return &p.ID }

// WriteFile gives p its ID and writes it to a file, which is there whole or not
// at all.
func (p *Plan) WriteFile(name string) error {
	p.FormatName, p.Version = p.kind()
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
	if !p.valid() {
		return nil, &graph.InputError{File: name, Err: fmt.Errorf("%w: its ranges do not fit together", ErrDamaged)}
	}
	return p, nil
}

// valid reports whether the ranges of p fit together: pieces, cuts and both
// sides of the grid cover the rows, the grid's rows are whole pieces, and each
// piece knows its edges in every cut.
func (p *Plan) valid() bool {
	rows := make([]Range, len(p.Pieces))
	for i, piece := range p.Pieces {
		rows[i] = piece.Rows
		if len(piece.Edges) != len(p.Cuts) {
			return false
		}
	}
	return consecutive(rows, p.Rows) && consecutive(p.Cuts, p.Rows) &&
		consecutive(p.Grid.Rows, p.Rows) && consecutive(p.Grid.Columns, p.Rows) &&
		coarser(p.Grid.Rows, rows) && p.Grid.Hubs <= p.Rows
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
func (p *Plan) Open(name string) (*Store, error) {
	return OpenStore(p.Rows, p.Cuts, p.Pieces, filepath.Join(filepath.Dir(name), p.Blocks))
}
