package graphio

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/lists"
)

// tcsrFile returns g as a file.
func tcsrFile(t testing.TB, g *graph.Graph) []byte {
	t.Helper()
	data, err := written(t, "graph.tcsr", g)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// labelled returns labels of each kind for n vertices.
func labelled(random *rand.Rand, n int) map[string]graph.Labels {
	return map[string]graph.Labels{
		"none":         {},
		"base":         graph.BaseLabels(1),
		"numbers":      graph.NumberLabels(numbersOf(random, n, 0)),
		"wide numbers": graph.NumberLabels(numbersOf(random, n, 1<<32-2000)),
		"names":        graph.NameLabels(namesOf(n)),
	}
}

func loaded(t testing.TB, src graph.Source) *graph.Graph {
	t.Helper()
	g, err := src.(graph.Loader).Graph(context.Background(), 0)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestTCSRKeepsEverything(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	report := graph.Report{Records: 1, Loops: 2, Duplicates: 3, Reciprocal: 4, Isolated: 5, OneWay: 6}
	for _, n := range []int{0, 1, 2, 3, 10, 100} {
		for kind, labels := range labelled(random, n) {
			t.Run(fmt.Sprintf("%d vertices, %s", n, kind), func(t *testing.T) {
				want := randomGraph(t, random, n, labels).WithReport(report)
				data := tcsrFile(t, want)
				stream, err := OpenReader(bytes.NewReader(data), "-", Options{})
				if err != nil {
					t.Fatal(err)
				}
				var packed bytes.Buffer
				zip := gzip.NewWriter(&packed)
				if _, err := zip.Write(data); err != nil {
					t.Fatal(err)
				}
				if err := zip.Close(); err != nil {
					t.Fatal(err)
				}
				for _, src := range []graph.Source{
					openFile(t, testFile(t, "graph.tcsr", data)),
					openFile(t, testFile(t, "no suffix", data)),
					openFile(t, testFile(t, "graph.tcsr.gz", packed.Bytes())),
					stream,
				} {
					got := loaded(t, src)
					sameGraph(t, got, want)
					if got.Report() != report {
						t.Errorf("report %+v, want %+v", got.Report(), report)
					}
					info := src.Info()
					if info.Format != "tcsr" || info.Vertices != graph.Known(n) || info.Records != graph.Known(want.Edges()) || !info.EachOnce || !info.Rereadable {
						t.Errorf("info %+v", info)
					}
					if err := src.(*tcsrSource).Verify(t.Context(), 2); err != nil {
						t.Error(err)
					}
					if again := loaded(t, src); again != got {
						t.Error("the second graph is another one")
					}
					// As raw records it is cleaned to the same graph.
					for workers := range 3 {
						rawEdges(t, src, workers)
					}
					if got, err = lists.Graph(t.Context(), src, graph.Options{}); err != nil {
						t.Fatal(err)
					}
					sameGraph(t, got, want)
				}
			})
		}
	}
}

// A file is the same for any number of threads.
func TestTCSRThreads(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	g := randomGraph(t, random, 500, graph.NameLabels(namesOf(500)))
	want := tcsrFile(t, g)
	for threads := range 4 {
		path := filepath.Join(t.TempDir(), "graph.tcsr")
		if err := writeGraph(t.Context(), path, g, graph.Options{Threads: threads}); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%d threads: another file, %v", threads, err)
		}
	}
}

// spoilt says how far a file of this contents comes: "" where it passes all
// checks.
func spoilt(t testing.TB, data []byte) (refused string) {
	t.Helper()
	src, err := OpenReader(bytes.NewReader(data), "graph.tcsr", Options{Format: "tcsr"})
	if err == nil {
		defer src.Close()
		if _, err = src.(graph.Loader).Graph(context.Background(), 0); err == nil {
			if err = src.(*tcsrSource).Verify(context.Background(), 1); err == nil {
				return ""
			}
			refused = "verify"
		} else {
			refused = "load"
		}
	} else {
		refused = "open"
	}
	var input *graph.InputError
	if !errors.As(err, &input) || input.File != "graph.tcsr" {
		t.Fatalf("%s: %v is no InputError for the file", refused, err)
	}
	return refused
}

// A file with a flipped bit is refused before anybody uses it; bits between the
// sections change nothing, and are for Verify to find.
func TestTCSREveryByteCounts(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 10))
	for kind, labels := range labelled(random, 12) {
		data := tcsrFile(t, randomGraph(t, random, 12, labels))
		if got := spoilt(t, data); got != "" {
			t.Fatalf("%s: sound file refused at %s", kind, got)
		}
		between := func(at int) bool {
			return at >= tcsrHeaderSize && !slices.ContainsFunc(headerOf(data).Sections[:], func(s tcsrSection) bool {
				return uint64(at)-s.Offset < s.Length
			})
		}
		for at := range data {
			want := "load"
			switch {
			case at < tcsrHeaderSize:
				want = "open"
			case between(at):
				if random.IntN(50) > 0 {
					continue
				}
				want = "verify"
			}
			change := byte(1) << random.IntN(8)
			data[at] ^= change
			if got := spoilt(t, data); got != want {
				t.Errorf("%s: byte %d changed by %#x: refused at %q, not %q", kind, at, change, got, want)
			}
			data[at] ^= change
		}
	}
}

