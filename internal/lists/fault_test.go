package lists

import (
	"context"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/atomicfile"
)

// faultyFile is a file whose call number at fails, in a way of its own.
type faultyFile struct {
	chunkFile
	calls atomic.Int64
	at    int64
	fault func(write bool, p []byte, offset int64, file chunkFile) (n int, err error)
}

func (f *faultyFile) call(write bool, p []byte, offset int64) (int, error) {
	if f.calls.Add(1) == f.at {
		return f.fault(write, p, offset, f.chunkFile)
	}
	if write {
		return f.chunkFile.WriteAt(p, offset)
	}
	return f.chunkFile.ReadAt(p, offset)
}

func (f *faultyFile) WriteAt(p []byte, offset int64) (int, error) { return f.call(true, p, offset) }
func (f *faultyFile) ReadAt(p []byte, offset int64) (int, error)  { return f.call(false, p, offset) }

// piecesOnDisk builds r with all chunks in a file, and collects the pieces.
func piecesOnDisk(r *raw, opt piecesOptions) (*pieces, Built, error) {
	opt.shape = func(shape) shape { return shape{target: 200, chunk: 64, sorters: 2} }
	s, err := openPieces(context.Background(), r, opt)
	if err != nil {
		return nil, Built{}, err
	}
	defer s.Close()
	got := new(pieces)
	built, err := s.Build(context.Background(), got.add)
	return got, built, err
}

// fixedRaw draws records of which every pass reads the same.
func fixedRaw(random *rand.Rand) *raw {
	r := &raw{split: 100, info: graph.Info{Name: "records", Rereadable: true, Direct: true}}
	for range 1500 {
		r.edges = append(r.edges, graph.Edge{U: random.Uint32N(100), V: random.Uint32N(100)})
	}
	r.info.Records, r.summary.Records = graph.Known(1500), 1500
	return r
}

func TestPiecesFaults(t *testing.T) {
	full := func(bool, []byte, int64, chunkFile) (int, error) {
		return 0, &os.PathError{Op: "write", Err: syscall.ENOSPC}
	}
	broken := errors.New("the disk is broken")
	short := func(write bool, p []byte, offset int64, file chunkFile) (int, error) {
		if write {
			return file.WriteAt(p[:len(p)/2], offset)
		}
		n, err := file.ReadAt(p[:len(p)/2], offset)
		return n, err
	}
	flipped := func(write bool, p []byte, offset int64, file chunkFile) (int, error) {
		bit := rand.IntN(8 * len(p))
		if write {
			p = append([]byte(nil), p...)
			p[bit/8] ^= 1 << (bit % 8)
			return file.WriteAt(p, offset)
		}
		n, err := file.ReadAt(p, offset)
		p[bit/8] ^= 1 << (bit % 8)
		return n, err
	}
	isFull := func(write bool, err error) bool {
		var disk *DiskError
		return errors.As(err, &disk) && disk.Err != nil || !write && errors.Is(err, syscall.ENOSPC)
	}
	isBlock := func(class ...error) func(write bool, err error) bool {
		return func(_ bool, err error) bool {
			var block *FileError
			for _, c := range class {
				if errors.As(err, &block) && errors.Is(err, c) {
					return true
				}
			}
			return false
		}
	}
	tests := map[string]struct {
		fault func(write bool, p []byte, offset int64, file chunkFile) (int, error)
		right func(write bool, err error) bool
	}{
		"full":    {full, isFull},
		"broken":  {func(bool, []byte, int64, chunkFile) (int, error) { return 0, broken }, isBlock(broken)},
		"short":   {short, isBlock(io.ErrShortWrite, errTruncated)},
		"flipped": {flipped, isBlock(errDamaged)},
	}
	for _, direct := range []bool{true, false} {
		for name, test := range tests {
			for at := int64(1); ; at += 1 + at/8 {
				r := fixedRaw(rand.New(rand.NewPCG(1, 2)))
				r.info.Direct = direct
				wrote := false
				f := &faultyFile{at: at, fault: func(write bool, p []byte, offset int64, file chunkFile) (int, error) {
					wrote = write
					return test.fault(write, p, offset, file)
				}}
				got, _, err := piecesOnDisk(r, piecesOptions{Threads: 2, create: func(folder string) (chunkFile, error) {
					var err error
					f.chunkFile, err = temporaryFile(folder)
					return f, err
				}})
				if f.calls.Load() < at { // nothing failed
					if err != nil {
						t.Fatal(err)
					}
					got.check(t, rankSimply(r, graph.OrderRecords).rows, 0)
					break
				}
				if !test.right(wrote, err) {
					t.Errorf("%s, direct %v, call %d, write %v: %v", name, direct, at, wrote, err)
				}
			}
		}
	}
}

func TestPiecesWithoutAFolder(t *testing.T) {
	_, _, err := piecesOnDisk(fixedRaw(rand.New(rand.NewPCG(1, 3))), piecesOptions{TmpDir: filepath.Join(t.TempDir(), "none")})
	if place := (*atomicfile.PlaceError)(nil); !errors.As(err, &place) || !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%v", err)
	}
}

