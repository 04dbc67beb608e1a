package graphio

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	pqformat "github.com/parquet-go/parquet-go/format"
)

const (
	// parquetHeader is how long the header of a page may be. It holds the
	// smallest and the largest value.
	parquetHeader = 1 << 20
	// parquetPage is how many values a page may have, and how many bytes
	// without compression. Usual pages have a megabyte.
	parquetPage = 1 << 27
	// parquetExpansion is how much text a byte of a compressed page makes at
	// most, but for the first megabyte: zstd repeats a byte 128 Ki times in a
	// block of four.
	parquetExpansion = 1 << 15
)

// pageChecker goes through the headers of the pages of a column of a row
// group. The library makes room for what they declare before it has seen it.
type pageChecker struct {
	r     io.ReaderAt
	chunk *pqformat.ColumnMetaData
	codec pqformat.CompressionCodec // of the first row group, which the library takes for that of all
	rows  int64
}

func newPageChecker(r io.ReaderAt, file *parquet.File, group, column int) *pageChecker {
	groups := file.Metadata().RowGroups
	return &pageChecker{
		r:     r,
		chunk: &groups[group].Columns[column].MetaData,
		codec: groups[0].Columns[column].MetaData.Codec,
		rows:  groups[group].NumRows,
	}
}

// whole checks that the pages fill the chunk and hold the rows.
func (p *pageChecker) whole() error {
	at := p.chunk.DataPageOffset
	if p.chunk.DictionaryPageOffset != 0 {
		at = p.chunk.DictionaryPageOffset
	}
	if at < int64(len(parquetMagic)) || p.chunk.TotalCompressedSize < 0 || p.chunk.NumValues != p.rows {
		return fmt.Errorf("%d values from byte %d on, %d bytes, in %d rows", p.chunk.NumValues, at, p.chunk.TotalCompressedSize, p.rows)
	}
	if p.chunk.Codec != p.codec {
		return fmt.Errorf("row groups compressed by %s and by %s", p.codec, p.chunk.Codec)
	}
	section := io.NewSectionReader(p.r, at, p.chunk.TotalCompressedSize)
	head := make([]byte, 256)
	for next, rows := int64(0), int64(0); rows < p.rows; {
		n, err := section.ReadAt(head, next)
		if err != nil && err != io.EOF {
			return err
		}
		length, err := thriftLength(head[:n])
		if err == io.ErrUnexpectedEOF && n == len(head) && n < parquetHeader {
			head = make([]byte, 4*len(head))
			continue
		}
		if err != nil {
			return ofLibrary(err)
		}
		var header pqformat.PageHeader
		if err := thrift.Unmarshal(new(thrift.CompactProtocol), head[:length], &header); err != nil {
			return ofLibrary(err)
		}
		next += int64(length)
		values, err := p.page(&header, section.Size()-next, p.rows-rows)
		if err != nil {
			return err
		}
		if p.codec == pqformat.Lz4Raw {
			if err := checkLZ4(section, next, &header); err != nil {
				return err
			}
		}
		next += int64(header.CompressedPageSize)
		rows += values
	}
	return nil
}

// page checks the header of a page in front of left bytes for at most rows
// rows. It returns how many it has.
func (p *pageChecker) page(h *pqformat.PageHeader, left, rows int64) (int64, error) {
	values, dictionary := int64(0), false
	switch {
	case h.Type == pqformat.DataPage && h.DataPageHeader.Valid:
		values = int64(h.DataPageHeader.V.NumValues)
	case h.Type == pqformat.DataPageV2 && h.DataPageHeaderV2.Valid:
		values = int64(h.DataPageHeaderV2.V.NumValues)
	case h.Type == pqformat.DictionaryPage && h.DictionaryPageHeader.Valid:
		values, dictionary = int64(h.DictionaryPageHeader.V.NumValues), true
	default:
		return 0, fmt.Errorf("a page of type %d", h.Type)
	}
	packed, text := int64(h.CompressedPageSize), int64(h.UncompressedPageSize)
	switch {
	case packed < 0 || packed > left:
		return 0, fmt.Errorf("a page of %d bytes where %d are left", packed, left)
	case text < 0 || text > parquetPage || text > 1<<20+packed*parquetExpansion,
		p.chunk.Codec == pqformat.Uncompressed && text != packed:
		return 0, fmt.Errorf("a page of %d bytes that claims %d without compression", packed, text)
	case values < 0 || values > parquetPage || dictionary && values > text || !dictionary && values > rows:
		return 0, fmt.Errorf("a page of %d values for %d rows", values, rows)
	case dictionary:
		return 0, nil
	}
	return values, nil
}

