package graphio

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"
	"github.com/pierrec/lz4/v4"
)

// arrowReader is what a goroutine reads batches with.
type arrowReader struct {
	s    *arrowSource
	zstd *zstd.Decoder
	lz4  *lz4.Reader
}

func (r *arrowReader) close() {
	if r.zstd != nil {
		r.zstd.Close()
	}
}

// errArrowPacked is the error for a buffer that cannot be decompressed.
var errArrowPacked = errors.New("a buffer that is not compressed as it claims")

// buffer reads the bytes from begin to end of a buffer, which has them; those to its end,
// where end is negative. Compressed ones are no longer than most.
func (r *arrowReader) buffer(b *arrowBatch, span arrowSpan, begin, end, most int64) ([]byte, error) {
	if b.packed && span.size > 0 {
		data, err := r.unpack(b, span, most)
		switch {
		case err != nil:
			return nil, err
		case end < 0:
			end = int64(len(data))
		case end > int64(len(data)):
			return nil, inPages(fmt.Errorf("a buffer of %d bytes for %d", len(data), end))
		}
		return data[begin:end], nil
	}
	if end < 0 {
		end = span.size
	}
	if end > span.size {
		return nil, inPages(fmt.Errorf("a buffer of %d bytes for %d", span.size, end))
	}
	return r.s.readAt(span.at+begin, end-begin)
}

// unpack decompresses a buffer, in front of which stands how long it is then.
func (r *arrowReader) unpack(b *arrowBatch, span arrowSpan, most int64) ([]byte, error) {
	packed, err := r.s.readAt(span.at, span.size)
	if err != nil {
		return nil, err
	}
	if len(packed) < 8 {
		return nil, inPages(errArrowPacked)
	}
	size := int64(binary.LittleEndian.Uint64(packed))
	packed = packed[8:]
	if size == -1 {
		return packed, nil // as it is
	}
	if size < 0 || size > most || size > 1<<20+int64(len(packed))*parquetExpansion {
		return nil, inPages(fmt.Errorf("a buffer of %d bytes that claims %d without compression", len(packed), size))
	}
	if err := r.s.in.budget.fits(int(size), "a batch of rows"); err != nil {
		return nil, err
	}
	if b.codec == arrowZSTD {
		if r.zstd == nil {
			if r.zstd, err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecodeAllCapLimit(true)); err != nil {
				return nil, err
			}
		}
		data, err := r.zstd.DecodeAll(packed, make([]byte, 0, size))
		if err != nil || int64(len(data)) != size {
			return nil, inPages(errArrowPacked)
		}
		return data, nil
	}
	if r.lz4 == nil {
		r.lz4 = lz4.NewReader(nil)
	}
	r.lz4.Reset(bytes.NewReader(packed))
	data := make([]byte, size)
	if _, err := io.ReadFull(r.lz4, data); err != nil {
		return nil, inPages(errArrowPacked)
	}
	if n, err := r.lz4.Read(make([]byte, 1)); n > 0 || err != io.EOF {
		return nil, inPages(errArrowPacked)
	}
	return data, nil
}
