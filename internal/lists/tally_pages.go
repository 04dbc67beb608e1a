package lists

import (
	"sync/atomic"
	"unsafe"
)

const (
	// pageBits are the bits of an id in its page.
	pageBits  = 14
	pageMask  = 1<<pageBits - 1
	pageBytes = 4 << pageBits
	// firstCounts is the length of the first array of a worker.
	firstCounts = 1 << 12
)

// tallyPage counts the records of ids that have their first bits in common.
type tallyPage [1 << pageBits]uint32

// loopPage has a bit for each id of a page that has a self-loop.
type loopPage struct {
	bits [1 << (pageBits - 6)]atomic.Uint64
}

// page returns a page, which is made when it is wanted first.
func (t *tally) page(at uint32) (*tallyPage, error) {
	if page := t.pages[at].Load(); page != nil {
		return page, nil
	}
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if page := t.pages[at].Load(); page != nil {
		return page, nil
	}
	if err := t.hold(pageBytes); err != nil {
		return nil, err
	}
	memory, err := t.slabs.cut(pageBytes)
	if err != nil {
		return nil, err
	}
	page := (*tallyPage)(unsafe.Pointer(unsafe.SliceData(memory.Slice())))
	t.pages[at].Store(page)
	return page, nil
}

// loop marks an id that has a self-loop.
func (t *tally) loop(id uint32) {
	at := &t.loops[id>>pageBits]
	page := at.Load()
	if page == nil {
		at.CompareAndSwap(nil, new(loopPage))
		page = at.Load()
	}
	page.bits[id&pageMask>>6].Or(1 << (id & 63))
}
