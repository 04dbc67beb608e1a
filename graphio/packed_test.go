package graphio

import (
	"bytes"
	"compress/bzip2"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/internal/pack"
)

// lineText returns n lines of an edge list.
func lineText(n int) string {
	random := rand.New(rand.NewPCG(1, uint64(n)))
	var b strings.Builder
	for range n {
		fmt.Fprintf(&b, "%d %d\n", random.IntN(1000), random.IntN(100_000))
	}
	return b.String()
}

// bzipped is "0 1\n1 2\n" and "2 0\n", each a stream of its own.
func bzipped(t testing.TB) (packed, text string) {
	t.Helper()
	for _, stream := range []string{
		"QlpoOTFBWSZTWf+gQQAAAAJYAAAQQABwACAAIh6NBmgVKhhdyRThQkP+gQQA",
		"QlpoMTFBWSZTWb1xigwAAAHYAAAQQABQACAAIZpoM00yvF3JFOFCQvXGKDA=",
	} {
		data, err := base64.StdEncoding.DecodeString(stream)
		if err != nil {
			t.Fatal(err)
		}
		packed += string(data)
	}
	return packed, "0 1\n1 2\n2 0\n"
}

// xzipped compresses each half into a stream of its own, with padding between,
// and each stream into blocks.
func xzipped(t testing.TB, text string, config xz.WriterConfig) string {
	t.Helper()
	var b bytes.Buffer
	for _, half := range []string{text[:len(text)/2], text[len(text)/2:]} {
		w, err := config.NewWriter(&b)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(w, half); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		b.WriteString("\x00\x00\x00\x00\x00\x00\x00\x00")
	}
	return b.String()
}

