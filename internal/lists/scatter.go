package lists

import (
	"sync/atomic"

	"github.com/tricycle-graph/tricycle/internal/radix"
)

// scatter distributes keys over buckets whose places are known. Every worker
// has a lane, which collects a cache line of keys for each bucket before it
// writes them out: so memory is written in whole lines, and workers meet once
// a line, not once a key.
type scatter[K radix.Key] struct {
	keys  []K
	start []uint64        // of each bucket, and the total
	next  []atomic.Uint64 // where each bucket is written next
}

func newScatter[K radix.Key](keys []K, start []uint64) *scatter[K] {
	s := &scatter[K]{keys: keys, start: start, next: make([]atomic.Uint64, len(start)-1)}
	for b := range s.next {
		s.next[b].Store(start[b])
	}
	return s
}

// complete reports whether every bucket is full.
func (s *scatter[K]) complete() bool {
	for b := range s.next {
		if s.next[b].Load() != s.start[b+1] {
			return false
		}
	}
	return true
}

// line is the number of keys a lane collects: a cache line of narrow keys.
const line = 16

type scatterLane[K radix.Key] struct {
	to    *scatter[K]
	lines [][line]K
	fill  []uint8
}

func (s *scatter[K]) lane() *scatterLane[K] {
	return &scatterLane[K]{to: s, lines: make([][line]K, len(s.next)), fill: make([]uint8, len(s.next))}
}

// push adds a key to a bucket. It reports false when the bucket is full.
func (l *scatterLane[K]) push(bucket uint32, key K) bool {
	n := l.fill[bucket]
	l.lines[bucket][n&(line-1)] = key
	l.fill[bucket] = n + 1
	return n < line-1 || l.flush(bucket)
}

// flush writes a full line out.
func (l *scatterLane[K]) flush(bucket uint32) bool {
	l.fill[bucket] = 0
	end := l.to.next[bucket].Add(line)
	if end > l.to.start[bucket+1] {
		return false
	}
	*(*[line]K)(l.to.keys[end-line : end]) = l.lines[bucket]
	return true
}

// flushAll writes the partial lines out.
func (l *scatterLane[K]) flushAll() bool {
	for b, n := range l.fill {
		if n == 0 {
			continue
		}
		end := l.to.next[b].Add(uint64(n))
		if end > l.to.start[b+1] {
			return false
		}
		copy(l.to.keys[end-uint64(n):end], l.lines[b][:n])
		l.fill[b] = 0
	}
	return true
}
