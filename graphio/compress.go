package graphio

import (
	"bytes"
	"io"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// compression is one way in which an input may be compressed, recognised by
// its magic bytes.
type compression struct {
	name     string
	suffixes []string
	magic    func(head []byte) bool
	// reader decompresses all members or frames of r; nil where the
	// compression is only recognised.
	reader func(r io.Reader) (io.ReadCloser, error)
}

var compressions = []compression{
	{"gzip", []string{".gz"}, prefix("\x1f\x8b\x08"), newGzipReader},
	{"zstd", []string{".zst", ".zstd"}, isZstd, newZstdReader},
	{"bzip2", []string{".bz2"}, prefix("BZh"), nil},
	{"xz", []string{".xz"}, prefix("\xfd7zXZ\x00"), nil},
}

// magicSize is how many bytes the longest magic takes.
const magicSize = 6

func prefix(magic string) func([]byte) bool {
	return func(head []byte) bool { return bytes.HasPrefix(head, []byte(magic)) }
}

// isZstd recognises a frame and a skippable frame, with which seekable files
// may begin.
func isZstd(head []byte) bool {
	return prefix("\x28\xb5\x2f\xfd")(head) ||
		len(head) >= 4 && head[0]&0xf0 == 0x50 && prefix("\x2a\x4d\x18")(head[1:])
}

func newGzipReader(r io.Reader) (io.ReadCloser, error) { return gzip.NewReader(r) }

func newZstdReader(r io.Reader) (io.ReadCloser, error) {
	decoder, err := zstd.NewReader(r)
	if err != nil {
		return nil, err
	}
	return decoder.IOReadCloser(), nil
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
