package cli

import (
	"slices"

	"github.com/spf13/pflag"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/triangle"
)

// heeded is a flag that not every engine or method heeds.
type heeded struct {
	flag    string
	onGPU   bool              // no engine heeds it but cuda, which auto may take
	methods []triangle.Method // that heed it; nil for all
}

var heededFlags = []heeded{
	{"device", true, nil},
	{"devices", true, nil},
	{"gpu-memory", true, nil},
	{"block-columns", true, []triangle.Method{cpucount.Shared}},
	{"block-threads", true, []triangle.Method{cpucount.Merge, cpucount.Shared}},
	{"blocks", true, []triangle.Method{cpucount.Merge, cpucount.Shared}},
	{"pair-threads", true, []triangle.Method{cpucount.MergePath}},
	{"on-the-fly", false, []triangle.Method{cpucount.Bitslice}},
	{"slice-bits", false, []triangle.Method{cpucount.Bitslice}},
}

// checkHeeded refuses a flag that was given and would do nothing with any of the engines
// and methods: whoever gave it expects another count than this would be.
func checkHeeded(flags *pflag.FlagSet, engines []device.Engine, methods []triangle.Method) error {
	for _, h := range heededFlags {
		switch {
		case !flags.Changed(h.flag):
		case h.onGPU && !slices.ContainsFunc(engines, func(e device.Engine) bool { return e != device.CPU }):
			return usagef("--%s is about a GPU, and does nothing with --engine cpu", h.flag)
		case h.methods != nil && !slices.ContainsFunc(methods, func(m triangle.Method) bool { return slices.Contains(h.methods, m) }):
			return usagef("--%s is about the method %s, and does nothing with %s", h.flag, join(h.methods, ", "), join(methods, ", "))
		}
	}
	return nil
}
