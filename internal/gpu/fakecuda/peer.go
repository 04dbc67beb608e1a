package fakecuda

import (
	"maps"

	"github.com/tricycle-graph/tricycle/internal/gpu/cuda"
)

// Crossing is a pair of devices between which something is copied.
type Crossing struct {
	From, To int
	Detour   bool // through the memory of the host: the way between the two is not open
}

// Crossed returns how many bytes were copied from device to device.
func (d *Driver) Crossed() map[Crossing]uint64 {
	d.mu.Lock()
	defer d.mu.Unlock()
	return maps.Clone(d.crossed)
}

// cross takes note of a copy from the memory of one context to that of another.
func (d *Driver) cross(to, from cuda.Context, bytes uint64) {
	d.crossed[Crossing{int(from) - 1, int(to) - 1, !d.devices[int(to)-1].reached[from]}] += bytes
}

// reaches reports whether there is a way from one device to another one.
func (d *Driver) reaches(device, peer int) bool {
	return device != peer && !d.devices[device].Alone && !d.devices[peer].Alone
}

func (d *Driver) canAccessPeer(can *int32, device, peer cuda.Device) cuda.Result {
	if *can = 0; d.reaches(int(device), int(peer)) {
		*can = 1
	}
	return cuda.Success
}

func (d *Driver) enablePeer(peer cuda.Context) cuda.Result {
	device, ok := d.context("cuCtxEnablePeerAccess")
	switch {
	case !ok:
		return cuda.InvalidContext
	case !d.reaches(device, int(peer)-1):
		return cuda.PeerUnsupported
	case d.devices[device].reached[peer]:
		return cuda.PeerEnabled
	}
	d.devices[device].reached[peer] = true
	return cuda.Success
}

// bytesOf is the memory of [p, p+size) of the device of a context.
func (d *Driver) bytesOf(context cuda.Context, p cuda.DevicePtr, size uint64) []byte {
	memory := d.deviceBytes(p, size)
	for handle, x := range d.objects {
		if x.kind == "device memory" && uint64(p)-uint64(handle) < x.size && x.device != int(context)-1 {
			d.misuse("device memory %#x is of another device than %d", p, int(context)-1)
			return nil
		}
	}
	return memory
}
