// Package gpurun is what methods on a GPU have in common: a stream, memory and
// kernels, which are given back together, and one error for all of it.
package gpurun

import (
	"cmp"
	"io/fs"
	"slices"
	"unsafe"

	"github.com/tricycle-graph/tricycle/internal/gpu"
)

// Run is a stream of a device, and all that was made for it, which Close gives
// back. After an error its methods, and the functions that take it, do nothing
// more. One goroutine uses it at a time.
type Run struct {
	Device *gpu.Device
	Stream *gpu.Stream
	Err    error // the first

	shelf     *shelf // nil in a run that frees everything
	modules   map[moduleName]*gpu.Module
	functions map[functionName]*gpu.Function
	owned     []owned
	lent      []gpu.Array[uint64] // what is left of memory to take arrays from
}

// owned is something that Close gives back.
type owned struct {
	thing any // by which Free finds it
	give  func(to *shelf) error
}

// New makes a stream on a device. Its error is in the run. Close frees all but the modules.
func New(dev *gpu.Device) *Run {
	return begin(&Run{Device: dev})
}

// Again is New for what is asked one time after the other: streams and memory are
// those that the runs before have left with the device, where there are any that
// suit, and Close leaves them there again. They are freed with the device, and
// where they are too many or there was an error.
func Again(dev *gpu.Device) *Run { return begin(&Run{Device: dev, shelf: shelfOf(dev)}) }

func begin(r *Run) *Run {
	r.modules, r.functions = map[moduleName]*gpu.Module{}, map[functionName]*gpu.Function{}
	r.Stream = r.NewStream()
	return r
}

// Own makes something that Close frees.
func Own[T interface{ Free() error }](r *Run, make func() (T, error)) T { return borrow(r, make, nil) }

// borrow makes something that Close puts back on the shelf, or frees where put
// is nil or there was an error.
func borrow[T interface{ Free() error }](r *Run, make func() (T, error), put func(s *shelf, made T) error) T {
	var made T
	if r.Err != nil {
		return made
	}
	if made, r.Err = make(); r.Err == nil {
		r.owned = append(r.owned, owned{made, func(to *shelf) error {
			if to == nil || put == nil {
				return made.Free()
			}
			return put(to, made)
		}})
	}
	return made
}

// Fail takes note of an error from elsewhere, if it is the first.
func (r *Run) Fail(err error) { r.Err = cmp.Or(r.Err, err) }

// Close gives everything back, the last first.
func (r *Run) Close() error {
	var first error
	to := r.shelf
	if (to != nil || r.lent != nil) && r.Err == nil {
		first = r.Stream.Synchronize() // nobody may take what the device still works on
		r.Err = first
	}
	if r.Err != nil {
		to = nil
	}
	for _, o := range slices.Backward(r.owned) {
		first = cmp.Or(first, o.give(to))
	}
	r.owned = nil
	return first
}

// Free frees the memory of an array of the run before Close does, and leaves the
// zero Array in its place, of which there is nothing to free.
func Free[T gpu.Element](r *Run, a *gpu.Array[T]) {
	if buffer := Release(r, *a); buffer != nil {
		*a = gpu.Array[T]{}
		r.Err = buffer.Free()
	}
}

// Release takes the memory of an array out of the run: from then on it is the
// caller's to free. It is nil after an error, and of memory that is not the run's.
func Release[T gpu.Element](r *Run, a gpu.Array[T]) *gpu.Buffer {
	i := slices.IndexFunc(r.owned, func(o owned) bool { return o.thing == a.Buffer() })
	if r.Err != nil || i < 0 {
		return nil
	}
	r.owned = slices.Delete(r.owned, i, i+1)
	return a.Buffer()
}

// Room returns the bytes that can still be allocated, about: see
// [gpu.Device.Room].
func (r *Run) Room() int64 {
	if r.Err != nil {
		return 0
	}
	var room int64
	if room, r.Err = r.Device.Room(); r.Err != nil {
		return 0
	}
	if r.shelf != nil {
		room += r.shelf.bytes()
	}
	return room
}

// Fits fails where something needs more bytes than there is room for.
func (r *Run) Fits(what string, need int64) {
	if r.Err == nil {
		r.Err = r.Device.Fits(what, need)
	}
}

// Load loads a module, once. It stays with the device.
func (r *Run) Load(files fs.FS, file string) *gpu.Module {
	name := moduleName{files, file}
	if m := r.modules[name]; m != nil || r.Err != nil {
		return m
	}
	r.modules[name], r.Err = shelfOf(r.Device).module(name)
	return r.modules[name]
}

