package graphio

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/pack"
)

// compression is one way in which a file may be compressed: an input by its
// magic bytes, an output by its suffix.
type compression struct {
	name     string
	suffixes []string
	magic    func(head []byte) bool
	begins   func(head []byte) bool // looks behind the magic; nil where that is long, or nothing there tells more
	// reader decompresses all members, frames or streams of packed.
	reader func(packed packed) (io.ReadCloser, error)
	// writer compresses what is written to it, from several goroutines, the
	// same way for any number of them. It is nil where the compression is only
	// read.
	writer func(w io.Writer, workers int) (io.WriteCloser, error)
}

// packed is a compressed input.
type packed struct {
	io.Reader
	size    graph.Size
	workers int // goroutines to decompress it
	budget  *budget
}

// buffered returns the input with a buffer, which need not be larger than all of it.
func (p packed) buffered() *bufio.Reader {
	const headers = 4 << 10 // which are looked at as a whole
	return bufio.NewReaderSize(p.Reader, int(min(rawSize, max(p.size.Or(rawSize)+1, headers))))
}

var compressions = []compression{
	{"gzip", pack.Gzip.Suffixes, prefix(gzipMagic), beginsGzip, newGzipReader, pack.Gzip.Writer},
	{"zstd", pack.Zstd.Suffixes, isZstd, nil, newZstdReader, pack.Zstd.Writer},
	{"bzip2", []string{".bz2"}, isBzip2, nil, newBzip2Reader, nil},
	{"xz", []string{".xz"}, prefix(xzMagic), beginsXZ, newXZReader, nil},
}

func prefix(magic string) func([]byte) bool {
	return func(head []byte) bool { return bytes.HasPrefix(head, []byte(magic)) }
}

// isBzip2 looks at the header of the first block, too, or at the footer where
// there is none: text may begin with "BZh".
func isBzip2(head []byte) bool {
	const level = 3
	return prefix("BZh")(head) && len(head) > level && '1' <= head[level] && head[level] <= '9' &&
		(prefix("\x31\x41\x59\x26\x53\x59")(head[level+1:]) || prefix("\x17\x72\x45\x38\x50\x90")(head[level+1:]))
}

// newBzip2Reader relies on the standard library for the streams behind the
// first.
func newBzip2Reader(packed packed) (io.ReadCloser, error) {
	return io.NopCloser(bzip2.NewReader(packed)), nil
}

// findCompression returns the compression with this magic, or nil.
func findCompression(head []byte) *compression {
	for i := range compressions {
		if compressions[i].magic(head) {
			return &compressions[i]
		}
	}
	return nil
}

// cutCompression cuts the suffix of a compression off a file name in lower
// case. The compression is nil where there is none.
func cutCompression(name string) (string, *compression) {
	end := filepath.Ext(name)
	for i := range compressions {
		if c := &compressions[i]; slices.Contains(c.suffixes, end) {
			return strings.TrimSuffix(name, end), c
		}
	}
	return name, nil
}
