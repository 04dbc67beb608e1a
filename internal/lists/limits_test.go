package lists

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/bytesize"
	"github.com/tricycle-graph/tricycle/internal/generator"
)

func TestTooLittleMemoryIsRefused(t *testing.T) {
	for _, direct := range []bool{true, false} {
		r := &raw{split: 1 << 14, info: graph.Info{Name: "records", Rereadable: true, Direct: direct}}
		const n = 1_000_000
		for v := range uint32(n) {
			r.edges = append(r.edges, graph.Edge{U: v, V: (v + 1) % n})
		}
		r.info.Records, r.summary.Records = graph.Known(n), n
		limit := fixedBytes(2) + 6<<20 // that is 6 bytes a vertex
		_, err := openPieces(context.Background(), r, piecesOptions{Threads: 2, Memory: limit})
		memory := (*graph.MemoryError)(nil)
		if !errors.As(err, &memory) || memory.Need <= limit {
			t.Fatalf("%v", err)
		}
		// What is refused while ids are counted tells no more than what these take.
		s, err := openPieces(context.Background(), r, piecesOptions{Threads: 2, Memory: memory.Need})
		if errors.As(err, &memory) {
			s, err = openPieces(context.Background(), r, piecesOptions{Threads: 2, Memory: memory.Need})
		}
		if err != nil {
			t.Fatalf("with all that was needed: %v", err)
		}
		s.Close()
	}
}

// With the least memory that will do, and with some more, the answer is the same.
func TestPiecesWithLittleMemory(t *testing.T) {
	ctx := context.Background()
	for seed := range uint64(8) {
		random := rand.New(rand.NewPCG(seed, 14))
		g := generator.RMAT{Scale: 12 + random.IntN(4), EdgeFactor: 1 + random.IntN(8), Seed: seed}
		var src graph.Source
		var err error
		if seed%2 == 0 {
			src, err = pairsOf(t.TempDir(), g)
		} else {
			src, err = g.Source()
		}
		if err != nil {
			t.Fatal(err)
		}
		want, err := Graph(ctx, src, graph.Options{})
		if err != nil {
			t.Fatal(err)
		}
		threads := 1 + random.IntN(9)
		memory := leastBytes(threads, 1<<g.Scale, uint64(g.EdgeFactor)<<g.Scale) + random.Int64N(2)*random.Int64N(8<<20)
		s, err := openPieces(ctx, src, piecesOptions{Threads: threads, Memory: memory})
		if err != nil {
			t.Fatal(err)
		}
		built, err := s.Build(ctx, func(b Piece) error {
			if !b.valid() {
				t.Errorf("seed %d: the piece of row %d is no lists", seed, b.First)
			}
			return nil
		})
		if err != nil || built.Report != want.Report() || built.Facts.Edges != want.Edges() {
			t.Errorf("seed %d: %+v, want %+v, %v", seed, built, want.Report(), err)
		}
		if left := s.chunks.room.Load(); left != s.shape.keep {
			t.Errorf("seed %d: %d bytes of chunks were not given back", seed, s.shape.keep-left)
		}
		if err := errors.Join(s.Close(), src.Close()); err != nil {
			t.Error(err)
		}
	}
}

// Kept records leave the memory where others need it, and are still there.
func TestRecordsAreEvicted(t *testing.T) {
	ctx := context.Background()
	for _, most := range []int64{0, recordChunk, 3 * recordChunk, 1 << 40} {
		r := &raw{split: 1 << 12, summary: graph.Summary{}}
		want := uint64(0)
		for i := range uint32(5 * recordChunk / 8) {
			r.edges = append(r.edges, graph.Edge{U: i, V: i * i})
			want += fingerprint(uint64(i), uint64(i*i))
		}
		r.wide = []graph.WideEdge{{U: 1 << 50, V: 3}}
		want += fingerprint(1<<50, 3)
		chunks := newChunkStore(t.TempDir())
		chunks.room.Store(1 << 40)
		kept, err := keepRecords(ctx, r, 2, chunks, nil, func(int64) error { return nil })
		if err != nil {
			t.Fatal(err)
		}
		before := 1<<40 - chunks.room.Load()
		held, err := kept.evict(ctx, most)
		if err != nil || held > most || held != 1<<40-chunks.room.Load() || held+chunks.end.Load() == 0 || held == before && most < before {
			t.Errorf("%d of %d bytes are held, at most %d, and %d in the file, %v", held, before, most, chunks.end.Load(), err)
		}
		var got atomic.Uint64
		_, err = kept.each(ctx, true, func(_ int, b graph.Batch) error {
			for _, e := range b.Edges {
				got.Add(fingerprint(uint64(e.U), uint64(e.V)))
			}
			for _, e := range b.Wide {
				got.Add(fingerprint(e.U, e.V))
			}
			return nil
		})
		if err != nil || got.Load() != want {
			t.Errorf("other records after all but %d bytes were evicted, %v", most, err)
		}
		if chunks.room.Load() != 1<<40 {
			t.Errorf("%d bytes were not given back", 1<<40-chunks.room.Load())
		}
		chunks.close()
	}
}

