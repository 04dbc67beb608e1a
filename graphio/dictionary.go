package graphio

import (
	"errors"
	"hash/maphash"
	"math"
	"strings"

	"github.com/tricycle-graph/tricycle/graph"
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

func newDictionary() *dictionary {
	return &dictionary{seed: maphash.MakeSeed(), slots: make([]slot, firstSlots)}
}

var errTooManyLabels = errors.New("more than 2^32-1 labels")

// label returns text with its hash.
func (d *dictionary) label(text []byte) label {
	return label{text, uint32(maphash.Bytes(d.seed, text))}
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
	return nil
}

// number returns the ids of names, in their order.
func (d *dictionary) number(names []string) ([]uint32, error) {
	if len(names) > math.MaxUint32-1-len(d.names) {
		return nil, errTooManyLabels
	}
	ids := make([]uint32, len(names))
	for i, name := range names {
		ids[i] = d.id(d.hash([]byte(name)))
	}
	return ids, nil
}

// hash returns text as a label.
func (d *dictionary) hash(text []byte) label {
	return label{text, uint32(maphash.Bytes(d.seed, text))}
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
	d.names = append(d.names, d.keep(l.text))
	d.slots[at] = slot{l.hash, uint32(len(d.names))}
	if 2*len(d.names) > len(d.slots) {
		d.grow()
	}
	return uint32(len(d.names) - 1)
}

// keep copies the text of a name.
func (d *dictionary) keep(text []byte) string {
	if d.text.Cap()-d.text.Len() < len(text) {
		d.text = strings.Builder{}
		d.text.Grow(max(namesText, len(text)))
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
