package triangle

import (
	"errors"
	"fmt"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpucount"
	"slices"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// Engine says where the work is done.
type Engine string

const (
	EngineAuto Engine = "auto" // whatever the plan finds best
	EngineCPU  Engine = "cpu"  // every core of this machine
	EngineCUDA Engine = "cuda" // an NVIDIA GPU, from the raw records to the count
)

// Engines lists the engines, EngineAuto first.
var Engines = []Engine{EngineAuto, EngineCPU, EngineCUDA}

// Methods lists the methods that an engine has, Auto first; for EngineAuto all
// that there are.
func (e Engine) Methods() []Method {
	switch e {
	case EngineCPU:
		return slices.Clone(Methods)
	case EngineCUDA:
		return inOrder(gpucount.Methods())
	}
	return inOrder(slices.Concat(Methods, gpucount.Methods()))
}

// inOrder sorts methods as Methods has them, those of a GPU alone behind the
// others, and drops repetitions.
func inOrder(methods []Method) []Method {
	ordered := slices.DeleteFunc(slices.Clone(Methods), func(m Method) bool { return !slices.Contains(methods, m) })
	slices.Sort(methods)
	for _, m := range methods {
		if !slices.Contains(ordered, m) {
			ordered = append(ordered, m)
		}
	}
	return ordered
}

// Has reports whether an engine has a method; EngineAuto has those of any.
func (e Engine) Has(m Method) bool { return slices.Contains(e.Methods(), m) }

// recordsPerThread is how many records of a skewed graph a thread of the CPU
// takes from the file to the count in the time that a GPU takes to start and
// end: 0.3 s, at 0.1 µs a record where there are 2 threads, and twice that where
// 16 share the memory.
const recordsPerThread = 3 << 20

// chooseEngine says where a source will be counted, and why.
func chooseEngine(info graph.Info, opt Options) (engine Engine, reason string) {
	threads := par.Workers(opt.Threads)
	records := expectedRecords(info)
	switch {
	case opt.Engine == EngineCPU || opt.Engine == EngineCUDA:
		return opt.Engine, "as asked"
	case !EngineCUDA.Has(opt.method()):
		return EngineCPU, fmt.Sprintf("method %s is for the CPU", opt.method())
	case !EngineCPU.Has(opt.method()):
		return EngineCUDA, fmt.Sprintf("method %s is for a GPU", opt.method())
	case !gpugraph.Ranks(planDeviceCount(opt).Order):
		return EngineCPU, fmt.Sprintf("order %s is ranked on the CPU", opt.Order)
	case !info.Rereadable:
		return EngineCPU, "the input can be read once, and a GPU may turn out not to do"
	case !records.Known():
		return EngineCPU, "the size of the input is not known before it is read"
	case records.Get() < recordsPerThread*int64(threads):
		return EngineCPU, "the CPU is done before a GPU has started"
	}
	return EngineCUDA, "large enough for a GPU to be worth its start"
}

// cpuMayCount reports whether the CPU may do what a GPU does not.
func (opt Options) cpuMayCount() bool {
	return opt.Engine != EngineCUDA && EngineCPU.Has(opt.method())
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
		return graph.Known(info.Bytes.Get() * compressed / textBytes)
	}
	return graph.Known(info.Bytes.Get() / textBytes)
}

// method returns the method that was asked for.
func (opt Options) method() Method {
	if opt.Method == "" {
		return Auto
	}
	return opt.Method
}

// check refuses wishes that name nothing, or what the engine has not.
func (opt Options) check() error {
	engine := opt.Engine
	if engine == "" {
		engine = EngineAuto
	}
	if !slices.Contains(Engines, engine) {
		return fmt.Errorf("unknown engine %q", engine)
	}
	if !EngineAuto.Has(opt.method()) {
		return fmt.Errorf("unknown method %q", opt.Method)
	}
	if !engine.Has(opt.method()) {
		return fmt.Errorf("method %q is not for engine %s", opt.method(), engine)
	}
	if opt.Order != "" {
		if _, err := graph.ParseOrder(string(opt.Order)); err != nil {
			return err
		}
	}
	if opt.Parts != (Parts{}) && !opt.leavesOrder() {
		return fmt.Errorf("parts go with an order of their own, not with %q", opt.Order)
	}
	return opt.deviceParams().Check()
}

// foreignIDs reports whether an error says that the ids are not dense enough for a
// GPU.
func foreignIDs(err error) bool { return errors.Is(err, gpugraph.ErrIDs) }

// outOfDeviceMemory reports whether an error says that a GPU has too little memory.
func outOfDeviceMemory(err error) bool { return errors.Is(err, gpu.ErrOutOfMemory) }

// ofDevice reports whether an error says that the GPU cannot be used, or not
// for this graph: the CPU may do better.
func ofDevice(err error) bool {
	return gpu.Failed(err) || errors.Is(err, gpugraph.ErrIDs)
}
