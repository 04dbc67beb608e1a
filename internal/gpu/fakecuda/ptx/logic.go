package ptx

import "fmt"

// logic decodes what has predicates: each is a mask of the lanes where it holds.
func (d *decoder) logic(s statement, typ string) (func(*warp, uint32), error) {
	switch s.opcode[0] {
	case "setp":
		return d.compare(s, typ)
	case "selp":
		to, err := d.register(s.words[0])
		if err != nil {
			return nil, err
		}
		a, err := d.narrow(s.words[1], width(typ))
		if err != nil {
			return nil, err
		}
		b, err := d.narrow(s.words[2], width(typ))
		if err != nil {
			return nil, err
		}
		p, err := d.predicate(s.words[3])
		return func(w *warp, mask uint32) {
			w.each(mask&w.p[p], func(l int) { w.r[to][l] = w.r[a][l] })
			w.each(mask&^w.p[p], func(l int) { w.r[to][l] = w.r[b][l] })
		}, err
	}
	to, err := d.predicate(s.words[0])
	if err != nil {
		return nil, err
	}
	if w := s.words[1]; s.opcode[0] == "mov" && (w == "0" || w == "-1" || w == "1") {
		all := uint32(1<<32 - 1)
		if w == "0" {
			all = 0
		}
		return func(w *warp, mask uint32) { w.put(to, mask, all) }, nil
	}
	a, err := d.predicate(s.words[1])
	if err != nil {
		return nil, err
	}
	b := a
	if len(s.words) > 2 {
		if b, err = d.predicate(s.words[2]); err != nil {
			return nil, err
		}
	}
	var f func(x, y uint32) uint32
	switch s.opcode[0] {
	case "mov":
		f = func(x, _ uint32) uint32 { return x }
	case "not":
		f = func(x, _ uint32) uint32 { return ^x }
	case "and":
		f = func(x, y uint32) uint32 { return x & y }
	case "or":
		f = func(x, y uint32) uint32 { return x | y }
	case "xor":
		f = func(x, y uint32) uint32 { return x ^ y }
	default:
		return nil, fmt.Errorf("unknown")
	}
	return func(w *warp, mask uint32) { w.put(to, mask, f(w.p[a], w.p[b])) }, nil
}

func (d *decoder) compare(s statement, typ string) (func(*warp, uint32), error) {
	n := width(typ)
	to, err := d.predicate(s.words[0])
	if err != nil {
		return nil, err
	}
	a, err := d.narrow(s.words[1], n)
	if err != nil {
		return nil, err
	}
	b, err := d.narrow(s.words[2], n)
	if err != nil {
		return nil, err
	}
	holds := comparison(s.opcode[1], signBit(typ))
	if holds == nil || len(s.opcode) > 3 {
		return nil, fmt.Errorf("unknown")
	}
	return func(w *warp, mask uint32) { w.put(to, mask, holds(&w.r[a], &w.r[b])) }, nil
}
