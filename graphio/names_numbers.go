package graphio

import "math"

// numberIDs gives numbers the ids 0, 1, 2, ... in the order in which they come.
type numberIDs struct {
	numbers []uint64 // of the ids
	run     uint64   // how many of them, from the first, are consecutive
	others  map[uint64]uint32
}

func (t *numberIDs) id(number uint64) (uint32, *lineError) {
	next := uint64(len(t.numbers))
	if next > 0 && number-t.numbers[0] < t.run {
		return uint32(number - t.numbers[0]), nil
	}
	if id, ok := t.others[number]; ok {
		return id, nil
	}
	if next >= math.MaxUint32 {
		return 0, &lineError{expected: "fewer than 2^32 nodes", found: "more"}
	}
	t.numbers = append(t.numbers, number)
	if t.run == next && number-t.numbers[0] == next {
		t.run++
		return uint32(next), nil
	}
	if t.others == nil {
		t.others = make(map[uint64]uint32)
	}
	t.others[number] = uint32(next)
	return uint32(next), nil
}

// numbersOrNames returns names as numbers where all are and ascend, as the numbers of
// vertices must; 01 is not 1.
func numbersOrNames(names []string) ([]string, []uint64) {
	var numbers []uint64
	for i, name := range names {
		number, ok, _ := parseID([]byte(name))
		if !ok || len(name) > 1 && name[0] == '0' || i > 0 && number <= numbers[i-1] {
			return names, nil
		}
		numbers = append(numbers, number)
	}
	return nil, numbers
}

// declarations tells which ids were declared as nodes, and where others were
// used first.
type declarations struct {
	declared []bool
	used     map[uint32]int64 // lines
}

func newDeclarations() *declarations { return &declarations{used: make(map[uint32]int64)} }

// declare returns false if the id was declared before.
func (d *declarations) declare(v uint32) bool {
	for int(v) >= len(d.declared) {
		d.declared = append(d.declared, false)
	}
	if d.declared[v] {
		return false
	}
	d.declared[v] = true
	if len(d.used) > 0 {
		delete(d.used, v)
	}
	return true
}

// use notes an id of an edge.
func (d *declarations) use(v uint32, line int64) {
	if int(v) < len(d.declared) && d.declared[v] {
		return
	}
	if _, ok := d.used[v]; !ok {
		d.used[v] = line
	}
}

// missing returns the first line that uses an id which nobody declared.
func (d *declarations) missing() (line int64, id uint32, ok bool) {
	for v, at := range d.used {
		if !ok || at < line || at == line && v < id {
			line, id, ok = at, v, true
		}
	}
	return line, id, ok
}