// thriftLength returns the length of the struct in Thrift's compact protocol
// with which data begins. No list or string in it is longer than what is there.
// It returns io.ErrUnexpectedEOF where data ends within the struct.
func thriftLength(data []byte) (int, error) {
	t := &thriftText{data: data}
	if err := t.structure(0); err != nil {
		return 0, err
	}
	return t.at, nil
}

// thriftText walks over Thrift's compact protocol.
type thriftText struct {
	data []byte
	at   int
}

// Types of the compact protocol.
const (
	thriftStop = iota
	thriftTrue
	thriftFalse
	thriftByte
	thriftInt16
	thriftInt32
	thriftInt64
	thriftDouble
	thriftBinary
	thriftList
	thriftSet
	thriftMap // not in Parquet
	thriftStruct
)

var errThrift = errors.New("its table of contents or a page's header is no Thrift")

func (t *thriftText) byte() (byte, error) {
	if t.at == len(t.data) {
		return 0, io.ErrUnexpectedEOF
	}
	t.at++
	return t.data[t.at-1], nil
}

func (t *thriftText) number() (uint64, error) {
	n, length := binary.Uvarint(t.data[t.at:])
	switch {
	case length == 0:
		return 0, io.ErrUnexpectedEOF
	case length < 0:
		return 0, errThrift
	}
	t.at += length
	return n, nil
}

func (t *thriftText) skip(n uint64) error {
	if n > uint64(len(t.data)-t.at) {
		return io.ErrUnexpectedEOF
	}
	t.at += int(n)
	return nil
}

// structure walks over a struct within depth others.
func (t *thriftText) structure(depth int) error {
	if depth > 20 {
		return errThrift
	}
	for {
		head, err := t.byte()
		if err != nil || head == thriftStop {
			return err
		}
		if head>>4 == 0 { // the id of the field follows
			if _, err := t.number(); err != nil {
				return err
			}
		}
		if kind := head & 15; kind != thriftTrue && kind != thriftFalse {
			if err := t.value(kind, depth); err != nil {
				return err
			}
		}
	}
}

// value walks over a value that is no field of its own.
func (t *thriftText) value(kind byte, depth int) error {
	switch kind {
	case thriftTrue, thriftFalse, thriftByte:
		return t.skip(1)
	case thriftInt16, thriftInt32, thriftInt64:
		_, err := t.number()
		return err
	case thriftDouble:
		return t.skip(8)
	case thriftBinary:
		n, err := t.number()
		if err != nil {
			return err
		}
		return t.skip(n)
	case thriftList, thriftSet:
		return t.list(depth)
	case thriftStruct:
		return t.structure(depth + 1)
	}
	return errThrift // maps do not occur
}

func (t *thriftText) list(depth int) error {
	if depth > 20 {
		return errThrift
	}
	head, err := t.byte()
	if err != nil {
		return err
	}
	n := uint64(head >> 4)
	if n == 15 {
		if n, err = t.number(); err != nil {
			return err
		}
	}
	if n > uint64(len(t.data)-t.at) {
		return io.ErrUnexpectedEOF // every element has a byte at least
	}
	for range n {
		if err := t.value(head&15, depth+1); err != nil {
			return err
		}
	}
	return nil
}
