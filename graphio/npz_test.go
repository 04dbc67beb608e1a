package graphio

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
)

// numpyFolder has files of NumPy 2.4.6 and SciPy 1.17.1; scripts/arrays made them.
const numpyFolder = "testdata/numpy"

type numpyFile struct {
	Vertices *int64
	Records  *[][3]float64
}

func numpyFiles(t testing.TB) map[string]numpyFile {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(numpyFolder, "manifest.json"))
	if err != nil {
		t.Fatal(err)
	}
	var files map[string]numpyFile
	if err := json.Unmarshal(text, &files); err != nil {
		t.Fatal(err)
	}
	return files
}

// hasWeights says that real numbers stand beside the ids of a file.
func (f numpyFile) hasWeights(name string) bool {
	return !strings.Contains(name, "complex") && !strings.Contains(name, "float128") && !strings.Contains(name, "D.npy") && !strings.Contains(name, "F.npy") &&
		slices.ContainsFunc(*f.Records, func(r [3]float64) bool { return r[2] != 0 })
}

// What NumPy and SciPy wrote is read rightly or refused: as a file, a stream and a
// compressed file, by any number of workers, in pieces of any size, with weights and without.
func TestNumpyFiles(t *testing.T) {
	files := numpyFiles(t)
	if len(files) < 120 {
		t.Errorf("%d files", len(files))
	}
	for name, file := range files {
		data, err := os.ReadFile(filepath.Join(numpyFolder, name))
		if err != nil {
			t.Fatal(err)
		}
		t.Run(name, func(t *testing.T) {
			if file.Records == nil {
				refusedEverywhere(t, name, data, Options{})
				refusedEverywhere(t, "a"+filepath.Ext(name)+".gz", []byte(gzipped(t, string(data))), Options{})
				return
			}
			var bare, withWeights []string
			for _, r := range *file.Records {
				bare = append(bare, fmt.Sprint(uint64(r[0]), " ", uint64(r[1])))
				withWeights = append(withWeights, fmt.Sprint(uint64(r[0]), " ", uint64(r[1]), " ", r[2]))
			}
			if !file.hasWeights(name) {
				withWeights = bare
			}
			for _, c := range []struct {
				opt  Options
				want []string
			}{{Options{}, bare}, {Options{Weights: true}, withWeights}} {
				slices.Sort(c.want)
				sources := openBoth(t, name, data, c.opt)
				packed := testFile(t, "a.gz", []byte(gzipped(t, string(data))))
				sources["packed"] = func() (graph.Source, error) { return Open(packed, c.opt) }
				for how, open := range sources {
					for workers, piece := range map[int]int64{1: arrayPiece, 2: 1, 3: 7} {
						if testing.Short() && workers < 3 {
							continue
						}
						src, err := open()
						if err != nil {
							t.Fatal(err)
						}
						src.(*arraySource).piece = piece
						for range 2 { // again, in the other direction perhaps
							got, sum, err := weighted(t, src, workers)
							if err != nil || !slices.Equal(got, c.want) || sum.Records != uint64(len(c.want)) {
								t.Fatalf("%s, %d workers, pieces of %d: %q, %v, want %q", how, workers, piece, got, err, c.want)
							}
							if file.Vertices != nil && sum.Vertices != graph.Known(*file.Vertices) || file.Vertices == nil && sum.Vertices.Known() {
								t.Errorf("%s: %v vertices, want %v", how, sum.Vertices, file.Vertices)
							}
							if n := src.Info().Records; n.Known() && n.Get() != int64(len(c.want)) {
								t.Errorf("%s: %v records, want %d", how, n, len(c.want))
							}
						}
						closeAll(t, src)
					}
				}
			}
		})
	}
}

