package partition

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"syscall"
	"testing"
	"testing/iotest"

	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/objectfs"
)

// testBlock is rows 4 to 7 of a complete graph, columns 1 to 6.
func testBlock() *Block {
	b := &Block{Rows: Range{4, 8}, Columns: Range{0, 8}}
	for u := range uint32(4) {
		b.Lengths = append(b.Lengths, 4+u)
		for v := range 4 + u {
			b.Neighbors = append(b.Neighbors, v)
		}
	}
	return b.cut(Range{1, 7})
}

// blank is a block with room for what b holds.
func blank(b *Block) *Block {
	return &Block{Rows: b.Rows, Columns: b.Columns, Lengths: make([]uint32, len(b.Lengths)), Neighbors: make([]uint32, len(b.Neighbors))}
}

// readBack reads the block like b that a file is expected to hold.
func readBack(r io.Reader, b *Block) error {
	return blank(b).read(context.Background(), r)
}

func encoded(t *testing.T, b *Block) []byte {
	t.Helper()
	var file bytes.Buffer
	if err := b.write(&file); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func TestFileKeepsBlock(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for range 50 {
		files := new(objectfs.Memory)
		o, _ := randomLists(random)
		n := uint32(o.Rows())
		begin, left := random.Uint32N(n+1), random.Uint32N(n+1)
		b := pieceOf(o, Range{begin, begin + random.Uint32N(n-begin+1)}).cut(Range{left, left + random.Uint32N(n-left+1)})
		if err := b.writeTo(t.Context(), files, "block"); err != nil {
			t.Fatal(err)
		}
		got := blank(b)
		if err := got.readFrom(t.Context(), files, "block"); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, b) {
			t.Fatalf("read %v, wrote %v", got, b)
		}
	}
}

// TestFileLayout holds the writer against docs/formats.md.
func TestFileLayout(t *testing.T) {
	b := &Block{Rows: Range{4, 6}, Columns: Range{1, 3}, Lengths: []uint32{1, 2}, Neighbors: []uint32{2, 1, 2}}
	want := []byte("\x89TBLK\r\n\x1a" + "\x01\x00\x00\x00" + "\x00\x00\x00\x00" +
		"\x04\x00\x00\x00" + "\x06\x00\x00\x00" + "\x01\x00\x00\x00" + "\x03\x00\x00\x00" + "\x03\x00\x00\x00\x00\x00\x00\x00")
	body := []byte("\x01\x00\x00\x00" + "\x02\x00\x00\x00" + "\x02\x00\x00\x00" + "\x01\x00\x00\x00" + "\x02\x00\x00\x00")
	got := encoded(t, b)
	want = binary.LittleEndian.AppendUint32(want, crc32.Checksum(body, castagnoli))
	want = append(want, make([]byte, 16)...)
	want = want[:60]
	want = binary.LittleEndian.AppendUint32(want, crc32.Checksum(want, castagnoli))
	if want = append(want, body...); !bytes.Equal(got, want) {
		t.Errorf("wrote\n% x, want\n% x", got, want)
	}
}

func TestEveryCutIsSeen(t *testing.T) {
	b := testBlock()
	file := encoded(t, b)
	for size := range file {
		if err := readBack(bytes.NewReader(file[:size]), b); !errors.Is(err, ErrTruncated) {
			t.Errorf("cut to %d of %d bytes: %v", size, len(file), err)
		}
	}
	if err := readBack(bytes.NewReader(append(file, 0)), b); !errors.Is(err, ErrDamaged) {
		t.Errorf("a byte too many: %v", err)
	}
}

func TestEveryFlippedBitIsSeen(t *testing.T) {
	// Many other neighbours would do as well: only the checksum tells.
	b := &Block{Rows: Range{40, 42}, Columns: Range{0, 40}, Lengths: []uint32{1, 1}, Neighbors: []uint32{8, 16}}
	file := encoded(t, b)
	for bit := range 8 * len(file) {
		file[bit/8] ^= 1 << (bit % 8)
		if err := readBack(bytes.NewReader(file), b); err == nil {
			t.Errorf("bit %d flipped: nothing said", bit)
		}
		file[bit/8] ^= 1 << (bit % 8)
	}
}