func TestAFullDiskIsRefused(t *testing.T) {
	r := &raw{info: graph.Info{Name: "records", Rereadable: true, Direct: true, Records: graph.Known(1 << 40)}}
	_, err := openPieces(context.Background(), r, piecesOptions{Threads: 2, Memory: 16 << 30, TmpDir: t.TempDir()})
	if disk := (*DiskError)(nil); !errors.As(err, &disk) || disk.Need < 5<<40 || disk.Err != nil || !errors.Is(err, syscall.ENOSPC) || r.passes > 0 {
		t.Errorf("%v after %d passes", err, r.passes)
	}
	if least, most := SpillBytes(graph.Info{}, 0, 1); least.Known() || most.Known() {
		t.Errorf("%v and %v bytes for records that are not known", least, most)
	}
}

// Vertices that are declared and have no record take no memory.
func TestPiecesOfManyIsolatedVertices(t *testing.T) {
	const n = 3 << 30
	for _, direct := range []bool{true, false} {
		r := fixedRaw(rand.New(rand.NewPCG(1, 15)))
		for i := range r.edges {
			r.edges[i].U *= n / 100
			r.edges[i].V *= n / 100
		}
		r.info.Direct, r.info.Vertices, r.summary.Vertices = direct, graph.Known(n), graph.Known(n)
		s, err := openPieces(context.Background(), r, piecesOptions{Threads: 2, Memory: 64 << 20})
		if err != nil {
			t.Fatal(err)
		}
		var got pieces
		built, err := s.Build(context.Background(), got.add)
		lists := rankSimply(r, graph.OrderRecords).rows
		if err != nil || built.Facts.Vertices != n || built.Report.Isolated != uint64(n-len(lists)) {
			t.Errorf("%d vertices, %+v, %v", built.Facts.Vertices, built.Report, err)
		}
		got.check(t, lists, 0)
		s.Close()
	}
}

func TestPiecesOfTooManyVertices(t *testing.T) {
	for _, declared := range []graph.Size{graph.Known(99), graph.Known(5)} {
		r := &raw{split: 10, info: graph.Info{Name: "records", Vertices: declared, Rereadable: true, Direct: true}}
		r.summary.Vertices = declared
		r.edges = []graph.Edge{{U: 1, V: 2}, {U: 100, V: 7}}
		r.info.Records, r.summary.Records = graph.Known(2), 2
		if _, err := openPieces(context.Background(), r, piecesOptions{}); err == nil || !strings.Contains(err.Error(), "beyond") {
			t.Errorf("%v vertices: %v", declared, err)
		}
	}
}

const peakVariable = "TRICYCLE_TEST_PEAK"

// peakCases are sources whose records take more memory than there is.
var peakCases = map[string]func(folder string) (graph.Source, error){
	"pairs, skewed": func(folder string) (graph.Source, error) {
		return pairsOf(folder, generator.RMAT{Scale: 19, EdgeFactor: 16, Seed: 1})
	},
	"pairs, uniform": func(folder string) (graph.Source, error) {
		return pairsOf(folder, generator.Uniform{Vertices: 1 << 20, Edges: 8 << 20, Seed: 1})
	},
	"kept, skewed": func(string) (graph.Source, error) { return generator.RMAT{Scale: 19, EdgeFactor: 16, Seed: 1}.Source() },
	"kept, uniform": func(string) (graph.Source, error) {
		return generator.Uniform{Vertices: 1 << 20, Edges: 8 << 20, Seed: 1}.Source()
	},
	"sparse": func(string) (graph.Source, error) {
		return &stretched{vertices: 1 << 18, records: 8 << 20}, nil
	},
	"one edge": func(string) (graph.Source, error) { return &stretched{vertices: 2, records: 8 << 20}, nil },
}

