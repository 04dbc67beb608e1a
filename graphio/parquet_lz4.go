package graphio

import (
	"errors"
	"io"

	"github.com/pierrec/lz4/v4"

	pqformat "github.com/parquet-go/parquet-go/format"
)

// checkLZ4 checks that the page behind a header, in section from byte at on,
// is LZ4 and as long as declared. The library takes any failure for a lack of
// room and doubles it until the memory is full.
func checkLZ4(section io.ReaderAt, at int64, h *pqformat.PageHeader) error {
	levels := int64(0) // bytes in front that are not compressed
	if v2 := h.DataPageHeaderV2.V; h.Type == pqformat.DataPageV2 {
		if v2.IsCompressed.Valid && !v2.IsCompressed.V {
			return nil
		}
		levels = int64(v2.RepetitionLevelsByteLength) + int64(v2.DefinitionLevelsByteLength)
		if v2.RepetitionLevelsByteLength < 0 || v2.DefinitionLevelsByteLength < 0 || levels > int64(h.CompressedPageSize) {
			return errors.New("a page of levels only")
		}
	}
	packed := make([]byte, int64(h.CompressedPageSize)-levels)
	if _, err := section.ReadAt(packed, at+levels); err != nil && (err != io.EOF || len(packed) > 0) {
		return unexpected(err)
	}
	if _, err := lz4.UncompressBlock(packed, make([]byte, h.UncompressedPageSize)); err != nil {
		return errors.New("a page that is no LZ4 or longer than it claims")
	}
	return nil
}
