package graphio

import (
	"errors"
	"hash/maphash"
	"math"
	"strings"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/census"
)

// dictionary gives labels their ids: 0, 1, 2, ... in the order in which they
// come. It is a hash table with open addressing that takes hashes computed by
// others and keeps the text of the labels in large pieces, so that what has to
// be done one label after the other is little.
type dictionary struct {
	seed  maphash.Seed
	slots []slot // a power of two, at most half of them taken
	names []string
	text  strings.Builder // of the latest names

	budget *budget
	held   int64 // bytes that the budget knows of
	texts  int64 // bytes of all text that was allocated
	// over is not nil once names do not fit the budget: it then learns how much
	// all of them would take, and nothing has a right id.
	over *census.Sketch
}

// slot is a place in the table. Free ones have no id.
type slot struct {
	hash uint32
	id   uint32 // plus one
}

const (
	firstSlots = 1 << 12
	// namesText is how much text of names is allocated at a time.
	namesText = 1 << 16
)

// newDictionary makes the dictionary of a reading. That of the reading before, of
// the same input, is no longer needed.
func newDictionary(b *budget) *dictionary {
	b.forgetNames()
	return &dictionary{seed: maphash.MakeSeed(), slots: make([]slot, firstSlots), budget: b}
}

// What a name takes beside its text, at most, and without the garbage: its place in
// names, which is copied when it grows, and in the table, which doubles.
const (
	nameBytes = 2 * 16
	slotBytes = 8 + 8/2
	leastName = nameBytes + 4*slotBytes
)

// settle tells the budget of all names, and looks whether they fit.
func (d *dictionary) settle() {
	if d.over != nil {
		return
	}
	held := d.texts + nameBytes*int64(cap(d.names)) + slotBytes*int64(len(d.slots))
	more := held - d.held
	d.held, d.budget.names = held, d.budget.names+more
	if d.budget.take("", more) == nil {
		return
	}
	d.over = new(census.Sketch)
	for _, name := range d.names {
		d.miss([]byte(name))
	}
}

// miss learns of a name that has no room.
func (d *dictionary) miss(name []byte) {
	d.over.Note(maphash.Bytes(d.seed, name)*0x9e3779b97f4a7c15, uint64(len(name)))
}

// short returns a *graph.MemoryError where the names did not fit the memory.
func (d *dictionary) short() error { return shortOf(d) }

// shortOf returns a *graph.MemoryError where the names of all these did not fit the
// memory. Some may be nil.
func shortOf(all ...*dictionary) error {
	var over *dictionary
	var held int64
	var most uint64 // names of one
	for _, d := range all {
		switch {
		case d == nil:
		case d.over == nil:
			held += d.held
		default:
			n, text := d.over.Distinct()
			held += int64(text) + int64(n)*leastName + namesText
			over, most = d, max(most, n)
		}
	}
	if over == nil {
		return nil
	}
	return over.budget.refuse("keeping the names of the vertices", held+held/garbage, most)
}

var errTooManyLabels = errors.New("more than 2^32-1 labels")

// vertex returns the id of a name, unless there are too many.
func (d *dictionary) vertex(name []byte) (uint32, *lineError) {
	if len(d.names) >= math.MaxUint32 {
		return 0, &lineError{expected: "fewer than 2^32 vertices", found: "more"}
	}
	return d.id(d.label(name)), nil
}

// label returns text with its hash.
func (d *dictionary) label(text []byte) label {
	return hashed(d.seed, text)
}

// translate sets edges to those that pairs of labels make.
func (d *dictionary) translate(labels []label, edges *[]graph.Edge) error {
	*edges = (*edges)[:0]
	for i := 0; i+1 < len(labels); i += 2 {
		if len(d.names) > math.MaxUint32-2 {
			return errTooManyLabels
		}
		*edges = append(*edges, graph.Edge{U: d.id(labels[i]), V: d.id(labels[i+1])})
	}
	if d.over != nil {
		*edges = (*edges)[:0]
	}
	return nil
}

// number returns the ids of names, in their order.
func (d *dictionary) number(names []string) ([]uint32, error) {
	if len(names) > math.MaxUint32-1-len(d.names) {
		return nil, errTooManyLabels
	}
	ids := make([]uint32, len(names))
	for i, name := range names {
		ids[i] = d.id(d.label([]byte(name)))
	}
	return ids, nil
}

// id returns the id of a label, a new one where it comes for the first time.
func (d *dictionary) id(l label) uint32 {
	mask := uint32(len(d.slots) - 1)
	at := l.hash & mask
	for ; d.slots[at].id != 0; at = (at + 1) & mask {
		if s := d.slots[at]; s.hash == l.hash && d.names[s.id-1] == string(l.text) {
			return s.id - 1
		}
	}
	if d.over != nil {
		d.miss(l.text)
		return 0
	}
	full := len(d.names) == cap(d.names)
	d.names = append(d.names, d.keep(l.text))
	d.slots[at] = slot{l.hash, uint32(len(d.names))}
	if 2*len(d.names) > len(d.slots) {
		d.grow()
	}
	if full {
		d.settle()
	}
	return uint32(len(d.names) - 1)
}

// keep copies the text of a name.
func (d *dictionary) keep(text []byte) string {
	if d.text.Cap()-d.text.Len() < len(text) {
		d.text = strings.Builder{}
		d.text.Grow(max(namesText, len(text)))
		d.texts += int64(d.text.Cap())
		d.settle()
	}
	begin := d.text.Len()
	d.text.Write(text)
	return d.text.String()[begin:]
}

func (d *dictionary) grow() {
	old := d.slots
	d.slots = make([]slot, 2*len(old))
	mask := uint32(len(d.slots) - 1)
	for _, s := range old {
		if s.id == 0 {
			continue
		}
		at := s.hash & mask
		for d.slots[at].id != 0 {
			at = (at + 1) & mask
		}
		d.slots[at] = s
	}
}
