package gpugraph

import (
	"cmp"
	"context"
	"slices"

	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/par"
)

const (
	// mostCopiers is how many goroutines bring lists to the host: each waits for
	// its copy, and then for fresh memory to be cleared.
	mostCopiers = 16
	// copiedWords is how much is copied at once.
	copiedWords = 256 << 10
)

// handing copies lists from the device and hands them over, while the device
// does something else.
type handing struct {
	parts   *Parts
	add     func(first uint32, lengths, neighbors []uint32) error
	failed  context.CancelCauseFunc // is told the error at once
	written *gpu.Event              // the lists, on the device
	pinned  *gpu.HostBuffer
	copiers []copier
	ended   chan error // of what goes on; nil where nothing does
}

// copier is what a goroutine needs to copy from the device at full speed.
type copier struct {
	stream *gpu.Stream
	slot   gpu.HostArray[uint32]
}

func newHanding(p *Parts) (_ *handing, err error) {
	h := &handing{parts: p}
	defer func() {
		if err != nil {
			_ = h.free() // the first error says more
		}
	}()
	if h.written, err = p.device.NewEvent(); err != nil {
		return nil, err
	}
	h.copiers = make([]copier, min(par.Workers(p.opt.Threads), mostCopiers))
	if h.pinned, err = p.device.AllocHost(int64(len(h.copiers)) * copiedWords * 4); err != nil {
		return nil, err
	}
	for i := range h.copiers {
		c := &h.copiers[i]
		c.slot = gpu.HostView[uint32](h.pinned, int64(i)*copiedWords*4, copiedWords)
		if c.stream, err = p.device.NewStream(); err != nil {
			return nil, err
		}
	}
	return h, nil
}

// start has lists handed over that the stream's work so far writes. Nothing
// else goes on. A single thread does it now.
func (h *handing) start(ctx context.Context, first uint32, lengths, neighbors gpu.Array[uint32]) error {
	if err := h.parts.stream.Record(h.written); err != nil {
		return err
	}
	for i := range h.copiers {
		if err := h.copiers[i].stream.Wait(h.written); err != nil {
			return err
		}
	}
	if len(h.copiers) == 1 {
		return h.hand(ctx, first, lengths, neighbors)
	}
	h.ended = make(chan error, 1)
	go func() {
		err := h.hand(ctx, first, lengths, neighbors)
		if err != nil {
			h.failed(err)
		}
		h.ended <- err
	}()
	return nil
}

// wait waits until everything is handed over.
func (h *handing) wait() error {
	if h.ended == nil {
		return nil
	}
	err := <-h.ended
	h.ended = nil
	return err
}

// hand hands lists over, piece by piece.
func (h *handing) hand(ctx context.Context, first uint32, lengths, neighbors gpu.Array[uint32]) error {
	all, err := h.fetch(ctx, lengths)
	if err != nil {
		return err
	}
	p := h.parts
	p.maxOutDegree = max(p.maxOutDegree, slices.Max(all))
	most := uint64(p.opt.Piece)
	if most == 0 {
		most = uint64(neighbors.Len())
	}
	edge := 0
	for row := 0; row < len(all); {
		end, edges := row, uint64(0)
		for ; end < len(all) && (end == row || edges+uint64(all[end]) <= most); end++ {
			edges += uint64(all[end])
		}
		piece, err := h.fetch(ctx, neighbors.Slice(edge, edge+int(edges)))
		if err != nil {
			return err
		}
		if err := h.add(first+uint32(row), all[row:end:end], piece); err != nil {
			return err
		}
		row, edge = end, edge+int(edges)
	}
	return nil
}

// fetch copies an array to fresh memory.
func (h *handing) fetch(ctx context.Context, from gpu.Array[uint32]) ([]uint32, error) {
	to := hugemem.Make[uint32](from.Len())
	return to, par.Chunks(ctx, len(h.copiers), len(to), copiedWords, func(worker, begin, end int) error {
		c := &h.copiers[worker]
		slot := c.slot.Slice(0, end-begin)
		if err := cmp.Or(gpu.Download(c.stream, slot, from.Slice(begin, end)), c.stream.Synchronize()); err != nil {
			return err
		}
		copy(to[begin:end], slot.Elements())
		return nil
	})
}

// free waits for what goes on and gives everything back.
func (h *handing) free() error {
	first := h.wait()
	for i := range h.copiers {
		if s := h.copiers[i].stream; s != nil {
			first = cmp.Or(first, s.Free())
		}
	}
	if h.pinned != nil {
		first = cmp.Or(first, h.pinned.Free())
	}
	if h.written != nil {
		first = cmp.Or(first, h.written.Free())
	}
	return first
}
