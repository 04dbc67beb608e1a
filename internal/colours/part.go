package colours

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/lists"
)

// part is what goes into one file.
type part struct {
	file         File
	narrow, wide []lists.Spilled
}

// edgeBytes is what an edge takes in memory while it is sorted: a narrow one with its copy,
// or a wide one.
const edgeBytes = 16

// parts cuts a cell into files that there is room for.
func (s *spilled) parts(cell Cell, room int64, loops bool) []*part {
	p := &part{}
	all := []*part{p}
	narrow, wide := slices.Concat(s.narrow...), slices.Concat(s.wide...)
	held := int64(0)
	take := func(chunks []lists.Spilled, bytes int64, to func(p *part) *[]lists.Spilled) {
		for _, c := range chunks {
			need := int64(c.Len()) / bytes * edgeBytes
			if held > 0 && held+need > room {
				p, held = &part{}, 0
				all = append(all, p)
			}
			held += need
			list := to(p)
			*list = append(*list, c)
		}
	}
	take(narrow, 8, func(p *part) *[]lists.Spilled { return &p.narrow })
	take(wide, 16, func(p *part) *[]lists.Spilled { return &p.wide })
	what := fmt.Sprintf("%d-%d", cell.A, cell.B)
	if loops {
		what = fmt.Sprintf("%d", cell.A)
	}
	for i, p := range all {
		p.file = File{Cell: cell, Name: fmt.Sprintf("%s-%d%s", what, i, Suffix), Loops: loops}
	}
	return all
}

// load reads the edges of a part, sorts them, and drops duplicates. They are there until
// they are freed, outside of the heap, so that no part's edges lie there beside the next one's.
func (w *Writer) load(ctx context.Context, p *part) (e *edges, free func(), err error) {
	if len(p.wide) > 0 {
		return w.loadWide(ctx, p)
	}
	n := edgesIn(p.narrow, 8)
	array, err := hugemem.New[uint64](2 * n)
	if err != nil {
		return nil, array.Free, err
	}
	words := array.Slice()[:0:n]
	err = w.eachSpilled(ctx, p.narrow, func(data []byte) {
		for ; len(data) > 0; data = data[8:] {
			words = append(words, binary.LittleEndian.Uint64(data))
		}
	})
	if err == nil {
		words, err = lists.SortWords(ctx, words, array.Slice()[n:])
	}
	return &edges{narrow: words}, array.Free, err
}

// loadWide is load where some edges are wide: all of them are made so.
func (w *Writer) loadWide(ctx context.Context, p *part) (e *edges, free func(), err error) {
	array, err := hugemem.New[[2]uint64](edgesIn(p.narrow, 8) + edgesIn(p.wide, 16))
	if err != nil {
		return nil, array.Free, err
	}
	pairs := array.Slice()[:0]
	err = w.eachSpilled(ctx, p.narrow, func(data []byte) {
		for ; len(data) > 0; data = data[8:] {
			key := binary.LittleEndian.Uint64(data)
			pairs = append(pairs, [2]uint64{key >> 32, key & (1<<32 - 1)})
		}
	})
	if err != nil {
		return nil, array.Free, err
	}
	err = w.eachSpilled(ctx, p.wide, func(data []byte) {
		for ; len(data) > 0; data = data[16:] {
			pairs = append(pairs, [2]uint64{binary.LittleEndian.Uint64(data), binary.LittleEndian.Uint64(data[8:])})
		}
	})
	if err == nil {
		err = sortPairs(ctx, pairs)
	}
	return &edges{wide: slices.Compact(pairs)}, array.Free, err
}

// edgesIn returns how many edges of so many bytes are in chunks.
func edgesIn(chunks []lists.Spilled, bytes int) int {
	sum := 0
	for _, c := range chunks {
		sum += c.Len() / bytes
	}
	return sum
}

// eachSpilled calls use with the bytes of each chunk.
func (w *Writer) eachSpilled(ctx context.Context, chunks []lists.Spilled, use func(data []byte)) error {
	var data []byte
	for _, c := range chunks {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		data = slices.Grow(data[:0], c.Len())[:c.Len()]
		if err := w.spill.Read(c, data); err != nil {
			return err
		}
		use(data)
	}
	return nil
}
