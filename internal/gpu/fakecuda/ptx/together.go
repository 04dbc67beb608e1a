package ptx

import (
	"fmt"
	"math/bits"
)

// together decodes what lanes do together, waiting for each other.
func (d *decoder) together(s statement) (*wait, error) {
	last := s.words[len(s.words)-1]
	switch {
	case s.opcode[0] == "bar" && s.opcode[1] == "sync":
		return &wait{block: true, step: step{do: func(*warp, uint32) {}}}, nil
	case s.opcode[0] == "bar" && s.opcode[1] == "warp":
		mask, err := d.narrow(last, 32)
		return &wait{mask: mask, step: step{do: (*warp).sync}}, err
	case s.opcode[0] == "bar" && s.opcode[1] == "red" && s.opcode[2] == "or":
		to, err := d.predicate(s.words[0])
		if err != nil {
			return nil, err
		}
		from, err := d.predicate(s.words[2])
		return &wait{block: true, step: step{do: func(w *warp, mask uint32) {
			any := uint32(0)
			for _, v := range w.block.warps { // none has gone on, so none has changed from
				any |= v.p[from] & v.alive
			}
			w.late = append(w.late, func() {
				if any != 0 {
					any = 1<<32 - 1
				}
				w.put(to, mask, any)
			})
		}}}, err
	case s.opcode[0] == "mma" || s.opcode[0] == "ldmatrix":
		return d.tensor(s)
	case s.opcode[0] == "vote":
		return d.vote(s, last)
	case s.opcode[0] == "shfl":
		return d.shuffle(s, last)
	}
	return nil, fmt.Errorf("unknown")
}

func (d *decoder) vote(s statement, last string) (*wait, error) {
	mask, err := d.narrow(last, 32)
	if err != nil {
		return nil, err
	}
	p, err := d.predicate(s.words[1])
	if err != nil {
		return nil, err
	}
	if s.opcode[2] == "ballot" {
		to, err := d.register(s.words[0])
		return &wait{mask: mask, step: step{do: func(w *warp, m uint32) {
			ballot := uint64(w.p[p] & m)
			w.each(m, func(l int) { w.r[to][l] = ballot })
		}}}, err
	}
	to, err := d.predicate(s.words[0])
	every := s.opcode[2] == "all"
	if !every && s.opcode[2] != "any" {
		return nil, fmt.Errorf("unknown")
	}
	return &wait{mask: mask, step: step{do: func(w *warp, m uint32) {
		holds := w.p[p] & m
		if every && holds == m || !every && holds != 0 {
			w.put(to, m, m)
		} else {
			w.put(to, m, 0)
		}
	}}}, err
}

func (d *decoder) shuffle(s statement, last string) (*wait, error) {
	mask, err := d.narrow(last, 32)
	if err != nil {
		return nil, err
	}
	to, err := d.register(s.words[0])
	if err != nil {
		return nil, err
	}
	var words [3]int // value, lane, clamp
	for i := range words {
		if words[i], err = d.narrow(s.words[1+i], 32); err != nil {
			return nil, err
		}
	}
	other := partner(s.opcode[2])
	return &wait{mask: mask, step: step{do: func(w *warp, m uint32) {
		values := w.r[words[0]]
		w.each(m, func(l int) {
			by, clamp := int(w.r[words[1]][l]&31), int(w.r[words[2]][l])
			segment := clamp >> 8 & 31
			most := l&segment | clamp&31&^segment
			from, fine := other(l, by, most, segment)
			if !fine {
				from = l
			}
			if m>>from&1 == 0 {
				w.lane = l
				panic(trouble(fmt.Sprintf("takes the value of lane %d, which does not take part; %d do", from, bits.OnesCount32(m))))
			}
			w.r[to][l] = values[from]
		})
	}}}, nil
}

// partner says whose value a lane takes in a shuffle of a mode, and whether it is there to be taken.
func partner(mode string) func(l, by, most, segment int) (from int, fine bool) {
	switch mode {
	case "up":
		return func(l, by, most, _ int) (int, bool) { return l - by, l-by >= most }
	case "down":
		return func(l, by, most, _ int) (int, bool) { return l + by, l+by <= most }
	case "bfly":
		return func(l, by, most, _ int) (int, bool) { return l ^ by, l^by <= most }
	}
	return func(l, by, most, segment int) (int, bool) {
		from := l&segment | by&^segment
		return from, from <= most
	}
}
