package near

import "math/bits"

// set has some ids, and tells the place of each among them.
type set struct {
	ids []uint64 // ascending, each once

	// Where the ids are dense: a bit for each below the end, and how many are in the
	// words before.
	words []uint64
	ranks []uint32
	// Where they are not: a table with open addressing, at most a quarter full, of
	// places plus one.
	slots []uint32
	shift int
}

// newSet returns the set of some ids, ascending, each once.
func newSet(ids []uint64) *set {
	const (
		least   = 1 << 14 // words that are always few
		perID   = 8       // words
		quarter = 4
	)
	s := &set{ids: ids}
	if len(ids) == 0 {
		return s
	}
	if words := ids[len(ids)-1]/64 + 1; words <= max(least, perID*uint64(len(ids))) {
		s.words, s.ranks = make([]uint64, words), make([]uint32, words)
		for _, id := range ids {
			s.words[id/64] |= 1 << (id % 64)
		}
		rank := 0
		for i, word := range s.words {
			s.ranks[i] = uint32(rank)
			rank += bits.OnesCount64(word)
		}
		return s
	}
	width := bits.Len(uint(quarter*len(ids) - 1))
	s.slots, s.shift = make([]uint32, 1<<width), 64-width
	for i, id := range ids {
		at := s.slot(id)
		for s.slots[at] != 0 {
			at = (at + 1) & (len(s.slots) - 1)
		}
		s.slots[at] = uint32(i + 1)
	}
	return s
}

// bytes is what the set holds.
func (s *set) bytes() int64 {
	return 8*int64(len(s.ids)) + 12*int64(len(s.words)) + 4*int64(len(s.slots))
}

func (s *set) slot(id uint64) int { return int(id * 0x9e3779b97f4a7c15 >> s.shift) }

func (s *set) has(id uint64) bool {
	if s.slots != nil {
		_, ok := s.look(id)
		return ok
	}
	return id/64 < uint64(len(s.words)) && s.words[id/64]>>(id%64)&1 != 0
}

// place returns how many ids of the set are smaller, and whether the id is in the set.
func (s *set) place(id uint64) (uint32, bool) {
	if s.slots != nil {
		return s.look(id)
	}
	if id/64 >= uint64(len(s.words)) {
		return 0, false
	}
	word := s.words[id/64]
	below := word & (1<<(id%64) - 1)
	return s.ranks[id/64] + uint32(bits.OnesCount64(below)), word>>(id%64)&1 != 0
}

func (s *set) look(id uint64) (uint32, bool) {
	for at := s.slot(id); s.slots[at] != 0; at = (at + 1) & (len(s.slots) - 1) {
		if i := s.slots[at] - 1; s.ids[i] == id {
			return i, true
		}
	}
	return 0, false
}
