package graphio

import (
	"context"
	"hash/crc32"
	"iter"
	"strings"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// writeTCSR writes g with its labels and its report.
func writeTCSR(ctx context.Context, out *output, g *graph.Graph) error {
	h := &tcsrHeader{
		Magic:     [8]byte([]byte(tcsrMagic)),
		Version:   tcsrVersion,
		ByteOrder: tcsrByteOrder,
		Vertices:  uint64(g.Vertices()),
		Edges:     g.Edges(),
		Report:    tcsrReport(g.Report()),
	}
	contents := [tcsrSections]iter.Seq[[]byte]{
		tcsrOffsets:   chunksOf(g.Offsets()),
		tcsrNeighbors: chunksOf(g.Adjacency()),
		tcsrLabels:    chunksOf[byte](nil),
		tcsrNames:     chunksOf[byte](nil),
	}
	lengths := h.lengths()
	switch labels := g.Labels(); {
	case labels.Names() != nil:
		h.LabelKind = tcsrNameTable
		begins := make([]uint64, 1, g.Vertices()+1)
		for _, name := range labels.Names() {
			begins = append(begins, begins[len(begins)-1]+uint64(len(name)))
		}
		contents[tcsrLabels] = chunksOf(begins)
		contents[tcsrNames] = chunksOf([]byte(strings.Join(labels.Names(), "")))
		lengths = h.lengths()
		lengths[tcsrNames] = begins[g.Vertices()]
	case labels.Numbers() != nil:
		h.LabelKind = tcsrNumberTable
		contents[tcsrLabels] = chunksOf(labels.Numbers())
		lengths = h.lengths()
	default:
		h.LabelKind = tcsrBase
		h.Base = labels.Base()
	}

	h.FileSize = tcsrHeaderSize
	for i, length := range lengths {
		if length > 0 {
			h.Sections[i].Offset = (h.FileSize + tcsrAlignment - 1) / tcsrAlignment * tcsrAlignment
			h.Sections[i].Length = length
			h.FileSize = h.Sections[i].Offset + length
		}
	}
	err := par.Each(ctx, out.workers, tcsrSections, func(_, i int) error {
		for chunk := range contents[i] {
			h.Sections[i].Checksum = crc32.Update(h.Sections[i].Checksum, castagnoli, chunk)
		}
		return ctx.Err()
	})
	if err != nil {
		return err
	}
	return out.writeSections(ctx, h, contents)
}

// writeSections writes the file in one go, from the beginning to the end.
func (out *output) writeSections(ctx context.Context, h *tcsrHeader, contents [tcsrSections]iter.Seq[[]byte]) error {
	out.meter.Start("write", int64(h.FileSize))
	written := uint64(0)
	put := func(data []byte) error {
		n, err := out.Write(data)
		written += uint64(n)
		out.meter.Add(int64(n))
		return err
	}
	if err := put(h.encode()); err != nil {
		return err
	}
	for i, section := range h.Sections {
		if section.Length == 0 {
			continue
		}
		if err := put(make([]byte, section.Offset-written)); err != nil {
			return err
		}
		for chunk := range contents[i] {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			if err := put(chunk); err != nil {
				return err
			}
		}
	}
	return nil
}
