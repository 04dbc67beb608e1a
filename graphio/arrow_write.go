package graphio

import (
	"context"
	"encoding/binary"
	"unicode/utf8"

	"github.com/tricycle-graph/tricycle/graph"
)

// arrowBlocks is how many blocks of records make a batch: about a million rows.
const arrowBlocks = parquetBlocks

// arrowAlign is at multiples of what messages and buffers begin.
const arrowAlign = 64

// writeArrow writes each edge of g once, under the ids of its labels. Vertices without an
// edge are lost.
func writeArrow(ctx context.Context, out *output, g *graph.Graph) error {
	if err := fitNames(g.Labels(), "Arrow, which is UTF-8", utf8.ValidString); err != nil {
		return err
	}
	return out.writeArrow(ctx, newGraphRecords(g), int64(g.Edges()), g.Labels())
}

// writeArrowEdges writes the records of src as they are.
func writeArrowEdges(ctx context.Context, out *output, src orderedSource) error {
	return out.writeArrow(ctx, src, src.Info().Records.Get(), graph.BaseLabels(src.Info().Base))
}

// arrowSchemaOf is the schema of the columns source and target.
func arrowSchemaOf(labels graph.Labels) flatFields {
	kind, details := int64(arrowInt), flatFields{{slot: 0, size: 4, number: 64}} // not signed
	if labels.Names() != nil {
		kind, details = arrowLargeUTF8, flatFields{}
	}
	var columns []flatFields
	for _, name := range []string{"source", "target"} {
		columns = append(columns, flatFields{
			{slot: 0, child: name},
			{slot: 2, size: 1, number: kind},
			{slot: 3, child: details},
			{slot: 5, child: []flatFields{}},
		})
	}
	return flatFields{{slot: 1, child: columns}}
}

// appendArrowMessage appends the metadata of a message.
func appendArrowMessage(data []byte, kind int64, header flatFields, body int64) []byte {
	metadata := buildFlat(flatFields{
		{slot: arrowMessageVersion, size: 2, number: arrowNewestMetadata},
		{slot: arrowMessageKind, size: 1, number: kind},
		{slot: arrowMessageHeader, child: header},
		{slot: arrowMessageBody, size: 8, number: body},
	})
	const begin = len(arrowContinue) + 4
	metadata = align(metadata, arrowAlign, arrowAlign-begin)
	data = binary.LittleEndian.AppendUint32(append(data, arrowContinue...), uint32(len(metadata)))
	return append(data, metadata...)
}

// writeArrow writes the columns source and target: a file, or a stream, which has neither
// magic nor a table of contents. Batches are made in parallel, and written one at a time.
func (out *output) writeArrow(ctx context.Context, records numbered, total int64, labels graph.Labels) error {
	out.meter.Start("write", total)
	isStream := out.suffix == ".arrows"
	schema := arrowSchemaOf(labels)
	var head []byte
	if !isStream {
		head = []byte(arrowMagic)
	}
	head = appendArrowMessage(head, arrowSchema, schema, 0)
	if _, err := out.Write(head); err != nil {
		return err
	}

	at, blocks := int64(len(head)), []int64(nil)
	own := make([]arrowBatchWriter, out.workers)
	turns := newTurns(ctx)
	defer turns.close()
	batches := (records.Blocks() + arrowBlocks - 1) / arrowBlocks
	err := turns.each(out.workers, batches, func(worker, batch int) error {
		w := &own[worker]
		w.edges = w.edges[:0]
		for block := batch * arrowBlocks; block < min((batch+1)*arrowBlocks, records.Blocks()); block++ {
			w.edges = records.AppendBlock(block, w.edges)
		}
		metadata := w.encode(labels)
		return turns.take(batch, func() error {
			out.meter.Add(int64(len(w.edges)))
			blocks = append(blocks, at, int64(metadata), int64(len(w.data)-metadata))
			at += int64(len(w.data))
			_, err := out.Write(w.data)
			return err
		})
	})
	if err != nil {
		return err
	}
	end := append([]byte(arrowContinue), 0, 0, 0, 0)
	if !isStream {
		footer := buildFlat(flatFields{
			{slot: 0, size: 2, number: arrowNewestMetadata},
			{slot: 1, child: schema},
			{slot: 2, child: flatStructs{3, nil}},
			{slot: 3, child: flatStructs{3, blocks}}, // of the sizes of metadata, the upper half is padding
		})
		end = append(end, footer...)
		end = append(binary.LittleEndian.AppendUint32(end, uint32(len(footer))), arrowEnd...)
	}
	_, err = out.Write(end)
	return err
}

// arrowBatchWriter makes batches. Every worker has its own.
type arrowBatchWriter struct {
	edges      []graph.Edge
	body, data []byte
}

// encode makes a message of the edges, and returns the length of its metadata.
func (w *arrowBatchWriter) encode(labels graph.Labels) (metadata int) {
	w.body = w.body[:0]
	var nodes, buffers []int64
	add := func(begin int) {
		buffers = append(buffers, int64(begin), int64(len(w.body)-begin))
		w.body = align(w.body, arrowAlign, 0)
	}
	for side := range 2 {
		nodes = append(nodes, int64(len(w.edges)), 0)
		add(len(w.body)) // nothing is missing
		end := func(e graph.Edge) uint32 {
			if side == 0 {
				return e.U
			}
			return e.V
		}
		begin := len(w.body)
		names := labels.Names()
		if names == nil {
			for _, e := range w.edges {
				w.body = binary.LittleEndian.AppendUint64(w.body, labels.Number(end(e)))
			}
			add(begin)
			continue
		}
		size := uint64(0)
		w.body = binary.LittleEndian.AppendUint64(w.body, size)
		for _, e := range w.edges {
			size += uint64(len(names[end(e)]))
			w.body = binary.LittleEndian.AppendUint64(w.body, size)
		}
		add(begin)
		begin = len(w.body)
		for _, e := range w.edges {
			w.body = append(w.body, names[end(e)]...)
		}
		add(begin)
	}
	w.data = appendArrowMessage(w.data[:0], arrowRecordBatch, flatFields{
		{slot: 0, size: 8, number: int64(len(w.edges))},
		{slot: 1, child: flatStructs{2, nodes}},
		{slot: 2, child: flatStructs{2, buffers}},
	}, int64(len(w.body)))
	metadata = len(w.data)
	w.data = append(w.data, w.body...)
	return metadata
}