// Which of several meanings an array has is said by columns, and the choices that a refusal
// names are such.
func TestArrayColumns(t *testing.T) {
	for _, c := range []struct {
		name    string
		columns []string
		weights bool
		want    string // "" where it is refused
	}{
		{"two-by-two.npy", []string{"1", "2"}, false, "[0 1 1 0]"},
		{"two-by-two.npy", []string{"2", "1"}, false, "[0 1 1 0]"},
		{"two-by-two.npy", []string{"1", "3"}, false, ""},
		{"two-by-two.npy", []string{"1", "1"}, false, ""},
		{"two-by-two.npy", []string{"1"}, false, ""},
		{"three-columns.npy", []string{"1", "2"}, false, "[0 1 0 5 1 0 1 2 2 0 2 3 3 3 4 7 5 4 7 5]"},
		{"three-columns.npy", []string{"1", "2", "3"}, true, "[0 1 1 0 5 10 1 0 2 1 2 3 2 0 4 2 3 5 3 3 6 4 7 7 5 4 9 7 5 8]"},
		{"three-columns.npy", []string{"3", "1"}, false, "[1 0 10 0 2 1 3 1 4 2 5 2 6 3 7 4 8 7 9 5]"},
		{"src-dst.npz", []string{"dst", "src"}, false, "[0 1 0 2 1 0 2 1 3 2 3 3 4 5 5 0 5 7 7 4]"},
		{"src-dst.npz", []string{"src", "weight"}, false, "[0 1 0 10 1 2 1 3 2 4 2 5 3 6 4 7 5 9 7 8]"},
		{"src-dst.npz", []string{"src", "none"}, false, ""},
		{"src-dst.npz", []string{"src"}, false, ""},
		{"src-dst.npz", []string{"none"}, true, ""},
		{"src-dst.npz", []string{"dst"}, true, "[0 1 1 0 5 5 1 0 0 1 2 2 2 0 0 2 3 3 3 3 3 4 7 7 5 4 4 7 5 5]"},
		{"csr.npz", []string{"weight"}, true, ""},
		{"dense-f8.npy", []string{"weight"}, true, ""},
		{"dense-f8.npy", []string{"1", "2"}, false, ""},
	} {
		src, err := Open(filepath.Join(numpyFolder, c.name), Options{Columns: c.columns, Weights: c.weights})
		if err != nil {
			if inputError(t, err); c.want != "" {
				t.Errorf("%s %v: %v", c.name, c.columns, err)
			}
			continue
		}
		got, _, err := weighted(t, src, 2)
		if err != nil || fmt.Sprint(got) != c.want {
			t.Errorf("%s %v: %v, %v, want %s", c.name, c.columns, got, err, c.want)
		}
		closeAll(t, src)
	}
	for _, name := range []string{"two-by-two.npy", "three-columns.npy"} {
		_, err := Open(filepath.Join(numpyFolder, name), Options{})
		var unclear *UnclearError
		if !errors.As(err, &unclear) || len(unclear.Choices) == 0 {
			t.Fatalf("%s: %v", name, err)
		}
		for _, choice := range unclear.Choices {
			src, err := Open(filepath.Join(numpyFolder, name), choice.Options)
			if err != nil {
				t.Fatal(err)
			}
			closeAll(t, src)
		}
	}
}

