package hugemem

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

func allocate(size int) ([]byte, error) {
	if size >= Page {
		// The kernel aligns whole huge pages, and only those. What is not
		// touched is not resident.
		size = int(Bytes(int64(size)))
	}
	// unix.Mmap keeps a list of its own, and lets workers wait for each other's mappings.
	p, err := unix.MmapPtr(-1, 0, nil, uintptr(size), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		return nil, err
	}
	mapped := unsafe.Slice((*byte)(p), size)
	if size >= Page {
		// Advice only: a kernel without huge pages serves small ones.
		_ = unix.Madvise(mapped, unix.MADV_HUGEPAGE)
	}
	return mapped, nil
}

func release(mapped []byte) {
	// Unmapping what allocate returned cannot fail.
	_ = unix.MunmapPtr(unsafe.Pointer(unsafe.SliceData(mapped)), uintptr(len(mapped)))
}

// Populate makes the pages that lie wholly within elements that nobody has written to yet.
// Whoever writes first to a page waits for it to be cleared, and several who do, of a huge
// page, each clear one.
func Populate[T any](s []T) {
	if len(s) == 0 {
		return
	}
	const page = 4 << 10
	p := unsafe.Pointer(unsafe.SliceData(s))
	begin := -uintptr(p) & (page - 1)
	end := (uintptr(p)+uintptr(len(s))*unsafe.Sizeof(s[0]))&^(page-1) - uintptr(p)
	if begin < end {
		// A kernel that cannot do so makes them later.
		_ = unix.Madvise(unsafe.Slice((*byte)(unsafe.Add(p, begin)), end-begin), unix.MADV_POPULATE_WRITE)
	}
}

// advise asks for huge pages under the whole huge pages inside [p, p+size).
func advise(p unsafe.Pointer, size uintptr) {
	begin := (uintptr(p) + Page - 1) &^ (Page - 1)
	end := (uintptr(p) + size) &^ (Page - 1)
	if begin < end {
		offset := begin - uintptr(p)
		inside := unsafe.Slice((*byte)(unsafe.Add(p, offset)), end-begin)
		_ = unix.Madvise(inside, unix.MADV_HUGEPAGE)
	}
}
