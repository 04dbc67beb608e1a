package jobs

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/graphio"
	"github.com/tricycle-graph/tricycle/internal/colours"
	"github.com/tricycle-graph/tricycle/internal/objectfs"
	"github.com/tricycle-graph/tricycle/internal/scratch"
	"github.com/tricycle-graph/tricycle/triangle"
)

// metered counts the bytes that are read of blocks and cells.
type metered struct {
	FS
	read atomic.Uint64
}

func (m *metered) Open(ctx context.Context, name string, offset, length int64) (io.ReadCloser, error) {
	object, err := m.FS.Open(ctx, name, offset, length)
	if err != nil || !strings.HasPrefix(name, blockPrefix) {
		return object, err
	}
	return &meteredObject{object, &m.read}, nil
}

type meteredObject struct {
	io.ReadCloser
	read *atomic.Uint64
}

func (m *meteredObject) Read(p []byte) (int, error) {
	n, err := m.ReadCloser.Read(p)
	m.read.Add(uint64(n))
	return n, err
}

// TestTasksReadWhatIsPredicted holds what tasks read, each by itself, to the sum over their
// cells, and that to the formula, which takes all cells for equal. One process that has the
// memory reads each cell once.
func TestTasksReadWhatIsPredicted(t *testing.T) {
	for n := 1; n <= 6; n++ {
		r, want := colouredGraph(t, n)
		files := &metered{FS: new(objectfs.Memory)}
		j, err := Prepare(t.Context(), files, r, cpu)
		if err != nil {
			t.Fatal(err)
		}
		sum := uint64(0)
		for task := range j.plan.subtasks() {
			for _, f := range j.task(task).Parts {
				sum += f.Bytes()
			}
		}
		once := uint64(0)
		for _, f := range j.plan.Colouring.Files {
			if f.Edges > 0 {
				once += f.Bytes()
			}
		}
		for _, memory := range []int64{0, 1 << 30} {
			opt := cpu
			opt.Memory, opt.Threads = memory, 1
			files.read.Store(0)
			for task := range j.plan.subtasks() {
				if _, err := j.countTask(t.Context(), task, opt, nil, nil); err != nil {
					t.Error(err)
				}
			}
			if got := files.read.Load(); got != sum {
				t.Errorf("%d colours, memory %d: %d bytes were read, want %d", n, memory, got, sum)
			}
			files.read.Store(0)
			if s, err := j.Shard(t.Context(), 1, 1, opt); err != nil {
				t.Error(err)
			} else if got, err := j.Sum(s); err != nil || got.Triangles != want {
				t.Error(got, err)
			}
			if got := files.read.Load(); got != once {
				t.Errorf("%d colours, memory %d: one process read %d bytes, want %d", n, memory, got, once)
			}
		}
		like := &colours.Reading{Colours: n}
		like.Compare(j.plan.Graph.Edges, 4, 1)
		if off := float64(sum)/float64(like.ReadBytes) - 1; off < -0.3 || off > 0.9 { // of 300 edges and 64 bytes before each cell
			t.Errorf("%d colours: %d bytes, predicted %d", n, sum, like.ReadBytes)
		}
	}
}

// TestReadingIsAskedForTwiceWhereMemoryIsShort looks at what is planned.
func TestReadingIsAskedForTwiceWhereMemoryIsShort(t *testing.T) {
	info := graph.Info{Name: "a graph", Format: "u32", Vertices: graph.Known(1 << 20), Records: graph.Known(1 << 24), Rereadable: true, Direct: true}
	reads := func(memory int64) *colours.Reading {
		c, err := (Request{Colours: 4}).Reads(info, triangle.Options{Memory: memory, Threads: 2})
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	ample, short := reads(1<<30), reads(150<<20)
	if ample.Readings != 1 || short.Readings != 2 || short.ReadBytes != 2*ample.ReadBytes {
		t.Errorf("%+v and %+v", ample, short)
	}
	if off := float64(ample.ReadBytes) / float64(ample.CellBytes); off != 3.25 {
		t.Errorf("cells are read %v times, want 3.25", off)
	}
}

// TestBlocksAreHeldWhereThereIsRoom looks at how much memory they leave to what makes them.
func TestBlocksAreHeldWhereThereIsRoom(t *testing.T) {
	info := graph.Info{Records: graph.Known(1 << 24)}
	for memory := int64(16 << 20); memory < 8<<30; memory += memory / 8 {
		opt := triangle.Options{Memory: memory, Threads: 2}
		if held := heldBlocks(info, opt); held > memory/4 || held == 0 && memory > 4<<30 {
			t.Errorf("%d of %d bytes are for blocks", held, memory)
		}
	}
	if heldBlocks(info, triangle.Options{}) == 0 || heldBlocks(graph.Info{}, triangle.Options{}) > 0 {
		t.Error("without a limit what is known to be needed is held, and nothing else")
	}
}

// TestHeldBlocks counts records whose number is known, with a folder beside them that a process which
// was killed had its blocks in.
func TestHeldBlocks(t *testing.T) {
	opt := cpu
	opt.TmpDir = t.TempDir()
	folder, err := scratch.New(opt.TmpDir)
	if err != nil {
		t.Fatal(err)
	}
	left := strings.TrimRight(folder.Name, "0123456789") + "1"
	if err := errors.Join(folder.Remove(), os.Mkdir(left, 0o700), os.WriteFile(filepath.Join(left, "in-use"), nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	r, random, records := Request{File: filepath.Join(t.TempDir(), "graph.u32"), Colours: 3}, rand.New(rand.NewPCG(1, 9)), []byte(nil)
	for range 2 * 400 {
		records = binary.LittleEndian.AppendUint32(records, random.Uint32N(50))
	}
	if err := os.WriteFile(r.File, records, 0o600); err != nil {
		t.Fatal(err)
	}
	src, err := graphio.Open(r.File, graphio.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	want, err := triangle.Count(t.Context(), src, cpu)
	if err != nil || heldBlocks(src.Info(), opt) == 0 {
		t.Fatal(want, err)
	}
	j, err := Prepare(t.Context(), new(objectfs.Memory), r, opt)
	if err != nil {
		t.Fatal(err)
	}
	if s, err := j.Shard(t.Context(), 1, 1, opt); err != nil {
		t.Error(err)
	} else if got, err := j.Sum(s); err != nil || got.Triangles != want.Triangles {
		t.Error(got, err)
	}
	if _, err := os.Stat(left); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%s is still there: %v", left, err)
	}
}
