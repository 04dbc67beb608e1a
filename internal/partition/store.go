package partition

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/tricycle-graph/tricycle/internal/atomicfile"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/objectfs"
)

// Piece is a run of rows as a Store keeps it.
type Piece struct {
	Rows  Range    `json:"rows"`
	Edges []uint64 `json:"edges"` // in each cut
}

// Store holds the oriented lists of a graph in pieces, runs of consecutive rows,
// each cut at the same columns: in memory, or in an object for each piece and cut.
// Pieces are added, then the store is sealed, then blocks are loaded.
type Store struct {
	rows  uint32
	cuts  []Range
	files objectfs.FS // nil for memory
	set   string

	mutex  sync.Mutex
	pieces []stored
	before [][]uint64 // of each cut: the edges before each piece, and behind the last
}

// stored is a piece and, in memory, its rows.
type stored struct {
	Piece
	block *Block // nil where the piece is in objects
}

// NewStore makes a store for lists of so many rows, without any yet. The cuts
// are consecutive ranges over [0, rows). The names of its objects in files begin
// with [Store.Set], so that they meet nobody else's; with nil the pieces stay in
// memory as they are.
func NewStore(rows uint32, cuts []Range, files objectfs.FS) (*Store, error) {
	if !Consecutive(cuts, rows) || len(cuts) == 0 {
		return nil, fmt.Errorf("partition: cuts %v do not cover %d columns", cuts, rows)
	}
	s := &Store{rows: rows, cuts: cuts}
	if files != nil {
		s.set = fmt.Sprintf("%08x-", rand.Uint32())
		s.files = objectfs.Sub(files, s.set)
	}
	return s, nil
}

// OpenStore makes a sealed store of pieces whose objects are there already, those
// of a set. What is wrong with one is found when it is loaded.
func OpenStore(rows uint32, cuts []Range, pieces []Piece, files objectfs.FS, set string) (*Store, error) {
	s, err := NewStore(rows, cuts, nil)
	if err != nil {
		return nil, err
	}
	s.files, s.set = objectfs.Sub(files, set), set
	for _, p := range pieces {
		if len(p.Edges) != len(cuts) {
			return nil, fmt.Errorf("partition: rows %v have %d cuts, not %d", p.Rows, len(p.Edges), len(cuts))
		}
		s.pieces = append(s.pieces, stored{Piece: p})
	}
	return s, s.Seal()
}

// Blocks is what a store has no room for on a disk, in a *lists.DiskError.
const Blocks = "the graph in blocks"

// CheckRoom says whether the folder of the objects, if there is one, has room for
// so many edges. The error is a *DiskError where it has not.
func (s *Store) CheckRoom(edges uint64) error {
	folder := objectfs.Folder(s.files)
	if folder == "" {
		return nil
	}
	err := lists.CheckRoom(folder, StoreBytes(s.rows, len(s.cuts), edges))
	if disk := (*lists.DiskError)(nil); errors.As(err, &disk) {
		disk.What = Blocks
	}
	return err
}

// StoreBytes returns what a store in files takes at most, that has so many
// rows, cuts and edges.
func StoreBytes(rows uint32, cuts int, edges uint64) int64 {
	const perFile = 1 << 20 // header, and what a file system adds, of some hundreds of files
	return 4*int64(edges) + int64(cuts)*(4*int64(rows)+perFile)
}

