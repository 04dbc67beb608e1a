// Package pack compresses output in parallel. The bytes do not depend on the
// number of goroutines.
package pack

import (
	"io"
	"path/filepath"
	"slices"
	"strings"
)

// Method is a way to compress a file, chosen by the suffix of its name.
type Method struct {
	Suffixes []string
	// Writer returns what compresses to w. To close it does not close w.
	Writer func(w io.Writer, workers int) (io.WriteCloser, error)
}

// Gzip writes block gzip, Zstd frames of equal size.
var (
	Gzip = &Method{[]string{".gz"}, newGzipWriter}
	Zstd = &Method{[]string{".zst", ".zstd"}, newZstdWriter}
)

// Cut cuts the suffix of a method off a name in lower case. The method is nil
// where there is none.
func Cut(name string) (string, *Method) {
	end := filepath.Ext(name)
	for _, m := range []*Method{Gzip, Zstd} {
		if slices.Contains(m.Suffixes, end) {
			return strings.TrimSuffix(name, end), m
		}
	}
	return name, nil
}
