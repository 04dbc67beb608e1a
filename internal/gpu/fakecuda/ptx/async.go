package ptx

import (
	"bytes"
	"fmt"
	"strconv"
)

// copying is a copy from global to shared memory that was begun.
type copying struct {
	lane  int
	group int // of those that the lane has committed
	to    uint64
	from  []byte
}

// async decodes cp.async: a copy is made when its group is waited for, and
// until then there is poison, so that nobody takes it too soon.
func (d *decoder) async(s statement) (func(*warp, uint32), error) {
	switch s.opcode[2] {
	case "commit_group":
		return func(w *warp, mask uint32) { w.each(mask, func(l int) { w.committed[l]++ }) }, nil
	case "wait_group":
		most, err := strconv.Atoi(s.words[0])
		return func(w *warp, mask uint32) { w.copy(mask, most) }, err
	case "cg", "ca":
	default:
		return nil, fmt.Errorf("unknown")
	}
	size, err := strconv.Atoi(s.words[2])
	if err != nil {
		return nil, err
	}
	to, toOffset, err := d.place(s.words[0])
	if err != nil {
		return nil, err
	}
	from, fromOffset, err := d.place(s.words[1])
	return func(w *warp, mask uint32) {
		w.each(mask, func(l int) {
			at := w.r[to][l] + toOffset
			target := w.bytes(kind{space: sharedSpace, size: size, write: true}, l, at, nil)
			source := w.bytes(kind{space: globalSpace, size: size}, l, w.r[from][l]+fromOffset, nil)
			copy(target, bytes.Repeat([]byte{poison}, size))
			w.copies = append(w.copies, copying{l, w.committed[l], at, source})
		})
	}, err
}

// copy makes the copies of all groups but the latest few.
func (w *warp) copy(mask uint32, most int) {
	rest := w.copies[:0]
	for _, c := range w.copies {
		if mask>>c.lane&1 == 0 || c.group >= w.committed[c.lane]-most {
			rest = append(rest, c)
			continue
		}
		copy(w.bytes(kind{space: sharedSpace, size: len(c.from), write: true}, c.lane, c.to, nil), c.from)
	}
	w.copies = rest
}
