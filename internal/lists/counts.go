package lists

import "github.com/tricycle-graph/tricycle/internal/hugemem"

// seen is what a pass over the records finds besides what it is for. Two passes
// that find the same were over the same records, whatever their order.
type seen struct {
	records uint64 // loops included
	loops   uint64
	print   uint64 // sum of a hash of each record
}

func (s *seen) add(other seen) {
	s.records += other.records
	s.loops += other.loops
	s.print += other.print
}

// fingerprint hashes a record.
func fingerprint(u, v uint64) uint64 { return edgeProduct(u, v) ^ u }

// counts is how many records each id has, loops apart.
type counts struct {
	low  hugemem.Array[uint32] // modulo 2^32
	high map[uint32]uint64     // and what is missing, as a multiple of 2^32, of the few ids that have more
}

func (c *counts) of(id uint32) uint64 { return c.high[id]<<32 + uint64(c.low.Slice()[id]) }
