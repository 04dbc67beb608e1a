package frontier

import (
	"sync"
	"unsafe"

	"github.com/tricycle-graph/tricycle/graph"
)

// block holds some states of a bucket.
type block[K key] struct {
	words  int // of a number
	keys   []K
	values []uint64
}

const blockStates = 1 << 7

// store hands out empty blocks and takes them back, within a memory limit.
type store[K key] struct {
	mutex sync.Mutex
	free  [][]*block[K] // by words
	bytes int64         // of all blocks, free or not, and of the tables
	peak  int64         // most that bytes was
	limit int64         // 0 for none
}

func (s *store[K]) take(words int) (*block[K], error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for len(s.free) <= words {
		s.free = append(s.free, nil)
	}
	if free := s.free[words]; len(free) > 0 {
		b := free[len(free)-1]
		s.free[words] = free[:len(free)-1]
		return b, nil
	}
	// Numbers have grown: one narrower block is let go for each new one.
	for w, free := range s.free {
		if len(free) > 0 {
			s.free[w] = free[:len(free)-1]
			free[len(free)-1] = nil
			s.bytes -= blockStates * stateBytes[K](w)
			break
		}
	}
	if err := s.note(blockStates * stateBytes[K](words)); err != nil {
		return nil, err
	}
	return &block[K]{words: words, keys: make([]K, 0, blockStates), values: make([]uint64, 0, blockStates*words)}, nil
}

// hold notes that tables have grown by so many bytes.
func (s *store[K]) hold(bytes int64) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.note(bytes)
}

// note notes bytes. How many it will be in the end nobody knows: there is no
// point in asking for less than twice the limit.
func (s *store[K]) note(bytes int64) error {
	s.bytes += bytes
	s.peak = max(s.peak, s.bytes)
	if s.limit > 0 && s.bytes > s.limit {
		return &graph.MemoryError{What: "the states of the frontier", Need: max(s.bytes, 2*s.limit), Limit: s.limit}
	}
	return nil
}

func (s *store[K]) giveBack(blocks []*block[K]) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for _, b := range blocks {
		b.keys, b.values = b.keys[:0], b.values[:0]
		s.free[b.words] = append(s.free[b.words], b)
	}
}

// stateBytes returns the bytes of a state and its number.
func stateBytes[K key](words int) int64 { return int64(unsafe.Sizeof(*new(K))) + 8*int64(words) }
