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
	"runtime"
	"syscall"
	"testing"
	"testing/iotest"

	"github.com/tricycle-graph/tricycle/graph"
)

// testBlock is rows 4 to 7 of a complete graph, columns 1 to 6.
func testBlock() *Block {
	var neighbors []uint32
	offsets := make([]uint64, 1, 9)
	for u := range uint32(8) {
		for v := range u {
			neighbors = append(neighbors, v)
		}
		offsets = append(offsets, uint64(len(neighbors)))
	}
	return Cut(graph.NewOriented(offsets, neighbors), Range{4, 8}, Range{1, 7})
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
	name := filepath.Join(t.TempDir(), "block")
	for range 50 {
		o, _ := randomLists(random)
		n := uint32(o.Rows())
		begin, left := random.Uint32N(n+1), random.Uint32N(n+1)
		b := Cut(o, Range{begin, begin + random.Uint32N(n-begin+1)}, Range{left, left + random.Uint32N(n-left+1)})
		if err := b.WriteFile(name); err != nil {
			t.Fatal(err)
		}
		got, err := ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if len(b.lengths) == 0 && len(got.lengths) == 0 {
			got.lengths = b.lengths
		}
		if !reflect.DeepEqual(got, b) {
			t.Fatalf("read %v, wrote %v", got, b)
		}
	}
}

// TestFileLayout holds the writer against docs/formats.md.
func TestFileLayout(t *testing.T) {
	b := &Block{Rows: Range{4, 6}, Columns: Range{1, 3}, lengths: []uint32{1, 2}, neighbors: []uint32{2, 1, 2}}
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
	file := encoded(t, testBlock())
	for size := range file {
		if _, err := read(bytes.NewReader(file[:size]), uint64(size)); !errors.Is(err, ErrTruncated) {
			t.Errorf("cut to %d of %d bytes: %v", size, len(file), err)
		}
		// The file shrinks once its size is known.
		if _, err := read(bytes.NewReader(file[:size]), uint64(len(file))); !errors.Is(err, ErrTruncated) {
			t.Errorf("shrunk to %d of %d bytes: %v", size, len(file), err)
		}
	}
	if _, err := read(bytes.NewReader(append(file, 0)), uint64(len(file))+1); !errors.Is(err, ErrDamaged) {
		t.Errorf("a byte too many: %v", err)
	}
}

func TestEveryFlippedBitIsSeen(t *testing.T) {
	// Many other neighbours would do as well: only the checksum tells.
	file := encoded(t, &Block{Rows: Range{40, 42}, Columns: Range{0, 40}, lengths: []uint32{1, 1}, neighbors: []uint32{8, 16}})
	for bit := range 8 * len(file) {
		file[bit/8] ^= 1 << (bit % 8)
		if b, err := read(bytes.NewReader(file), uint64(len(file))); err == nil {
			t.Errorf("bit %d flipped: read %v", bit, b)
		}
		file[bit/8] ^= 1 << (bit % 8)
	}
}

// TestInvalidBlocksAreSeen reads files whose checksums are right and whose
// content is not.
func TestInvalidBlocksAreSeen(t *testing.T) {
	for name, spoil := range map[string]func(b *Block){
		"lengths beyond the edges": func(b *Block) { b.lengths[0] = 1 << 31 },
		"edges beyond the lengths": func(b *Block) { b.lengths[3]-- },
		"a column too small":       func(b *Block) { b.neighbors[0] = 0 },
		"a column too large":       func(b *Block) { b.neighbors[len(b.neighbors)-1] = 7 },
		"an id not below its row":  func(b *Block) { b.neighbors[b.lengths[0]-1] = 4 },
		"the same id twice":        func(b *Block) { b.neighbors[1] = b.neighbors[0] },
	} {
		b := testBlock()
		spoil(b)
		file := encoded(t, b)
		if _, err := read(bytes.NewReader(file), uint64(len(file))); !errors.Is(err, ErrDamaged) {
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
	size := uint64(len(encoded(t, b)))
	if _, err := read(iotest.ErrReader(syscall.EIO), size); !errors.Is(err, syscall.EIO) {
		t.Error(err)
	}
	var block *BlockError
	_, err := ReadFile(filepath.Join(t.TempDir(), "gone"))
	if !errors.As(err, &block) || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that is gone: %v", err)
	}
	newer := encoded(t, b)
	newer[8] = 2
	if _, err := read(bytes.NewReader(newer), size); !errors.Is(err, ErrVersion) {
		t.Errorf("version 2: %v", err)
	}
}

func TestFullDisk(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("needs /dev/full")
	}
	var block *BlockError
	if err := testBlock().WriteFile("/dev/full"); !errors.As(err, &block) || !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("%v", err)
	}
}

