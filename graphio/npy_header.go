package graphio

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/bits"
	"strconv"
	"strings"
)

// What stands in front of the elements of an array of NumPy: a magic, a version,
// a length, and a dictionary as Python writes it. See numpy.lib.format.

const (
	npyMagic = "\x93NUMPY"
	// npyMostHeader is how long a header may be; that of numbers has 128 bytes.
	npyMostHeader = 1 << 20
)

// npyHeader says what an array is.
type npyHeader struct {
	scalar
	fortran bool    // the first index changes fastest
	shape   []int64 // how many elements there are along each axis
	length  int64   // bytes of the header
}

// count returns the number of elements.
func (h *npyHeader) count() int64 {
	n := int64(1)
	for _, along := range h.shape {
		n *= along
	}
	return n
}

// shapeText shows the shape as Python does.
func (h *npyHeader) shapeText() string {
	if len(h.shape) == 1 {
		return fmt.Sprintf("(%d,)", h.shape[0])
	}
	var along []string
	for _, n := range h.shape {
		along = append(along, strconv.FormatInt(n, 10))
	}
	return "(" + strings.Join(along, ", ") + ")"
}

// readNpyHeader reads the header at the beginning of an array of so many bytes in
// all. read fills data from the place where it stopped before.
func readNpyHeader(read func(data []byte) error, size int64) (*npyHeader, error) {
	const fixed = len(npyMagic) + 2 // the magic and the version
	if size < int64(fixed)+2 {
		return nil, fmt.Errorf("%d bytes are no array: the file is truncated", size)
	}
	begin := make([]byte, fixed+2, fixed+4)
	if err := read(begin); err != nil {
		return nil, err
	}
	if string(begin[:len(npyMagic)]) != npyMagic {
		return nil, fmt.Errorf("no magic of NumPy at the beginning")
	}
	length := int64(binary.LittleEndian.Uint16(begin[fixed:]))
	switch major := begin[len(npyMagic)]; major {
	case 1:
	case 2, 3:
		if size < int64(fixed)+4 {
			return nil, fmt.Errorf("%d bytes are no array: the file is truncated", size)
		}
		begin = begin[:fixed+4]
		if err := read(begin[fixed+2:]); err != nil {
			return nil, err
		}
		length = int64(binary.LittleEndian.Uint32(begin[fixed:]))
	default:
		return nil, fmt.Errorf("an array of version %d, of which 1 to 3 are known", major)
	}
	if rest := size - int64(len(begin)); length > min(rest, npyMostHeader) {
		return nil, fmt.Errorf("a header of %d bytes, where at most %d may follow", length, min(rest, npyMostHeader))
	}
	text := make([]byte, length)
	if err := read(text); err != nil {
		return nil, err
	}
	h, err := parseNpyHeader(text)
	if err != nil {
		return nil, err
	}
	h.length = int64(len(begin)) + length
	if h.size == 0 {
		return h, nil // nobody can say how many bytes its elements have
	}
	if have, want := uint64(size-h.length), uint64(h.count())*uint64(h.size); have != want {
		return nil, fmt.Errorf("%d bytes of elements, where the shape %s of %s makes %d", have, h.shapeText(), h, want)
	}
	return h, nil
}

// npyEntry is an entry of the dictionary: a key and a string, a truth value, a tuple of
// numbers, or the fields of a structure, in which strings and brackets alternate.
var npyEntry = lazily(`^\s*(?:'(\w+)'|"(\w+)")\s*:\s*(?:'([^']*)'|"([^"]*)"|(True|False)|\(([\s\d,L]*)\)|(\[(?:[^'"{}]|'[^']*'|"[^"]*")*?\]))\s*(,|\})`)

// parseNpyHeader reads the dictionary, whose entries may be in any order.
func parseNpyHeader(text []byte) (*npyHeader, error) {
	rest, ok := bytes.CutPrefix(bytes.TrimLeft(text, " "), []byte("{"))
	h, seen := &npyHeader{}, make(map[string]bool)
	for last := false; ok && !last; {
		part := npyEntry().FindSubmatch(rest)
		if ok = part != nil; !ok {
			break
		}
		rest = rest[len(part[0]):]
		key := string(part[1]) + string(part[2])
		if seen[key] {
			return nil, fmt.Errorf("a header that has %q twice", key)
		}
		seen[key] = true
		switch {
		case key == "descr" && len(part[7]) > 0:
			h.scalar = scalar{text: "a structure", kind: 'V'}
		case key == "descr" && len(part[5])+len(part[6]) == 0:
			h.scalar = parseScalar(string(part[3]) + string(part[4]))
		case key == "fortran_order" && len(part[5]) > 0:
			h.fortran = string(part[5]) == "True"
		case key == "shape" && len(part[3])+len(part[4])+len(part[5])+len(part[7]) == 0:
			if h.shape, ok = parseShape(string(part[6])); !ok {
				return nil, fmt.Errorf("a header with the shape (%s)", part[6])
			}
		default:
			ok = false
		}
		if last = string(part[8]) == "}"; !last {
			var closed bool
			rest, closed = bytes.CutPrefix(bytes.TrimLeft(rest, " "), []byte("}"))
			last = closed
		}
	}
	if !ok || len(seen) != 3 || len(bytes.TrimSpace(rest)) > 0 {
		return nil, fmt.Errorf("%s as header of an array, which should have descr, fortran_order and shape", quote(text))
	}
	size := uint64(max(h.size, 1))
	for _, n := range h.shape {
		if n == 0 {
			return h, nil
		}
	}
	for _, n := range h.shape {
		var high uint64
		if high, size = bits.Mul64(size, uint64(n)); high > 0 || size > 1<<62 {
			return nil, fmt.Errorf("an array of shape %s, which no file has room for", h.shapeText())
		}
	}
	return h, nil
}

// parseShape reads the numbers of a tuple. Those of Python 2 may end with an L.
func parseShape(text string) (shape []int64, ok bool) {
	if strings.TrimSpace(text) == "" {
		return nil, true
	}
	fields := strings.Split(text, ",")
	if last := len(fields) - 1; last > 0 && strings.TrimSpace(fields[last]) == "" {
		fields = fields[:last]
	}
	for _, field := range fields {
		n, err := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(field), "L"), 10, 64)
		if err != nil || n < 0 {
			return nil, false
		}
		shape = append(shape, n)
	}
	return shape, true
}
