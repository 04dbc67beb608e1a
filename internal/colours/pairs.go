package colours

import (
	"cmp"
	"context"
	"encoding/binary"
	"slices"

	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// Pairs keeps pairs of numbers in a temporary file, of a source that tells only at its end which
// vertices they are.
type Pairs struct {
	spill *lists.Spill
	lanes []pairLane
}

// pairLane is what one worker has to itself.
type pairLane struct {
	narrow, wide   []byte // that are not written yet: pairs of 4 and of 8 bytes
	narrows, wides []lists.Spilled
}

// pairBytes is how much a worker has of pairs before it writes them.
const pairBytes = 1 << 16

// NewPairs makes one for so many workers, whose file is in a folder, "" being the system's.
func NewPairs(workers int, folder string) *Pairs {
	return &Pairs{spill: lists.NewSpill(folder), lanes: make([]pairLane, workers)}
}

// Add takes a pair. Calls by one worker must not overlap.
func (p *Pairs) Add(worker int, u, v uint64) error {
	l := &p.lanes[worker]
	if (u|v)>>32 == 0 {
		l.narrow = binary.LittleEndian.AppendUint64(l.narrow, u<<32|v)
		return p.flush(&l.narrow, &l.narrows, pairBytes)
	}
	l.wide = binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(l.wide, u), v)
	return p.flush(&l.wide, &l.wides, pairBytes)
}

// flush writes pairs where they have so many bytes.
func (p *Pairs) flush(data *[]byte, to *[]lists.Spilled, least int) error {
	if len(*data) < least {
		return nil
	}
	c, err := p.spill.Write(*data)
	*data, *to = (*data)[:0], append(*to, c)
	return err
}

// Each calls use with all pairs, some at a time, by so many workers, which may be others than those
// that added them.
func (p *Pairs) Each(ctx context.Context, workers int, use func(worker int, some [][2]uint64) error) error {
	var all []lists.Spilled // the narrow ones, and behind them the wide ones
	for i := range p.lanes {
		l := &p.lanes[i]
		if err := cmp.Or(p.flush(&l.narrow, &l.narrows, 1), p.flush(&l.wide, &l.wides, 1)); err != nil {
			return err
		}
		all = append(all, l.narrows...)
		l.narrow, l.wide = nil, nil
	}
	narrows := len(all)
	for i := range p.lanes {
		all = append(all, p.lanes[i].wides...)
	}
	type lane struct {
		data  []byte
		pairs [][2]uint64
	}
	lanes := make([]lane, workers)
	return par.Each(ctx, workers, len(all), func(worker, i int) error {
		l, c, wide := &lanes[worker], all[i], i >= narrows
		l.data = slices.Grow(l.data[:0], c.Len())[:c.Len()]
		if err := p.spill.Read(c, l.data); err != nil {
			return err
		}
		l.pairs = l.pairs[:0]
		for data := l.data; len(data) > 0; data = data[8:] {
			u, v := binary.LittleEndian.Uint64(data), uint64(0)
			if wide {
				data = data[8:]
				v = binary.LittleEndian.Uint64(data)
			} else {
				u, v = u>>32, u&(1<<32-1)
			}
			l.pairs = append(l.pairs, [2]uint64{u, v})
		}
		return use(worker, l.pairs)
	})
}

// Close removes the file.
func (p *Pairs) Close() error { return p.spill.Close() }
