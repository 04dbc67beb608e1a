package truss

import "math/bits"

// marks is a set of vertices that knows the rank of each: a bit a vertex, and for
// every 64 of them how many come before. A look at either is one cache line, and all
// of it, a fourth of a byte a vertex, is small enough for a near cache where an array
// of ranks is not.
type marks struct {
	slots   []slot
	touched []uint32 // slots that are not zero
	n       uint32
}

type slot struct {
	bits   uint64
	before uint32
}

// add adds vertices above all that are there, ascending.
func (s *marks) add(list []uint32) {
	for i, v := range list {
		at := &s.slots[v>>6]
		if at.bits == 0 {
			at.before = s.n + uint32(i)
			s.touched = append(s.touched, v>>6)
		}
		at.bits |= 1 << (v & 63)
	}
	s.n += uint32(len(list))
}

// addOne adds a vertex above all that are there.
func (s *marks) addOne(v uint32) {
	at := &s.slots[v>>6]
	if at.bits == 0 {
		at.before = s.n
		s.touched = append(s.touched, v>>6)
	}
	at.bits |= 1 << (v & 63)
	s.n++
}

// find returns how many vertices below v are in the set, and whether v is.
func (s *marks) find(v uint32) (rank uint32, ok bool) {
	at := s.slots[v>>6]
	shifted := at.bits << (63 - v&63)
	if int64(shifted) >= 0 {
		return 0, false
	}
	return at.before + uint32(bits.OnesCount64(shifted)) - 1, true
}

func (s *marks) clear() {
	for _, t := range s.touched {
		s.slots[t].bits = 0
	}
	s.touched = s.touched[:0]
	s.n = 0
}