// pairsOf writes a graph to a file of pairs and opens that.
func pairsOf(folder string, g interface {
	Source() (*generator.Source, error)
}) (graph.Source, error) {
	src, err := g.Source()
	if err != nil {
		return nil, err
	}
	name := filepath.Join(folder, "pairs.bin")
	file, err := os.Create(name)
	if err != nil {
		return nil, err
	}
	to := bufio.NewWriterSize(file, 1<<20)
	_, err = src.Read(context.Background(), 1, func(_ int, b graph.Batch) error {
		return binary.Write(to, binary.LittleEndian, b.Edges)
	})
	if err := errors.Join(err, to.Flush(), file.Close()); err != nil {
		return nil, err
	}
	return OpenFile(name)
}

// stretched is a source of ids of 64 bits, far apart.
type stretched struct{ vertices, records uint64 }

func (s *stretched) Info() graph.Info {
	return graph.Info{Name: "stretched", Records: graph.Known(s.records), Rereadable: true, Direct: true}
}
func (s *stretched) Close() error { return nil }

func (s *stretched) Read(_ context.Context, _ int, emit func(worker int, b graph.Batch) error) (graph.Summary, error) {
	wide := make([]graph.WideEdge, 0, 1<<12)
	for i := range s.records {
		const prime = 2_654_435_761
		wide = append(wide, graph.WideEdge{U: i % s.vertices << 40, V: 1<<63 + (i*prime+i>>20)%s.vertices<<20})
		if len(wide) == cap(wide) {
			if err := emit(0, graph.Batch{Wide: wide}); err != nil {
				return graph.Summary{}, err
			}
			wide = wide[:0]
		}
	}
	return graph.Summary{Records: s.records}, emit(0, graph.Batch{Wide: wide})
}

// The resident set stays within the limit. Each build runs in a process of its
// own, because the peak of a process never falls.
func TestPiecesStayWithinTheirMemory(t *testing.T) {
	if name := os.Getenv(peakVariable); name != "" {
		holdPeak(t, name)
		return
	}
	if testing.Short() {
		t.Skip("-short: the race detector, with which CI runs short tests, holds memory of its own")
	}
	if _, err := os.Stat("/proc/self/status"); err != nil {
		t.Skip("the system does not tell the peak")
	}
	for name := range peakCases {
		t.Run(name, func(t *testing.T) {
			run := exec.Command(os.Args[0], "-test.run=^TestPiecesStayWithinTheirMemory$", "-test.v")
			run.Env = append(os.Environ(), peakVariable+"="+name)
			out, err := run.CombinedOutput()
			if err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			_, rest, found := strings.Cut(string(out), "PEAK ")
			var peak, limit, keys, disk, most int64
			if _, err := fmt.Sscan(rest, &peak, &limit, &keys, &disk, &most); err != nil || !found {
				t.Fatalf("%v\n%s", err, out)
			}
			t.Logf("peak %s of %s; the keys take %s, the file %s", bytesize.Text(peak), bytesize.Text(limit), bytesize.Text(keys), bytesize.Text(disk))
			if disk > most {
				t.Errorf("%s were written, %s were announced", bytesize.Text(disk), bytesize.Text(most))
			}
			if peak > limit {
				t.Errorf("peak %s, limit %s", bytesize.Text(peak), bytesize.Text(limit))
			}
		})
	}
}

func holdPeak(t *testing.T, name string) {
	src, err := peakCases[name](t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	debug.FreeOSMemory()
	const limit = 80 << 20
	s, err := openPieces(context.Background(), src, piecesOptions{Threads: 2, Memory: limit})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	keys := int64(0)
	for i := range s.buckets {
		keys += int64(s.buckets[i].records) * int64(s.buckets[i].width)
	}
	if _, err := s.Build(context.Background(), func(Piece) error { return nil }); err != nil {
		t.Fatal(err)
	}
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	var peak int64
	if _, err := fmt.Sscan(rest, &peak); err != nil {
		t.Fatal(err)
	}
	// The vertices that were not declared are known now.
	info := src.Info()
	info.Vertices = graph.Known(s.ids)
	_, most := SpillBytes(info, limit, 2)
	fmt.Println("PEAK", peak<<10, limit, keys, s.chunks.end.Load(), most.Get())
}
