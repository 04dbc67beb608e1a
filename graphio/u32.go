package graphio

import (
	"context"
	"math"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/par"
)

var u32Format = format{
	name:       "u32",
	text:       "binary pairs of little-endian 32-bit ids, without a header",
	suffixes:   []string{".bin", ".u32"},
	open:       openU32,
	outputs:    []string{".bin", ".u32"},
	keeps:      keeps{labels: true},
	write:      writeU32,
	writeEdges: writeU32Edges,
}

const u32Record = 8 // bytes

// u32Layout takes records as they stand.
var u32Layout = recordLayout{
	name: "pairs of 32-bit ids",
	size: u32Record,
	most: math.MaxUint32,
	decode: func(data []byte, b *graph.Batch) *badRecord {
		b.Edges = wordsOf[graph.Edge](data)
		return nil
	},
}

func openU32(in *input) (graph.Source, error) {
	src, err := openRecords(in, u32Layout)
	if s, ok := src.(*recordSource); ok && s.info.Direct && littleEndian {
		return u32File{s}, err
	}
	return src, err
}

// u32File is a plain file of pairs on a machine whose words are as those in
// files.
type u32File struct{ *recordSource }

// Fill implements [graph.Filler].
func (s u32File) Fill(ctx context.Context, workers, most int, room func(worker, n int) ([]graph.Edge, error), full func(worker, n int) error) (graph.Summary, error) {
	records := int(s.info.Records.Get())
	err := s.eachBlock(ctx, par.Workers(workers), (records+most-1)/most, func(worker, block int) error {
		begin := block * most
		n := min(most, records-begin)
		to, err := room(worker, n)
		if err != nil {
			return err
		}
		if err := s.in.readAt(memoryOf(to[:n]), int64(begin)*u32Record); err != nil {
			return err
		}
		return full(worker, n)
	})
	if err != nil {
		return graph.Summary{}, err
	}
	return graph.Summary{Records: uint64(records)}, nil
}

// writeU32 writes each edge of g once, under the ids of its labels. Vertices
// without an edge are lost.
func writeU32(ctx context.Context, out *output, g *graph.Graph) error {
	labels := g.Labels()
	if err := checkNumbers(g, math.MaxUint32, "32-bit pairs"); err != nil {
		return err
	}
	return out.writeRecords(ctx, newGraphRecords(g), int64(g.Edges()), encodeU32(labels))
}

// checkNumbers says why the ids of g do not fit records called name that hold
// numbers up to most.
func checkNumbers(g *graph.Graph, most uint64, name string) error {
	labels := g.Labels()
	if labels.Names() != nil {
		return unfit("the vertices have names, for which %s have no room", name)
	}
	if n := g.Vertices(); n > 0 {
		if largest := labels.Number(uint32(n - 1)); largest > most {
			return unfit("vertex id %d does not fit %s, which hold ids up to %d", largest, name, most)
		}
	}
	return nil
}

// writeU32Edges writes the records of src as they are.
func writeU32Edges(ctx context.Context, out *output, src orderedSource) error {
	return out.writeRecords(ctx, src, src.Info().Records.Get(), encodeU32(graph.BaseLabels(src.Info().Base)))
}

// encodeU32 relabels the records where they are and returns their memory.
func encodeU32(labels graph.Labels) encoder {
	relabel := labels.Numbers() != nil || labels.Base() != 0
	return func(_ []byte, edges []graph.Edge) []byte {
		if relabel {
			for i, e := range edges {
				edges[i] = graph.Edge{U: uint32(labels.Number(e.U)), V: uint32(labels.Number(e.V))}
			}
		}
		return bytesOf(edges)
	}
}
