package graphio

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
)

// randomPairs returns n records as a file and, sorted, as the edges in it.
func randomPairs(n int) ([]byte, []graph.WideEdge) {
	random := rand.New(rand.NewPCG(1, uint64(n)))
	var data []byte
	var edges []graph.WideEdge
	for range n {
		u, v := random.Uint32()>>random.IntN(32), random.Uint32()
		data = binary.LittleEndian.AppendUint32(data, u)
		data = binary.LittleEndian.AppendUint32(data, v)
		edges = append(edges, graph.WideEdge{U: uint64(u), V: uint64(v)})
	}
	slices.SortFunc(edges, func(a, b graph.WideEdge) int {
		return cmp.Or(cmp.Compare(a.U, b.U), cmp.Compare(a.V, b.V))
	})
	return data, edges
}

// u32Block is the number of records that are read at a time.
const u32Block = recordBytes / u32Record

// TestFillU32 holds filling memory against reading.
func TestFillU32(t *testing.T) {
	for _, n := range []int{0, 1, 1000, 2*u32Block + 1} {
		data, want := randomPairs(n)
		src, ok := openFile(t, testFile(t, "pairs.u32", data)).(graph.Filler)
		if !ok {
			t.Skip("big-endian")
		}
		for _, most := range []int{1 + n/3, 77 + n} {
			const workers = 3
			var memory [workers][]graph.Edge
			var got [workers][]graph.WideEdge
			room := func(worker, n int) ([]graph.Edge, error) {
				memory[worker] = make([]graph.Edge, n+5)
				return memory[worker], nil
			}
			full := func(worker, n int) error {
				for _, e := range memory[worker][:n] {
					got[worker] = append(got[worker], graph.WideEdge{U: uint64(e.U), V: uint64(e.V)})
				}
				return nil
			}
			summary, err := src.Fill(t.Context(), workers, most, room, full)
			if err != nil || summary.Records != uint64(n) || summary.Vertices.Known() {
				t.Fatalf("%d records: %+v, %v", n, summary, err)
			}
			all := slices.Concat(got[:]...)
			slices.SortFunc(all, func(a, b graph.WideEdge) int {
				return cmp.Or(cmp.Compare(a.U, b.U), cmp.Compare(a.V, b.V))
			})
			if !slices.Equal(all, want) {
				t.Errorf("%d records, %d at a time: they differ", n, most)
			}
		}
	}
}

// TestU32BackAndForth has every second reading begin where the last one ended.
func TestU32BackAndForth(t *testing.T) {
	const blocks = 3
	data, _ := randomPairs(blocks*u32Block - 5)
	records := wordsOf[graph.Edge](data)
	src := openFile(t, testFile(t, "pairs.u32", data))
	filler, ok := src.(graph.Filler)
	if !ok {
		t.Skip("big-endian")
	}
	for reading := range 4 {
		var firsts, want []graph.Edge // of each block
		var err error
		if reading < 2 {
			_, err = src.Read(t.Context(), 1, func(_ int, b graph.Batch) error {
				firsts = append(firsts, b.Edges[0])
				return nil
			})
		} else {
			memory := make([]graph.Edge, u32Block)
			_, err = filler.Fill(t.Context(), 1, u32Block, func(int, int) ([]graph.Edge, error) { return memory, nil }, func(int, int) error {
				firsts = append(firsts, memory[0])
				return nil
			})
		}
		for block := range blocks {
			want = append(want, records[block*u32Block])
		}
		if reading%2 == 1 {
			slices.Reverse(want)
		}
		if err != nil || !slices.Equal(firsts, want) {
			t.Errorf("reading %d: blocks begin with %v, want %v; %v", reading, firsts, want, err)
		}
	}
}

// Readings at the same time know nothing of each other.
func TestU32AtTheSameTime(t *testing.T) {
	data, want := randomPairs(u32Block + 5)
	src := openFile(t, testFile(t, "pairs.u32", data))
	for range 3 {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			checkPairs(t, src, 2, want)
		})
	}
}

// TestFillU32Ends has the memory run out, and the file shrink.
func TestFillU32Ends(t *testing.T) {
	data, _ := randomPairs(1000)
	file := testFile(t, "pairs.u32", data)
	src, ok := openFile(t, file).(graph.Filler)
	if !ok {
		t.Skip("big-endian")
	}
	enough := errors.New("enough")
	memory := make([]graph.Edge, 100)
	room := func(int, int) ([]graph.Edge, error) { return memory, nil }
	full := func(int, int) error { return enough }
	if _, err := src.Fill(t.Context(), 1, 100, room, full); err != enough {
		t.Errorf("got %v", err)
	}
	if err := os.Truncate(file, 8*550); err != nil {
		t.Fatal(err)
	}
	full = func(int, int) error { return nil }
	var input *graph.InputError
	if _, err := src.Fill(t.Context(), 1, 100, room, full); !errors.As(err, &input) {
		t.Errorf("got %v", err)
	}
}

