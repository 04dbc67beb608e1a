package gpucount

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph"
)

// methods holds every method of the GPU. A method plans and allocates,
// and returns what launches its kernels, which may be called again and again.
// Its errors are in the run.
var methods = map[cpucount.Method]func(*deviceRun, Params) (launch func()){
	cpucount.Auto:      planDeviceAuto,
	cpucount.Merge:     planDeviceMerge,
	cpucount.Shared:    planDeviceShared,
	cpucount.MergePath: planDeviceMergePath,
	cpucount.Search:    planDeviceSearch,
	cpucount.Hash:      planDeviceHash,
	cpucount.Bitmap:    planDeviceBitmap,
	cpucount.Bitslice:  planDeviceBitslice,
}

// Methods lists the methods that a GPU has, in no order.
func Methods() []cpucount.Method { return slices.Collect(maps.Keys(methods)) }

// Count counts the triangles of oriented lists on their device by one
// method. It returns the time that the device took, too, every auxiliary
// structure's build included.
//
// Errors: *gpu.Error and *gpu.LimitError, of the class gpu.ErrOutOfMemory where
// the method's own structures do not fit; the cause of ctx when it ends.
func Count(ctx context.Context, dev *gpu.Device, o *gpugraph.Oriented, method cpucount.Method, p Params) (count uint64, took time.Duration, err error) {
	plan, ok := methods[method]
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
