package fakecuda

import (
	"bytes"
	"unsafe"

	"github.com/tricycle-graph/tricycle/internal/gpu/cuda"
)

// poison fills fresh memory: a host that takes it for an answer is found out.
const poison = 0xdb

func (d *Driver) memGetInfo(free, total *uint64) cuda.Result {
	i, ok := d.context("cuMemGetInfo")
	if !ok {
		return cuda.InvalidContext
	}
	*total = d.devices[i].Memory
	*free = *total - d.devices[i].used
	return cuda.Success
}

func (d *Driver) memAlloc(p *cuda.DevicePtr, size uint64) cuda.Result {
	i, ok := d.context("cuMemAlloc")
	if !ok {
		return cuda.InvalidContext
	}
	if size == 0 {
		return d.misuse("an allocation of nothing")
	}
	if size > d.devices[i].Memory-d.devices[i].used {
		return cuda.OutOfMemory
	}
	d.devices[i].used += size
	memory := bytes.Repeat([]byte{poison}, int(size))
	*p = cuda.DevicePtr(d.add(&object{kind: "device memory", device: i, bytes: memory, size: size}))
	return cuda.Success
}

func (d *Driver) memHostAlloc(p *unsafe.Pointer, size uint64, _ uint32) cuda.Result {
	i, ok := d.context("cuMemHostAlloc")
	if !ok {
		return cuda.InvalidContext
	}
	// Of words, so that any element type is aligned.
	words := make([]uint64, (size+7)/8)
	memory := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(words))), size)
	copy(memory, bytes.Repeat([]byte{poison}, int(size)))
	*p = unsafe.Pointer(unsafe.SliceData(memory))
	d.objects[uintptr(*p)] = &object{kind: "pinned memory", device: i, bytes: memory}
	return cuda.Success
}

// registerPage is what registered memory begins at a multiple of.
const registerPage = 4 << 10

func (d *Driver) memHostRegister(p unsafe.Pointer, size uint64, _ uint32) cuda.Result {
	i, ok := d.context("cuMemHostRegister")
	if !ok {
		return cuda.InvalidContext
	}
	if uintptr(p)%registerPage != 0 || size == 0 {
		return d.misuse("registered memory [%p, +%d)", p, size)
	}
	d.objects[uintptr(p)] = &object{kind: "registered memory", device: i, bytes: unsafe.Slice((*byte)(p), size)}
	return cuda.Success
}

// deviceBytes is the device memory of [p, p+size), nil where it is not all of one allocation.
func (d *Driver) deviceBytes(p cuda.DevicePtr, size uint64) []byte {
	for handle, x := range d.objects {
		if offset := uint64(p) - uint64(handle); x.kind == "device memory" && uint64(p) >= uint64(handle) &&
			offset <= x.size && size <= x.size-offset {
			return x.bytes[offset : offset+size]
		}
	}
	d.misuse("device memory [%#x, +%d) was not allocated", p, size)
	return nil
}

// pinnedBytes is the pinned memory of [p, p+size), nil where that is ordinary
// memory.
func (d *Driver) pinnedBytes(p unsafe.Pointer, size uint64) []byte {
	for handle, x := range d.objects {
		if x.kind != "pinned memory" && x.kind != "registered memory" || uintptr(p) < handle || uintptr(p) >= handle+uintptr(len(x.bytes)) {
			continue
		}
		offset := uint64(uintptr(p) - handle)
		if size > uint64(len(x.bytes))-offset {
			d.misuse("host memory [%p, +%d) is pinned in part", p, size)
			return nil
		}
		return x.bytes[offset : offset+size]
	}
	return nil
}

// A copy from ordinary memory is taken before the call returns.
func (d *Driver) memcpyHtoD(to cuda.DevicePtr, from unsafe.Pointer, size uint64, s cuda.Stream) cuda.Result {
	source := d.pinnedBytes(from, size)
	if source == nil {
		source = bytes.Clone(unsafe.Slice((*byte)(from), size))
	}
	return d.enqueue(s, d.deviceBytes(to, size), source)
}

// A copy to ordinary memory is done when the call returns.
func (d *Driver) memcpyDtoH(to unsafe.Pointer, from cuda.DevicePtr, size uint64, s cuda.Stream) cuda.Result {
	if target := d.pinnedBytes(to, size); target != nil {
		return d.enqueue(s, target, d.deviceBytes(from, size))
	}
	if r := d.enqueue(s, unsafe.Slice((*byte)(to), size), d.deviceBytes(from, size)); r != cuda.Success {
		return r
	}
	return d.streamSynchronize(s)
}

// enqueue puts a copy in a stream, unless one of its ends is missing.
func (d *Driver) enqueue(s cuda.Stream, to, from []byte) cuda.Result {
	x := d.streamHere("a copy", s)
	if x == nil || to == nil || from == nil {
		return cuda.InvalidValue
	}
	x.stream.add(func() { copy(to, from) })
	return cuda.Success
}

func (d *Driver) memsetD8(to cuda.DevicePtr, value uint8, size uint64, s cuda.Stream) cuda.Result {
	return d.enqueue(s, d.deviceBytes(to, size), bytes.Repeat([]byte{value}, int(size)))
}