// twoByOne is the store of a complete graph in two row ranges.
func twoByOne(t *testing.T) (*Store, string) {
	t.Helper()
	o := graph.NewOriented([]uint64{0, 0, 1, 3, 6}, []uint32{0, 0, 1, 0, 1, 2})
	folder := t.TempDir()
	s, err := Write(context.Background(), folder, o, Grid{Rows: []Range{{0, 2}, {2, 4}}, Columns: []Range{{0, 4}}}, 1)
	if err != nil {
		t.Fatal(err)
	}
	return s, folder
}

func TestStoreSeesWhatIsWrong(t *testing.T) {
	last := Subtask{1, 0, 0}
	for name, spoil := range map[string]func(folder string) error{
		"edge block gone":  func(f string) error { return os.Remove(filepath.Join(f, "edges-1-0.tblk")) },
		"upper block gone": func(f string) error { return os.Remove(filepath.Join(f, "rows-1-0.tblk")) },
		"lower block cut":  func(f string) error { return os.Truncate(filepath.Join(f, "rows-0-0.tblk"), 66) },
		"another block": func(f string) error {
			return os.Rename(filepath.Join(f, "rows-1-0.tblk"), filepath.Join(f, "rows-0-0.tblk"))
		},
	} {
		s, folder := twoByOne(t)
		if _, err := s.Lists(last); err != nil {
			t.Fatal(err)
		}
		if err := spoil(folder); err != nil {
			t.Fatal(err)
		}
		var block *BlockError
		if _, err := s.Lists(last); !errors.As(err, &block) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestPlaceHoldsItsBlock(t *testing.T) {
	s, folder := twoByOne(t)
	if err := os.Rename(filepath.Join(folder, "rows-1-0.tblk"), filepath.Join(folder, "rows-0-0.tblk")); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Lists(Subtask{0, 0, 0}); !errors.Is(err, ErrDamaged) {
		t.Errorf("rows of another range: %v", err)
	}
}

func TestWriteLeavesNothingWhenItFails(t *testing.T) {
	o, _ := randomLists(rand.New(rand.NewPCG(3, 3)))
	why := errors.New("why")
	stopped, stop := context.WithCancelCause(context.Background())
	stop(why)
	g, err := NewGrid(context.Background(), o, 3, 3)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	if _, err := Write(stopped, folder, o, g, 2); err != why {
		t.Errorf("stopped: %v", err)
	}
	// A folder stands where the last block should.
	last := filepath.Join(folder, "rows-2-2.tblk")
	if err := os.Mkdir(last, 0o700); err != nil {
		t.Fatal(err)
	}
	var block *BlockError
	if _, err := Write(context.Background(), folder, o, g, 1); !errors.As(err, &block) {
		t.Errorf("in the way: %v", err)
	}
	if entries := filesIn(t, folder); entries > 1 {
		t.Errorf("%d files left behind", entries-1)
	}
	if _, err := NewGrid(stopped, o, 1, 1); o.Edges() > 0 && err != why {
		t.Errorf("NewGrid: %v", err)
	}
}
