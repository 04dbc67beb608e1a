package graphio

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
)

// readArchive reads an archive by its name, and by a pipe.
func readArchive(t testing.TB, name, member string, data []byte) (results [2]string, edges [2][][2]string) {
	t.Helper()
	path := writeFile(t, name, string(data))
	for i := range results {
		var src graph.Source
		var err error
		if i == 0 {
			src, err = Open(path+member, Options{})
		} else {
			src, err = OpenReader(bytes.NewReader(data), name, Options{})
		}
		if err == nil {
			results[i] = strings.ReplaceAll(src.Info().Name, path, name)
			setBlockSize(src, 7)
			edges[i], _, err = read(src, 2)
			closeAll(t, src)
		}
		if err != nil {
			results[i] = strings.ReplaceAll(inputError(t, err).Error(), path, name)
		}
	}
	return results, edges
}

// What tar, zip and 7-Zip made (scripts/archives) is read, or refused with the reason.
func TestArchivesOfPrograms(t *testing.T) {
	const (
		loop = "!loop/loop.mtx"
		pipe = "expected a zip archive as a file"
	)
	for name, want := range map[string][2]string{
		"v7.tar": {loop, loop}, "ustar.tar": {loop, loop}, "pax.tar": {loop, loop}, "gnu.tar": {loop, loop},
		"gnu.tar.gz": {loop, loop}, "gnu.tar.xz": {loop, loop}, "gnu.tar.bz2": {loop, loop}, "gnu.tar.zst": {loop, loop},
		"packed.tar":    {loop + ".gz", loop + ".gz"},
		"link.tar":      {"found a link to loop/loop.mtx", "found a link to loop/loop.mtx"},
		"two.tar":       {"found 2: loop/loop.mtx, loop/loop.mtx.gz; name one, as in two.tar!loop/loop.mtx", "found 2: loop/loop.mtx, loop/loop.mtx.gz"},
		"deflated.zip":  {loop, pipe},
		"stored.zip":    {loop, pipe},
		"zip64.zip":     {loop, pipe},
		"streamed.zip":  {loop, pipe},
		"BZip2.zip":     {"!long.mtx", pipe},
		"LZMA.zip":      {"method 14, which is not read", pipe},
		"Deflate64.zip": {"method 9, which is not read", pipe},
		"link.zip":      {"found a link", pipe},
		"encrypted.zip": {"found an encrypted one", pipe},
		"two.zip":       {"found 2: loop/loop.mtx, loop/loop.mtx.gz", pipe},
		"seven.7z":      {"one of 7-Zip, which is not read", "one of 7-Zip, which is not read"},
	} {
		data, err := os.ReadFile(filepath.Join("testdata", "archives", name))
		if err != nil {
			t.Fatal(err)
		}
		results, edges := readArchive(t, name, "", data)
		for i, result := range results {
			if !strings.Contains(result, want[i]) {
				t.Errorf("%s: %q, want %q", name, result, want[i])
			}
			if strings.HasPrefix(want[i], "!") && !slices.Equal(edges[i], [][2]string{{"1", "0"}, {"2", "0"}, {"2", "1"}, {"3", "2"}}) {
				t.Errorf("%s: edges %v", name, edges[i])
			}
		}
	}
	for name, want := range map[string]string{
		"two.tar!loop/loop.mtx":      "two.tar" + loop,
		"two.tar!./loop/loop.mtx.gz": "two.tar" + loop + ".gz",
		"two.zip!loop/loop.mtx.gz":   "two.zip" + loop + ".gz",
		"gnu.tar.gz!loop/loop.mtx":   "gnu.tar.gz" + loop,
		"two.tar!loop/none.mtx":      "expected one member loop/none.mtx, found none; there are loop/loop.mtx, loop/loop.mtx.gz",
		"two.zip!loop":               "expected one member loop, found none",
		"deflated.zip!loop/README":   "README",
		"gnu.tar.xz!x":               "expected one member x, found none",
		"seven.7z!x":                 "7-Zip",
	} {
		src, err := Open(filepath.Join("testdata", "archives", name), Options{})
		got := ""
		if err == nil {
			got = src.Info().Name
			closeAll(t, src)
		} else {
			got = inputError(t, err).Error()
		}
		if !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// entry is a member of an archive that a test makes.
type entry struct{ name, text string }

func tarred(t testing.TB, entries ...entry) []byte {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, e := range entries {
		if err := w.WriteHeader(&tar.Header{Name: e.name, Size: int64(len(e.text)), Mode: 0o644}); err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(w, e.text); err != nil {
			t.Fatal(err)
		}
	}
	closeAll(t, w)
	return b.Bytes()
}

func zipped(t testing.TB, method uint16, entries ...entry) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, e := range entries {
		member, err := w.CreateHeader(&zip.FileHeader{Name: e.name, Method: method})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(member, e.text); err != nil {
			t.Fatal(err)
		}
	}
	closeAll(t, w)
	return b.Bytes()
}

// A graph is the same in an archive as in a file, however it is compressed, whatever the
// threads.
func TestArchiveIsItsMember(t *testing.T) {
	text := lineText(2000)
	want, _, err := read(openFile(t, writeFile(t, "a.txt", text)), 1)
	if err != nil {
		t.Fatal(err)
	}
	beside := entry{"readme.html", "<p>"}
	for name, data := range map[string][]byte{
		"a.tar":     tarred(t, beside, entry{"a.txt", text}, beside),
		"b.tar":     tarred(t, entry{"a.txt.zst", compressed(t, "a.zst", text, 2)}, beside),
		"a.tar.gz":  []byte(compressed(t, "a.gz", string(tarred(t, beside, entry{"a.txt", text})), 2)),
		"b.tgz":     []byte(gzipped(t, string(tarred(t, entry{"a.txt.gz", gzipped(t, text)})))),
		"a.tar.zst": []byte(zstandard(t, string(tarred(t, entry{"a.txt", text}, beside)))),
		"a.zip":     zipped(t, zip.Store, beside, entry{"a.txt", text}),
		"b.zip":     zipped(t, zip.Deflate, entry{"a.txt", text}, beside),
		"c.zip":     zipped(t, zip.Store, entry{"a.txt.gz", compressed(t, "a.gz", text, 2)}),
		"d.zip":     zipped(t, zip.Deflate, entry{"a.txt.gz", gzipped(t, text)}),
	} {
		for _, workers := range []int{1, 2, 5} {
			src := openFile(t, writeFile(t, name, string(data)))
			for range 2 { // a file can be read again
				edges, _, err := read(src, workers)
				if err != nil || !slices.Equal(edges, want) {
					t.Errorf("%s, %d workers: %d edges (%v), want %d", name, workers, len(edges), err, len(want))
				}
			}
			if !src.Info().Rereadable {
				t.Errorf("%s cannot be read again", name)
			}
		}
	}
}

// Formats that are read at any place are, in an archive.
func TestBinaryInArchive(t *testing.T) {
	g := randomGraph(t, rand.New(rand.NewPCG(1, 2)), 30, graph.BaseLabels(0))
	for _, end := range []string{".tcsr", ".parquet", ".bin", ".sg"} {
		data, err := written(t, "g"+end, g)
		if err != nil {
			t.Fatal(err)
		}
		want, _, err := read(openFile(t, writeFile(t, "g"+end, string(data))), 2)
		if err != nil {
			t.Fatal(err)
		}
		for name, archive := range map[string][]byte{
			"a.tar": tarred(t, entry{"g" + end, string(data)}),
			"a.zip": zipped(t, zip.Store, entry{"folder/g" + end, string(data)}),
			"b.zip": zipped(t, zip.Deflate, entry{"g" + end, string(data)}),
		} {
			edges, _, err := read(openFile(t, writeFile(t, name, string(archive))), 2)
			if err != nil || !slices.Equal(edges, want) {
				t.Errorf("%s in %s: %d edges (%v), want %d", end, name, len(edges), err, len(want))
			}
		}
	}
}

func TestArchiveRefused(t *testing.T) {
	const good = "1 2\n2 3\n"
	several := make([]entry, 30)
	for i := range several {
		several[i] = entry{fmt.Sprint(i), good}
	}
	plain := tarred(t, entry{"a.txt", good}, entry{"b.html", strings.Repeat("<p>", 999)})
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"none.tar":     {tarred(t, entry{"readme.txt", good}), "found none: no member has the name of one"},
		"none.zip":     {zipped(t, zip.Store), "found none"},
		"twice.tar":    {tarred(t, entry{"a", good}, entry{"a", good}), "found 2: a, a;"},
		"many.zip":     {zipped(t, zip.Store, several...), "found 30: 0, 1, 2, "},
		"more.zip":     {zipped(t, zip.Store, several...), "18, 19 and 10 more; name one, as in more.zip!0"},
		"bad.zip":      {zipped(t, zip.Store, entry{"a/b.txt", "1 2\n3 x\n"}), "bad.zip!a/b.txt:2: expected"},
		"bad.tar":      {tarred(t, entry{"a/b.txt", "1 2\n3 x\n"}), "bad.tar!a/b.txt:2: expected"},
		"other.tar":    {tarred(t, entry{"a.xml", "<xml>"}, entry{"b.txt", good}), "found 2: a.xml, b.txt"},
		"other.tgz":    {[]byte(gzipped(t, string(tarred(t, entry{"a.xml", "<xml>"}, entry{"b.txt", strings.Repeat(good, 99)})))), "found 2: a.xml, b.txt"},
		"nested.tar":   {tarred(t, entry{"a.tar", string(plain)}), "found an archive in the archive"},
		"nested.zip":   {zipped(t, zip.Deflate, entry{"a.tgz", gzipped(t, string(plain))}), "found an archive in the archive"},
		"inner.zip":    {zipped(t, zip.Deflate, entry{"a.zip", string(zipped(t, zip.Store, entry{"a", good}))}), "found an archive in the archive"},
		"cut.zip":      {zipped(t, zip.Store, entry{"a", good})[:60], "truncated or damaged"},
		"cut.tar":      {plain[:1200], "truncated tar archive"},
		"end.tar":      {plain[:len(plain)-1024], "truncated tar archive"},
		"end.tgz":      {[]byte(gzipped(t, string(plain[:len(plain)-1024]))), "truncated tar archive"},
		"cut.tar.gz":   {[]byte(gzipped(t, string(plain)))[:150], "truncated gzip stream"},
		"sum.tar.gz":   {slices.Replace([]byte(gzipped(t, string(plain))), 12, 13, 0xff), "damaged gzip stream"},
		"more.tar":     {append(slices.Clone(plain), "more"...), "something behind its end"},
		"zip.gz":       {[]byte(gzipped(t, string(zipped(t, zip.Store, entry{"a", good})))), "compressed or through a pipe"},
		"cut.gz.tar":   {tarred(t, entry{"a.gz", gzipped(t, good)[:30]}), "truncated gzip stream"},
		"crc.zip":      {bytes.Replace(zipped(t, zip.Store, entry{"a", good}), []byte(good), []byte("1 2\n2 4\n"), 1), "does not have its checksum"},
		"huge.tar":     {huge(t), "truncated tar archive"},
		"disguised.7z": {[]byte("Rar!\x1a\x07\x00"), "one of RAR"},
	} {
		_, err := readFile(t, name, c.data)
		if got := inputError(t, err).Error(); !strings.Contains(strings.ReplaceAll(got, filepath.Dir(got[:1+strings.Index(got, name)])+"/", ""), c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// huge is an archive whose header declares a member of 2^60 bytes.
func huge(t testing.TB) []byte {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	if err := w.WriteHeader(&tar.Header{Name: "a", Size: 1 << 60}); err != nil {
		t.Fatal(err)
	}
	return append(b.Bytes(), make([]byte, 2048)...)
}

func readFile(t testing.TB, name string, data []byte) ([][2]string, error) {
	t.Helper()
	src, err := Open(writeFile(t, name, string(data)), Options{})
	if err != nil {
		return nil, err
	}
	defer closeAll(t, src)
	edges, _, err := read(src, 2)
	return edges, err
}

// An archive of arrays is no archive of graphs, by itself.
func TestArraysAreNoArchive(t *testing.T) {
	for name, want := range map[string]bool{"a.npy": true, "b.txt": false} {
		data := zipped(t, zip.Store, entry{"x.npy", "1 2\n"}, entry{name, "1 2\n"})
		in, err := newInput(openOS(t, writeFile(t, "a", string(data))), "a", "", Options{})
		if want && (err != nil || in.start != 0 || len(in.layers) > 0 || !isZip(in.head)) {
			t.Errorf("%s: %v", name, err)
		}
		if !want && !errors.Is(err, errMembers) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func openOS(t testing.TB, path string) *os.File {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { closeAll(t, file) })
	return file
}

// However an archive is cut or changed, what comes of it is the graph, or an error.
func FuzzArchive(f *testing.F) {
	f.Add(tarred(f, entry{"a.txt", "1 2\n2 3\n"}))
	f.Add([]byte(gzipped(f, string(tarred(f, entry{"a.txt", "1 2\n2 3\n"}, entry{"b.html", ""})))))
	f.Add(zipped(f, zip.Deflate, entry{"a.txt", "1 2\n2 3\n"}))
	f.Add(zipped(f, zip.Store, entry{"a.txt.gz", gzipped(f, "1 2\n2 3\n")}, entry{"x/", ""}))
	files, err := filepath.Glob("testdata/archives/*")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		results, edges := readArchive(t, "a", "", data)
		if !strings.Contains(results[0]+results[1], ": ") && !slices.Equal(edges[0], edges[1]) {
			t.Errorf("%q as a file, %q by a pipe", results[0], results[1])
		}
	})
}

// A flipped bit or a cut in an archive is an error, unless it is where nobody looks, as in
// the time of a member, or in a name.
func TestDamagedArchives(t *testing.T) {
	const text = "1 2\n2 3\n3 1\n"
	want := [][2]string{{"1", "2"}, {"2", "3"}, {"3", "1"}}
	for name, data := range map[string][]byte{
		"a.tar":    tarred(t, entry{"a.txt", text}),
		"a.tar.gz": []byte(gzipped(t, string(tarred(t, entry{"a.txt", text})))),
		"a.zip":    zipped(t, zip.Store, entry{"a.txt", text}),
		"b.zip":    zipped(t, zip.Deflate, entry{"a.txt", text}),
	} {
		for at := range data {
			if testing.Short() && at%7 > 0 {
				continue
			}
			if name == "a.tar" && at >= tarBlock && at < tarBlock+len(text) {
				continue // has no checksum
			}
			damaged := slices.Clone(data)
			damaged[at] ^= 1 << (at % 8)
			for _, broken := range [][]byte{damaged, data[:at]} {
				edges, err := readFile(t, name, broken)
				if err == nil && !slices.Equal(edges, want) {
					t.Errorf("%s, byte %d: %v", name, at, edges)
				}
				if err != nil {
					inputError(t, err)
				}
			}
		}
	}
}
