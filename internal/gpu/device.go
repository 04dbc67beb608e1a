package gpu

import (
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/tricycle-graph/tricycle/internal/gpu/cuda"
)

// Device is a device that is in use: its primary context, and all that was
// made in it.
type Device struct {
	info    Info
	table   *cuda.Table
	handle  cuda.Device
	context cuda.Context

	opening chan struct{} // closed once it is known whether the device is open
	failed  error         // why it is not
	closed  atomic.Bool

	mu    sync.Mutex
	limit int64 // of used; 0 for none
	used  int64
	peak  int64
	made  int              // resources so far
	live  map[resource]int // when each was made
	kept  map[any]any
}

// resource is what Close frees.
type resource interface {
	// release gives the resource back to the driver.
	release() error
}

// OpenDevice makes a context on a device, which takes some tenths of a second
// and some memory of the device. What is allocated there stays within limit
// bytes; 0 is no limit. The error is of the class [ErrNoDevice] where the
// device cannot be used.
func (d *Driver) OpenDevice(ordinal int, limit int64) (*Device, error) {
	x, err := d.chosen(ordinal, limit)
	if err != nil {
		return nil, err
	}
	if x.open(); x.failed != nil {
		return nil, x.failed
	}
	return x, nil
}

// chosen is a device that can be used, and is not open yet: everything that asks the driver for
// something on it waits for open.
func (d *Driver) chosen(ordinal int, limit int64) (*Device, error) {
	info, handle, err := d.info(ordinal)
	if err != nil {
		return nil, err
	}
	if err := info.Usable(); err != nil {
		return nil, err
	}
	return &Device{
		info: info, table: d.table, handle: handle, limit: limit, live: map[resource]int{}, kept: map[any]any{},
		opening: make(chan struct{}),
	}, nil
}

// open makes the context.
func (d *Device) open() {
	defer close(d.opening)
	what := fmt.Sprintf("open GPU %d", d.info.Ordinal)
	d.failed = check(d.table.PrimaryCtxRetain(&d.context, d.handle), "cuDevicePrimaryCtxRetain", what)
}

// Opened waits until the device is open, and returns why it could not be opened.
func (d *Device) Opened() error {
	<-d.opening
	return d.failed
}

// Info describes the device.
func (d *Device) Info() Info { return d.info }

// Close waits for the work on the device, frees everything that is left of it
// and gives the context back. It returns the first error and goes on after it.
// Closing a closed device does nothing.
func (d *Device) Close() error {
	<-d.opening
	if d.closed.Load() || d.failed != nil {
		return nil
	}
	d.mu.Lock()
	left := make([]resource, 0, len(d.live))
	for r := range d.live {
		left = append(left, r)
	}
	slices.SortFunc(left, func(a, b resource) int { return d.live[b] - d.live[a] }) // newest first
	d.mu.Unlock()

	first := d.Synchronize()
	for _, r := range left {
		if err := d.free(r); err != nil && first == nil {
			first = err
		}
	}
	d.closed.Store(true)
	err := check(d.table.PrimaryCtxRelease(d.handle), "cuDevicePrimaryCtxRelease", "close the GPU")
	if first == nil {
		first = err
	}
	return first
}

// Synchronize waits for all work on the device.
func (d *Device) Synchronize() error {
	return d.do("cuCtxSynchronize", "wait for the GPU", d.table.CtxSynchronize)
}

// do makes a driver call in the device's context.
func (d *Device) do(call, what string, body func() cuda.Result) error {
	leave, err := d.enter(what)
	if err != nil {
		return err
	}
	defer leave()
	return check(body(), call, what)
}

// enter makes the device's context current on the thread of the goroutine, which stays there until
// leave: the context must be current on the thread that makes a call.
func (d *Device) enter(what string) (leave func(), err error) {
	<-d.opening
	if d.closed.Load() {
		return nil, errClosed
	}
	if d.failed != nil {
		return nil, d.failed
	}
	runtime.LockOSThread()
	if err := check(d.table.CtxSetCurrent(d.context), "cuCtxSetCurrent", what); err != nil {
		runtime.UnlockOSThread()
		return nil, err
	}
	return runtime.UnlockOSThread, nil
}

// giveBack makes a driver call that frees something. It is made even where the
// context cannot be made current: the driver may free it all the same.
func (d *Device) giveBack(call, what string, body func() cuda.Result) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	first := check(d.table.CtxSetCurrent(d.context), "cuCtxSetCurrent", what)
	if err := check(body(), call, what); first == nil {
		first = err
	}
	return first
}

// own remembers a resource until it is freed.
func (d *Device) own(r resource) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.made++
	d.live[r] = d.made
}

// free releases a resource once, however often it is called.
func (d *Device) free(r resource) error {
	d.mu.Lock()
	_, live := d.live[r]
	delete(d.live, r)
	d.mu.Unlock()
	if !live {
		return nil
	}
	return r.release()
}

// Keep returns what is kept with the device under a key, and keeps what make
// makes where nothing is. So packages find again what takes long to make. A key
// is of a type that its package does not export. Close forgets nothing of it,
// but frees what of it was made on the device.
func (d *Device) Keep(key any, make func() any) any {
	d.mu.Lock()
	defer d.mu.Unlock()
	if _, found := d.kept[key]; !found {
		d.kept[key] = make()
	}
	return d.kept[key]
}

// reserve counts bytes against the limit.
func (d *Device) reserve(bytes int64) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.limit > 0 && bytes > d.limit-d.used {
		return &LimitError{Need: bytes, Used: d.used, Limit: d.limit}
	}
	d.used += bytes
	d.peak = max(d.peak, d.used)
	return nil
}

func (d *Device) unreserve(bytes int64) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.used -= bytes
}

// Used returns the bytes that are allocated on the device, and the most that
// ever were since it was opened or since ResetPeak.
func (d *Device) Used() (now, peak int64) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.used, d.peak
}

// ResetPeak lets the most bytes that ever were allocated begin anew.
func (d *Device) ResetPeak() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.peak = d.used
}

// Limit returns the most bytes that may be allocated, 0 where there is no
// limit.
func (d *Device) Limit() int64 { return d.limit }

// FreeMemory returns the bytes of the device's memory that nobody uses now, the
// limit aside; [Device.Room] is what to plan with.
func (d *Device) FreeMemory() (int64, error) {
	var free, total uint64
	err := d.do("cuMemGetInfo", "ask for free GPU memory", func() cuda.Result { return d.table.MemGetInfo(&free, &total) })
	return int64(free), err
}
