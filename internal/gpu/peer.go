package gpu

import "github.com/tricycle-graph/tricycle/internal/gpu/cuda"

// Reach lets copies to the device come from the memory of another one without a detour, where
// the machine has a way between the two; it takes a hundredth of a second. Without it they go
// through the memory of the host, a tenth as fast. It reports whether there is one. To ask for it
// again does nothing.
func (d *Device) Reach(other *Device) (bool, error) {
	var can int32
	err := d.do("cuDeviceCanAccessPeer", "ask for a way between GPUs", func() cuda.Result {
		return d.table.DeviceCanAccessPeer(&can, d.handle, other.handle)
	})
	if err != nil || can == 0 {
		return false, err
	}
	err = d.do("cuCtxEnablePeerAccess", "open the way between GPUs", func() cuda.Result {
		result := d.table.CtxEnablePeerAccess(other.context)
		if result == cuda.PeerEnabled {
			return cuda.Success
		}
		return result
	})
	return err == nil, err
}

// CopyAcross copies from one device to another, in a stream of either. What is in from must be
// there when the stream comes to it.
func CopyAcross[T Element](s *Stream, to, from Array[T]) error {
	checkLengths(to.length, from.length)
	if to.length == 0 {
		return nil
	}
	return s.do("cuMemcpyPeerAsync", "copy from GPU to GPU", func() cuda.Result {
		return s.device.table.MemcpyPeerAsync(to.at, to.buffer.device.context, from.at, from.buffer.device.context, to.bytes(), s.handle)
	})
}
