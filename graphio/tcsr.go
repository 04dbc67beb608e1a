package graphio

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"

	"github.com/tricycle-graph/tricycle/graph"
)

// tcsrFormat is the project's own format: the symmetric CSR of a clean graph,
// to be mapped into memory and used in place. docs/formats.md draws it.
var tcsrFormat = format{
	name:     "tcsr",
	text:     "tricycle's own format: a clean graph, mapped into memory and used in place",
	suffixes: []string{".tcsr"},
	sniff:    prefix(tcsrMagic),
	binary:   true,
	evidence: "magic",
	open:     openTCSR,
	outputs:  []string{".tcsr"},
	keeps:    keeps{labels: true, isolated: true},
	write:    writeTCSR,
}

const (
	// tcsrMagic begins a file. As in PNG, the first byte is no text, and the
	// line ends show when a transfer has translated them.
	tcsrMagic   = "\x89TCSR\r\n\x1a"
	tcsrVersion = 1
	// tcsrByteOrder is the number whose bytes 4, 3, 2, 1 say little-endian.
	tcsrByteOrder  = 0x01020304
	tcsrHeaderSize = 256
	tcsrAlignment  = 4096 // of each section: a page
)

// castagnoli is the polynomial of the checksums, CRC-32C.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// tcsrHeader is the beginning of a file, all of it little-endian.
type tcsrHeader struct {
	Magic     [8]byte
	Version   uint32
	ByteOrder uint32
	Vertices  uint64
	Edges     uint64
	FileSize  uint64
	LabelKind uint32
	_         uint32
	Base      uint64
	Report    tcsrReport
	Sections  [tcsrSections]tcsrSection
	_         [52]byte
	Checksum  uint32 // of all bytes before
}

// tcsrReport is a graph.Report: the conversion stops to compile when that one
// changes.
type tcsrReport struct {
	Records, Loops, Duplicates, Reciprocal, Isolated, OneWay uint64
}

// tcsrSection says where a section is. Sections that the kind of labels does
// not need are zero.
type tcsrSection struct {
	Offset   uint64
	Length   uint64 // in bytes
	Checksum uint32
	_        uint32
}

// The sections in the order of the header's table.
const (
	tcsrOffsets   = iota // n+1 uint64: where each list begins in the neighbours
	tcsrNeighbors        // 2m uint32: the lists
	tcsrLabels           // n uint64: numbers; or n+1 uint64: where each name begins
	tcsrNames            // bytes: the names, one after the other
	tcsrSections         // how many there are
)

var tcsrSectionNames = [tcsrSections]string{"offsets", "neighbours", "labels", "names"}

// Kinds of labels.
const (
	tcsrBase        = iota // the id plus a base
	tcsrNumberTable        // a table of numbers
	tcsrNameTable          // a table of names
	tcsrLabelKinds         // how many there are
)

// encode returns the bytes of h with its checksum.
func (h *tcsrHeader) encode() []byte {
	data, err := binary.Append(make([]byte, 0, tcsrHeaderSize), binary.LittleEndian, h)
	if err != nil {
		panic(err) // the header has a fixed size
	}
	h.Checksum = crc32.Checksum(data[:tcsrHeaderSize-4], castagnoli)
	binary.LittleEndian.PutUint32(data[tcsrHeaderSize-4:], h.Checksum)
	return data
}

// decodeTCSR decodes and checks the header of the file called name, which
// begins with head. What it says about sections can be relied on.
func decodeTCSR(name string, head []byte) (*tcsrHeader, error) {
	wrong := func(offset int64, expected, found string, values ...any) error {
		return &graph.InputError{File: name, Offset: offset, Expected: expected, Found: fmt.Sprintf(found, values...)}
	}
	if len(head) < tcsrHeaderSize {
		return nil, wrong(int64(len(head)), fmt.Sprintf("a header of %d bytes", tcsrHeaderSize), "the end: the file is truncated")
	}
	head = head[:tcsrHeaderSize]
	h := new(tcsrHeader)
	if _, err := binary.Decode(head, binary.LittleEndian, h); err != nil {
		panic(err) // the header has a fixed size
	}
	if string(h.Magic[:]) != tcsrMagic {
		return nil, wrong(0, "the magic of a .tcsr file", "other bytes: the file is damaged, or of another format")
	}
	if h.Version > tcsrVersion {
		return nil, wrong(8, fmt.Sprintf("version %d at most", tcsrVersion), "version %d: made by a newer tricycle", h.Version)
	}
	if sum := crc32.Checksum(head[:tcsrHeaderSize-4], castagnoli); sum != h.Checksum {
		return nil, wrong(tcsrHeaderSize-4, fmt.Sprintf("the header's checksum %08x", sum), "%08x: the file is damaged", h.Checksum)
	}
	// A header with the right checksum is as it was written, so that what
	// follows guards against writers rather than damage.
	if h.Version == 0 || h.ByteOrder != tcsrByteOrder || h.LabelKind >= tcsrLabelKinds {
		return nil, wrong(8, "a little-endian file of version 1", "version %d, byte order %08x, labels %d",
			h.Version, h.ByteOrder, h.LabelKind)
	}
	if h.Vertices >= 1<<32 || h.Edges >= 1<<60 {
		return nil, wrong(16, "fewer than 2^32 vertices and 2^60 edges", "%d and %d", h.Vertices, h.Edges)
	}
	for i, want := range h.lengths() {
		s := h.Sections[i]
		if i == tcsrNames && h.LabelKind == tcsrNameTable {
			want = s.Length // known to the labels only
		}
		if s.Length != want {
			return nil, wrong(104, fmt.Sprintf("%d bytes of %s", want, tcsrSectionNames[i]), "%d", s.Length)
		}
		if s.Length > 0 && (s.Offset < tcsrHeaderSize || s.Offset%tcsrAlignment != 0) ||
			s.Offset > h.FileSize || s.Length > h.FileSize-s.Offset {
			return nil, wrong(104, fmt.Sprintf("%s on a page within the %d bytes of the file", tcsrSectionNames[i], h.FileSize),
				"%d bytes at %d", s.Length, s.Offset)
		}
	}
	return h, nil
}

// lengths returns the lengths that the sections must have, 0 for the names.
func (h *tcsrHeader) lengths() [tcsrSections]uint64 {
	lengths := [tcsrSections]uint64{tcsrOffsets: 8 * (h.Vertices + 1), tcsrNeighbors: 8 * h.Edges}
	switch h.LabelKind {
	case tcsrNumberTable:
		lengths[tcsrLabels] = 8 * h.Vertices
	case tcsrNameTable:
		lengths[tcsrLabels] = 8 * (h.Vertices + 1)
	}
	return lengths
}
