package triangle

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpucount"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph"
	"github.com/tricycle-graph/tricycle/internal/opencl"
	"github.com/tricycle-graph/tricycle/internal/opencl/clcount"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// Methods lists the methods that an engine has, Auto first; for device.Auto, all that
// there are.
func Methods(engine device.Engine) []Method {
	switch engine {
	case device.CPU:
		return slices.Clone(cpucount.Methods)
	case device.CUDA:
		return inOrder(gpucount.Methods())
	case opencl.Engine:
		return slices.Clone(clcount.Methods)
	case device.Auto:
		return inOrder(slices.Concat(cpucount.Methods, gpucount.Methods()))
	}
	return nil
}

// inOrder sorts methods as the CPU has them, those of a GPU alone behind the
// others, and drops repetitions.
func inOrder(methods []Method) []Method {
	ordered := slices.DeleteFunc(slices.Clone(cpucount.Methods), func(m Method) bool { return !slices.Contains(methods, m) })
	slices.Sort(methods)
	for _, m := range methods {
		if !slices.Contains(ordered, m) {
			ordered = append(ordered, m)
		}
	}
	return ordered
}

// has reports whether an engine has a method; device.Auto has those of any.
func has(engine device.Engine, m Method) bool { return slices.Contains(Methods(engine), m) }

// recordsPerThread is how many records of a skewed graph a thread of the CPU
// takes from the file to the count in the time that a GPU takes to start and
// end: 0.3 s, at 0.1 µs a record where there are 2 threads, and twice that where
// 16 share the memory.
const recordsPerThread = 3 << 20

// chooseEngine says where a source will be counted, and why.
func chooseEngine(info graph.Info, opt Options) (engine device.Engine, reason string) {
	threads := par.Workers(opt.Threads)
	records := expectedRecords(info)
	switch {
	case opt.Engine == device.CPU || opt.Engine == device.CUDA || opt.Engine == opencl.Engine:
		return opt.Engine, "as asked"
	case !has(device.CUDA, opt.method()):
		return device.CPU, fmt.Sprintf("method %s is for the CPU", opt.method())
	case !has(device.CPU, opt.method()):
		return device.CUDA, fmt.Sprintf("method %s is for a GPU", opt.method())
	case !gpugraph.Ranks(opt.deviceOrder()):
		return device.CPU, fmt.Sprintf("order %s is ranked on the CPU", opt.Order)
	case !info.Rereadable:
		return device.CPU, "the input can be read once, and a GPU may turn out not to do"
	case !records.Known():
		return device.CPU, "the size of the input is not known before it is read"
	case records.Get() < recordsPerThread*int64(threads):
		return device.CPU, "the CPU is done before a GPU has started"
	}
	return device.CUDA, "large enough for a GPU to be worth its start"
}

// cpuMayCount reports whether the CPU may do what a GPU does not.
func (opt Options) cpuMayCount() bool {
	return opt.Engine != device.CUDA && opt.Engine != opencl.Engine && has(device.CPU, opt.method())
}

// expectedRecords estimates the records of a source from what is known before
// it is read.
func expectedRecords(info graph.Info) graph.Size {
	const (
		textBytes  = 14 // of a record as text
		compressed = 4  // times smaller
	)
	switch {
	case info.Records.Known():
		return info.Records
	case !info.Bytes.Known():
		return graph.Size{}
	case info.Compressed != "":
		return graph.Known((info.Bytes.Get()*compressed + textBytes - 1) / textBytes)
	}
	return graph.Known((info.Bytes.Get() + textBytes - 1) / textBytes)
}

// method returns the method that was asked for.
func (opt Options) method() Method {
	if opt.Method == "" {
		return cpucount.Auto
	}
	return opt.Method
}

// check refuses wishes that name nothing, or what the engine has not.
func (opt Options) check() error {
	engine := opt.Engine
	if engine == "" {
		engine = device.Auto
	}
	if Methods(engine) == nil {
		return fmt.Errorf("unknown engine %q", engine)
	}
	if !has(device.Auto, opt.method()) {
		return fmt.Errorf("unknown method %q", opt.Method)
	}
	if !has(engine, opt.method()) {
		return fmt.Errorf("method %q is not for engine %s", opt.method(), engine)
	}
	if opt.Order != "" {
		if _, err := graph.ParseOrder(string(opt.Order)); err != nil {
			return err
		}
	}
	if opt.Parts != (Parts{}) && !opt.ordersParts() {
		return errOrderOfParts(opt.Order)
	}
	if opt.Engine == opencl.Engine && opt.Parts != (Parts{}) {
		return errOpenCL("counting in parts of a size that is asked for")
	}
	return cmp.Or(opt.Parts.check(), opt.deviceParams().Check())
}

// errOrderOfParts refuses an order that a graph in parts has not.
func errOrderOfParts(asked graph.Order) error {
	return fmt.Errorf("parts go with an order of their own or %q, not with %q", graph.OrderAverageDegree, asked)
}

// foreignIDs reports whether an error says that the ids are not dense enough for a
// GPU.
func foreignIDs(err error) bool { return errors.Is(err, gpugraph.ErrIDs) }

// outOfDeviceMemory reports whether an error says that a GPU has too little memory.
func outOfDeviceMemory(err error) bool { return errors.Is(err, gpu.ErrOutOfMemory) }

// ofDevice reports whether an error says that the GPU cannot be used, or not
// for this graph: the CPU may do better.
func ofDevice(err error) bool {
	return gpu.Failed(err) || errors.As(err, new(*opencl.Error)) || errors.Is(err, gpugraph.ErrIDs)
}