func TestU32(t *testing.T) {
	for _, n := range []int{0, 1, 1000, u32Block + 1} {
		data, want := randomPairs(n)
		var packed bytes.Buffer
		zip, err := gzip.NewWriterLevel(&packed, gzip.NoCompression)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := zip.Write(data); err != nil {
			t.Fatal(err)
		}
		if err := zip.Close(); err != nil {
			t.Fatal(err)
		}
		stream, err := OpenReader(bytes.NewReader(data), "-", Options{Format: "u32"})
		if err != nil {
			t.Fatal(err)
		}
		for _, src := range []graph.Source{
			openFile(t, testFile(t, "pairs.u32", data)),
			openFile(t, testFile(t, "PAIRS.BIN.gz", packed.Bytes())),
		} {
			for _, workers := range []int{1, 3} { // and again
				checkPairs(t, src, workers, want)
			}
		}
		checkPairs(t, stream, 2, want)
	}
}

func checkPairs(t *testing.T, src graph.Source, workers int, want []graph.WideEdge) {
	t.Helper()
	info := src.Info()
	if info.Format != "u32" || info.Vertices.Known() ||
		info.Records.Known() && info.Records != graph.Known(len(want)) {
		t.Errorf("info %+v", info)
	}
	if known := info.Compressed == "" && info.Name != "-"; known != info.Records.Known() || known != info.MaxRecords.Known() {
		t.Errorf("info %+v", info)
	}
	got, summary := rawEdges(t, src, workers)
	if !slices.Equal(got, want) {
		t.Errorf("%d workers: %d records, want %d", workers, len(got), len(want))
	}
	if summary.Vertices.Known() || summary.Names != nil {
		t.Errorf("summary %+v", summary)
	}
}

func TestU32CutRecord(t *testing.T) {
	data, _ := randomPairs(u32Block + 10)
	for _, cut := range []int{1, 7} {
		for _, records := range []int{0, u32Block} {
			short := data[:records*u32Record+cut]
			_, err := Open(testFile(t, "pairs.bin", short), Options{Format: "u32"})
			checkOffset(t, err, int64(records*u32Record))

			src, err := OpenReader(bytes.NewReader(short), "-", Options{Format: "u32"})
			if err != nil {
				t.Fatal(err)
			}
			_, _, err = tryRead(src, 1)
			checkOffset(t, err, int64(records*u32Record))
		}
	}
}

func checkOffset(t *testing.T, err error, offset int64) {
	t.Helper()
	var input *graph.InputError
	if !errors.As(err, &input) || input.Offset != offset {
		t.Errorf("error %v, want an InputError at byte %d", err, offset)
	}
}

func TestU32FileShrinks(t *testing.T) {
	data, _ := randomPairs(2 * u32Block)
	path := testFile(t, "pairs.bin", data)
	src := openFile(t, path)
	if err := os.Truncate(path, u32Block*u32Record+100); err != nil {
		t.Fatal(err)
	}
	var input *graph.InputError
	if _, _, err := tryRead(src, 2); !errors.As(err, &input) {
		t.Errorf("reading a file that shrank: %v", err)
	}
}

func TestU32StreamBreaks(t *testing.T) {
	data, _ := randomPairs(1 << 16)
	broken := errors.New("the cable came off")
	r := io.MultiReader(bytes.NewReader(data), &failingReader{broken})
	src, err := OpenReader(r, "-", Options{Format: "u32"})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := tryRead(src, 2); !errors.Is(err, broken) {
		t.Errorf("reading a broken stream: %v", err)
	}
}

type failingReader struct{ err error }

func (r *failingReader) Read([]byte) (int, error) { return 0, r.err }

// Any multiple of eight bytes is a list of pairs, read from a file and from a
// stream alike.
func FuzzU32(f *testing.F) {
	for _, n := range []int{0, 1, 3} {
		data, _ := randomPairs(n)
		f.Add(data)
		f.Add(append(data, 1, 2, 3))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		file, fileErr := Open(testFile(t, "pairs.bin", data), Options{Format: "u32"})
		stream, err := OpenReader(bytes.NewReader(data), "-", Options{Format: "u32"})
		if err != nil {
			if fileErr == nil {
				t.Fatalf("only the stream is refused: %v", err)
			}
			return // by chance a compressed stream that is damaged
		}
		if stream.Info().Compressed != "" {
			return
		}
		got, _, err := tryRead(stream, 1)
		if len(data)%u32Record != 0 {
			checkOffset(t, fileErr, int64(len(data)/u32Record*u32Record))
			checkOffset(t, err, int64(len(data)/u32Record*u32Record))
			return
		}
		if fileErr != nil || err != nil {
			t.Fatal(fileErr, err)
		}
		defer file.Close()
		fromFile, _ := rawEdges(t, file, 2)
		var want []graph.WideEdge
		for pair := range slices.Chunk(data, u32Record) {
			want = append(want, graph.WideEdge{
				U: uint64(binary.LittleEndian.Uint32(pair)),
				V: uint64(binary.LittleEndian.Uint32(pair[4:])),
			})
		}
		slices.SortFunc(want, func(a, b graph.WideEdge) int {
			return cmp.Or(cmp.Compare(a.U, b.U), cmp.Compare(a.V, b.V))
		})
		if !slices.Equal(got, want) || !slices.Equal(fromFile, want) {
			t.Fatalf("%d and %d records, want %d", len(got), len(fromFile), len(want))
		}
	})
}
