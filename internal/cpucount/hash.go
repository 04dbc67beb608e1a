package cpucount

import (
	"context"
	"math/bits"

	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// hashPairs enters every row in a hash table and looks the lists of its
// neighbours up there.
//
// Hashed neighbourhoods are the forward-hashed algorithm of Schank and Wagner
// (WEA 2005), and on the GPU TRUST (Pandey et al., TPDS 2021). The table uses
// open addressing, is at most a quarter full and is sized to the row, so that
// it stays in the nearest cache that can hold it.
//
// An edge costs the length of its head's list, whatever the row's own is; a
// row costs its length twice. Each worker holds one table, for the longest
// row.
func hashPairs(_ context.Context, o *lists.Oriented, _ Params) (*pairs, error) {
	size := hashSize(int(o.MaxOutDegree()))
	return &pairs{cost: probeCost, kernel: func() kernel {
		return &hasher{lists: o, u: noRow, slots: make([]uint32, size)}
	}}, nil
}

// probeCost is the work where the lists of the heads are scanned and looked up
// in something made from the row.
func probeCost(_, head uint64) uint64 { return 2*head + 4 }

func hashBytes(_ int, edges uint64, maxOut uint32, p Params) int64 {
	return sharesBytes(edges) + int64(par.Workers(p.Threads))*int64(hashSize(int(maxOut)))*4
}

// hashSize returns the slots for a row of this length: a power of two, at
// least four times the length.
func hashSize(length int) int { return 1 << bits.Len(uint(max(4*length, 8)-1)) }

// hasher is the set of a row's entries. A slot holds 0 or a vertex plus one,
// which fits: there are fewer than 2^32 vertices.
type hasher struct {
	lists *lists.Oriented
	u     uint32   // the row
	slots []uint32 // for the longest row
	table []uint32 // the slots in use
	shift int      // 64 less the bits of a slot's number
}

func (h *hasher) count(u uint32, _, head []uint32) uint64 {
	if u != h.u {
		h.enter(u)
	}
	table, shift := h.table, h.shift
	mask := uint64(len(table) - 1)
	count := uint64(0)
	for _, v := range head {
		slot := hash(v, shift) & mask
		entry := table[slot]
		// Few go on from here: most end at an empty slot or at their own.
		for entry != 0 && entry != v+1 {
			slot = (slot + 1) & mask
			entry = table[slot]
		}
		count += uint64(one(entry == v+1))
	}
	return count
}

func (h *hasher) list(u uint32, _, head, to []uint32) []uint32 {
	for j := range head {
		if h.count(u, nil, head[j:j+1]) > 0 {
			to = append(to, uint32(j))
		}
	}
	return to
}

// enter makes row u the set.
func (h *hasher) enter(u uint32) {
	clear(h.table)
	row := h.lists.Row(u)
	size := hashSize(len(row))
	h.u, h.table, h.shift = u, h.slots[:size], 64-bits.TrailingZeros(uint(size))
	mask := uint64(size - 1)
	for _, v := range row {
		slot := hash(v, h.shift)
		for h.table[slot] != 0 {
			slot = (slot + 1) & mask
		}
		h.table[slot] = v + 1
	}
}

// hash is Fibonacci hashing (Knuth, TAOCP 6.4): the high bits of a product.
func hash(v uint32, shift int) uint64 { return uint64(v) * 0x9e3779b97f4a7c15 >> (shift & 63) }
