package gpu

import (
	"fmt"

	"github.com/dustin/go-humanize"

	"github.com/tricycle-graph/tricycle/internal/gpu/cuda"
)

// Buffer is memory of a device. What is in it at first is undefined.
type Buffer struct {
	device *Device
	at     cuda.DevicePtr
	size   int64
}

// Alloc allocates bytes on the device, within the limit; none is a buffer too.
// The error is of the class [ErrOutOfMemory] where they do not fit.
func (d *Device) Alloc(bytes int64) (*Buffer, error) {
	b := &Buffer{device: d, size: bytes}
	if bytes == 0 {
		return b, nil // the driver has no such allocation
	}
	if err := d.reserve(bytes); err != nil {
		return nil, err
	}
	what := "allocate " + humanize.IBytes(uint64(bytes)) + " on the GPU"
	err := d.do("cuMemAlloc", what, func() cuda.Result { return d.table.MemAlloc(&b.at, uint64(bytes)) })
	if err != nil {
		d.unreserve(bytes)
		return nil, err
	}
	d.own(b)
	return b, nil
}

// Size returns the bytes of the buffer.
func (b *Buffer) Size() int64 { return b.size }

// Free gives the memory back, after the work on the device that was asked for
// before. Freeing it again does nothing.
func (b *Buffer) Free() error { return b.device.free(b) }

func (b *Buffer) release() error {
	defer b.device.unreserve(b.size)
	return b.device.giveBack("cuMemFree", "free GPU memory", func() cuda.Result { return b.device.table.MemFree(b.at) })
}

// HostBuffer is pinned memory of the host: copies to and from it run at full
// speed and beside other work. It is outside the Go heap.
type HostBuffer struct {
	device *Device
	pinned
	size int64
}

// AllocHost allocates pinned memory; none is a buffer too. What is in it at
// first is undefined. Pinning takes time, so buffers are made once and used
// again.
func (d *Device) AllocHost(bytes int64) (*HostBuffer, error) {
	h := &HostBuffer{device: d, size: bytes}
	if bytes == 0 {
		return h, nil
	}
	what := fmt.Sprintf("allocate %s of pinned memory", humanize.IBytes(uint64(bytes)))
	if err := h.pin(what); err != nil {
		return nil, err
	}
	d.own(h)
	return h, nil
}

// Size returns the bytes of the buffer.
func (h *HostBuffer) Size() int64 { return h.size }

// Free gives the memory back. Copies from and to it must have been waited for,
// and slices of it must not be used after. Freeing it again does nothing.
func (h *HostBuffer) Free() error { return h.device.free(h) }
