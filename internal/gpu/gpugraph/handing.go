package gpugraph

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/par"
)

const (
	// mostCopiers is how many goroutines bring lists to the host: each waits for
	// its copy, and then for fresh memory to be cleared. Half as many do while the
	// source is read.
	mostCopiers = 32
	// copiedWords is how much is copied at once, in 64-bit words.
	copiedWords = 128 << 10
)

// handing brings lists from the device to the host and hands them over, piece by
// piece.
type handing struct {
	copier *gpurun.Copier
	piece  uint64 // edges of a piece, at most
	add    func(first uint32, lengths, neighbors []uint32) error
}

func newHanding(r *gpurun.Run, opt Options, copiers int, add func(first uint32, lengths, neighbors []uint32) error) *handing {
	h := &handing{piece: uint64(opt.Piece), add: add}
	if h.piece == 0 {
		h.piece = math.MaxUint64
	}
	h.copier = gpurun.NewCopier(r, min(par.Workers(opt.Threads), copiers), 1, copiedWords)
	return h
}

// hand hands rows over, the first of which is row `first`.
func (h *handing) hand(ctx context.Context, first uint32, lengths []uint32, neighbors gpu.Array[uint32]) error {
	edge := 0
	for begin, end := range par.Runs(len(lengths), h.piece, func(row int) uint64 { return uint64(lengths[row]) }) {
		next := edge
		for _, n := range lengths[begin:end] {
			next += int(n)
		}
		piece, err := h.fetch(ctx, neighbors.Slice(edge, next))
		if err != nil {
			return err
		}
		if err := h.add(first+uint32(begin), lengths[begin:end:end], piece); err != nil {
			return err
		}
		edge = next
	}
	return nil
}

// fetch copies an array to fresh memory.
func (h *handing) fetch(ctx context.Context, from gpu.Array[uint32]) ([]uint32, error) {
	to := hugemem.Make[uint32](from.Len())
	return to, gpurun.FetchAll(ctx, h.copier, from, func(begin int, part []uint32) error {
		copy(to[begin:], part)
		return nil
	})
}

// HandOver copies the lists to the host and hands them to add, as [Parts.Build]
// does.
func (o *Oriented) HandOver(ctx context.Context, dev *gpu.Device, opt Options, add func(first uint32, lengths, neighbors []uint32) error) (err error) {
	r := gpurun.New(dev)
	defer func() { err = cmp.Or(err, r.Close()) }()
	h := newHanding(r, opt, mostCopiers, add)
	if r.Err != nil {
		return r.Err
	}
	lengths := hugemem.Make[uint32](o.Rows)
	err = par.Chunks(ctx, h.copier.Lanes(), o.Rows, copiedWords-1, func(worker, begin, end int) error {
		ends, err := gpurun.Fetch(h.copier.Lane(worker), o.Offsets.Slice(begin, end+1))
		for i := range lengths[begin:end] {
			lengths[begin+i] = uint32(ends[i+1] - ends[i])
		}
		return err
	})
	if err != nil {
		return err
	}
	return h.hand(ctx, 0, lengths, o.Neighbors)
}

// background is a handing that goes on while the device does something else.
type background struct {
	*work
	*handing
	longest uint32          // row
	failed  func(err error) // is told the error at once
	written *gpu.Event      // the lists, on the device
	ended   chan error      // of what goes on; nil where nothing does
}

// start hands lists over that the stream's work so far writes. Nothing else goes
// on. A single thread does it now.
func (h *background) start(ctx context.Context, first uint32, lengths, neighbors gpu.Array[uint32]) {
	h.Record(h.written)
	if h.Err == nil {
		h.Err = h.copier.Stream.Wait(h.written)
	}
	if h.Err != nil {
		return
	}
	if h.copier.Lanes() == 1 {
		h.Err = h.bring(ctx, first, lengths, neighbors)
		return
	}
	h.ended = make(chan error, 1)
	go func() {
		err := h.bring(ctx, first, lengths, neighbors)
		if err != nil {
			h.failed(err)
		}
		h.ended <- err
	}()
}

func (h *background) bring(ctx context.Context, first uint32, lengths, neighbors gpu.Array[uint32]) error {
	all, err := h.fetch(ctx, lengths)
	if err != nil {
		return err
	}
	h.longest = max(h.longest, slices.Max(all))
	return h.hand(ctx, first, all, neighbors)
}

// wait waits until everything is handed over.
func (h *background) wait() {
	if h.ended != nil {
		h.Fail(<-h.ended)
		h.ended = nil
	}
}
