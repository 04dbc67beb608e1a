package fakecuda

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/tricycle-graph/tricycle/internal/gpu/cuda"
	"github.com/tricycle-graph/tricycle/internal/mistakes"
)

// kernel is an entry of a module, with the size of each parameter.
type kernel struct {
	name       string
	parameters []int
	dynamic    int32  // bytes of shared memory that a launch may ask for
	code       string // of the module
}

const defaultDynamicShared = 48 << 10

var (
	entryPattern     = regexp.MustCompile(`(?s)\.entry\s+(\w+)\s*\(([^)]*)\)`)
	targetPattern    = regexp.MustCompile(`(?m)^\.target\s+sm_(\d+)`)
	parameterPattern = regexp.MustCompile(`\.param\s+\.[bus](8|16|32|64)\s`)
)

// moduleLoadData reads what PTX declares.
func (d *Driver) moduleLoadData(out *cuda.Module, image, log []byte) cuda.Result {
	device, ok := d.context("cuModuleLoadDataEx")
	if !ok {
		return cuda.InvalidContext
	}
	text, _, ended := bytes.Cut(image, []byte{0})
	if !ended {
		return d.misuse("PTX without a zero byte at its end")
	}
	if !bytes.Contains(text, []byte(".version")) {
		copy(log, "fake: line 1; fatal: missing .version\n\x00")
		return cuda.InvalidPTX
	}
	if target := targetPattern.FindSubmatch(text); target != nil && d.devices[device].older(string(target[1])) {
		copy(log, "fake: line 1; fatal: the target is later than the device\n\x00")
		return cuda.InvalidPTX
	}
	kernels, odd := entries(mistakes.Planted(string(text)))
	if odd != "" {
		return d.misuse("a parameter of %s is no number", odd)
	}
	*out = cuda.Module(d.add(&object{kind: "module", device: device, kernels: slices.Clone(kernels)}))
	return cuda.Success
}

// known holds the entries of PTX that was loaded before: tests load the same
// modules thousands of times.
var known sync.Map

// entries returns what PTX declares, and the name of an entry with a parameter
// that is no number.
func entries(ptx string) (kernels []kernel, odd string) {
	if before, found := known.Load(ptx); found {
		return before.([]kernel), ""
	}
	for _, entry := range entryPattern.FindAllStringSubmatch(ptx, -1) {
		k := kernel{name: entry[1], dynamic: defaultDynamicShared, code: ptx}
		for _, parameter := range parameterPattern.FindAllStringSubmatch(entry[2], -1) {
			k.parameters = append(k.parameters, map[string]int{"8": 1, "16": 2, "32": 4, "64": 8}[parameter[1]])
		}
		if strings.Count(entry[2], ".param") != len(k.parameters) {
			return nil, k.name
		}
		kernels = append(kernels, k)
	}
	known.Store(ptx, kernels)
	return kernels, ""
}

// A function's handle is its module's and, below the distance of two handles,
// its number.
func (d *Driver) moduleGetFunction(out *cuda.Function, m cuda.Module, name string) cuda.Result {
	x := d.find("module", uintptr(m))
	if x == nil {
		return cuda.InvalidHandle
	}
	i := slices.IndexFunc(x.kernels, func(k kernel) bool { return k.name == name })
	if i < 0 {
		return cuda.NotFound
	}
	*out = cuda.Function(uintptr(m) + uintptr(i) + 1)
	return cuda.Success
}

func (d *Driver) kernel(f cuda.Function) *kernel {
	const mask = 1<<12 - 1
	if x := d.find("module", uintptr(f)&^mask); x != nil {
		return &x.kernels[uintptr(f)&mask-1]
	}
	return nil
}

func (d *Driver) funcGetAttribute(value *int32, attribute cuda.FunctionAttribute, f cuda.Function) cuda.Result {
	k := d.kernel(f)
	if k == nil {
		return cuda.InvalidHandle
	}
	*value = map[cuda.FunctionAttribute]int32{
		cuda.FunctionMaxThreads:       1024,
		cuda.FunctionRegisters:        32,
		cuda.FunctionMaxDynamicShared: k.dynamic,
	}[attribute]
	return cuda.Success
}

func (d *Driver) funcSetAttribute(f cuda.Function, attribute cuda.FunctionAttribute, value int32) cuda.Result {
	k := d.kernel(f)
	if k == nil {
		return cuda.InvalidHandle
	}
	if attribute != cuda.FunctionMaxDynamicShared || value > sharedPerBlock {
		return cuda.InvalidValue
	}
	k.dynamic = value
	return cuda.Success
}

func (d *Driver) occupancyBlocks(blocks *int32, f cuda.Function, threads int32, shared uint64) cuda.Result {
	if d.kernel(f) == nil {
		return cuda.InvalidHandle
	}
	*blocks = min(threadsPerMultiprocessor/threads, int32(sharedPerMultiprocessor/(shared+sharedOfBlock)))
	return cuda.Success
}

// launchKernel checks what the driver and the kernel would find.
func (d *Driver) launchKernel(f cuda.Function, grid, block [3]uint32, shared uint32, s cuda.Stream, arguments []byte) cuda.Result {
	x, k := d.streamHere("cuLaunchKernel", s), d.kernel(f)
	if x == nil || k == nil {
		return cuda.InvalidHandle
	}
	size := 0
	for _, bytes := range k.parameters {
		size = (size+bytes-1)&^(bytes-1) + bytes
	}
	if size != len(arguments) {
		return d.misuse("%s takes %d bytes of arguments, and is given %d", k.name, size, len(arguments))
	}
	threads := uint64(block[0]) * uint64(block[1]) * uint64(block[2])
	if slices.Contains(grid[:], 0) || threads == 0 || threads > 1024 || int64(shared) > int64(k.dynamic) {
		return cuda.InvalidValue
	}
	d.launches = append(d.launches, k.name)
	if d.devices[x.device].Runs {
		return d.run(x.device, x.stream, k, grid, block, shared, arguments)
	}
	return cuda.Success
}
