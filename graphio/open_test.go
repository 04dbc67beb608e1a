package graphio

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/tricycle-graph/tricycle/graph"
)

func TestRecognise(t *testing.T) {
	mtx := patternGeneral + "3 3 1\n2 1\n"
	for _, c := range []struct {
		name, text, format string
		want, how          string // "" where it is refused
	}{
		{"a.txt", "0 1\n", "", "edgelist", "first line of data"},
		{"a", "# c\n\n0,1\n", "", "edgelist", "first line of data"},
		{"a.mtx", mtx, "", "matrixmarket", "banner"},
		{"a.txt", mtx, "", "matrixmarket", "banner"},
		{"a.graph", mtx, "", "matrixmarket", "banner"},
		{"a", "\ufeff" + mtx, "", "matrixmarket", "banner"},
		{"a.mtx", "2 1\n3 2\n", "", "edgelist", "first line of data"},
		{"a.mtx", mtx, "edgelist", "edgelist", "option"},
		{"a.mtx", "2 1\n", "matrixmarket", "", ""},
		{"a.bin", "2 1\n", "", "edgelist", "first line of data"},
		{"a.bin", "abcdefgh", "", "u32", "suffix .bin"},
		{"a.u32", "\x00\x00\x00\x00\x01\x00\x00\x00", "", "u32", "suffix .u32"},
		{"a.bin", "", "", "u32", "suffix .bin"},
		{"a.bin", "*B\x00\x00\x01\x00\x00\x00", "", "u32", "suffix .bin"},
		{"a", "\x00\x00\x00\x00\x01\x00\x00\x00", "u32", "u32", "option"},
		{"a", "\x00\x00\x00\x00\x01\x00\x00\x00", "", "", ""},
		{"a.txt", "\x00\x00\x00\x00\x01\x00\x00\x00", "", "", ""},
		{"a.mtx", "\x00\x00\x00\x00\x01\x00\x00\x00", "", "", ""},
		{"a.tcsr", "", "", "", ""},
		{"a.txt", "0\x001\n", "", "", ""},
		{"a", "alice bob\n", "", "edgelist", "text"},
		{"a", "5\n0 1\n", "", "edgelist", "text"},
		{"a.csv", "source,target\n0,1\n", "", "edgelist", "text"},
		{"a", "3 1\n0 1\n", "", "edgelist", "first line of data"},
		{"a.txt", "", "", "edgelist", "text"},
		{"a", "", "", "", ""},
		{"a.mtx", "", "", "", ""},

		{"a.graph", "3 2\n2\n1 3\n2\n", "", "metis", "suffix and first line of data"},
		{"a", "3 2\n2\n1 3\n2\n", "metis", "metis", "option"},
		{"a.graph", "\x00\x01\x02", "", "", ""},
		{"a.graph", "0 1\n", "edgelist", "edgelist", "option"},
		{"a", "% c\n*Vertices 2\n1\n2\n*Edges\n1 2\n", "", "pajek", "first section"},
		{"a", "c x\np sp 2 1\na 1 2 3\n", "", "dimacs", "problem line"},
		{"a.col", "p edge 2 1\ne 1 2\n", "", "dimacs", "problem line"},
		{"a", "graph [\n node [ id 1 ]\n]\n", "", "gml", "graph ["},
		{"a", "Creator \"x\"\ngraph\n[\n]\n", "", "gml", "graph ["},
		{"a", "# c\nLEDA.GRAPH\nvoid\nvoid\n-2\n0\n0\n", "", "leda", "LEDA.GRAPH"},
		{"a", "AdjacencyGraph\n0\n0\n", "", "ligra", "first word"},
		{"a", graphToolMagic + "\x01\x00" + strings.Repeat("\x00", 25), "", "gt", "magic"},
		{"a.lgl", "# a\nb\n", "", "lgl", "suffix and first line"},
		{"a", "// c\nstrict digraph g\n{ a -> b }\n", "", "dot", "graph {"},
		{"a", "<NUMBER OF NODES> 2\n<NUMBER OF LINKS> 1\n<END OF METADATA>\n1 2 ;\n", "", "tntp", "metadata"},
		{"a", "<?xml version=\"1.0\"?>\n<graphml>\n<graph edgedefault='directed'/></graphml>", "", "graphml", "root element"},
		{"a.txt", "1 A\n2 B\n#\n1 2\n", "", "tgf", "a line with # between vertices and edges"},
		{"a.dat", "\n \r\n", "", "", ""},
		{"a.csv", "\n \r\n", "", "edgelist", "text"},
		{"a.tgf", "1\n#\n", "", "tgf", "suffix"},
		{"a.csv", "nodedef>name VARCHAR\nedgedef>node1,node2\n", "", "gdf", "nodedef>"},
		{"a", "<?xml version=\"1.0\"?>\n<gexf>\n<graph/></gexf>", "", "gexf", "root element"},
		{"a", "<?xml version=\"1.0\"?>\n<graphs>\n", "", "", ""},
		{"a", "{\n\"nodes\": [], \"links\": []}", "", "json", "JSON of a graph"},
		{"a.json", "{\"x\": 1}", "", "", ""},
		{"a.sg", "\x00\x00", "", "", ""},
		{"a", "\x93NUMPY\x01\x00\x06\x00{'a'}\n", "", "", ""},
		{"a.npz", "PK\x05\x06" + strings.Repeat("\x00", 18), "", "", ""},
		{"a.npz", "0 1\n", "", "edgelist", "first line of data"},
		{"a.npy", "\x00\x01", "", "", ""},
		{"a.g500", strings.Repeat("\x00", 16), "", "graph500", "suffix .g500"},
		{"a.g500p", strings.Repeat("\x00", 12), "", "graph500-packed", "suffix .g500p"},
		{"a.sg", strings.Repeat("\x00", 25), "", "gap", "suffix .sg"},
		{"a.wsg", strings.Repeat("\x00", 25), "", "gap-weighted", "suffix .wsg"},
	} {
		for _, compress := range []func(testing.TB, string) string{plainly, gzipped, zstandard} {
			text := compress(t, c.text)
			for _, w := range []way{{false, 100, 1}, {true, 100, 1}} {
				src, err := openWay(t, w, text, c.name, c.format)
				if c.want == "" {
					if err == nil {
						t.Errorf("%s %q was opened as %s", c.name, c.text, src.Info().Format)
						closeAll(t, src)
						continue
					}
					inputError(t, err)
					continue
				}
				if err != nil {
					t.Errorf("%s %q: %v", c.name, c.text, err)
					continue
				}
				_, _, err = read(src, 1)
				if info := src.Info(); err != nil || info.Format != c.want || info.Recognised != c.how {
					t.Errorf("%s %q: %s by %q, %v; want %s by %q", c.name, c.text, info.Format, info.Recognised, err, c.want, c.how)
				}
				closeAll(t, src)
			}
		}
	}
}

