package triangle

import (
	"cmp"
	"context"
	"embed"
	"fmt"
	"time"

	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph"
)

//go:generate go run github.com/tricycle-graph/tricycle/internal/gpu/ptxgen kernels

//go:embed kernels/*.ptx
var kernels embed.FS

// deviceMethods holds every method of the GPU. A method plans and allocates,
// and returns what launches its kernels, which may be called again and again.
// Its errors are in the run.
var deviceMethods = map[Method]func(*deviceRun, DeviceParams) (launch func()){
	Auto:      planDeviceAuto,
	Merge:     planDeviceMerge,
	Shared:    planDeviceShared,
	MergePath: planDeviceMergePath,
	Search:    planDeviceSearch,
	Hash:      planDeviceHash,
	Bitmap:    planDeviceBitmap,
	Bitslice:  planDeviceBitslice,
}

// CountDevice counts the triangles of oriented lists on their device by one
// method. It returns the time that the device took, too, every auxiliary
// structure's build included.
//
// Errors: *gpu.Error and *gpu.LimitError, of the class gpu.ErrOutOfMemory where
// the method's own structures do not fit; the cause of ctx when it ends.
func CountDevice(ctx context.Context, dev *gpu.Device, o *gpugraph.Oriented, method Method, p DeviceParams) (count uint64, took time.Duration, err error) {
	plan, ok := deviceMethods[method]
	if !ok {
		return 0, 0, fmt.Errorf("method %q does not run on a GPU", method)
	}
	if err := p.Check(); err != nil {
		return 0, 0, err
	}
	p.Meter.Start("count", 0)
	r := newDeviceRun(dev, o)
	defer func() { err = cmp.Or(err, r.Close()) }()
	launch := plan(r, p)
	return r.count(ctx, launch)
}
