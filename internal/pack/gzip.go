package pack

import (
	"bytes"
	"encoding/binary"
	"io"

	"github.com/klauspost/compress/gzip"
)

// Block gzip, BGZF, is the gzip of bgzip and samtools: a file of members of at
// most 64 KiB each, which say their sizes in an extra field, so that they can
// be decompressed side by side. An empty member marks the end. (Sequence
// Alignment/Map Format Specification, section 4.1.)

const (
	GzipHeader = 18 // bytes, of a member
	GzipSize   = 16 // where the size of a member less one stands in its header

	// GzipEnd is the empty member at the end.
	GzipEnd = "\x1f\x8b\x08\x04\x00\x00\x00\x00\x00\xff\x06\x00BC\x02\x00\x1b\x00\x03\x00\x00\x00\x00\x00\x00\x00\x00\x00"

	// gzipText is how much text bgzip puts into a member: it fits when it
	// cannot be compressed.
	gzipText = 0xff00
	// gzipGroup is how many members are made at once.
	gzipGroup = 16
)

// newGzipWriter writes block gzip.
func newGzipWriter(w io.Writer, workers int) (io.WriteCloser, error) {
	return newFrameWriter(w, workers, gzipGroup*gzipText, GzipEnd, func() func(data, text []byte) ([]byte, error) {
		var member bytes.Buffer
		zip := gzip.NewWriter(&member)
		return func(data, text []byte) ([]byte, error) {
			for begin := 0; begin < len(text); begin += gzipText {
				member.Reset()
				zip.Reset(&member)
				zip.Extra = []byte(GzipEnd[12:GzipHeader])
				if _, err := zip.Write(text[begin:min(begin+gzipText, len(text))]); err != nil {
					return nil, err
				}
				if err := zip.Close(); err != nil {
					return nil, err
				}
				binary.LittleEndian.PutUint16(member.Bytes()[GzipSize:], uint16(member.Len()-1))
				data = append(data, member.Bytes()...)
			}
			return data, nil
		}
	}), nil
}
