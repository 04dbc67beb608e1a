package graphio

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"

	"github.com/tricycle-graph/tricycle/graph"
)

// The edge lists of the Graph500 benchmark's reference code, as its packed_edge
// is with and without GENERATOR_USE_PACKED_EDGE_TYPE: headerless, the ids
// signed.

var graph500Format = format{
	name:       "graph500",
	text:       "Graph500 edges: binary pairs of 64-bit ids, without a header",
	suffixes:   []string{".g500"},
	open:       func(in *input) (graph.Source, error) { return openRecords(in, graph500Layout) },
	outputs:    []string{".g500"},
	keeps:      keeps{labels: true},
	write:      graph500Wide.write,
	writeEdges: graph500Wide.writeEdges,
}

var graph500PackedFormat = format{
	name:       "graph500-packed",
	text:       "Graph500 edges: binary pairs of 48-bit ids, packed into 12 bytes, without a header",
	suffixes:   []string{".g500p"},
	open:       func(in *input) (graph.Source, error) { return openRecords(in, graph500PackedLayout) },
	outputs:    []string{".g500p"},
	keeps:      keeps{labels: true},
	write:      graph500Packed.write,
	writeEdges: graph500Packed.writeEdges,
}

// graph500Layout is int64 v0, int64 v1.
var graph500Layout = recordLayout{
	name: "pairs of 64-bit ids",
	size: 16,
	most: math.MaxInt64,
	decode: func(data []byte, b *graph.Batch) *badRecord {
		b.Edges, b.Wide = b.Edges[:0], b.Wide[:0]
		for at := 0; at+16 <= len(data); at += 16 {
			u := binary.LittleEndian.Uint64(data[at:])
			v := binary.LittleEndian.Uint64(data[at+8:])
			if bad := pushSigned(b, u, v); bad != nil {
				bad.index = at / 16
				return bad
			}
		}
		return nil
	},
}

// graph500PackedLayout is uint32 v0_low, uint32 v1_low, uint32 high, whose low
// half belongs to v0 and whose high half to v1.
var graph500PackedLayout = recordLayout{
	name: "pairs of packed 48-bit ids",
	size: 12,
	most: 1<<48 - 1,
	decode: func(data []byte, b *graph.Batch) *badRecord {
		b.Edges, b.Wide = b.Edges[:0], b.Wide[:0]
		for at := 0; at+12 <= len(data); at += 12 {
			high := int32(binary.LittleEndian.Uint32(data[at+8:]))
			u := uint64(int16(high))<<32 | uint64(binary.LittleEndian.Uint32(data[at:]))
			v := uint64(high>>16)<<32 | uint64(binary.LittleEndian.Uint32(data[at+4:]))
			if bad := pushSigned(b, u, v); bad != nil {
				bad.index = at / 12
				return bad
			}
		}
		return nil
	},
}

// pushSigned adds an edge whose ids are the bits of signed numbers.
func pushSigned(b *graph.Batch, u, v uint64) *badRecord {
	switch both := u | v; {
	case both <= math.MaxUint32:
		b.Edges = append(b.Edges, graph.Edge{U: uint32(u), V: uint32(v)})
	case both <= math.MaxInt64:
		b.Wide = append(b.Wide, graph.WideEdge{U: u, V: v})
	default:
		return &badRecord{
			expected: "vertex ids of at least 0",
			found:    fmt.Sprintf("%d and %d", int64(u), int64(v)),
		}
	}
	return nil
}

// graph500Writer writes records of one width.
type graph500Writer struct {
	name   string
	most   uint64 // the largest id
	append func(data []byte, u, v uint64) []byte
}

var graph500Wide = graph500Writer{
	name: "64-bit pairs",
	most: math.MaxInt64,
	append: func(data []byte, u, v uint64) []byte {
		return binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(data, u), v)
	},
}

var graph500Packed = graph500Writer{
	name: "packed 48-bit pairs",
	most: 1<<47 - 1,
	append: func(data []byte, u, v uint64) []byte {
		data = binary.LittleEndian.AppendUint32(data, uint32(u))
		data = binary.LittleEndian.AppendUint32(data, uint32(v))
		return binary.LittleEndian.AppendUint32(data, uint32(u>>32)|uint32(v>>32)<<16)
	},
}

// write writes each edge of g once, under the ids of its labels. Vertices
// without an edge are lost.
func (w graph500Writer) write(ctx context.Context, out *output, g *graph.Graph) error {
	if err := checkNumbers(g, w.most, w.name); err != nil {
		return err
	}
	return out.writeRecords(ctx, newGraphRecords(g), int64(g.Edges()), w.encode(g.Labels()))
}

// writeEdges writes the records of src as they are.
func (w graph500Writer) writeEdges(ctx context.Context, out *output, src orderedSource) error {
	return out.writeRecords(ctx, src, src.Info().Records.Get(), w.encode(graph.BaseLabels(src.Info().Base)))
}

func (w graph500Writer) encode(labels graph.Labels) encoder {
	return func(data []byte, edges []graph.Edge) []byte {
		for _, e := range edges {
			data = w.append(data, labels.Number(e.U), labels.Number(e.V))
		}
		return data
	}
}
