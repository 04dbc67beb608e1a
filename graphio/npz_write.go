package graphio

import (
	"archive/zip"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"iter"
	"math"
	"strings"
	"time"

	"github.com/tricycle-graph/tricycle/graph"
)

// writeNpz writes the adjacency matrix of g as scipy.sparse.save_npz does CSR: both
// directions of each edge, truth values as data, and nothing compressed, so that a reader can
// begin anywhere. Vertices are numbered from 0, whatever their labels.
func writeNpz(ctx context.Context, out *output, g *graph.Graph) error {
	n, entries := g.Vertices(), len(g.Adjacency())
	file := &npzWriter{ctx: ctx, out: out, zip: zip.NewWriter(out)}
	kind, size := "<i4", 4
	indices, offsets := chunksOf(g.Adjacency()), narrowChunks(g.Offsets())
	if max(n, entries) > math.MaxInt32 { // SciPy has one type for both
		kind, size = "<i8", 8
		indices, offsets = wideChunks(g.Adjacency()), chunksOf(g.Offsets())
	}
	out.meter.Start("write", int64(size*(n+1+entries)+entries))
	shape := binary.LittleEndian.AppendUint64(nil, uint64(n))
	shape = binary.LittleEndian.AppendUint64(shape, uint64(n))
	for _, a := range []struct {
		name, kind, shape string
		data              iter.Seq[[]byte]
	}{
		{"indices", kind, fmt.Sprintf("(%d,)", entries), indices},
		{"indptr", kind, fmt.Sprintf("(%d,)", n+1), offsets},
		{"format", "|S3", "()", chunksOf([]byte("csr"))},
		{"shape", "<i8", "(2,)", chunksOf(shape)},
		{"data", "|b1", fmt.Sprintf("(%d,)", entries), onesChunks(entries)},
	} {
		if err := file.write(a.name, a.kind, a.shape, a.data); err != nil {
			return err
		}
	}
	return file.zip.Close()
}

// npzWriter writes arrays into a zip file.
type npzWriter struct {
	ctx context.Context
	out *output
	zip *zip.Writer
}

func (w *npzWriter) write(name, kind, shape string, data iter.Seq[[]byte]) error {
	// NumPy gives all members this time, too.
	member, err := w.zip.CreateHeader(&zip.FileHeader{Name: name + npyEnd, Method: zip.Store, Modified: time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)})
	if err != nil {
		return err
	}
	const begin, align = npyMagic + "\x01\x00", 64
	text := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': %s, }", kind, shape)
	text += strings.Repeat(" ", align-1-(len(begin)+2+len(text))%align) + "\n"
	head := binary.LittleEndian.AppendUint16([]byte(begin), uint16(len(text)))
	if _, err := io.WriteString(member, string(head)+text); err != nil {
		return err
	}
	for chunk := range data {
		if w.ctx.Err() != nil {
			return context.Cause(w.ctx)
		}
		if _, err := member.Write(chunk); err != nil {
			return err
		}
		w.out.meter.Add(int64(len(chunk)))
	}
	return nil
}

// narrowChunks returns numbers below 2^31 in 32 bits each, in pieces.
func narrowChunks(words []uint64) iter.Seq[[]byte] {
	return inChunks(words, func(data []byte, word uint64) []byte {
		return binary.LittleEndian.AppendUint32(data, uint32(word))
	})
}

// wideChunks returns ids in 64 bits each, in pieces.
func wideChunks(words []uint32) iter.Seq[[]byte] {
	return inChunks(words, func(data []byte, word uint32) []byte {
		return binary.LittleEndian.AppendUint64(data, uint64(word))
	})
}

func inChunks[T any](words []T, add func(data []byte, word T) []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		const most = 1 << 17
		var data []byte
		for i, word := range words {
			if data = add(data, word); i%most == most-1 {
				if !yield(data) {
					return
				}
				data = data[:0]
			}
		}
		if len(data) > 0 {
			yield(data)
		}
	}
}

// onesChunks returns n bytes of one, in pieces.
func onesChunks(n int) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		ones := []byte(strings.Repeat("\x01", min(n, 1<<18)))
		for ; n > 0; n -= len(ones) {
			ones = ones[:min(n, len(ones))]
			if !yield(ones) {
				return
			}
		}
	}
}
