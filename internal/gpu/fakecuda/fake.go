// Package fakecuda is a CUDA driver in plain Go, for tests of host code: it
// needs no GPU and no C compiler, fails the call that a test wants to fail,
// and knows what was made and never given back.
//
// Memory is real: copies and fills do what they say, when the stream is waited
// for and, but for devices that stir, not before, so that a host that reads too early
// reads the poison that fresh memory is filled with. Modules are checked for what they declare,
// launches for their shape and the sizes of their arguments. Kernels do nothing,
// unless the device is one that runs them.
package fakecuda

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"sync"

	"github.com/tricycle-graph/tricycle/internal/gpu/cuda"
)

// Device describes a device of the fake driver.
type Device struct {
	Name         string
	Major, Minor int32 // compute capability
	Memory       uint64
	Prohibited   bool // its compute mode lets no context be made
	Runs         bool // kernels run, by package ptx, on two multiprocessors; else they do nothing
	Alone        bool // no other device is reached from it

	// Stir, which is not 0, has the device's streams go on by chance after each call, as those of a GPU may. Else
	// they do nothing before somebody waits for them.
	Stir uint64

	// Glances names kernels to which it is the same whether a plain read sees what an atomic
	// of another thread does, or not yet. In all others that is a race.
	Glances []string
}

// Hopper is a device that takes every kernel, and Turing one of the oldest that there are
// kernels for.
var (
	Hopper = Device{Name: "Fake H", Major: 9, Memory: 1 << 30}
	Turing = Device{Name: "Fake T", Major: 7, Minor: 5, Memory: 1 << 30}
)

// older reports whether a device is older than an architecture, by its two digits or three.
func (d Device) older(architecture string) bool {
	number, err := strconv.Atoi(architecture)
	return err == nil && int(10*d.Major+d.Minor) < number
}

// Running is a small device that runs its kernels. While edges are peeled to find trussness
// their support falls, and nobody asks of it but whether an edge is there, leaves or is gone,
// which stays as it is.
var Running = Device{Name: "Fake R", Major: 9, Memory: 1 << 28, Runs: true, Glances: []string{"peel"}}

// Driver is a driver with its devices. Its methods may be called at any time;
// its failure is set before the calls begin.
type Driver struct {
	// Version is what the driver says of itself: 1000 times the major version
	// of CUDA, 10 times the minor.
	Version int32

	mu       sync.Mutex
	devices  []*device
	calls    int
	fail     func(call int) bool
	result   cuda.Result
	failed   []string // names of the calls that were made to fail
	current  map[int]cuda.Context
	objects  map[uintptr]*object
	next     uintptr
	misuses  []string
	launches []string
	crossed  map[Crossing]uint64
	broken   bool // a kernel failed, after which everything does
}

type device struct {
	Device
	retained int // times the primary context was asked for
	used     uint64
	reached  map[cuda.Context]bool // contexts whose memory the device's may be copied from
	chance   *rand.Rand            // of a device that stirs
}

// object is anything that is made and given back: memory, streams, events,
// modules.
type object struct {
	kind    string
	device  int
	bytes   []byte   // of memory
	size    uint64   // of device memory
	stream  *stream  // of a stream
	event   *event   // of an event
	kernels []kernel // of a module
}

// New returns a driver with these devices.
func New(devices ...Device) *Driver {
	d := &Driver{
		Version: 13000,
		fail:    func(int) bool { return false },
		current: map[int]cuda.Context{},
		objects: map[uintptr]*object{},
		crossed: map[Crossing]uint64{},
		next:    1 << 20,
	}
	for _, x := range devices {
		dev := &device{Device: x, reached: map[cuda.Context]bool{}}
		if x.Stir != 0 {
			dev.chance = rand.New(rand.NewPCG(x.Stir, 0))
		}
		d.devices = append(d.devices, dev)
	}
	return d
}

// FailAt makes call number k, counted from 1, fail with result.
func (d *Driver) FailAt(k int, result cuda.Result) {
	d.fail, d.result = func(call int) bool { return call == k }, result
}

// FailFrom makes call number k and every later one fail with result, as a
// device that is lost does.
func (d *Driver) FailFrom(k int, result cuda.Result) {
	d.fail, d.result = func(call int) bool { return call >= k }, result
}

// Lose makes all calls in the context of a device fail with result, from call number k on.
func (d *Driver) Lose(device, k int, result cuda.Result) {
	lost := cuda.Context(device + 1)
	d.fail, d.result = func(call int) bool { return call >= k && d.current[threadID()] == lost }, result
}

// Calls returns the number of calls so far.
func (d *Driver) Calls() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.calls
}

// Launches returns the names of the kernels that were launched, in order.
func (d *Driver) Launches() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.launches)
}

// Faults returns what the host did wrong: what it did not give back, gave back
// twice, used after it gave it back, or used on a thread without a context. A
// call to give back that was made to fail counts as one that was made.
func (d *Driver) Faults() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	faults := slices.Clone(d.misuses)
	for handle, x := range d.objects {
		faults = append(faults, fmt.Sprintf("%s %#x was not given back", x.kind, handle))
	}
	for i, x := range d.devices {
		if x.retained != 0 {
			faults = append(faults, fmt.Sprintf("the context of device %d is held %d times", i, x.retained))
		}
	}
	slices.Sort(faults)
	return faults
}

// step begins a call of an entry point and says whether to make it fail.
func (d *Driver) step(name string) bool {
	d.calls++
	if !d.fail(d.calls) {
		return false
	}
	d.failed = append(d.failed, name)
	return true
}

func (d *Driver) misuse(format string, values ...any) cuda.Result {
	d.misuses = append(d.misuses, fmt.Sprintf(format, values...))
	return cuda.InvalidValue
}

// add makes an object of the current context, and returns its handle. Handles
// are far apart, as memory is.
func (d *Driver) add(x *object) uintptr {
	handle := d.next
	d.next += (uintptr(x.size)+1<<12)&^(1<<12-1) + 1<<12
	d.objects[handle] = x
	return handle
}

// find returns the object of a kind behind a handle.
func (d *Driver) find(kind string, handle uintptr) *object {
	if x := d.objects[handle]; x != nil && x.kind == kind {
		return x
	}
	d.misuse("there is no %s %#x", kind, handle)
	return nil
}

// context returns the device whose context is current on this thread.
func (d *Driver) context(name string) (int, bool) {
	context := d.current[threadID()]
	if context == 0 {
		d.misuse("%s on a thread without a context", name)
		return 0, false
	}
	i := int(context) - 1
	if d.devices[i].retained == 0 {
		d.misuse("%s in a context that was given back", name)
		return 0, false
	}
	return i, true
}
