package colours

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/tricycle-graph/tricycle/internal/lists"
)

// part is what goes into one file.
type part struct {
	file         File
	narrow, wide []lists.Spilled
}

// What an edge takes in memory while it is sorted: with its copy.
const (
	narrowBytes = 8 + 8
	wideBytes   = 16 + 16
)

// parts cuts a cell into files that there is room for.
func (s *spilled) parts(cell Cell, room int64, loops bool) []*part {
	p := &part{}
	all := []*part{p}
	each := int64(narrowBytes)
	narrow, wide := slices.Concat(s.narrow...), slices.Concat(s.wide...)
	if len(wide) > 0 {
		each = wideBytes // all of them are made as wide
	}
	held := int64(0)
	take := func(chunks []lists.Spilled, bytes int64, to func(p *part) *[]lists.Spilled) {
		for _, c := range chunks {
			need := int64(c.Len()) / bytes * each
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

// load reads the edges of a part, sorts them, and drops duplicates.
func (w *Writer) load(ctx context.Context, p *part) (*edges, error) {
	e := &edges{narrow: make([]uint64, 0, edgesIn(p.narrow, 8))} // at once: memory that grows by copies is more than was counted
	err := w.eachSpilled(ctx, p.narrow, func(data []byte) {
		for ; len(data) > 0; data = data[8:] {
			e.narrow = append(e.narrow, binary.LittleEndian.Uint64(data))
		}
	})
	if err != nil {
		return nil, err
	}
	if len(p.wide) == 0 {
		e.narrow, err = lists.SortWords(ctx, e.narrow, make([]uint64, len(e.narrow)))
		return e, err
	}
	e.wide = make([][2]uint64, 0, len(e.narrow)+edgesIn(p.wide, 16))
	for _, key := range e.narrow {
		e.wide = append(e.wide, [2]uint64{key >> 32, key & (1<<32 - 1)})
	}
	e.narrow = nil
	err = w.eachSpilled(ctx, p.wide, func(data []byte) {
		for ; len(data) > 0; data = data[16:] {
			e.wide = append(e.wide, [2]uint64{binary.LittleEndian.Uint64(data), binary.LittleEndian.Uint64(data[8:])})
		}
	})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(e.wide, func(a, b [2]uint64) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	e.wide = slices.Compact(e.wide)
	return e, nil
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
