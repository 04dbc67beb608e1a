package cli

import (
	"cmp"
	"context"

	"github.com/tricycle-graph/tricycle/chordless"
	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/internal/cyclelist"
	"github.com/tricycle-graph/tricycle/internal/inorder"
	"github.com/tricycle-graph/tricycle/internal/mapping"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/triangle"
)

// triangleText is some triangles on their way to the stream.
type triangleText struct {
	triangles [3][]uint32
	text      []byte
}

// triangles writes what [chordless.All] finds where only triangles are asked for, to which
// there is a shorter way: they come many at once, and workers encode them.
func (s *search) triangles(ctx context.Context, stream *cyclelist.Stream) error {
	return mapping.Guard(func() (err error) {
		found, err := triangle.List(ctx, s.Graph.Source(), triangle.Options{
			Engine: device.CPU, Threads: s.opt.Threads, Memory: s.opt.Memory, Meter: s.opt.Meter,
		})
		if err != nil {
			return err
		}
		found.Through = s.opt.Through
		encode := func() func(*triangleText) error {
			return func(t *triangleText) error {
				t.text = appendTriangles(t.text[:0], stream, t.triangles)
				return nil
			}
		}
		write := func(t *triangleText) error { return stream.WriteText(t.text, uint64(len(t.triangles[0]))) }
		queue := inorder.New(par.Workers(s.opt.Threads), encode, write)
		defer func() { err = cmp.Or(queue.Close(), err) }()
		left := s.opt.Limit
		for some, err := range found.Batches(ctx) {
			if err := cmp.Or(err, queue.Err()); err != nil {
				return err
			}
			n := uint64(len(some[0]))
			more := s.opt.Limit > 0 && n > left
			if more {
				n = left
			}
			item := queue.Take()
			for i, vertices := range some {
				item.Value.triangles[i] = append(item.Value.triangles[i][:0], vertices[:n]...)
			}
			if s.seen != nil {
				s.seen.AddTriangles(item.Value.triangles)
			}
			queue.Send(item)
			if left -= n; more {
				return chordless.ErrLimit
			}
		}
		return nil
	})
}

// appendTriangles appends some cycles of three vertices.
func appendTriangles(text []byte, stream *cyclelist.Stream, some [3][]uint32) []byte {
	cycle := make([]uint32, 3)
	for i := range some[0] {
		cycle[0], cycle[1], cycle[2] = some[0][i], some[1][i], some[2][i]
		text = stream.Append(text, cycle)
	}
	return text
}