// TestInvalidBlocksAreSeen reads files whose checksums are right and whose
// content is not.
func TestInvalidBlocksAreSeen(t *testing.T) {
	for name, spoil := range map[string]func(b *Block){
		"lengths beyond the edges": func(b *Block) { b.Lengths[0] = 1 << 31 },
		"edges beyond the lengths": func(b *Block) { b.Lengths[3]-- },
		"a column too small":       func(b *Block) { b.Neighbors[0] = 0 },
		"a column too large":       func(b *Block) { b.Neighbors[len(b.Neighbors)-1] = 7 },
		"an id not below its row":  func(b *Block) { b.Neighbors[b.Lengths[0]-1] = 4 },
		"the same id twice":        func(b *Block) { b.Neighbors[1] = b.Neighbors[0] },
	} {
		b := testBlock()
		spoil(b)
		file := encoded(t, b)
		if err := readBack(bytes.NewReader(file), b); !errors.Is(err, ErrDamaged) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// shortWriter takes so many bytes, and then less than it is given.
type shortWriter struct{ room int }

func (w *shortWriter) Write(data []byte) (int, error) {
	n := min(len(data), w.room)
	w.room -= n
	return n, nil
}

func TestShortWritesAreSeen(t *testing.T) {
	b := testBlock()
	size := len(encoded(t, b))
	for room := range size {
		if err := b.write(&shortWriter{room}); !errors.Is(err, io.ErrShortWrite) {
			t.Errorf("%d of %d bytes taken: %v", room, size, err)
		}
	}
	if err := b.write(&shortWriter{size}); err != nil {
		t.Error(err)
	}
}

func TestReadFails(t *testing.T) {
	b := testBlock()
	if err := readBack(iotest.ErrReader(syscall.EIO), b); !errors.Is(err, syscall.EIO) {
		t.Error(err)
	}
	var block *BlockError
	err := blank(b).readFrom(t.Context(), objectfs.NewDisk(t.TempDir()), "gone")
	if !errors.As(err, &block) || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that is gone: %v", err)
	}
	newer := encoded(t, b)
	newer[8] = 2
	if err := readBack(bytes.NewReader(newer), b); !errors.Is(err, ErrVersion) {
		t.Errorf("version 2: %v", err)
	}
}

func TestFullDisk(t *testing.T) {
	s, err := NewStore(8, []Range{{0, 8}}, &objectfs.Faulty{FS: new(objectfs.Memory), At: 1, Err: syscall.ENOSPC})
	if err != nil {
		t.Fatal(err)
	}
	var full *lists.DiskError
	var block *BlockError
	b := &Block{Rows: Range{0, 2}, Columns: Range{0, 8}, Lengths: []uint32{0, 1}, Neighbors: []uint32{0}}
	if err := s.Add(t.Context(), b); !errors.As(err, &full) || !errors.As(err, &block) || !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("%v", err)
	}
}

// twoPieces is the store of a complete graph in two pieces and one cut.
func twoPieces(t *testing.T) (*Store, string) {
	t.Helper()
	o := lists.NewOriented([]uint64{0, 0, 1, 3, 6}, []uint32{0, 0, 1, 0, 1, 2})
	folder := t.TempDir()
	return storeOf(t, o, 2, []Range{{0, 4}}, objectfs.NewDisk(folder), rand.New(rand.NewPCG(1, 1))), folder
}

func TestStoreSeesWhatIsWrong(t *testing.T) {
	for name, spoil := range map[string]func(first, second string) error{
		"gone":          func(first, _ string) error { return os.Remove(first) },
		"cut":           func(_, second string) error { return os.Truncate(second, 66) },
		"another block": func(first, second string) error { return os.Rename(first, second) },
	} {
		s, folder := twoPieces(t)
		all := Range{0, 4}
		if _, err := s.Load(t.Context(), all, all, 1); err != nil {
			t.Fatal(err)
		}
		names, err := filepath.Glob(filepath.Join(folder, s.Set()+"rows-*.tblk"))
		if err != nil || len(names) != 2 {
			t.Fatal(names, err)
		}
		if err := spoil(names[0], names[1]); err != nil {
			t.Fatal(err)
		}
		var block *BlockError
		if _, err := s.Load(t.Context(), all, all, 2); !errors.As(err, &block) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestLoadStops(t *testing.T) {
	s, _ := twoPieces(t)
	why := errors.New("why")
	stopped, stop := context.WithCancelCause(t.Context())
	stop(why)
	if _, err := s.Load(stopped, Range{0, 4}, Range{0, 4}, 1); err != why {
		t.Error(err)
	}
	b := &Block{Rows: Range{0, 4}, Columns: Range{0, 4}, Lengths: make([]uint32, 4), Neighbors: make([]uint32, 6)}
	if err := s.fillCut(stopped, s.pieces[0].Piece, 0, b.Lengths[:s.pieces[0].Rows.Len()], b.Neighbors[:s.pieces[0].Edges[0]]); err != why {
		t.Error(err)
	}
}

// TestAddFails fails each call of a store with its files.
func TestAddFails(t *testing.T) {
	o := lists.NewOriented([]uint64{0, 0, 1}, []uint32{0})
	for call := 1; call <= 2; call++ {
		s, err := NewStore(2, []Range{{0, 1}, {1, 2}}, &objectfs.Faulty{FS: new(objectfs.Memory), At: call})
		if err != nil {
			t.Fatal(err)
		}
		var block *BlockError
		if err := s.Add(t.Context(), pieceOf(o, Range{0, 2})); !errors.As(err, &block) || !errors.Is(err, objectfs.ErrInjected) {
			t.Errorf("call %d: %v", call, err)
		}
	}
}