// Add takes a piece over: b and what it points to belong to the store. Its
// columns are [0, rows). Pieces may come in any order, from several goroutines
// at once.
func (s *Store) Add(ctx context.Context, b *Block) error {
	if b.Columns != (Range{0, s.rows}) || b.Rows.End < b.Rows.Begin || b.Rows.End > s.rows || len(b.Lengths) != b.Rows.Len() {
		return fmt.Errorf("partition: a piece of rows %v, columns %v, is not one of %d rows", b.Rows, b.Columns, s.rows)
	}
	if b.Rows.Len() == 0 {
		return nil
	}
	p := stored{Piece: Piece{Rows: b.Rows, Edges: make([]uint64, len(s.cuts))}}
	if s.files == nil {
		p.block = b
	}
	for i, columns := range s.cuts {
		part := b
		switch {
		case len(s.cuts) == 1:
		case s.files == nil:
			p.Edges[i] = b.edgesWithin(columns)
			continue
		default:
			part = b.cut(columns)
		}
		p.Edges[i] = part.Edges()
		if s.files != nil {
			if err := part.writeTo(ctx, s.files, objectName(b.Rows, i)); err != nil {
				return s.failed(err)
			}
		}
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.pieces = append(s.pieces, p)
	return nil
}

// failed is the error for a block that could not be written.
func (s *Store) failed(err error) error {
	if !atomicfile.Full(err) {
		return err
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	written := uint64(0)
	for _, p := range s.pieces {
		written += s.edges(p.Piece, Range{0, s.rows})
	}
	return &lists.DiskError{What: Blocks, Folder: objectfs.Folder(s.files), Need: 4 * int64(written), Err: err}
}

// Seal ends the adding. The pieces must cover all rows once.
func (s *Store) Seal() error {
	slices.SortFunc(s.pieces, func(a, b stored) int { return cmp.Compare(a.Rows.Begin, b.Rows.Begin) })
	ranges := make([]Range, len(s.pieces))
	s.before = make([][]uint64, len(s.cuts))
	for cut := range s.before {
		s.before[cut] = make([]uint64, len(s.pieces)+1)
		for i, p := range s.pieces {
			ranges[i] = p.Rows
			s.before[cut][i+1] = s.before[cut][i] + p.Edges[cut]
		}
	}
	if !Consecutive(ranges, s.rows) {
		return fmt.Errorf("partition: the pieces %v do not cover %d rows once", ranges, s.rows)
	}
	return nil
}

// CheckSizes says whether each object is there and as large as its piece takes. The
// error is a *BlockError where it is not.
func (s *Store) CheckSizes(ctx context.Context) error {
	sizes, err := s.files.List(ctx, objectPrefix)
	if err != nil {
		return err
	}
	for _, p := range s.pieces {
		for cut, edges := range p.Edges {
			name := objectName(p.Rows, cut)
			h := blockHeader{Rows: p.Rows, Edges: edges}
			switch size, ok := sizes[name]; {
			case !ok:
				return missing(ctx, s.files, name)
			case uint64(size) > h.size():
				return &BlockError{objectfs.Path(s.files, name), ErrDamaged}
			case uint64(size) < h.size():
				return &BlockError{objectfs.Path(s.files, name), ErrTruncated}
			}
		}
	}
	return nil
}

// missing is the error for an object that is not listed: what is said by whoever
// opens it.
func missing(ctx context.Context, files objectfs.FS, name string) error {
	object, err := files.Open(ctx, name, 0, 1)
	if err != nil {
		return &BlockError{objectfs.Path(files, name), objectfs.Cause(err)}
	}
	_ = object.Close() // it was not to be read
	return &BlockError{objectfs.Path(files, name), ErrDamaged}
}

// Rows returns the number of rows.
func (s *Store) Rows() uint32 { return s.rows }

// InMemory reports whether pieces are kept in memory, not in objects.
func (s *Store) InMemory() bool { return s.files == nil }

// Set is what the names of the store's objects begin with; "" in memory.
func (s *Store) Set() string { return s.set }

// Cuts returns the ranges of columns at which pieces are cut.
func (s *Store) Cuts() []Range { return s.cuts }

// Pieces returns the pieces by their rows.
func (s *Store) Pieces() []Piece {
	pieces := make([]Piece, len(s.pieces))
	for i := range pieces {
		pieces[i] = s.pieces[i].Piece
	}
	return pieces
}

// Edges returns the number of edges in the pieces and cuts that meet a
// rectangle: those that it holds where it is made of whole ones, and no fewer
// where it is not.
func (s *Store) Edges(rows, columns Range) uint64 {
	first, _ := slices.BinarySearchFunc(s.pieces, rows.Begin, func(p stored, row uint32) int { return cmp.Compare(p.Rows.End, row+1) })
	last, _ := slices.BinarySearchFunc(s.pieces, rows.End, func(p stored, row uint32) int { return cmp.Compare(p.Rows.Begin, row) })
	sum := uint64(0)
	for i, cut := range s.cuts {
		if Overlap(cut, columns) && first < last {
			sum += s.before[i][last] - s.before[i][first]
		}
	}
	return sum
}

// edges returns the edges of a piece in the cuts that meet columns.
func (s *Store) edges(p Piece, columns Range) uint64 {
	sum := uint64(0)
	for i, cut := range s.cuts {
		if Overlap(cut, columns) {
			sum += p.Edges[i]
		}
	}
	return sum
}

// Close forgets what is in memory. Objects stay.
func (s *Store) Close() error {
	s.pieces = nil
	return nil
}

// objectPrefix begins the names of all objects of a store.
const objectPrefix = "rows-"

// objectName names the object of a piece in a cut.
func objectName(rows Range, cut int) string {
	return fmt.Sprintf("%s%d-%d-%d.tblk", objectPrefix, rows.Begin, rows.End, cut)
}
