package graphio

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"

	"github.com/tricycle-graph/tricycle/graph"
)

var matrixMarketFormat = format{
	name:     "matrixmarket",
	text:     "Matrix Market: a square matrix, coordinate or array",
	suffixes: []string{".mtx", ".mmio"},
	sniff:    startsWithMatrixMarket,
	evidence: "banner",
	open:     openMatrixMarket,
	outputs:  []string{".mtx"},
	keeps:    keeps{base: 1, isolated: true},
	write:    writeMatrixMarket,
}

// startsWithMatrixMarket looks for the banner, with one or two signs before it. To compile an
// expression takes longer than to read a small graph.
func startsWithMatrixMarket(head []byte) bool {
	const banner = "MatrixMarket"
	text, signed := bytes.CutPrefix(head, []byte("%"))
	text, _ = bytes.CutPrefix(text, []byte("%"))
	if !signed || len(text) < len(banner) || !bytes.EqualFold(text[:len(banner)], []byte(banner)) {
		return false
	}
	next := byte(' ')
	if len(text) > len(banner) {
		next = text[len(banner)]
	}
	return next >= 0x80 || !isDOTLetter(next) && !isDigit(next)
}

// matrixComments are the characters with which a comment begins.
const matrixComments = "%"

// matrix is a Matrix Market file, the adjacency matrix of a graph (Boisvert,
// Pozo and Remington: The Matrix Market exchange formats, NISTIR 5935, 1996).
// Entries above the diagonal of a symmetric matrix are taken for their mirror
// images.
type matrix struct {
	in        *input
	header    matrixHeader
	blockSize int
}

// matrixHeader is the banner and the size line.
type matrixHeader struct {
	array    bool
	field    string
	symmetry string
	n        uint64 // rows, and columns
	entries  uint64 // lines that follow
	size     int64  // number of the size line
	start    place  // behind it
}

func openMatrixMarket(in *input) (graph.Source, error) {
	header, err := readMatrixHeader(in)
	if err != nil {
		return nil, err
	}
	return &matrix{in, header, defaultBlockSize}, nil
}

func (m *matrix) Info() graph.Info {
	info := m.in.info()
	info.Vertices = graph.Known(m.header.n)
	info.Base, info.MaxID = 1, m.header.n
	info.EachOnce = m.header.symmetry != "general"
	info.Directed = m.header.symmetry == "general"
	info.Weighted = m.header.values() > 0
	info.MaxRecords = graph.Known(m.header.entries)
	if !m.header.array {
		info.Records = info.MaxRecords
	}
	if _, plain := m.in.plain(); plain {
		// Nobody should make room for more than the file can hold.
		shortest := int64(len("1\n"))
		if !m.header.array {
			shortest = int64(len("1 1\n"))
		}
		if most := (m.in.bytes - m.header.start.offset + 1) / shortest; most < info.MaxRecords.Get() {
			info.Records, info.MaxRecords = graph.Size{}, graph.Known(most)
		}
	}
	return info
}

func (m *matrix) Close() error { return m.in.Close() }

func (m *matrix) Read(ctx context.Context, workers int, emit func(int, graph.Batch) error) (graph.Summary, error) {
	read := m.readCoordinates
	if m.header.array {
		read = m.readArray
	}
	summary := graph.Summary{Vertices: graph.Known(m.header.n)}
	entries, records, err := read(ctx, max(workers, 1), emit)
	if err != nil {
		return summary, err
	}
	summary.Records = records
	if entries != m.header.entries {
		return summary, m.in.malformed(m.header.size, &lineError{
			expected: counted(m.header.entries, "entry", "entries") + " below, as the header declares",
			found:    withCommas(entries),
		})
	}
	return summary, nil
}

// values returns the number of fields that the value of an entry takes.
func (h *matrixHeader) values() int {
	switch h.field {
	case "pattern":
		return 0
	case "complex":
		return 2
	}
	return 1
}

