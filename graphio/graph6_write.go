package graphio

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"math/bits"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/bytesize"
)

// graph6Vertices is the most vertices whose matrix is written: 5 GiB and more are no
// way to keep edges.
const graph6Vertices = graph6Long

// graph6Writer writes one line.
type graph6Writer struct {
	*bufio.Writer
	filling byte   // bits of the character that is not full
	at      uint64 // of a matrix: cells that are written
	have    int    // of sparse6: bits in filling
}

// writeSixes writes the mark and the number of vertices of g, what body writes, and the
// end of the line.
func writeSixes(out *output, g *graph.Graph, mark string, body func(w *graph6Writer) error) error {
	w := &graph6Writer{Writer: bufio.NewWriterSize(io.Writer(out), 64<<10)}
	text := []byte(mark)
	size := 1
	switch n := g.Vertices(); {
	case n > graph6Long:
		text, size = append(text, "~~"...), 6
	case n > graph6Short:
		text, size = append(text, '~'), 3
	}
	for i := size - 1; i >= 0; i-- {
		text = append(text, graph6Base+byte(g.Vertices()>>(6*i)&63))
	}
	// What goes wrong while the buffer is flushed comes again at the end.
	_, _ = w.Write(text)
	if err := body(w); err != nil {
		return err
	}
	_ = w.WriteByte('\n')
	return w.Flush()
}

// writeGraph6 writes the upper triangle of the matrix, column by column.
func writeGraph6(ctx context.Context, out *output, g *graph.Graph) error {
	n := uint64(g.Vertices())
	return writeMatrix(ctx, out, g, "", n*(max(n, 1)-1)/2, func(w *graph6Writer, v uint32) {
		first := uint64(v) * (uint64(v) - 1) / 2
		for _, u := range g.Neighbors(v) {
			if u > v {
				break
			}
			w.set(first + uint64(u))
		}
	})
}

// writeDigraph6 writes the matrix row by row: both arcs of each edge.
func writeDigraph6(ctx context.Context, out *output, g *graph.Graph) error {
	n := uint64(g.Vertices())
	return writeMatrix(ctx, out, g, "&", n*n, func(w *graph6Writer, u uint32) {
		for _, v := range g.Neighbors(u) {
			w.set(uint64(u)*n + uint64(v))
		}
	})
}

// writeMatrix writes so many cells, of which row sets those of one vertex.
func writeMatrix(ctx context.Context, out *output, g *graph.Graph, mark string, cells uint64, row func(w *graph6Writer, v uint32)) error {
	if g.Vertices() > graph6Vertices {
		return unfit("the matrix of %s vertices takes %s, without which sparse6 (.s6) does",
			withCommas(uint64(g.Vertices())), bytesize.Text(int64(min(cells/6, 1<<62))))
	}
	return writeSixes(out, g, mark, func(w *graph6Writer) error {
		out.meter.Start("write", int64(g.Vertices()))
		for v := range uint32(g.Vertices()) {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			row(w, v)
			out.meter.Add(1)
		}
		w.skipTo((cells + 5) / 6 * 6)
		return nil
	})
}

// set sets a cell of a matrix behind those that were set.
func (w *graph6Writer) set(cell uint64) {
	w.skipTo(cell / 6 * 6)
	w.filling |= 1 << (5 - cell%6)
}

var graph6Zeros = bytes.Repeat([]byte{graph6Base}, 4<<10)

// skipTo writes the characters in front of a cell, with which another begins.
func (w *graph6Writer) skipTo(cell uint64) {
	if cell == w.at {
		return
	}
	// Errors of the buffer come again at the end.
	_ = w.WriteByte(graph6Base + w.filling)
	w.filling = 0
	for left := (cell-w.at)/6 - 1; left > 0; {
		n := min(left, uint64(len(graph6Zeros)))
		_, _ = w.Write(graph6Zeros[:n])
		left -= n
	}
	w.at = cell
}

// writeSparse6 writes each edge in the row of its larger end.
func writeSparse6(ctx context.Context, out *output, g *graph.Graph) error {
	n := uint64(g.Vertices())
	width := bits.Len64(max(n, 1) - 1)
	return writeSixes(out, g, ":", func(w *graph6Writer) error {
		out.meter.Start("write", int64(n))
		row := uint64(0)
		for v := range n {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			for _, u := range g.Neighbors(uint32(v)) {
				if uint64(u) > v {
					break
				}
				one := uint64(1) << width
				switch {
				case v == row:
					one = 0
				case v > row+1:
					w.unit(one|v, width+1)
					one = 0
				}
				w.unit(one|uint64(u), width+1)
				row = v
			}
			out.meter.Add(1)
		}
		w.pad(n, width, row)
		return nil
	})
}

// unit writes some bits.
func (w *graph6Writer) unit(unit uint64, size int) {
	for size > 0 {
		n := min(size, 6-w.have)
		size -= n
		w.filling = w.filling<<n | byte(unit>>size)&(1<<n-1)
		if w.have += n; w.have == 6 {
			_ = w.WriteByte(graph6Base + w.filling) // an error comes again at the end
			w.filling, w.have = 0, 0
		}
	}
}

// pad fills the last character with ones. Where these would be a loop of the last of 2^k
// vertices, a zero is in front.
func (w *graph6Writer) pad(n uint64, width int, row uint64) {
	if w.have == 0 {
		return
	}
	left := 6 - w.have
	ones := uint64(1)<<left - 1
	if n == 1<<width && row+2 == n && left > width {
		ones >>= 1
	}
	w.unit(ones, left)
}
