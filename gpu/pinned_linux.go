package gpu

import (
	"fmt"
	"os"
	"unsafe"

	"github.com/tricycle-graph/tricycle/internal/cuda"
	"github.com/tricycle-graph/tricycle/internal/hugemem"
)

// pinned is memory of our own on huge pages, which the driver pins as it is.
// What the driver allocates itself is on small pages, each of which is cleared
// and pinned alone: on a virtual machine that took 0.6 ms a MiB, and this a
// tenth of it.
type pinned struct {
	at    unsafe.Pointer
	pages hugemem.Array[byte]
}

func (h *HostBuffer) pin(what string) error {
	pages, err := hugemem.New[byte](int(h.size))
	if err != nil {
		return fmt.Errorf("gpu: %s: %w", what, err)
	}
	memory := pages.Slice()
	// Clearing a page when it is first touched is the system's work, which
	// several goroutines have done at once; the driver pins one after the other.
	for i := 0; i < len(memory); i += os.Getpagesize() {
		memory[i] = 0
	}
	h.at, h.pages = unsafe.Pointer(unsafe.SliceData(memory)), pages
	err = h.device.do("cuMemHostRegister", what, func() cuda.Result {
		return h.device.table.MemHostRegister(h.at, uint64(h.size), cuda.HostPortable)
	})
	if err != nil {
		pages.Free()
	}
	return err
}

func (h *HostBuffer) release() error {
	defer h.pages.Free()
	return h.device.giveBack("cuMemHostUnregister", "free pinned memory", func() cuda.Result {
		return h.device.table.MemHostUnregister(h.at)
	})
}
