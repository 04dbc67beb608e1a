package ptx

import (
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
	space         string // "" for an address of any space
	size          int
	write, atomic bool
}

const (
	// sharedWindow is where shared memory is among addresses of all spaces.
	sharedWindow = 1 << 48
	// Each shared variable begins at a multiple of sharedApart, so that an
	// address that leaves one is in none.
	sharedApart = 1 << 20
)

// bytes returns what a lane accesses.
func (w *warp) bytes(k kind, lane int, at uint64) []byte {
	w.lane = lane
	verb := "reads"
	if k.write {
		verb = "writes"
	}
	if at%uint64(k.size) != 0 {
		panic(trouble(fmt.Sprintf("%s %d bytes at %#x, which is not aligned", verb, k.size, at)))
	}
	if k.space == "" && at >= sharedWindow {
		at -= sharedWindow
		k.space = "shared"
	}
	if k.space == "shared" {
		v, offset := at/sharedApart-1, at%sharedApart
		if v >= uint64(len(w.block.shared)) || offset+uint64(k.size) > uint64(len(w.block.shared[v].bytes)) {
			panic(trouble(fmt.Sprintf("%s %d bytes at %s of shared memory", verb, k.size, w.block.describe(at))))
		}
		w.block.shared[v].note(w, k, offset)
		return w.block.shared[v].bytes[offset:][:k.size]
	}
	r := w.block.launch.region(at)
	if r == nil || at-r.At+uint64(k.size) > uint64(len(r.Bytes)) {
		panic(trouble(fmt.Sprintf("%s %d bytes at %#x of global memory, %s", verb, k.size, at, w.block.launch.near(at))))
	}
	return r.Bytes[at-r.At:][:k.size]
}

// region is the last one that begins at or before an address.
func (r *run) region(at uint64) *Region {
	if x := r.last; x != nil && at >= x.At && at-x.At < uint64(len(x.Bytes)) {
		return x
	}
	i := sort.Search(len(r.Memory), func(i int) bool { return r.Memory[i].At > at })
	if i == 0 {
		return nil
	}
	r.last = &r.Memory[i-1]
	return r.last
}

func (r *run) near(at uint64) string {
	if x := r.region(at); x != nil {
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
