package opencl

import (
	"cmp"
	"encoding/binary"
	"math/bits"
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
	release        []func() error    // newest last
	programs       map[string]Handle // that were built, by their source
	limit          int64             // bytes, 0 for none
	used           int64
}

// Open makes a context and a queue on a device. What is allocated there stays within limit
// bytes; 0 is no limit.
func (d *Driver) Open(info Info, limit int64) (*Device, error) {
	x := &Device{info: info, table: d.table, limit: limit, programs: map[string]Handle{}}
	const what = "open the OpenCL device"
	var result Result
	x.context = d.table.CreateContext(info.handle, &result)
	if x.keep(check(result, "clCreateContext", what), "clReleaseContext", d.table.ReleaseContext, x.context) {
		x.queue = d.table.CreateCommandQueue(x.context, info.handle, &result)
		x.keep(check(result, "clCreateCommandQueue", what), "clReleaseCommandQueue", d.table.ReleaseCommandQueue, x.queue)
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
	d.release = append(d.release, func() error { return check(release(object), call, "close the OpenCL device") })
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

// Close waits for the device and gives everything back. It returns the first error of all.
func (d *Device) Close() error {
	if d.queue != 0 {
		d.Err = cmp.Or(d.Err, check(d.table.Finish(d.queue), "clFinish", "wait for the OpenCL device"))
	}
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

// Buffer is memory of a device.
type Buffer struct {
	handle Handle
	bytes  int64
}

// Buffer allocates memory, at least a word, whose contents are anything.
func (d *Device) Buffer(what string, bytes int64) Buffer {
	bytes = max(bytes, 8)
	switch {
	case d.Err != nil:
		return Buffer{}
	case bytes > d.info.MostBuffer:
		d.Err = &RoomError{What: what, Need: bytes, Most: d.info.MostBuffer}
		return Buffer{}
	case d.limit > 0 && bytes > d.limit-d.used:
		d.Err = &gpu.LimitError{Need: bytes, Used: d.used, Limit: d.limit}
		return Buffer{}
	}
	var result Result
	b := Buffer{d.table.CreateBuffer(d.context, uint64(bytes), &result), bytes}
	if d.keep(check(result, "clCreateBuffer", what), "clReleaseMemObject", d.table.ReleaseMemObject, b.handle) {
		d.used += bytes
	}
	return b
}

// Element is what buffers hold.
type Element interface{ uint16 | uint32 | uint64 }

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

// Kernel is a kernel of a program, and the items of its work-groups: a power of two.
type Kernel struct {
	device *Device
	handle Handle
	name   string
	Group  int
}

// Kernel has the driver build a program, where it did not before, and returns a kernel of it whose
// work-groups have at most so many items, and no more than the device can run. What the compiler
// says is in the error.
func (d *Device) Kernel(source, name string, most int) Kernel {
	k := Kernel{device: d, name: name, Group: 1}
	if d.Err != nil {
		return k
	}
	what := "build the OpenCL kernel " + name
	program := d.program(source, what)
	if d.Err != nil {
		return k
	}
	var result Result
	k.handle = d.table.CreateKernel(program, name, &result)
	if !d.keep(check(result, "clCreateKernel", what), "clReleaseKernel", d.table.ReleaseKernel, k.handle) {
		return k
	}
	size := make([]byte, 8)
	d.Err = check(d.table.GetKernelWorkGroupInfo(k.handle, d.info.handle, kernelGroupSize, size, nil), "clGetKernelWorkGroupInfo", what)
	able := min(int(binary.LittleEndian.Uint64(size)), d.info.GroupSize, most)
	k.Group = 1 << (bits.Len(uint(max(able, 1))) - 1)
	return k
}

// program builds a program.
func (d *Device) program(source, what string) Handle {
	if built, ok := d.programs[source]; ok {
		return built
	}
	var result Result
	program := d.table.CreateProgramWithSource(d.context, source, &result)
	if !d.keep(check(result, "clCreateProgramWithSource", what), "clReleaseProgram", d.table.ReleaseProgram, program) {
		return 0
	}
	if result = d.table.BuildProgram(program, d.info.handle, "-cl-std=CL1.2"); result != success {
		d.Err = &Error{Call: "clBuildProgram", Code: result, What: what, Log: d.log(program)}
		return 0
	}
	d.programs[source] = program
	return program
}

// log returns what the compiler said, "" where the driver does not tell.
func (d *Device) log(program Handle) string {
	var size uint64
	if d.table.GetProgramBuildInfo(program, d.info.handle, programBuildLog, nil, &size) != success || size == 0 {
		return ""
	}
	text := make([]byte, size)
	if d.table.GetProgramBuildInfo(program, d.info.handle, programBuildLog, text, nil) != success {
		return ""
	}
	return string(text[:size-1])
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
