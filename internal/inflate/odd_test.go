package inflate

import (
	"bytes"
	"io"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

// oddStream writes blocks that no compressor writes: of codes of any lengths, of nothing, with
// the longest copies from as far as there may be.
type oddStream struct {
	random *rand.Rand
	data   []byte
	free   int // bits of the last byte
	size   int // of the text so far
}

func (s *oddStream) put(value, n int) {
	for range n {
		if s.free == 0 {
			s.data, s.free = append(s.data, 0), 8
		}
		s.data[len(s.data)-1] |= byte(value&1) << (8 - s.free)
		value >>= 1
		s.free--
	}
}

// lengths returns those of a code of some of the symbols: complete, or at times not.
func (s *oddStream) lengths(symbols, most int, must ...int) []uint8 {
	lengths := make([]uint8, symbols)
	used := slices.Clone(must)
	for _, symbol := range s.random.Perm(symbols)[:s.random.IntN(symbols+1)] {
		if !slices.Contains(used, symbol) {
			used = append(used, symbol)
		}
	}
	if s.random.IntN(4) == 0 {
		used = used[:min(len(used), len(must)+s.random.IntN(3))]
	}
	s.random.Shuffle(len(used), func(i, j int) { used[i], used[j] = used[j], used[i] })
	if len(used) == 1 {
		lengths[used[0]] = 1
	}
	if len(used) > 1 {
		words := []uint8{1, 1}
		for len(words) < len(used) { // a word becomes two
			i := s.random.IntN(len(words))
			if s.random.IntN(3) == 0 {
				i = len(words) - 1
			}
			if int(words[i]) == most {
				continue
			}
			words[i]++
			words = append(words, words[i])
		}
		for i, symbol := range used {
			lengths[symbol] = words[i]
		}
	}
	if s.random.IntN(60) == 0 {
		lengths[s.random.IntN(symbols)] = uint8(s.random.IntN(most + 1))
	}
	return lengths
}

// words returns the words of a code, the first bit lowest.
func words(lengths []uint8) []int {
	all, next := make([]int, len(lengths)), 0
	for length := uint8(1); length <= longest; length++ {
		for symbol, l := range lengths {
			if l == length {
				all[symbol] = int(bits.Reverse16(uint16(next)) >> (16 - length))
				next++
			}
		}
		next <<= 1
	}
	return all
}

func (s *oddStream) block(last int) {
	s.put(last, 1)
	kind := s.random.IntN(10)
	switch {
	case kind == 0:
		n := []int{0, 1, s.random.IntN(300), s.random.IntN(1 << 16), 1<<16 - 1}[s.random.IntN(5)]
		s.put(0, 2)
		s.free = 0
		s.put(n, 16)
		s.put(^n, 16)
		for range n {
			s.data = append(s.data, byte(s.random.Uint32()))
		}
		s.size += n
		return
	case kind < 3:
		s.put(1, 2)
		var lengths []uint8
		for _, run := range [][2]int{{144, 8}, {112, 9}, {24, 7}, {8, 8}} {
			lengths = append(lengths, bytes.Repeat([]byte{byte(run[1])}, run[0])...)
		}
		s.symbols(lengths, bytes.Repeat([]byte{5}, 32))
		return
	}
	s.put(2, 2)
	lits, dists := 257+s.random.IntN(30), 1+s.random.IntN(30)
	first := s.lengths(lits, longest, 256)
	far := s.lengths(dists, longest)
	type step struct{ symbol, more, bits int }
	var steps []step
	all := slices.Concat(first, far)
	for i := 0; i < len(all); {
		run := 1
		for i+run < len(all) && all[i+run] == all[i] {
			run++
		}
		run = 1 + s.random.IntN(run)
		switch {
		case all[i] == 0 && run >= 11:
			run = min(run, 138)
			steps = append(steps, step{18, run - 11, 7})
		case all[i] == 0 && run >= 3:
			steps = append(steps, step{17, run - 3, 3})
		case i > 0 && all[i] == all[i-1] && run >= 3:
			run = min(run, 6)
			steps = append(steps, step{16, run - 3, 2})
		default:
			run = 1
			steps = append(steps, step{int(all[i]), 0, 0})
		}
		i += run
	}
	var need []int
	for _, step := range steps {
		if !slices.Contains(need, step.symbol) {
			need = append(need, step.symbol)
		}
	}
	codes := s.lengths(19, 7, need...)
	s.put(lits-257, 5)
	s.put(dists-1, 5)
	order := []int{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}
	n := 19
	for n > 4 && codes[order[n-1]] == 0 && s.random.IntN(8) > 0 {
		n--
	}
	s.put(n-4, 4)
	for _, symbol := range order[:n] {
		s.put(int(codes[symbol]), 3)
	}
	code := words(codes)
	for _, step := range steps {
		s.put(code[step.symbol], int(codes[step.symbol]))
		s.put(step.more, step.bits)
	}
	s.symbols(first, far)
}

// symbols writes symbols of a code, and the end of the block.
func (s *oddStream) symbols(first, far []uint8) {
	firstWords, farWords := words(first), words(far)
	usable := func(lengths []uint8, from int) (all []int) {
		for symbol, length := range lengths {
			if length > 0 && symbol >= from {
				all = append(all, symbol)
			}
		}
		return all
	}
	letters, copies, places := usable(first, 0), usable(first, 257), usable(far, 0)
	for range s.random.IntN([]int{1, 20, 400, 4000}[s.random.IntN(4)]) {
		symbol := letters[s.random.IntN(len(letters))]
		if len(copies) > 0 && s.random.IntN(3) == 0 {
			symbol = copies[s.random.IntN(len(copies))]
		}
		if symbol == 256 {
			continue
		}
		if symbol < 256 {
			s.put(firstWords[symbol], int(first[symbol]))
			s.size++
			continue
		}
		if len(places) == 0 {
			continue
		}
		place := places[s.random.IntN(len(places))]
		if place < distances && int(distanceMeaning[place]>>16) > s.size && s.random.IntN(500) > 0 {
			continue
		}
		s.put(firstWords[symbol], int(first[symbol]))
		more := int(literalMeaning[symbol] & 0xff)
		extra := s.random.IntN(1 << more)
		s.put(extra, more)
		s.size += int(literalMeaning[symbol]>>16) + extra
		s.put(farWords[place], int(far[place]))
		if place < distances {
			more := int(distanceMeaning[place] & 0xff)
			extra := s.random.IntN(1 << more)
			if s.random.IntN(2) == 0 {
				extra = 0
			}
			s.put(extra, more)
		}
	}
	s.put(firstWords[256], int(first[256]))
}

// What no compressor writes is inflated, or refused, as the standard library does.
func TestOddBlocks(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 10))
	good := 0
	for range 60 {
		s := oddStream{random: random}
		for range random.IntN(6) {
			s.block(0)
		}
		s.block(1)
		if _, err := io.ReadAll(NewReader(bytes.NewReader(s.data))); err == nil {
			good++
		}
		compare(t, s.data)
		compare(t, s.data[:random.IntN(len(s.data))])
		compare(t, slices.Concat(s.data, s.data))
		for range 3 {
			damaged := slices.Clone(s.data)
			damaged[random.IntN(min(len(damaged), 1+random.IntN(1000)))] ^= 1 << random.IntN(8)
			compare(t, damaged)
		}
	}
	if good < 20 {
		t.Errorf("%d streams were good", good)
	}
}
