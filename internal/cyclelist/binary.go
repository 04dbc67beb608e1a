package cyclelist

import (
	"bufio"
	"encoding/binary"
	"io"

	"github.com/tricycle-graph/tricycle/graph"
)

// The compact forms are for files that other programs read; docs/formats.md
// draws them byte by byte. All numbers are little-endian.
const (
	cyclesMagic   = "\x89CYCL\r\n\x1a"
	cyclesVersion = 1
)

// binaryCycles writes a cycle as the number of its vertices and their ids, all
// in 1, 2 or 4 bytes each.
type binaryCycles struct {
	g     *graph.Graph
	width int
}

func newBinaryCycles(g *graph.Graph) binaryCycles {
	// Lengths go up to n, ids to n-1.
	switch n := uint64(g.Vertices()); {
	case n < 1<<8:
		return binaryCycles{g, 1}
	case n < 1<<16:
		return binaryCycles{g, 2}
	}
	return binaryCycles{g, 4}
}

func (e binaryCycles) writeHead(w io.Writer) error { return writeCyclesHead(w, e.g, uint32(e.width)) }

func (e binaryCycles) appendCycle(text []byte, cycle []uint32) []byte {
	switch e.width {
	case 1:
		text = append(text, byte(len(cycle)))
		for _, v := range cycle {
			text = append(text, byte(v))
		}
	case 2:
		text = binary.LittleEndian.AppendUint16(text, uint16(len(cycle)))
		for _, v := range cycle {
			text = binary.LittleEndian.AppendUint16(text, uint16(v))
		}
	default:
		text = binary.LittleEndian.AppendUint32(text, uint32(len(cycle)))
		for _, v := range cycle {
			text = binary.LittleEndian.AppendUint32(text, v)
		}
	}
	return text
}

// appendEnd appends a cycle of no vertices, and the number of cycles.
func (e binaryCycles) appendEnd(text []byte, cycles uint64, all bool) []byte {
	if !all {
		return text
	}
	return binary.LittleEndian.AppendUint64(append(text, make([]byte, e.width)...), cycles)
}

// bitmapCycles writes a cycle as a bit for each vertex of the graph. That is
// enough: a chordless cycle is what its vertices induce.
type bitmapCycles struct {
	g     *graph.Graph
	bytes int
}

func newBitmapCycles(g *graph.Graph) bitmapCycles { return bitmapCycles{g, (g.Vertices() + 7) / 8} }

func (e bitmapCycles) writeHead(w io.Writer) error { return writeCyclesHead(w, e.g, 0) }

func (e bitmapCycles) appendCycle(text []byte, cycle []uint32) []byte {
	begin := len(text)
	text = append(text, make([]byte, e.bytes)...)
	bitmap := text[begin:]
	for _, v := range cycle {
		bitmap[v/8] |= 1 << (v % 8)
	}
	return text
}

// appendSet appends a cycle that is a set, as chordless.Sets has them.
func (e bitmapCycles) appendSet(text []byte, set []uint64) []byte {
	begin := len(text)
	for _, word := range set {
		text = binary.LittleEndian.AppendUint64(text, word)
	}
	return text[:begin+e.bytes]
}

// appendEnd appends an empty bitmap, and the number of cycles.
func (e bitmapCycles) appendEnd(text []byte, cycles uint64, all bool) []byte {
	if !all {
		return text
	}
	return binary.LittleEndian.AppendUint64(append(text, make([]byte, e.bytes)...), cycles)
}

// writeCyclesHead writes what both forms begin with: what they are, and the
// vertices with their labels. width is 0 for bitmaps.
func writeCyclesHead(w io.Writer, g *graph.Graph, width uint32) error {
	out := bufio.NewWriter(w)
	head := binary.LittleEndian.AppendUint32([]byte(cyclesMagic), cyclesVersion)
	head = binary.LittleEndian.AppendUint32(head, width)
	head = binary.LittleEndian.AppendUint64(head, uint64(g.Vertices()))
	if _, err := out.Write(head); err != nil {
		return err
	}
	var label []byte
	for v := range uint32(g.Vertices()) {
		text := g.Labels().Label(v)
		label = binary.LittleEndian.AppendUint32(label[:0], uint32(len(text)))
		if _, err := out.Write(append(label, text...)); err != nil {
			return err
		}
	}
	return out.Flush()
}
