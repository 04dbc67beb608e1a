package cli

import (
	"cmp"
	"context"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/report"
	"github.com/tricycle-graph/tricycle/triangle"
)

const limitSteps = 12 // at most

// underLimits estimates the work within what it takes whole, within two thirds of it, and so on for
// as long as some plan fits.
func (e *estimating) underLimits(info graph.Info, opt triangle.Options) ([]report.Limits, error) {
	var all []report.Limits
	if opt.Parts != (triangle.Parts{}) {
		return nil, nil // which are the same within any limits
	}
	for _, engine := range []device.Engine{device.CPU, device.CUDA} {
		s := report.Limits{Engine: engine, Of: "--memory"}
		if engine == device.CUDA {
			s.Of = "--gpu-memory"
		}
		if e.engine != device.Auto && e.engine != engine {
			continue
		}
		within := func(limit int64) (one triangle.Estimate, ok bool, err error) {
			opt := opt
			opt.Engine, opt.Memory, opt.Devices = engine, limit, device.New(0, 0)
			if engine == device.CUDA {
				opt.Memory, opt.Devices = 0, device.New(limit, 0)
			}
			all, err := estimateOf(e.of, info, opt)
			if err != nil || len(all.Each) == 0 {
				return one, false, err
			}
			return all.Each[0], all.Each[0].Fits, nil
		}
		// More than any machine has, and without an overflow.
		one, ok, err := within(1 << 50)
		if err != nil {
			return nil, err
		}
		limit := one.Memory
		if engine == device.CUDA {
			limit = one.Device
		}
		for ; ok && limit > 0 && len(s.Steps) < limitSteps; limit = limit / 3 * 2 {
			if one, ok, err = within(limit); err != nil {
				return nil, err
			}
			if ok {
				s.Steps = append(s.Steps, report.LimitStep{Limit: limit, Estimate: one})
			}
		}
		if len(s.Steps) > 1 {
			all = append(all, s)
		}
	}
	return all, nil
}

// finish writes the page of --report where each file has an estimate, be it that nothing fits, and
// returns err or else its own error.
func (e *estimating) finish(ctx context.Context, files int, err error) error {
	if !e.report.wanted() || len(e.told) < files || err != nil && kindOf(ctx, err).code != exitMemory {
		return err
	}
	report.Estimates(&e.report.page, e.told)
	return cmp.Or(e.report.write(), err)
}
