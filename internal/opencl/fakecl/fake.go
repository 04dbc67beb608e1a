package fakecl

import (
	"cmp"
	"fmt"
	"slices"
	"unsafe"

	"github.com/tricycle-graph/tricycle/internal/opencl"
)

// Driver is an OpenCL. It serves one goroutine.
type Driver struct {
	Failed     string         // name of the first call that was made to fail
	Calls      int            // so far
	Called     map[string]int // how often each was made
	NoBinaries bool           // no program is made of what was built
	Sources    []string       // of which programs were made

	failAt   int
	fromThen bool
	result   opencl.Result
	next     opencl.Handle
	objects  map[opencl.Handle]*object
	misuses  []string
}

type object struct {
	kind  string
	bytes []byte // of a buffer
}

// New returns a driver of which call number k, counted from 1, fails with result; 0 is none.
func New(k int, result opencl.Result) *Driver {
	return &Driver{Called: map[string]int{}, failAt: k, result: result, next: 1000, objects: map[opencl.Handle]*object{}}
}

// NewLost is New, and all calls after that one fail, too.
func NewLost(k int, result opencl.Result) *Driver {
	d := New(k, result)
	d.fromThen = true
	return d
}

// Faults returns what the host did wrong: what it did not give back, gave back twice, or used
// after that. A call to give back that was made to fail counts as one that was made.
func (d *Driver) Faults() []string {
	faults := slices.Clone(d.misuses)
	for handle, x := range d.objects {
		faults = append(faults, fmt.Sprintf("%s %d was not given back", x.kind, handle))
	}
	slices.Sort(faults)
	return faults
}

// call begins a call and returns what it fails with.
func (d *Driver) call(name string) opencl.Result {
	d.Calls++
	d.Called[name]++
	if d.failAt > 0 && (d.Calls == d.failAt || d.fromThen && d.Calls > d.failAt) {
		d.Failed = cmp.Or(d.Failed, name)
		return d.result
	}
	return 0
}

func (d *Driver) find(kind string, handle opencl.Handle) *object {
	x := d.objects[handle]
	if x == nil || x.kind != kind {
		d.misuses = append(d.misuses, fmt.Sprintf("there is no %s %d", kind, handle))
		return &object{kind: kind}
	}
	return x
}

// made makes an object.
func (d *Driver) made(name, kind string, bytes uint64, result *opencl.Result) opencl.Handle {
	if *result = d.call(name); *result != 0 {
		return 0
	}
	d.next++
	d.objects[d.next] = &object{kind, slices.Repeat([]byte{0xA5}, int(bytes))} // fresh memory is poison
	return d.next
}

func (d *Driver) releases(name, kind string) func(opencl.Handle) opencl.Result {
	return func(handle opencl.Handle) opencl.Result {
		result := d.call(name)
		d.find(kind, handle)
		delete(d.objects, handle)
		return result
	}
}

// copies copies between a buffer and the host.
func (d *Driver) copies(name string, queue, buffer opencl.Handle, offset, bytes uint64, body func(memory []byte)) opencl.Result {
	if result := d.call(name); result != 0 {
		return result
	}
	d.find("queue", queue)
	memory := d.find("buffer", buffer).bytes
	if offset+bytes > uint64(len(memory)) {
		d.misuses = append(d.misuses, name+" beyond its buffer")
		return -30
	}
	body(memory[offset : offset+bytes])
	return 0
}

func hostBytes(p unsafe.Pointer, bytes uint64) []byte { return unsafe.Slice((*byte)(p), bytes) }
