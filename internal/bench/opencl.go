package bench

import (
	"context"
	"time"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/opencl"
	"github.com/tricycle-graph/tricycle/internal/opencl/clcount"
)

// timeOnOpenCL orients the graph in memory, and runs every method on a device of OpenCL, once,
// copies of the lists included.
func (m *Graph) timeOnOpenCL(ctx context.Context, trial *orderTrial, opt graph.Options) error {
	lists, err := m.orient(ctx, trial, opt)
	if err != nil {
		return err
	}
	trial.maxOutDegree = lists.MaxOutDegree()
	driver, info, err := opencl.Chosen(opencl.Open, m.by.OpenCL)
	if err != nil {
		return err
	}
	m.used[trial.engine] = info.Name
	for i, method := range trial.methods {
		begin := time.Now()
		var found clcount.Found
		err := driver.With((*gpu.Group)(m.by.Devices), info, func(dev *opencl.Device) (err error) {
			found, err = clcount.Count(ctx, dev, lists, method, opt.Meter)
			return err
		})
		if err != nil {
			return err
		}
		trial.count[i].since(begin)
		trial.kernels[i] = append(trial.kernels[i], found.Took.Seconds())
		if err := m.agree(found.Triangles, trial, method); err != nil {
			return err
		}
	}
	return nil
}