// What is trusted is used without its checksums, and Verify compares them all
// the same.
func TestTCSRTrusted(t *testing.T) {
	random := rand.New(rand.NewPCG(19, 20))
	data := tcsrFile(t, randomGraph(t, random, 12, graph.BaseLabels(0)))
	data = rewritten(data, func(h *tcsrHeader) { h.Sections[tcsrNeighbors].Checksum ^= 1 })
	for _, trust := range []bool{false, true} {
		src, err := Open(testFile(t, "graph.tcsr", data), Options{Trust: trust})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := src.(graph.Loader).Graph(t.Context(), 0); (err == nil) != trust {
			t.Errorf("trust %t: %v", trust, err)
		}
		if err := src.(*tcsrSource).Verify(t.Context(), 0); err == nil {
			t.Errorf("trust %t: verified", trust)
		}
		closeAll(t, src)
	}
}

func TestJoinChecksums(t *testing.T) {
	random := rand.New(rand.NewPCG(21, 22))
	data := make([]byte, 3*checksumPiece+1)
	for i := range data {
		data[i] = byte(random.Uint32())
	}
	for _, n := range []int{0, 1, checksumPiece - 1, checksumPiece, checksumPiece + 1, 2 * checksumPiece, 3*checksumPiece - 7, len(data)} {
		var sums []uint32
		for piece := range slices.Chunk(data[:n], checksumPiece) {
			sums = append(sums, crc32.Checksum(piece, castagnoli))
		}
		if got, want := joinChecksums(sums, n), crc32.Checksum(data[:n], castagnoli); got != want {
			t.Errorf("%d bytes: %08x, want %08x", n, got, want)
		}
	}
}

func TestTCSRTruncated(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 12))
	data := tcsrFile(t, randomGraph(t, random, 12, graph.NameLabels(namesOf(12))))
	for size := range len(data) {
		if page := size % tcsrAlignment; page > 2 && page < tcsrAlignment-2 && random.IntN(20) > 0 {
			continue
		}
		_, err := Open(testFile(t, "graph.tcsr", data[:size]), Options{Format: "tcsr"})
		var input *graph.InputError
		if !errors.As(err, &input) {
			t.Fatalf("the first %d bytes: %v", size, err)
		}
		if got := spoilt(t, data[:size]); got != "open" {
			t.Errorf("the first %d bytes as a stream: refused at %q", size, got)
		}
	}
	for _, more := range []int{1, tcsrAlignment} {
		if _, err := Open(testFile(t, "graph.tcsr", append(slices.Clone(data), make([]byte, more)...)), Options{}); err == nil {
			t.Errorf("%d bytes too many were accepted", more)
		}
	}
}

func headerOf(data []byte) *tcsrHeader {
	h := new(tcsrHeader)
	if _, err := binary.Decode(data, binary.LittleEndian, h); err != nil {
		panic(err) // data is shorter than a header
	}
	return h
}