// Objects are refused by name, whatever they are.
func TestNoPickles(t *testing.T) {
	for _, name := range []string{"objects.npy", "sparse-pickle.npy"} {
		if _, err := Open(filepath.Join(numpyFolder, name), Options{}); err == nil || !strings.Contains(err.Error(), "pickle") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A file that is cut anywhere is refused, and so is one with a byte too many in an array.
func TestNumpyTruncated(t *testing.T) {
	for _, name := range []string{"csr.npz", "csr-deflated.npz", "pairs-i4.npy", "dense-f8.npy", "edge_index-deflated.npz"} {
		data, err := os.ReadFile(filepath.Join(numpyFolder, name))
		if err != nil {
			t.Fatal(err)
		}
		for cut := range data {
			if cut%7 == len(name)%7 || cut > len(data)-30 {
				refusedEverywhere(t, name, data[:cut], Options{})
			}
		}
		if strings.HasSuffix(name, npyEnd) {
			refusedEverywhere(t, name, append(data, 0), Options{})
		}
	}
}

// What was stored or deflated is compared with its checksum, where it is read.
func TestNumpyChecksums(t *testing.T) {
	for _, name := range []string{"csr-i8.npz", "csr-i8-deflated.npz", "coo.npz", "edge_index.npz"} {
		whole, err := os.ReadFile(filepath.Join(numpyFolder, name))
		if err != nil {
			t.Fatal(err)
		}
		file, err := zip.NewReader(bytes.NewReader(whole), int64(len(whole)))
		if err != nil {
			t.Fatal(err)
		}
		for _, member := range file.File {
			if !slices.Contains([]string{"indices.npy", "indptr.npy", "row.npy", "edge_index.npy"}, member.Name) {
				continue
			}
			begin, err := member.DataOffset()
			if err != nil {
				t.Fatal(err)
			}
			for at := begin; at < begin+int64(member.CompressedSize64); at++ {
				if testing.Short() && at%7 > 0 {
					continue
				}
				data := slices.Clone(whole)
				data[at] ^= 1
				refusedEverywhere(t, name, data, Options{})
			}
		}
	}
}

// A header may declare anything: what is made room for is what is there.
func TestNumpyGiantSizes(t *testing.T) {
	npy := func(kind, shape string, data int) []byte {
		text := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': %s, }\n", kind, shape)
		return append([]byte(npyMagic+"\x01\x00"+string([]byte{byte(len(text)), byte(len(text) >> 8)})+text), make([]byte, data)...)
	}
	for _, c := range []struct{ kind, shape string }{
		{"<i8", "(9223372036854775807, 2)"}, {"<i4", "(4294967296, 4294967296)"}, {"<i8", "(2, 1152921504606846977)"},
		{"|b1", "(4294967295, 4294967295)"}, {"|V2000000000", "(9999999999, 2)"}, {"<U999999999", "(2, 2)"}, {"<i8", "(99999999999999999999, 2)"},
		{"<i8", "(-1, 2)"}, {"<i0", "(3, 2)"}, {"<i3", "(1, 2)"}, {"<f8", "(0, 99999999999)"}, {"<i8", "(99999999999, 0)"},
	} {
		checkAllocation(t, 32<<20, func() { refusedEverywhere(t, "a.npy", npy(c.kind, c.shape, 6), Options{}) })
	}
	giant := npy("<i8", "(1, 2)", 16)
	copy(giant[6:], "\x02\x00\xff\xff\xff\xff")
	checkAllocation(t, 32<<20, func() { refusedEverywhere(t, "a.npy", giant, Options{}) })
}

// What is no finite number in a matrix may mean that there is no edge.
func TestNumpyMatrixOfFiniteNumbers(t *testing.T) {
	for _, c := range []struct {
		kind  string
		value []byte
	}{
		{"<f8", binary.LittleEndian.AppendUint64(nil, math.Float64bits(math.NaN()))},
		{">f8", binary.BigEndian.AppendUint64(nil, math.Float64bits(math.Inf(-1)))},
		{"<f4", binary.LittleEndian.AppendUint32(nil, math.Float32bits(float32(math.Inf(1))))},
		{"<f2", []byte{0, 0x7e}},
		{"<c16", binary.LittleEndian.AppendUint64(make([]byte, 8), math.Float64bits(math.NaN()))},
	} {
		text := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': (3, 3), }\n", c.kind)
		data := append([]byte(npyMagic+"\x01\x00"+string([]byte{byte(len(text)), 0})+text), make([]byte, 9*len(c.value))...)
		copy(data[len(data)-8*len(c.value):], c.value)
		for _, opt := range []Options{{}, {Weights: true}} {
			refusedEverywhere(t, "a.npy", data, opt)
		}
	}
}

// A graph comes back, whatever its vertices are called, and however large the pieces are.
func TestNpzRoundTrip(t *testing.T) {
	random := rand.New(rand.NewPCG(31, 32))
	for _, n := range []int{0, 1, 2, 60, 300} {
		for kind, labels := range labelled(random, n) {
			g := randomGraph(t, random, n, labels)
			data, err := written(t, "g.npz", g)
			if err != nil {
				t.Fatal(err)
			}
			for how, open := range openBoth(t, "g.npz", data, Options{}) {
				for workers, piece := range map[int]int64{1: arrayPiece, 2: 3, 4: 100} {
					src, err := open()
					if err != nil {
						t.Fatal(err)
					}
					src.(*arraySource).piece = piece
					got, err := build(t.Context(), src, graph.Options{Threads: workers})
					if err != nil {
						t.Fatal(err)
					}
					sameGraph(t, got, relabelled(t, g, graph.Labels{}))
					if src.Info().Weighted {
						t.Errorf("%s, %s: there are weights", kind, how)
					}
					closeAll(t, src)
				}
			}
		}
	}
}

func FuzzNpy(f *testing.F) {
	fuzzNumpy(f, npyName)
}

func FuzzNpz(f *testing.F) {
	fuzzNumpy(f, npzName)
}

// fuzzNumpy looks for panics, for errors of another kind, and for answers that depend on
// the way of reading.
func fuzzNumpy(f *testing.F, format string) {
	for name := range numpyFiles(f) {
		if filepath.Ext(name) == "."+format {
			data, err := os.ReadFile(filepath.Join(numpyFolder, name))
			if err != nil {
				f.Fatal(err)
			}
			f.Add(data, false)
			f.Add(data, true)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte, columns bool) {
		opt := Options{Format: format}
		if columns {
			opt.Columns = []string{"1", "2"}
		}
		for how, open := range openBoth(t, "a", data, opt) {
			src, err := open()
			if err != nil {
				inputError(t, err)
				continue
			}
			var first string
			for i, workers := range []int{1, 3} {
				setBlockSize(src, 1+i*5)
				edges, sum, err := tryRead(src, workers)
				if err != nil {
					inputError(t, err)
				}
				answer := fmt.Sprint(edges, sum.Vertices)
				if err != nil {
					answer = err.Error()
				}
				if i > 0 && answer != first {
					t.Fatalf("%s: %q with one worker, %q with %d", how, first, answer, workers)
				}
				first = answer
				if !src.Info().Rereadable {
					break
				}
			}
			closeAll(t, src)
		}
	})
}

// What is read into memory counts, and a refusal names a limit that does.
func TestNumpyPipeWithinMemory(t *testing.T) {
	data := slices.Concat([]byte(npyMagic+"\x01\x00\x76\x00"), bytes.Repeat([]byte(" "), 118), make([]byte, 8<<20))
	copy(data[10:], "{'descr': '<i4', 'fortran_order': False, 'shape': (1048576, 2)}")
	_, err := OpenReader(bytes.NewReader(data), "-", Options{Memory: 50 << 20})
	var short *graph.MemoryError
	if !errors.As(err, &short) || short.Need < int64(len(data)) {
		t.Fatal(err)
	}
	src, err := OpenReader(bytes.NewReader(data), "-", Options{Memory: short.Need})
	if err != nil {
		t.Fatal(err)
	}
	if _, sum, err := tryRead(src, 2); err != nil || sum.Records != 1<<20 || src.Info().Holds() < int64(len(data)) {
		t.Errorf("%v, %v, %d bytes held", sum, err, src.Info().Holds())
	}
	closeAll(t, src)
}