// readMatrixHeader reads the banner and the size line.
func readMatrixHeader(in *input) (h matrixHeader, err error) {
	lines, err := in.dataLines(matrixComments)
	if err != nil {
		return h, err
	}
	banner, _, _ := bytes.Cut(in.text(), newline)
	if malformed := h.parseBanner(trimLine(banner)); malformed != nil {
		return h, in.malformed(1, malformed)
	}
	line, err := lines.header(h.sizes())
	if err != nil {
		return h, err
	}
	h.start, h.size = lines.next, line.line
	if malformed := h.parseSizes(line.text); malformed != nil {
		return h, in.malformed(line.line, malformed)
	}
	return h, nil
}

func (h *matrixHeader) parseBanner(line []byte) *lineError {
	words := strings.FieldsFunc(strings.ToLower(string(line)), isBlank)
	known := len(words) == 5 &&
		(words[0] == "%%matrixmarket" || words[0] == "%matrixmarket") &&
		words[1] == "matrix" &&
		slices.Contains([]string{"coordinate", "array"}, words[2]) &&
		slices.Contains([]string{"real", "double", "integer", "pattern", "complex"}, words[3]) &&
		slices.Contains([]string{"general", "symmetric", "skew-symmetric", "hermitian"}, words[4])
	if !known {
		return &lineError{
			expected: "%%MatrixMarket matrix coordinate|array real|double|integer|pattern|complex general|symmetric|skew-symmetric|hermitian",
			found:    quote(line),
		}
	}
	h.array, h.field, h.symmetry = words[2] == "array", words[3], words[4]
	switch {
	case h.field == "pattern" && h.array:
		return &lineError{expected: "pattern with coordinate only", found: quote(line)}
	case h.field == "pattern" && h.symmetry != "general" && h.symmetry != "symmetric":
		return &lineError{expected: "pattern with general or symmetric only", found: quote(line)}
	case h.field != "complex" && h.symmetry == "hermitian":
		return &lineError{expected: "hermitian with complex only", found: quote(line)}
	}
	return nil
}

// sizes describes the size line.
func (h *matrixHeader) sizes() string {
	if h.array {
		return "the size line: rows, columns"
	}
	return "the size line: rows, columns, entries"
}

func (h *matrixHeader) parseSizes(line []byte) *lineError {
	fields := bytes.FieldsFunc(line, isBlank)
	var numbers []uint64
	for _, field := range fields {
		if number, ok, _ := parseID(field); ok && number <= math.MaxInt64 {
			numbers = append(numbers, number)
		}
	}
	want := 3
	if h.array {
		want = 2
	}
	if len(numbers) != want || len(fields) != want {
		return &lineError{expected: h.sizes(), found: quote(line)}
	}
	rows, columns := numbers[0], numbers[1]
	switch {
	case rows != columns:
		return &lineError{expected: "a square matrix, as of adjacency", found: fmt.Sprintf("%d rows and %d columns", rows, columns)}
	case rows > math.MaxUint32:
		return &lineError{expected: "fewer than 2^32 vertices", found: fmt.Sprint(rows)}
	}
	h.n = rows
	if h.array {
		h.entries = h.arraySize()
	} else {
		h.entries = numbers[2]
	}
	if h.entries > math.MaxInt64 {
		return &lineError{expected: "fewer than 2^63 entries", found: quote(line)}
	}
	return nil
}

// arraySize returns the number of values of an array: all, or those of the
// lower triangle, which for skew-symmetric matrices has no diagonal.
func (h *matrixHeader) arraySize() uint64 {
	switch h.symmetry {
	case "general":
		return h.n * h.n
	case "skew-symmetric":
		return halfProduct(h.n, max(h.n, 1)-1)
	}
	return halfProduct(h.n, h.n+1)
}

// halfProduct returns a*b/2, one of a and b being even.
func halfProduct(a, b uint64) uint64 {
	high, low := bits.Mul64(a, b)
	return high<<63 | low>>1
}