// rewritten returns data with a changed header, and checksums that fit again.
func rewritten(data []byte, change func(h *tcsrHeader)) []byte {
	data = slices.Clone(data)
	h := headerOf(data)
	for i, s := range h.Sections {
		if s.Offset <= uint64(len(data)) && s.Length <= uint64(len(data))-s.Offset {
			h.Sections[i].Checksum = crc32.Checksum(data[s.Offset:s.Offset+s.Length], castagnoli)
		}
	}
	change(h)
	copy(data, h.encode())
	return data
}

// What a checksum cannot tell is refused too: files of other versions, and
// headers and contents that were wrong from the beginning.
func TestTCSRRefusesNonsense(t *testing.T) {
	random := rand.New(rand.NewPCG(13, 14))
	names := tcsrFile(t, randomGraph(t, random, 12, graph.NameLabels(namesOf(12))))
	numbers := tcsrFile(t, randomGraph(t, random, 12, graph.NumberLabels(numbersOf(random, 12, 0))))
	for name, change := range map[string]func(h *tcsrHeader){
		"newer":             func(h *tcsrHeader) { h.Version = 2 },
		"version 0":         func(h *tcsrHeader) { h.Version = 0 },
		"byte order":        func(h *tcsrHeader) { h.ByteOrder = 0x04030201 },
		"labels":            func(h *tcsrHeader) { h.LabelKind = 3 },
		"other labels":      func(h *tcsrHeader) { h.LabelKind = tcsrBase },
		"no names":          func(h *tcsrHeader) { h.Sections[tcsrNames] = tcsrSection{} },
		"too many vertices": func(h *tcsrHeader) { h.Vertices = 1 << 32 },
		"vertices":          func(h *tcsrHeader) { h.Vertices++ },
		"too many edges":    func(h *tcsrHeader) { h.Edges = 1 << 63 },
		"edges":             func(h *tcsrHeader) { h.Edges-- },
		"size":              func(h *tcsrHeader) { h.FileSize-- },
		"huge size":         func(h *tcsrHeader) { h.FileSize = 1 << 63 },
		"unaligned":         func(h *tcsrHeader) { h.Sections[tcsrNeighbors].Offset += 4 },
		"in the header":     func(h *tcsrHeader) { h.Sections[tcsrNeighbors].Offset = 0 },
		"beyond the end":    func(h *tcsrHeader) { h.Sections[tcsrNames].Offset += 4096 },
		"overflow":          func(h *tcsrHeader) { h.Sections[tcsrNames].Offset = 1<<64 - 4096 },
		"length":            func(h *tcsrHeader) { h.Sections[tcsrOffsets].Length -= 8 },
		"shorter names":     func(h *tcsrHeader) { h.Sections[tcsrNames].Length-- },
	} {
		if got := spoilt(t, rewritten(names, change)); got == "" || got == "verify" {
			t.Errorf("%s: refused at %q", name, got)
		}
	}
	_, err := OpenReader(bytes.NewReader(rewritten(names, func(h *tcsrHeader) { h.Version = 7 })), "graph.tcsr", Options{})
	if err == nil || !strings.Contains(err.Error(), "newer") {
		t.Errorf("a newer file: %v", err)
	}

	put := func(data []byte, section, word int, value uint64) []byte {
		data = slices.Clone(data)
		h := headerOf(data)
		binary.LittleEndian.PutUint64(data[h.Sections[section].Offset+uint64(8*word):], value)
		return rewritten(data, func(*tcsrHeader) {})
	}
	for _, c := range []struct {
		name string
		data []byte
	}{
		{"first offset", put(names, tcsrOffsets, 0, 1)},
		{"middle offset", put(names, tcsrOffsets, 6, 1<<63)},
		{"last offset", put(names, tcsrOffsets, 12, 1)},
		{"neighbours", put(names, tcsrNeighbors, 0, 12<<32|11)},
		{"first name", put(names, tcsrLabels, 0, 1)},
		{"middle name", put(names, tcsrLabels, 6, 1<<63)},
		{"name before its beginning", put(names, tcsrLabels, 6, 0)},
		{"last name", put(names, tcsrLabels, 12, 1)},
		{"numbers", put(numbers, tcsrLabels, 6, 0)},
	} {
		if got := spoilt(t, c.data); got != "load" {
			t.Errorf("%s: refused at %q", c.name, got)
		}
	}
}

