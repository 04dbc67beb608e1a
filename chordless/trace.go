package chordless

import "github.com/tricycle-graph/tricycle/internal/gpu"

// levelStep is what a step of [Levels], or the paths of one length of [Dias],
// left: the number of chordless paths, |T|, and of cycles, |C|, triangles among
// them. The first step makes the paths of three vertices, each further one those
// with a vertex more.
type levelStep struct {
	step   int
	paths  uint64
	cycles uint64
}

// levelSteps are the steps of the search of an atom, with the cycles of each
// alone.
type levelSteps []levelStep

// note adds to the sizes of a step.
func (s *levelSteps) note(step int, paths, cycles uint64) {
	for len(*s) < step {
		*s = append(*s, levelStep{step: len(*s) + 1})
	}
	(*s)[step-1].paths += paths
	(*s)[step-1].cycles += cycles
}

// traced returns options that keep the steps of a search, where Trace asks for
// them, and what tells it of them.
func (opt Options) traced() (Options, func()) {
	if opt.Trace == nil {
		return opt, func() {}
	}
	opt.steps = new([]levelStep)
	return opt, func() {
		for _, s := range *opt.steps {
			opt.Trace(s.step, s.paths, s.cycles)
		}
	}
}

// traceSteps adds the steps of an atom to the trace, where there is one, unless the
// search failed on a GPU: it may begin anew on the CPU.
func (opt Options) traceSteps(steps levelSteps, err error) {
	if opt.steps != nil && !gpu.Failed(err) {
		*opt.steps = addSteps(*opt.steps, steps)
	}
}

// addSteps adds the steps of an atom to those of all, which have the cycles of
// all steps until then.
func addSteps(all []levelStep, steps levelSteps) []levelStep {
	for i, step := range steps {
		if i == len(all) {
			last := uint64(0)
			if i > 0 {
				last = all[i-1].cycles
			}
			all = append(all, levelStep{step: i + 1, cycles: last})
		}
		all[i].paths += step.paths
	}
	found := uint64(0)
	for i := range all {
		if i < len(steps) {
			found += steps[i].cycles
		}
		all[i].cycles += found
	}
	return all
}
