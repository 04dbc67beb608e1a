package simd

import (
	"encoding/binary"
	"unsafe"
)

// Lane is where Scatter puts the keys of one target: one behind the other into a buffer.
type Lane struct {
	Base  *byte  // of the buffer
	Fill  uint32 // bytes that are in use
	Limit uint32 // there is room for a key while fewer are
}

// KeySlack is how many bytes a buffer has from the limit of its lane on, less one: keys are
// written as words.
const KeySlack = 8

// Target says which lane a key goes to, and how many bytes of it are kept.
type Target uint32

// TargetOf returns the target of a lane that keeps up to eight bytes of a key.
func TargetOf(lane, width int) Target { return Target(lane<<4 | width) }

// Lane returns the number of the lane.
func (t Target) Lane() int { return int(t >> 4) }

func scatter(keys []uint64, targets []Target, lanes []Lane) int {
	for i, target := range targets {
		lane := &lanes[target.Lane()]
		if lane.Fill >= lane.Limit {
			return i
		}
		to := (*[8]byte)(unsafe.Add(unsafe.Pointer(lane.Base), lane.Fill))
		binary.LittleEndian.PutUint64(to[:], keys[i])
		lane.Fill += uint32(target & 15)
	}
	return len(targets)
}
