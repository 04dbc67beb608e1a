package ptx

import (
	"bytes"
	"fmt"
	"sort"
)

// Region is memory that was allocated on the device.
type Region struct {
	At    uint64
	Bytes []byte
}

// kind is what an instruction does with memory.
type kind struct {
	space         space
	size          int
	write, atomic bool
}

// space is a part of memory with addresses of its own.
type space uint8

const (
	anySpace space = iota // the address says in which
	sharedSpace
	globalSpace
)

const (
	// sharedWindow is where shared memory is among addresses of all spaces.
	sharedWindow = 1 << 48
	// Each shared variable begins at a multiple of sharedApart, so that an
	// address that leaves one is in none.
	sharedApart = 1 << 20
)

// bytes returns what a lane accesses. For a plain store, now is what will be there.
func (w *warp) bytes(k kind, lane int, at uint64, now []byte) []byte {
	w.lane = lane
	size := uint64(k.size)
	if at&(size-1) != 0 { // sizes are powers of two
		panic(trouble(fmt.Sprintf("%s %d bytes at %#x, which is not aligned", k.verb(), k.size, at)))
	}
	if k.space == anySpace && at >= sharedWindow {
		at -= sharedWindow
		k.space = sharedSpace
	}
	words, touched := (size+3)/4, uint8(1<<4-1)
	if size < 4 {
		touched = (1<<size - 1) << (at % 4)
	}
	if k.space == sharedSpace {
		v, offset := at/sharedApart-1, at%sharedApart
		if v >= uint64(len(w.block.shared)) || offset+size > uint64(len(w.block.shared[v].bytes)) {
			panic(trouble(fmt.Sprintf("%s %d bytes at %s of shared memory", k.verb(), k.size, w.block.describe(at))))
		}
		s := &w.block.shared[v]
		old := s.bytes[offset:][:k.size]
		if before := w.note(k, s.words[offset/4:][:words], touched, now != nil && bytes.Equal(old, now)); before != nil {
			w.race(before, fmt.Sprintf("%s+%d", s.name, offset))
		}
		return old
	}
	i := w.block.launch.region(at)
	if i < 0 || at-w.block.launch.Memory[i].At+size > uint64(len(w.block.launch.Memory[i].Bytes)) {
		panic(trouble(fmt.Sprintf("%s %d bytes at %#x of global memory, %s", k.verb(), k.size, at, w.block.launch.near(at))))
	}
	offset := at - w.block.launch.Memory[i].At
	old := w.block.launch.Memory[i].Bytes[offset:][:k.size]
	if before := w.note(k, w.block.launch.page(i, offset, words), touched, now != nil && bytes.Equal(old, now)); before != nil {
		w.race(before, fmt.Sprintf("%#x of global memory, %s", at, w.block.launch.near(at)))
	}
	return old
}

func (k kind) verb() string {
	if k.write {
		return "writes"
	}
	return "reads"
}

// region is the number of the last one that begins at or before an address, -1
// where there is none.
func (r *run) region(at uint64) int {
	if len(r.Memory) == 0 {
		return -1
	}
	if x := &r.Memory[r.last]; at >= x.At && at-x.At < uint64(len(x.Bytes)) {
		return r.last
	}
	i := sort.Search(len(r.Memory), func(i int) bool { return r.Memory[i].At > at })
	r.last = max(i-1, 0)
	return i - 1
}

func (r *run) near(at uint64) string {
	if i := r.region(at); i >= 0 {
		x := r.Memory[i]
		return fmt.Sprintf("%d bytes from the begin of %d bytes", at-x.At, len(x.Bytes))
	}
	return "where nothing is"
}

func (b *running) describe(at uint64) string {
	v, offset := at/sharedApart-1, at%sharedApart
	if v < uint64(len(b.shared)) {
		return fmt.Sprintf("%s+%d, of %d bytes,", b.shared[v].name, offset, len(b.shared[v].bytes))
	}
	return fmt.Sprintf("%#x", at)
}
