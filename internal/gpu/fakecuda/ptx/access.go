package ptx

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// access decodes loads, stores and atomics.
func (d *decoder) access(s statement) (func(*warp, uint32), error) {
	typ := s.opcode[len(s.opcode)-1]
	if typ[0] == 's' || width(typ) == 0 {
		return nil, fmt.Errorf("unknown type")
	}
	if s.opcode[1] == "param" {
		to, err := d.register(s.words[0])
		word := strings.Trim(s.words[1], "[]")
		i, odd := strconv.Atoi(word[strings.LastIndexByte(word, '_')+1:])
		if err != nil || odd != nil || i >= len(d.kernel.Parameters) {
			return nil, fmt.Errorf("no such parameter: %s", word)
		}
		from := d.constant(word, constant{kind: parameter, number: i})
		return func(w *warp, mask uint32) { w.each(mask, func(l int) { w.r[to][l] = w.r[from][l] }) }, nil
	}
	k := kind{size: width(typ) / 8, atomic: s.opcode[0] == "atom" || slices.Contains(s.opcode, "volatile")}
	for _, m := range s.opcode[1 : len(s.opcode)-1] {
		switch m {
		case "global":
			k.space = globalSpace
		case "shared":
			k.space = sharedSpace
		}
	}
	at := slices.IndexFunc(s.words, func(w string) bool { return w[0] == '[' })
	base, offset, err := d.place(s.words[at])
	if err != nil {
		return nil, err
	}
	var values []int
	for _, word := range slices.Delete(slices.Clone(s.words), at, at+1) {
		var v int
		if v, err = d.narrow(word, 8*k.size); err != nil {
			return nil, err
		}
		values = append(values, v)
	}
	if s.opcode[0] == "atom" {
		return d.atomic(s.opcode[len(s.opcode)-2], k, base, offset, values)
	}
	k.write = s.opcode[0] == "st"
	unit := k.size
	k.size *= len(values)
	if k.write {
		return func(w *warp, mask uint32) {
			w.each(mask, func(l int) {
				for i, v := range values {
					store(w.written[i*unit:][:unit], w.r[v][l])
				}
				copy(w.bytes(k, l, w.r[base][l]+offset, w.written[:k.size]), w.written[:])
			})
		}, nil
	}
	return func(w *warp, mask uint32) {
		w.each(mask, func(l int) {
			bytes := w.bytes(k, l, w.r[base][l]+offset, nil)
			for i, v := range values {
				w.r[v][l] = fetch(bytes[i*unit:][:unit])
			}
		})
	}, nil
}

func (d *decoder) atomic(op string, k kind, base int, offset uint64, values []int) (func(*warp, uint32), error) {
	var f func(old, a, b uint64) uint64
	switch op {
	case "add":
		f = func(old, a, _ uint64) uint64 { return old + a }
	case "or":
		f = func(old, a, _ uint64) uint64 { return old | a }
	case "and":
		f = func(old, a, _ uint64) uint64 { return old & a }
	case "min":
		f = func(old, a, _ uint64) uint64 { return min(old, a) }
	case "max":
		f = func(old, a, _ uint64) uint64 { return max(old, a) }
	case "exch":
		f = func(_, a, _ uint64) uint64 { return a }
	case "cas":
		f = func(old, a, b uint64) uint64 {
			if old == a {
				return b
			}
			return old
		}
	default:
		return nil, fmt.Errorf("unknown")
	}
	k.write = true
	to, a, b := values[0], values[1], values[len(values)-1]
	return func(w *warp, mask uint32) {
		w.each(mask, func(l int) {
			bytes := w.bytes(k, l, w.r[base][l]+offset, nil)
			old := fetch(bytes)
			store(bytes, f(old, w.r[a][l], w.r[b][l]))
			w.r[to][l] = old
		})
	}, nil
}

// place decodes [base+offset].
func (d *decoder) place(word string) (base int, offset uint64, err error) {
	name, by, found := strings.Cut(strings.Trim(word, "[]"), "+")
	if found {
		n, err := strconv.ParseInt(by, 10, 64)
		if err != nil {
			return 0, 0, err
		}
		offset = uint64(n)
	}
	base, err = d.source(name)
	return base, offset, err
}

func fetch(b []byte) uint64 {
	switch len(b) {
	case 1:
		return uint64(b[0])
	case 2:
		return uint64(binary.LittleEndian.Uint16(b))
	case 4:
		return uint64(binary.LittleEndian.Uint32(b))
	}
	return binary.LittleEndian.Uint64(b)
}

func store(b []byte, v uint64) {
	switch len(b) {
	case 1:
		b[0] = byte(v)
	case 2:
		binary.LittleEndian.PutUint16(b, uint16(v))
	case 4:
		binary.LittleEndian.PutUint32(b, uint32(v))
	default:
		binary.LittleEndian.PutUint64(b, v)
	}
}
