//go:build !linux

package gpu

import (
	"unsafe"

	"github.com/tricycle-graph/tricycle/internal/gpu/cuda"
)

// pinned is memory that the driver allocated.
type pinned struct{ at unsafe.Pointer }

func (h *HostBuffer) pin(what string) error {
	return h.device.do("cuMemHostAlloc", what, func() cuda.Result {
		return h.device.table.MemHostAlloc(&h.at, uint64(h.size), cuda.HostPortable)
	})
}

func (h *HostBuffer) release() error {
	return h.device.giveBack("cuMemFreeHost", "free pinned memory", func() cuda.Result { return h.device.table.MemFreeHost(h.at) })
}
