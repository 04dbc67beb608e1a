package cli

import (
	"fmt"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/internal/gpu"
)

// openDevices are the GPUs that stay open between calls that come one after the other, by
// how they were chosen.
type openDevices struct{ groups map[string]*device.Group }

// group returns the GPUs that flags choose.
func (o *openDevices) group(chosen gpuFlags, choose func() *device.Group) *device.Group {
	key := fmt.Sprint(int64(chosen.memory), chosen.device, chosen.devices.all, chosen.devices.numbers)
	g := o.groups[key]
	if g == nil {
		g = choose()
		if o.groups == nil {
			o.groups = make(map[string]*device.Group)
		}
		o.groups[key] = g
	}
	return g
}

// tidy closes what is of no more use, so that the next call tries anew: GPUs that could
// not be opened, or were lost. What is open beside them stays.
func (o *openDevices) tidy() {
	for key, g := range o.groups {
		if (*gpu.Group)(g).Broken() {
			o.groups[key] = (*device.Group)((*gpu.Group)(g).Anew())
		}
	}
}