// A cancelled check is no verdict.
func TestTCSRLoadAgainAfterCancel(t *testing.T) {
	random := rand.New(rand.NewPCG(15, 16))
	src := openFile(t, testFile(t, "graph.tcsr", tcsrFile(t, randomGraph(t, random, 50, graph.Labels{}))))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := src.(graph.Loader).Graph(ctx, 0); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if err := src.(*tcsrSource).Verify(ctx, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	loaded(t, src)
}

func TestTCSRHeaderSize(t *testing.T) {
	if size := binary.Size(tcsrHeader{}); size != tcsrHeaderSize {
		t.Errorf("the header has %d bytes", size)
	}
}

// Whatever the file, what comes out of it is a sound graph. With fit, sizes,
// positions and checksums are made to agree first, or hardly anything would
// ever come out.
func FuzzTCSR(f *testing.F) {
	random := rand.New(rand.NewPCG(17, 18))
	for _, labels := range labelled(random, 4) {
		data := tcsrFile(f, randomGraph(f, random, 4, labels))
		h := headerOf(data)
		var sections [tcsrSections][]byte
		for i, s := range h.Sections {
			sections[i] = data[s.Offset : s.Offset+s.Length]
		}
		for _, fit := range []bool{false, true} {
			f.Add(fit, data[:tcsrHeaderSize], sections[0], sections[1], sections[2], sections[3])
		}
	}
	f.Fuzz(func(t *testing.T, fit bool, header, offsets, neighbors, labels, names []byte) {
		data := assembled(fit, header, offsets, neighbors, labels, names)
		src, err := OpenReader(bytes.NewReader(data), "graph.tcsr", Options{Format: "tcsr"})
		if err != nil {
			return
		}
		defer src.Close()
		g, err := src.(graph.Loader).Graph(t.Context(), 0)
		if err != nil {
			return
		}
		for v := range uint32(g.Vertices()) {
			last := -1
			for _, w := range g.Neighbors(v) {
				if int(w) <= last || w == v || int(w) >= g.Vertices() {
					t.Fatalf("the list of %d of %d vertices is %v", v, g.Vertices(), g.Neighbors(v))
				}
				last = int(w)
			}
			_ = g.Labels().Label(v)
		}
		if err := src.(*tcsrSource).Verify(t.Context(), 2); err != nil {
			return
		}
		edges, _ := rawEdges(t, src, 2)
		if isolated := len(edges) - int(g.Edges()); isolated < 0 || isolated > g.Vertices() {
			t.Fatalf("%d records of %d edges", len(edges), g.Edges())
		}
		// Writing it again gives the same graph.
		again, err := OpenReader(bytes.NewReader(tcsrFile(t, g)), "-", Options{})
		if err != nil {
			t.Fatal(err)
		}
		sameGraph(t, loaded(t, again), g)
	})
}

// assembled returns a file of these parts, at the positions that the writer
// would give them.
func assembled(fit bool, header []byte, sections ...[]byte) []byte {
	data := append(make([]byte, 0, 5*tcsrAlignment), header...)
	data = append(data, make([]byte, max(0, tcsrHeaderSize-len(data)))...)[:tcsrHeaderSize]
	h := headerOf(data)
	for i, section := range sections {
		h.Sections[i] = tcsrSection{}
		if len(section) > 0 {
			data = append(data, make([]byte, -len(data)&(tcsrAlignment-1))...)
			h.Sections[i] = tcsrSection{
				Offset:   uint64(len(data)),
				Length:   uint64(len(section)),
				Checksum: crc32.Checksum(section, castagnoli),
			}
			data = append(data, section...)
		}
	}
	if fit {
		h.FileSize = uint64(len(data))
		h.Vertices = uint64(max(len(sections[tcsrOffsets])/8, 1) - 1)
		h.Edges = uint64(len(sections[tcsrNeighbors]) / 8)
		copy(data, h.encode())
	}
	return data
}

func BenchmarkOpenTCSR(b *testing.B) {
	// A ring of 2^23 vertices: 64 MiB of offsets, 64 MiB of neighbours.
	const n = 1 << 23
	offsets, neighbors := make([]uint64, n+1), make([]uint32, 0, 2*n)
	for v := range uint32(n) {
		near := []uint32{(v + n - 1) % n, (v + 1) % n}
		slices.Sort(near)
		neighbors = append(neighbors, near...)
		offsets[v+1] = uint64(len(neighbors))
	}
	g, err := graph.NewGraph(offsets, neighbors, graph.Labels{})
	if err != nil {
		b.Fatal(err)
	}
	path := filepath.Join(b.TempDir(), "ring.tcsr")
	b.Run("write", func(b *testing.B) {
		b.SetBytes(2 * 8 * n)
		for b.Loop() {
			if err := writeGraph(b.Context(), path, g, graph.Options{}); err != nil {
				b.Fatal(err)
			}
		}
	})
	load := func(src graph.Source) error {
		_, err := src.(graph.Loader).Graph(b.Context(), 0)
		return err
	}
	for name, work := range map[string]func(graph.Source) error{
		"open":   func(graph.Source) error { return nil },
		"load":   load,
		"trust":  load,
		"verify": func(src graph.Source) error { return src.(*tcsrSource).Verify(b.Context(), 0) },
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(2 * 8 * n)
			for b.Loop() {
				src, err := Open(path, Options{Trust: name == "trust"})
				if err != nil {
					b.Fatal(err)
				}
				if err := errors.Join(work(src), src.Close()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// What is mapped is no memory of the process, and what is not is held, and counted.
func TestTCSRMapped(t *testing.T) {
	g := randomGraph(t, rand.New(rand.NewPCG(1, 9)), 1000, graph.Labels{})
	data := tcsrFile(t, g)
	path := filepath.Join(t.TempDir(), "g.tcsr")
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	for name, open := range map[string]func(memory int64) (graph.Source, error){
		"mapped":  func(memory int64) (graph.Source, error) { return Open(path, Options{Memory: memory}) },
		"to stay": func(memory int64) (graph.Source, error) { return Open(path, Options{Memory: memory, inMemory: true}) },
		"stream": func(memory int64) (graph.Source, error) {
			return OpenReader(bytes.NewReader(data), "-", Options{Memory: memory})
		},
	} {
		src, err := open(0)
		if err != nil {
			t.Fatal(err)
		}
		info := src.Info()
		if !info.Loaded || info.Mapped != (name == "mapped") || info.Mapped != (info.Holds() < int64(len(data))) {
			t.Errorf("%s: loaded %v, mapped %v, holds %d bytes of %d", name, info.Loaded, info.Mapped, info.Holds(), len(data))
		}
		if err := src.Close(); err != nil {
			t.Error(err)
		}
	}
}

// A graph that is held has a limit to stay within, which is said before it is read.
func TestTCSRWithinMemory(t *testing.T) {
	path := filepath.Join(t.TempDir(), "g.tcsr")
	n := uint64(1 << 19)
	g, err := graph.NewGraph(make([]uint64, n+1), nil, graph.Labels{}) // 4 MiB
	if err != nil {
		t.Fatal(err)
	}
	if err := writeGraph(t.Context(), path, g, graph.Options{}); err != nil {
		t.Fatal(err)
	}
	_, err = ReadGraph(t.Context(), path, Options{}, graph.Options{Memory: 2 << 20})
	var short *graph.MemoryError
	if !errors.As(err, &short) {
		t.Fatal(err)
	}
	if _, err = ReadGraph(t.Context(), path, Options{}, graph.Options{Memory: short.Need}); err != nil {
		t.Errorf("within %d bytes: %v", short.Need, err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := OpenReader(bytes.NewReader(data), "-", Options{Memory: 2 << 20}); !errors.As(err, new(*graph.MemoryError)) {
		t.Errorf("a stream within 2 MiB: %v", err)
	}
	src, err := OpenReader(bytes.NewReader(data), "-", Options{Memory: 40 << 20}) // which is enough to begin with
	if err != nil {
		t.Fatal(err)
	}
	loaded(t, src)
}
