package opencl

import (
	"cmp"
	"slices"
	"unsafe"

	"github.com/tricycle-graph/tricycle/internal/gpu"
)

// Device is a device in use by one goroutine: its context, its queue, and all that was made
// of them. After an error its methods do nothing more, so that code reads as a list of steps;
// Close gives everything back.
type Device struct {
	Err error // the first

	info           Info
	table          *Table
	context, queue Handle
	programs       map[string]Handle    // by their sources
	kernels        map[kernelKey]Kernel // which stay for those who ask again
	release        []func() error       // of all but buffers, newest last
	buffers        []Handle
	built          store // what drivers built
	limit          int64 // bytes, 0 for none
	used           int64
}

// Open makes a context and a queue on a device. What is allocated there stays within limit
// bytes; 0 is no limit.
func (d *Driver) Open(info Info, limit int64) (*Device, error) {
	x := &Device{
		info: info, table: info.table, programs: map[string]Handle{}, kernels: map[kernelKey]Kernel{}, built: d.built, limit: limit,
	}
	const what = "open the OpenCL device"
	var result Result
	x.context = x.table.CreateContext(info.handle, &result)
	if x.keep(check(result, "clCreateContext", what), "clReleaseContext", x.table.ReleaseContext, x.context) {
		x.queue = x.table.CreateCommandQueue(x.context, info.handle, &result)
		x.keep(check(result, "clCreateCommandQueue", what), "clReleaseCommandQueue", x.table.ReleaseCommandQueue, x.queue)
	}
	if x.Err != nil {
		return nil, x.Close()
	}
	return x, nil
}

// keep has Close give an object back, which was made without an error.
func (d *Device) keep(err error, call string, release func(Handle) Result, object Handle) bool {
	if err != nil {
		d.Err = cmp.Or(d.Err, err)
		return false
	}
	d.release = append(d.release, func() error { return check(release(object), call, closing) })
	return true
}

// Info describes the device.
func (d *Device) Info() Info { return d.info }

// Used returns the bytes of all buffers.
func (d *Device) Used() int64 { return d.used }

// Room returns how much more may be allocated, as far as the limit and the size of the memory
// tell: OpenCL does not say how much of it is free.
func (d *Device) Room() int64 {
	most := d.info.Memory
	if d.limit > 0 {
		most = min(most, d.limit)
	}
	return max(most-d.used, 0)
}

// Fits refuses what needs more than there is room for, before it is made.
func (d *Device) Fits(what string, need int64) error {
	switch {
	case d.limit > 0 && need > d.limit-d.used:
		return &gpu.LimitError{Need: need, Used: d.used, Limit: d.limit}
	case need > d.Room():
		return &RoomError{What: what, Need: need, Most: d.Room()}
	}
	return nil
}

// Close waits for the device and gives everything back. It returns the first error of all.
func (d *Device) Close() error {
	if d.queue != 0 {
		d.Err = cmp.Or(d.Err, check(d.table.Finish(d.queue), "clFinish", "wait for the OpenCL device"))
	}
	d.giveBuffers()
	for i := len(d.release) - 1; i >= 0; i-- {
		d.Err = cmp.Or(d.Err, d.release[i]())
	}
	first := d.Err
	d.release, d.queue, d.Err = nil, 0, cmp.Or(d.Err, errClosed)
	if first == errClosed {
		return nil
	}
	return first
}

// Clear waits for the device and gives all buffers back: who uses it next finds what was
// built. It returns the first error, after which the device is of no more use.
func (d *Device) Clear() error {
	d.Wait()
	d.giveBuffers()
	return d.Err
}

func (d *Device) giveBuffers() {
	for _, b := range slices.Backward(d.buffers) {
		d.Err = cmp.Or(d.Err, check(d.table.ReleaseMemObject(b), "clReleaseMemObject", closing))
	}
	d.buffers, d.used = nil, 0
}

const closing = "give back what the OpenCL device has"

// Buffer is memory of a device.
type Buffer struct {
	handle Handle
	bytes  int64
}

// Buffer allocates memory, at least a word, whose contents are anything.
func (d *Device) Buffer(what string, bytes int64) Buffer {
	bytes = max((bytes+3)/4*4, 8) // whole words are cleared
	switch {
	case d.Err != nil:
		return Buffer{}
	case bytes > d.info.MostBuffer:
		d.Err = &RoomError{What: what, Need: bytes, Most: d.info.MostBuffer, Buffer: true}
		return Buffer{}
	case d.limit > 0 && bytes > d.limit-d.used:
		d.Err = &gpu.LimitError{Need: bytes, Used: d.used, Limit: d.limit}
		return Buffer{}
	}
	var result Result
	b := Buffer{d.table.CreateBuffer(d.context, uint64(bytes), &result), bytes}
	if d.Err = check(result, "clCreateBuffer", what); d.Err == nil {
		d.buffers = append(d.buffers, b.handle)
		d.used += bytes
	}
	return b
}

