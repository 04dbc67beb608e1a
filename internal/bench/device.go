package bench

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpucount"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph"
)

// timeOnDevice reads and orients the source on the GPU, and runs every method
// there, once.
func (m *Graph) timeOnDevice(ctx context.Context, trial *orderTrial, opt graph.Options) (err error) {
	dev, err := (*gpu.Group)(m.by.Devices).First(ctx)
	if err != nil {
		return err
	}
	m.used[trial.engine] = dev.Info().Name
	lists, err := m.deviceLists(ctx, dev, trial, opt)
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, lists.Close()) }()
	trial.maxOutDegree = lists.MaxOutDegree
	params := m.by.OnGPU
	params.Meter = opt.Meter
	for i, method := range trial.methods {
		begin := time.Now()
		triangles, took, err := gpucount.Count(ctx, dev, lists, method, params)
		if err != nil {
			return err
		}
		trial.count[i].since(begin)
		trial.kernels[i] = append(trial.kernels[i], took.Seconds())
		if err := m.agree(triangles, trial, method); err != nil {
			return err
		}
	}
	return nil
}

// deviceLists makes the oriented lists on the device, or the CPU makes them
// where the device does not. Ranking on the device is a part of orienting.
func (m *Graph) deviceLists(ctx context.Context, dev *gpu.Device, trial *orderTrial, opt graph.Options) (*gpugraph.Oriented, error) {
	if !gpugraph.Ranks(trial.order) {
		return m.upload(ctx, dev, trial, opt)
	}
	begin := time.Now()
	cleaned, err := gpugraph.Ingest(ctx, dev, m.source, gpugraph.Options{Threads: opt.Threads, Meter: opt.Meter})
	if errors.Is(err, gpugraph.ErrIDs) {
		return m.upload(ctx, dev, trial, opt)
	}
	if err != nil {
		return nil, err
	}
	m.report, m.vertices, m.edges = cleaned.Report(), cleaned.Facts().Vertices, cleaned.Facts().Edges
	trial.read = append(trial.read, cleaned.ReadTime().Seconds())
	begin = trial.clean.since(begin.Add(cleaned.ReadTime()))
	lists, err := cleaned.Orient(ctx, trial.order)
	if err := cmp.Or(err, cleaned.Close()); err != nil {
		if lists != nil {
			_ = lists.Close() // the first error says more
		}
		return nil, err
	}
	trial.rank = append(trial.rank, 0)
	trial.orient.since(begin)
	return lists, nil
}

// upload orients the graph in memory and copies the lists to the device.
func (m *Graph) upload(ctx context.Context, dev *gpu.Device, trial *orderTrial, opt graph.Options) (*gpugraph.Oriented, error) {
	lists, err := m.orient(ctx, trial, opt)
	if err != nil {
		return nil, err
	}
	begin := time.Now()
	there, err := gpugraph.Upload(ctx, dev, lists, gpugraph.Options{Threads: opt.Threads})
	if err != nil {
		return nil, err
	}
	trial.orient[len(trial.orient)-1] += time.Since(begin).Seconds()
	return there, nil
}