// compressed compresses text as an output is.
func compressed(t testing.TB, name, text string, workers int) string {
	t.Helper()
	_, c := cutCompression(name)
	var b bytes.Buffer
	w, err := c.writer(&b, workers)
	if err != nil {
		t.Fatal(err)
	}
	for begin := 0; begin < len(text); begin += 7777 {
		if _, err := io.WriteString(w, text[begin:min(begin+7777, len(text))]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// unpack decompresses data by any number of workers.
func unpack(t testing.TB, data []byte, workers int) (string, error) {
	t.Helper()
	c := findCompression(data)
	if c == nil {
		t.Fatalf("%q is not compressed", data[:min(len(data), 20)])
	}
	r, err := c.reader(packed{bytes.NewReader(data), graph.Known(len(data)), workers, new(budget)})
	if err != nil {
		return "", err
	}
	text, err := io.ReadAll(r)
	_ = r.Close() // says again what reading said
	return string(text), err
}

// packings are texts in every compression, multi-member where there is such a
// thing.
func packings(t testing.TB, lines int) map[string][2]string {
	text := lineText(lines)
	cases := map[string][2]string{
		"gzip":            {gzipped(t, text), text},
		"block gzip":      {compressed(t, "g.gz", text, 2), text},
		"zstd":            {zstandard(t, text), text},
		"zstd frames":     {compressed(t, "g.zst", text, 2), text},
		"zstd, mixed":     {zstandard(t, text) + streamed(t, text) + zstandard(t, text), text + text + text},
		"xz":              {xzipped(t, text, xz.WriterConfig{DictCap: 1 << 16}), text},
		"xz, blocks":      {xzipped(t, text, xz.WriterConfig{BlockSize: 150, DictCap: 1 << 16, CheckSum: xz.SHA256}), text},
		"xz, CRC-32":      {xzipped(t, text, xz.WriterConfig{BlockSize: 100, DictCap: 1 << 16, CheckSum: xz.CRC32}), text},
		"xz, no checksum": {xzipped(t, text, xz.WriterConfig{DictCap: 1 << 16, NoCheckSum: true}), text},
	}
	packed, text := bzipped(t)
	cases["bzip2"] = [2]string{packed, text}
	return cases
}

// streamed compresses text into one frame of zstd that does not say how much
// it holds.
func streamed(t testing.TB, text string) string {
	t.Helper()
	var b bytes.Buffer
	w, err := zstd.NewWriter(&b)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(w, text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestDecompress(t *testing.T) {
	for _, lines := range []int{1, 300} {
		for name, c := range packings(t, lines) {
			for _, workers := range []int{1, 4} {
				if got, err := unpack(t, []byte(c[0]), workers); err != nil || got != c[1] {
					t.Errorf("%s, %d workers: %d bytes of text, want %d, %v", name, workers, len(got), len(c[1]), err)
				}
			}
		}
	}
}

// Wherever a file is cut, it is refused: unless that is between two members of
// plain gzip, two frames of zstd, or two streams of the others.
func TestDecompressTruncated(t *testing.T) {
	step := 1
	if testing.Short() {
		step = 5
	}
	for name, c := range packings(t, 20) {
		whole := 0
		for cut := 12; cut < len(c[0]); cut += step {
			first := ""
			for i, workers := range []int{1, 3} {
				got, err := unpack(t, []byte(c[0][:cut]), workers)
				if err == nil && !strings.HasPrefix(c[1], got) {
					t.Fatalf("%s cut at %d: another text", name, cut)
				}
				if err == nil {
					whole++
				}
				result := fmt.Sprint(got, err)
				if i > 0 && result != first {
					t.Fatalf("%s cut at %d: %q, %q by %d workers", name, cut, first, result, workers)
				}
				first = result
			}
		}
		most := map[string]int{"gzip": 2, "block gzip": 0, "zstd": 4, "zstd, mixed": 20, "zstd frames": 0, "bzip2": 2}
		limit, known := most[name]
		if !known {
			limit = 2 * 5 // one stream of xz, and behind the padding of both
		}
		if whole > limit {
			t.Errorf("%s is whole %d times, want %d at most", name, whole, limit)
		}
	}
}

// Zeros behind the end of gzip fill a block. Anything else is refused, and called what it
// is; block gzip that lacks its end is cut off, whatever stands there.
func TestBehindGzip(t *testing.T) {
	cases := packings(t, 300)
	for _, name := range []string{"gzip", "block gzip"} {
		packed, text := cases[name][0], cases[name][1]
		for behind, want := range map[string]string{
			"\x00":                       "",
			strings.Repeat("\x00", 9000): "",
			"\x00\x00more":               "bytes behind the end of the gzip stream; cut them off, or unpack it with gzip first",
			"more than ten bytes":        "bytes behind the end of the gzip stream; cut them off, or unpack it with gzip first",
			"#":                          "bytes behind the end of the gzip stream; cut them off, or unpack it with gzip first",
			packed[:2]:                   io.ErrUnexpectedEOF.Error(),
			packed[:20]:                  io.ErrUnexpectedEOF.Error(),
		} {
			for _, workers := range []int{1, 3} {
				got, err := unpack(t, []byte(packed+behind), workers)
				if got != text || (err == nil) != (want == "") || err != nil && err.Error() != want {
					t.Errorf("%s and %.20q: %d bytes of text of %d, %v", name, behind, len(got), len(text), err)
				}
			}
		}
	}
	packed, text := cases["block gzip"][0], cases["block gzip"][1]
	cut := strings.TrimSuffix(packed, pack.GzipEnd)
	if got, err := unpack(t, []byte(cut+strings.Repeat("\x00", 500)), 2); got != text || err != io.ErrUnexpectedEOF {
		t.Errorf("without its end: %d bytes of text of %d, %v", len(got), len(text), err)
	}
	_, err := OpenReader(strings.NewReader(cases["gzip"][0]+"more"), "g.gz", Options{})
	if err == nil || !strings.HasSuffix(err.Error(), "g.gz: bytes behind the end of the gzip stream; cut them off, or unpack it with gzip first") {
		t.Error(err)
	}
}

// A byte that is changed is noticed, or makes no difference, and the result
// does not depend on the workers.
func TestDecompressDamaged(t *testing.T) {
	for name, c := range packings(t, 20) {
		if name == "xz, no checksum" {
			continue
		}
		random := rand.New(rand.NewPCG(1, 2))
		for range graphtest.Fewer(200) {
			data := []byte(c[0])
			data[random.IntN(len(data))] ^= byte(1 + random.IntN(255))
			if findCompression(data) == nil {
				continue
			}
			one, err1 := unpack(t, data, 1)
			three, err3 := unpack(t, data, 3)
			if one != three || fmt.Sprint(err1) != fmt.Sprint(err3) {
				t.Fatalf("%s: %q, %v and %q, %v", name, one, err1, three, err3)
			}
			// A frame of zstd may become one that is skipped.
			if err1 == nil && one != c[1] && !strings.HasPrefix(name, "zstd") {
				t.Errorf("%s: another text and no error", name)
			}
		}
	}
}

// A damaged member does not take away the text in front of it.
func TestDecompressBeforeDamage(t *testing.T) {
	text := lineText(40_000)
	for _, name := range []string{"g.gz", "g.zst"} {
		data := []byte(compressed(t, name, text, 1))
		data[len(data)*3/4] ^= 0x55
		one, err := unpack(t, data, 1)
		three, err3 := unpack(t, data, 3)
		if err == nil || err3 == nil || one != three || len(one) < len(text)/3 || one[:len(text)/3] != text[:len(text)/3] {
			t.Errorf("%s: %d and %d bytes of %d, %v", name, len(one), len(three), len(text), err)
		}
	}
}

// What is written is the same for any number of goroutines, and the readers of
// others take it.
func TestCompress(t *testing.T) {
	for _, lines := range []int{0, 1, 10_000, 250_000} {
		if testing.Short() && lines > 100_000 {
			continue
		}
		text := lineText(lines)
		for _, name := range []string{"g.gz", "g.zst"} {
			data := compressed(t, name, text, 1)
			if compressed(t, name, text, 3) != data {
				t.Errorf("%s of %d lines: other bytes from three goroutines", name, lines)
			}
			var got []byte
			var err error
			if name == "g.gz" {
				r, gzipErr := gzip.NewReader(strings.NewReader(data))
				if gzipErr != nil {
					t.Fatal(gzipErr)
				}
				got, err = io.ReadAll(r)
			} else {
				r, zstdErr := zstd.NewReader(strings.NewReader(data))
				if zstdErr != nil {
					t.Fatal(zstdErr)
				}
				got, err = io.ReadAll(r)
				r.Close()
			}
			if err != nil || string(got) != text {
				t.Errorf("%s of %d lines: %d bytes, want %d, %v", name, lines, len(got), len(text), err)
			}
			if got, err := unpack(t, []byte(data), 3); err != nil || got != text {
				t.Errorf("%s of %d lines: %d bytes, want %d, %v", name, lines, len(got), len(text), err)
			}
		}
	}
}

func TestCompressToFullDisk(t *testing.T) {
	lines := 200_000
	if testing.Short() {
		lines = 60_000
	}
	text := lineText(lines)
	for _, name := range []string{"g.gz", "g.zst"} {
		_, c := cutCompression(name)
		for _, room := range []int{0, 10, 100_000} {
			w, err := c.writer(&failing{room}, 2)
			if err != nil {
				t.Fatal(err)
			}
			_, _ = io.WriteString(w, text) // may fail as well
			if err := w.Close(); err != errFull {
				t.Errorf("%s with room for %d bytes: %v", name, room, err)
			}
		}
	}
}

// Compressed files of every format are read again.
func TestCompressedOutput(t *testing.T) {
	g := randomGraph(t, rand.New(rand.NewPCG(3, 4)), 60, graph.BaseLabels(1))
	for _, name := range []string{"g.tcsr", "g.mtx", "g.csv", "g.bin", "g.sg", "g.g500", "g.parquet"} {
		for _, end := range []string{".gz", ".zst"} {
			path := t.TempDir() + "/" + name + end
			if err := writeGraph(t.Context(), path, g, graph.Options{Threads: 2}); err != nil {
				t.Fatal(err)
			}
			src := openFile(t, path)
			if src.Info().Compressed == "" {
				t.Errorf("%s is not compressed", path)
			}
			got, err := build(t.Context(), src, graph.Options{})
			if err != nil || got.Edges() != g.Edges() {
				t.Errorf("%s: %v", path, err)
			}
		}
	}
}

// A declared dictionary or window of gigabytes does not get them.
func TestGiantDictionary(t *testing.T) {
	text := []byte(xzipped(t, "0 1\n1 2\n", xz.WriterConfig{}))
	block := text[12 : 12+4*(int(text[12])+1)]
	if string(block[1:4]) != "\x00\x21\x01" {
		t.Fatalf("another block header: %x", block)
	}
	block[4] = 40 // 4 GiB
	binary.LittleEndian.PutUint32(block[len(block)-4:], crc32.ChecksumIEEE(block[:len(block)-4]))
	var got string
	checkAllocation(t, 4<<20, func() {
		var err error
		if got, err = unpack(t, text, 1); err != nil {
			t.Error(err)
		}
	})
	if got != "0 1\n1 2\n" {
		t.Errorf("%q", got)
	}
	// A frame with a window of 512 MiB, which holds a block of eight bytes.
	frame := "\x28\xb5\x2f\xfd\x00\x98" + "\x41\x00\x00" + "0 1\n1 2\n"
	checkAllocation(t, 4<<20, func() {
		var err error
		if got, err = unpack(t, []byte(frame), 1); err != nil {
			t.Error(err)
		}
	})
	if got != "0 1\n1 2\n" {
		t.Errorf("%q", got)
	}
}

// FuzzCompressed compares the readers with those of the libraries, and one
// worker with several.
func FuzzCompressed(f *testing.F) {
	for _, c := range packings(f, 3) {
		f.Add([]byte(c[0]))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		c := findCompression(data)
		if c == nil {
			return
		}
		one, err1 := unpack(t, data, 1)
		three, err3 := unpack(t, data, 3)
		if one != three || fmt.Sprint(err1) != fmt.Sprint(err3) {
			t.Fatalf("%q, %v by one worker; %q, %v by three", one, err1, three, err3)
		}
		if err1 != nil {
			inputError(t, (&input{compressed: c.name}).readError(err1))
			return
		}
		want, err := unpackByLibrary(c.name, data)
		if err != nil || string(want) != one {
			t.Fatalf("%q, the library has %q, %v", one, want, err)
		}
	})
}

// A member of block gzip that claims to be shorter than its own header.
func TestBlockGzipSize(t *testing.T) {
	data := []byte(compressed(t, "g.gz", "0 1\n", 1))
	for size := range len(pack.GzipEnd) {
		binary.LittleEndian.PutUint16(data[pack.GzipSize:], uint16(size))
		if got, err := unpack(t, data, 1); err != nil || got != "0 1\n" {
			t.Errorf("size %d: %q, %v", size+1, got, err)
		}
	}
}

func unpackByLibrary(name string, data []byte) ([]byte, error) {
	var r io.Reader
	var err error
	switch name {
	case "gzip":
		r, err = gzip.NewReader(bytes.NewReader(data))
	case "zstd":
		r, err = zstd.NewReader(bytes.NewReader(data), zstd.WithDecoderConcurrency(1))
	case "bzip2":
		r = bzip2.NewReader(bytes.NewReader(data))
	case "xz":
		r, err = xz.NewReader(bytes.NewReader(data))
	}
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}

// Gzip of one member is read by many workers as by one, in whatever memory.
func TestGzipAhead(t *testing.T) {
	text := lineText(500_000)
	packedText := gzipped(t, text)
	if len(packedText) < 2<<20 {
		t.Fatalf("%d bytes are too few", len(packedText))
	}
	for _, memory := range []int64{8 << 30, 100 << 20, 0}[:graphtest.Fewer(3)] {
		b := &budget{memory: memory}
		r, err := newGzipReader(packed{strings.NewReader(packedText), graph.Known(len(packedText)), 8, b})
		if err != nil {
			t.Fatal(err)
		}
		if held := b.held.Load(); held > 0 != (memory != 100<<20) || memory > 0 && held > memory/8 {
			t.Errorf("%d bytes are held of %d", held, memory)
		}
		got, err := io.ReadAll(r)
		if err != nil || string(got) != text {
			t.Errorf("%d bytes of %d, %v", len(got), len(text), err)
		}
		if err := r.Close(); err != nil || b.held.Load() != 0 {
			t.Errorf("%d bytes are held, %v", b.held.Load(), err)
		}
	}
}