// Free gives a buffer back before Clear does, once all work with it is done. Where nothing was
// allocated, nothing is given back.
func (d *Device) Free(b Buffer) {
	at := slices.Index(d.buffers, b.handle)
	if d.Err != nil || at < 0 {
		return
	}
	d.buffers, d.used = slices.Delete(d.buffers, at, at+1), d.used-b.bytes
	d.Err = check(d.table.ReleaseMemObject(b.handle), "clReleaseMemObject", closing)
}

// Element is what buffers hold.
type Element interface{ uint16 | uint32 | uint64 }

// copiedZeros are the bytes that Zero copies: little is as soon there, and Oclgrind, which looks
// for what was never written, knows nothing of fills.
const copiedZeros = 1 << 20

// Zero makes all of a buffer zero.
func (d *Device) Zero(b Buffer) {
	if b.bytes <= copiedZeros {
		Write(d, b, 0, make([]uint32, b.bytes/4))
	} else if d.Err == nil {
		d.Err = check(d.table.EnqueueFillBuffer(d.queue, b.handle, uint64(b.bytes)), "clEnqueueFillBuffer", "clear memory of the OpenCL device")
	}
}

// Write copies to a buffer, from the element at on, and waits.
func Write[T Element](d *Device, to Buffer, at int, from []T) {
	if d.Err == nil && len(from) > 0 {
		size := uint64(unsafe.Sizeof(from[0]))
		d.Err = check(d.table.EnqueueWriteBuffer(d.queue, to.handle, uint64(at)*size, uint64(len(from))*size, unsafe.Pointer(unsafe.SliceData(from))),
			"clEnqueueWriteBuffer", "copy to the OpenCL device")
	}
}

// Read copies from the beginning of a buffer, once all work before it is done.
func Read[T Element](d *Device, from Buffer, to []T) { ReadAt(d, from, 0, to) }

// ReadAt is Read from the element at on.
func ReadAt[T Element](d *Device, from Buffer, at int, to []T) {
	if d.Err == nil && len(to) > 0 {
		size := uint64(unsafe.Sizeof(to[0]))
		d.Err = check(d.table.EnqueueReadBuffer(d.queue, from.handle, uint64(at)*size, uint64(len(to))*size, unsafe.Pointer(unsafe.SliceData(to))),
			"clEnqueueReadBuffer", "copy from the OpenCL device")
	}
}

// Copy copies the first bytes of a buffer to the beginning of another.
func (d *Device) Copy(to, from Buffer, bytes int64) {
	if d.Err == nil && bytes > 0 {
		d.Err = check(d.table.EnqueueCopyBuffer(d.queue, from.handle, to.handle, 0, 0, uint64(bytes)), "clEnqueueCopyBuffer", "copy on the OpenCL device")
	}
}

// Wait waits for all work.
func (d *Device) Wait() {
	if d.Err == nil {
		d.Err = check(d.table.Finish(d.queue), "clFinish", "wait for the OpenCL device")
	}
}

// Local is an argument: so many bytes of local memory.
type Local int64

// Launch runs so many work-groups. Arguments are uint32, uint64, Buffer and Local.
func (k Kernel) Launch(groups int, arguments ...any) {
	d := k.device
	what := "run the OpenCL kernel " + k.name
	for i, argument := range arguments {
		if d.Err != nil {
			return
		}
		var result Result
		set := func(bytes uintptr, value unsafe.Pointer) {
			result = d.table.SetKernelArg(k.handle, uint32(i), uint64(bytes), value)
		}
		switch x := argument.(type) {
		case uint32:
			set(4, unsafe.Pointer(&x))
		case uint64:
			set(8, unsafe.Pointer(&x))
		case Buffer:
			set(unsafe.Sizeof(x.handle), unsafe.Pointer(&x.handle))
		case Local:
			set(uintptr(x), nil)
		default:
			result = invalidValue
		}
		d.Err = check(result, "clSetKernelArg", what)
	}
	if d.Err == nil {
		d.Err = check(d.table.EnqueueNDRangeKernel(d.queue, k.handle, uint64(groups*k.Group), uint64(k.Group)), "clEnqueueNDRangeKernel", what)
	}
}