// NewStream makes one more stream.
func (r *Run) NewStream() *gpu.Stream {
	if r.shelf == nil {
		return Own(r, r.Device.NewStream)
	}
	return borrow(r, r.shelf.stream, (*shelf).putStream)
}

// NewEvent makes an event.
func (r *Run) NewEvent() *gpu.Event { return Own(r, r.Device.NewEvent) }

// Sequence has body ask for work in the run's stream: see [gpu.Stream.Sequence].
func (r *Run) Sequence(body func()) {
	if r.Err == nil {
		r.Fail(r.Stream.Sequence(body))
	}
}

// Record puts an event after the stream's work so far.
func (r *Run) Record(e *gpu.Event) {
	if r.Err == nil {
		r.Err = r.Stream.Record(e)
	}
}

// Await lets the stream's later work wait for an event.
func (r *Run) Await(e *gpu.Event) {
	if r.Err == nil {
		r.Err = r.Stream.Wait(e)
	}
}

// Wait waits for the stream.
func (r *Run) Wait() {
	if r.Err == nil {
		r.Err = r.Stream.Synchronize()
	}
}

// Array allocates n elements on the device, or takes them from what was lent to the run.
func Array[T gpu.Element](r *Run, n int) gpu.Array[T] {
	var element T
	bytes := int64(n) * int64(unsafe.Sizeof(element))
	if words, found := r.takeLent(bytes); found {
		return gpu.Cast[T](words).Slice(0, n)
	}
	var buffer *gpu.Buffer
	if r.shelf == nil {
		buffer = Own(r, func() (*gpu.Buffer, error) { return r.Device.Alloc(bytes) })
	} else {
		buffer = borrow(r, func() (*gpu.Buffer, error) { return r.shelf.buffer(bytes) }, (*shelf).putBuffer)
	}
	if r.Err != nil {
		return gpu.Array[T]{}
	}
	return gpu.View[T](buffer, 0, n)
}

// Pinned allocates n elements of pinned memory.
func Pinned[T gpu.Element](r *Run, n int) gpu.HostArray[T] {
	var element T
	bytes := int64(n) * int64(unsafe.Sizeof(element))
	var buffer *gpu.HostBuffer
	if r.shelf == nil {
		buffer = Own(r, func() (*gpu.HostBuffer, error) { return r.Device.AllocHost(bytes) })
	} else {
		buffer = borrow(r, func() (*gpu.HostBuffer, error) { return r.shelf.host(bytes) }, (*shelf).putHost)
	}
	if r.Err != nil {
		return gpu.HostArray[T]{}
	}
	return gpu.HostView[T](buffer, 0, n)
}

// Upload allocates an array for values and copies them there.
func Upload[T gpu.Element](r *Run, values []T) gpu.Array[T] {
	a := Array[T](r, len(values))
	Write(r, a, values)
	return a
}

// Zeros allocates an array of zeros, for the work in the stream.
func Zeros[T gpu.Element](r *Run, n int) gpu.Array[T] {
	a := Array[T](r, n)
	Zero(r, a)
	return a
}

// Write copies to the device, and waits.
func Write[T gpu.Element](r *Run, to gpu.Array[T], from []T) {
	if r.Err == nil {
		r.Err = gpu.Write(r.Stream, to, from)
	}
}

// Copy copies on the device, in the stream. The arrays must not overlap.
func Copy[T gpu.Element](r *Run, to, from gpu.Array[T]) {
	if r.Err == nil {
		r.Err = gpu.Copy(r.Stream, to, from)
	}
}

// CopyAcross copies to the run's device from another one, in the stream: see [gpu.CopyAcross].
func CopyAcross[T gpu.Element](r *Run, to, from gpu.Array[T]) {
	if r.Err == nil {
		r.Err = gpu.CopyAcross(r.Stream, to, from)
	}
}

// Zero clears an array in the stream.
func Zero[T gpu.Element](r *Run, a gpu.Array[T]) {
	if r.Err == nil {
		r.Err = gpu.Memset(r.Stream, a, 0)
	}
}

// Read waits for the stream and returns what is in an array.
func Read[T gpu.Element](r *Run, a gpu.Array[T]) []T {
	host := make([]T, a.Len())
	if r.Err == nil {
		r.Err = gpu.Read(r.Stream, host, a)
	}
	return host
}