// A source that changes between two readings is an error, whatever changes.
func TestPiecesOfAChangedSource(t *testing.T) {
	changes := map[string]func(random *rand.Rand, r *raw){
		"fewer": func(_ *rand.Rand, r *raw) { r.edges = r.edges[1:] },
		"more":  func(_ *rand.Rand, r *raw) { r.edges = append(r.edges, graph.Edge{U: 1, V: 2}) },
		"many more": func(_ *rand.Rand, r *raw) {
			for range 1000 {
				r.edges = append(r.edges, graph.Edge{U: 1, V: 2})
			}
		},
		"another":    func(random *rand.Rand, r *raw) { r.edges[random.IntN(len(r.edges))] = graph.Edge{U: 200, V: 300} },
		"far":        func(random *rand.Rand, r *raw) { r.edges[random.IntN(len(r.edges))].U = math.MaxUint32 },
		"no record":  func(random *rand.Rand, r *raw) { r.edges[random.IntN(len(r.edges))].V = 50 },
		"swapped":    func(_ *rand.Rand, r *raw) { r.edges[3].U, r.edges[9].U = r.edges[9].U, r.edges[3].U },
		"turned":     func(_ *rand.Rand, r *raw) { r.edges[5].U, r.edges[5].V = r.edges[5].V, r.edges[5].U },
		"wide":       func(_ *rand.Rand, r *raw) { r.wide = []graph.WideEdge{{U: 1 << 40, V: 1}} },
		"wide, less": func(_ *rand.Rand, r *raw) { r.edges, r.wide = r.edges[1:], []graph.WideEdge{{U: 1 << 40, V: 1}} },
	}
	for _, stretch := range []uint32{1, 30_000_000} {
		for name, change := range changes {
			random := rand.New(rand.NewPCG(1, 4))
			r := fixedRaw(random)
			for i, e := range r.edges {
				if e.U == 50 || e.V == 50 || e.U == e.V { // that id has no record
					r.edges[i] = graph.Edge{U: 1, V: 3 + uint32(i%40)}
				}
			}
			for i := range r.edges {
				r.edges[i].U *= stretch
				r.edges[i].V *= stretch
			}
			last := 2
			if stretch > 1 {
				last = 3 // the first found out that the ids are sparse
			}
			r.before = func(pass int, r *raw) {
				if pass == last {
					change(random, r)
				}
			}
			_, _, err := piecesOnDisk(r, piecesOptions{Threads: 2})
			if input := (*graph.InputError)(nil); !errors.As(err, &input) {
				t.Errorf("%s, stretched by %d: %v", name, stretch, err)
			}
			if r.passes != last {
				t.Errorf("%s, stretched by %d: %d passes", name, stretch, r.passes)
			}
		}
	}
}

func TestPiecesOfAFileThatShrinks(t *testing.T) {
	name := filepath.Join(t.TempDir(), "shrinking.bin")
	random := rand.New(rand.NewPCG(1, 5))
	data := make([]byte, 8*200_000)
	for i := range data {
		if i%4 < 2 {
			data[i] = byte(random.Uint32())
		}
	}
	for _, left := range []int64{0, 8, 1 << 20, 8*200_000 - 8} {
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
		src, err := OpenFile(name)
		if err != nil {
			t.Fatal(err)
		}
		shrink := func(uint32, uint64) int64 {
			if err := os.Truncate(name, left); err != nil {
				t.Error(err)
			}
			return 0
		}
		_, err = openPieces(context.Background(), src, piecesOptions{Memory: 1 << 30, Reserve: shrink})
		if input := (*graph.InputError)(nil); !errors.As(err, &input) {
			t.Errorf("%d bytes left: %v", left, err)
		}
		src.Close()
	}
}

// Whenever it is interrupted, the cause comes back soon, and the folder is empty.
func TestPiecesInterrupted(t *testing.T) {
	cause := errors.New("enough")
	folder := t.TempDir()
	for _, direct := range []bool{true, false} {
		for at := 0; ; at += 1 + at/8 {
			random := rand.New(rand.NewPCG(uint64(at), 6))
			r := fixedRaw(random)
			r.info.Direct = direct
			ctx, cancel := context.WithCancelCause(context.Background())
			calls := atomic.Int64{}
			count := func() {
				if calls.Add(1) == int64(at) {
					cancel(cause)
				}
			}
			create := func(folder string) (chunkFile, error) {
				file, err := temporaryFile(folder)
				return &countedFile{file, count}, err
			}
			shape := func(shape) shape { return shape{target: 200, chunk: 100, sorters: 2} }
			s, err := openPieces(ctx, r, piecesOptions{Threads: 2, TmpDir: folder, shape: shape, create: create})
			if err == nil {
				_, err = s.Build(ctx, func(Piece) error { count(); return nil })
				if err := s.Close(); err != nil {
					t.Error(err)
				}
			}
			if err != nil && !errors.Is(err, cause) {
				t.Fatalf("interrupted at call %d: %v", at, err)
			}
			cancel(nil)
			if at > 0 && err == nil && calls.Load() < int64(at) {
				break
			}
		}
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// countedFile counts what is done with a file.
type countedFile struct {
	chunkFile
	count func()
}

func (f *countedFile) WriteAt(p []byte, offset int64) (int, error) {
	f.count()
	return f.chunkFile.WriteAt(p, offset)
}

func (f *countedFile) ReadAt(p []byte, offset int64) (int, error) {
	f.count()
	return f.chunkFile.ReadAt(p, offset)
}

func TestPiecesStopAtAnErrorOfAdd(t *testing.T) {
	broken := errors.New("broken")
	s, err := openPieces(context.Background(), fixedRaw(rand.New(rand.NewPCG(1, 7))), piecesOptions{Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	begin := time.Now()
	if _, err := s.Build(context.Background(), func(Piece) error { return broken }); err != broken {
		t.Errorf("%v after %v", err, time.Since(begin))
	}
}