func plainly(_ testing.TB, text string) string { return text }

// gzipped compresses each half into a member of its own.
func gzipped(t testing.TB, text string) string {
	t.Helper()
	var b bytes.Buffer
	for _, half := range []string{text[:len(text)/2], text[len(text)/2:]} {
		w := gzip.NewWriter(&b)
		if _, err := io.WriteString(w, half); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

// zstandard compresses each half into a frame of its own, behind a skippable
// one.
func zstandard(t testing.TB, text string) string {
	t.Helper()
	encoder, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	frames := []byte("\x51\x2a\x4d\x18\x03\x00\x00\x00abc")
	frames = encoder.EncodeAll([]byte(text[:len(text)/2]), frames)
	return string(encoder.EncodeAll([]byte(text[len(text)/2:]), frames))
}

func TestUnknownFormat(t *testing.T) {
	var input *graph.InputError
	_, err := OpenReader(strings.NewReader("0 1\n"), "a", Options{Format: "nonsense"})
	if err == nil || errors.As(err, &input) || !strings.Contains(err.Error(), "matrixmarket") {
		t.Errorf("%v", err)
	}
}

func TestCompressed(t *testing.T) {
	var text strings.Builder
	for range 40000 {
		text.WriteString("123 45678\n")
	}
	want := reading{edges: slices.Repeat(ids("123", "45678"), 40000)}
	for name, packed := range map[string]string{
		"gzip": gzipped(t, text.String()),
		"zstd": zstandard(t, text.String()),
	} {
		t.Run(name, func(t *testing.T) {
			ways := []way{{false, 4096, 3}, {true, 4096, 2}, {true, defaultBlockSize, 1}}
			checkReading(t, ways, packed, "graph.txt", "", want)

			src, err := openWay(t, ways[0], packed, "a", "")
			if err != nil {
				t.Fatal(err)
			}
			if info := src.Info(); info.Compressed != name || info.Bytes != graph.Known(len(packed)) || !info.Rereadable || info.MaxRecords.Known() {
				t.Errorf("%+v", info)
			}
			for range 2 {
				if edges, _, err := read(src, 2); err != nil || len(edges) != 40000 {
					t.Errorf("%d edges, %v", len(edges), err)
				}
			}
			if err := src.Close(); err != nil {
				t.Error(err)
			}

			for _, cut := range []int{len(packed) - 1, len(packed) - 9, len(packed)/2 + 3, len(packed)/2 - 3, 40, 12, 7} {
				for _, w := range ways {
					src, err := openWay(t, w, packed[:cut], "graph.txt", "edgelist")
					if err == nil {
						_, _, err = read(src, w.workers)
						closeAll(t, src)
					}
					inputError(t, err)
				}
			}
			damaged := []byte(packed)
			damaged[len(damaged)-3] ^= 0x55
			checkReading(t, ways, string(damaged), "graph.txt", "edgelist", reading{badLine: -1})
		})
	}
}

// A malformed line counts more than a stream that is cut behind it.
func TestTruncatedBehindError(t *testing.T) {
	text := strings.Repeat("0 1\n", 200000) + "x\n"
	var more strings.Builder
	for i := range 100000 {
		more.WriteString(strings.Repeat("7", i%9+1) + " 1\n")
	}
	packed := gzipped(t, text+more.String())
	ways := []way{{false, 1000, 3}, {true, 1000, 2}, {true, 1 << 20, 1}}
	checkReading(t, ways, packed[:len(packed)-20], "graph.txt", "edgelist", malformedAt(200001))
}

func TestUnreadableFiles(t *testing.T) {
	folder := t.TempDir()
	_, err := Open(filepath.Join(folder, "missing"), Options{})
	if inputError(t, err); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v", err)
	}
	_, err = Open(folder, Options{})
	inputError(t, err)
	if os.Getuid() != 0 {
		path := writeFile(t, "secret", "0 1\n")
		if err := os.Chmod(path, 0); err != nil {
			t.Fatal(err)
		}
		_, err = Open(path, Options{})
		if inputError(t, err); !errors.Is(err, fs.ErrPermission) {
			t.Errorf("%v", err)
		}
	}
}

func TestFileShrinks(t *testing.T) {
	path := writeFile(t, "a.txt", strings.Repeat("0 1\n", 300000))
	src, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer closeAll(t, src)
	if err := os.Truncate(path, 400000); err != nil {
		t.Fatal(err)
	}
	_, _, err = read(src, 2)
	if got := inputError(t, err); !strings.Contains(got.Error(), "shrank") {
		t.Errorf("%v", err)
	}
}

func TestStreamIsReadOnce(t *testing.T) {
	src, err := OpenReader(strings.NewReader("0 1\n"), "-", Options{})
	if err != nil {
		t.Fatal(err)
	}
	if src.Info().Rereadable {
		t.Error("a stream cannot be read again")
	}
	if _, _, err := read(src, 1); err != nil {
		t.Error(err)
	}
	if _, _, err := read(src, 1); err == nil {
		t.Error("a stream was read twice")
	}
}

// Cancelling ends a reading even when the input hangs, and while others wait.
func TestCancel(t *testing.T) {
	for _, line := range []string{"0 1\n", "a b\n"} {
		r, w := io.Pipe()
		go func() {
			for {
				if _, err := io.WriteString(w, strings.Repeat(line, 100000)); err != nil {
					return
				}
			}
		}()
		src, err := OpenReader(r, "-", Options{})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancelCause(context.Background())
		enough := errors.New("enough")
		go func() {
			time.Sleep(20 * time.Millisecond)
			cancel(enough)
		}()
		_, err = src.Read(ctx, 3, func(int, graph.Batch) error { return nil })
		if !errors.Is(err, enough) {
			t.Errorf("%v", err)
		}
		closeAll(t, r, src)
	}

	hangs, w := io.Pipe()
	go func() { _, _ = io.WriteString(w, strings.Repeat("0 1\n", headSize)) }()
	src, err := OpenReader(hangs, "-", Options{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	if _, err = src.Read(ctx, 2, func(int, graph.Batch) error { return nil }); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
	closeAll(t, hangs)
}

func TestEmitErrorEndsReading(t *testing.T) {
	full := errors.New("full")
	for _, line := range []string{"0 1\n", "a b\n", "1 1 1\n"} {
		text := strings.Repeat(line, 100000)
		format := "edgelist"
		if line == "1 1 1\n" {
			text, format = realGeneral+"100000 100000 100000\n"+text, "matrixmarket"
		}
		for _, w := range []way{{false, 1000, 3}, {true, 1000, 3}} {
			src, err := openWay(t, w, text, "a", format)
			if err != nil {
				t.Fatal(err)
			}
			if _, err = src.Read(context.Background(), w.workers, func(int, graph.Batch) error { return full }); !errors.Is(err, full) {
				t.Errorf("%v", err)
			}
			closeAll(t, src)
		}
	}
}

func TestStandardInputAsFile(t *testing.T) {
	file, err := os.Open(writeFile(t, "a", "0 1\n1 2\n"))
	if err != nil {
		t.Fatal(err)
	}
	defer closeAll(t, file)
	src, err := OpenReader(file, "-", Options{})
	if err != nil {
		t.Fatal(err)
	}
	if info := src.Info(); !info.Rereadable || info.Bytes != graph.Known(8) {
		t.Errorf("%+v", info)
	}
	// Somebody has read the first line already.
	if _, err := file.Seek(4, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	src, err = OpenReader(file, "-", Options{})
	if err != nil {
		t.Fatal(err)
	}
	edges, _, err := read(src, 2)
	if err != nil || !slices.Equal(edges, ids("1", "2")) || src.Info().Rereadable {
		t.Errorf("%v %v", edges, err)
	}
}

// A suffix means the one format that has it.
func TestFormatMeant(t *testing.T) {
	suffixes := func(f *format) []string { return f.suffixes }
	for name, want := range map[string]string{"mtx": "matrixmarket", ".MTX": "matrixmarket", "csv": "edgelist", "gr": "dimacs", "net": "pajek", "bin": "u32", "gml": "gml", "u32": "u32"} {
		if f, err := formatMeant(name, suffixes); err != nil || f.name != want {
			t.Errorf("%s means %v (%v), want %s", name, f, err, want)
		}
	}
	for name, want := range map[string]string{
		"":     `unknown format ""`,
		".":    `unknown format "."`,
		"..gr": "unknown format",
		"docx": "unknown format",
		"bin":  `"bin" is a suffix of tcsr and of parquet`,
	} {
		_, err := formatMeant(name, func(f *format) []string {
			if name != "bin" {
				return f.suffixes
			}
			return []string{".bin"}
		})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", name, err, want)
		}
	}
	for _, f := range Formats() {
		for _, name := range append(f.Suffixes, f.Name) {
			if !f.Reads(name) {
				t.Errorf("%s is not read for %s", f.Name, name)
			}
		}
	}
}
