package opencl

import (
	"encoding/binary"
	"math/bits"

	"github.com/tricycle-graph/tricycle/internal/gpu/dynlib"
)

// Kernel is a kernel of a program, and the items of its work-groups: a power of two.
type Kernel struct {
	device *Device
	handle Handle
	name   string
	Group  int
}

// kernelKey says which kernel was made.
type kernelKey struct {
	source, name string
	most         int
}

// CompilerBytes is what the compiler of a driver takes of the machine's memory, about.
const CompilerBytes = 192 << 20

// buildOptions are those of all programs. Some drivers' compilers say on standard error how many
// warnings there are: -w has them give none.
const buildOptions = "-cl-std=CL1.2 -w"

// Kernel has the driver build a program, and returns a kernel of it whose work-groups have at
// most so many items, and no more than the device can run. What the compiler says is in the error.
// What was made for the same source is taken again, as long as the device is open.
func (d *Device) Kernel(source, name string, most int) Kernel {
	k, key := Kernel{device: d, name: name, Group: 1}, kernelKey{source, name, most}
	if d.Err != nil {
		return k
	}
	if made, ok := d.kernels[key]; ok {
		return made
	}
	what := "build the OpenCL kernel " + name
	program := d.program(source, what)
	if d.Err != nil {
		return k
	}
	var result Result
	k.handle = d.table.CreateKernel(program, name, &result)
	if !d.keep(check(result, "clCreateKernel", what), "clReleaseKernel", d.table.ReleaseKernel, k.handle) {
		return k
	}
	size := make([]byte, 8)
	d.Err = check(d.table.GetKernelWorkGroupInfo(k.handle, d.info.handle, kernelGroupSize, size, nil), "clGetKernelWorkGroupInfo", what)
	able := min(int(binary.LittleEndian.Uint64(size)), d.info.GroupSize, most)
	k.Group = 1 << (bits.Len(uint(max(able, 1))) - 1)
	if d.Err == nil {
		d.kernels[key] = k
	}
	return k
}

// program returns a program that is built: the one that is there, or what a driver built
// before, or what it builds now.
func (d *Device) program(source, what string) Handle {
	if program, ok := d.programs[source]; ok {
		return program
	}
	defer dynlib.KeepSignals()() // a compiler may be loaded when there is first something to build
	name := d.built.name(d.info, source)
	program := d.load(d.built.read(name))
	if program == 0 {
		if program = d.build(source, what); d.Err != nil {
			return 0
		}
		if d.built != "" {
			d.built.write(name, d.binary(program))
		}
	}
	d.programs[source] = program
	return program
}

// build has the driver compile a source.
func (d *Device) build(source, what string) Handle {
	var result Result
	program := d.table.CreateProgramWithSource(d.context, source, &result)
	if !d.keep(check(result, "clCreateProgramWithSource", what), "clReleaseProgram", d.table.ReleaseProgram, program) {
		return 0
	}
	if result = d.table.BuildProgram(program, d.info.handle, buildOptions); result != success {
		d.Err = &Error{Call: "clBuildProgram", Code: result, What: what, Log: d.log(program)}
	}
	return program
}

// load makes a program of what a driver built before, 0 where it does not take that: the
// source is there still.
func (d *Device) load(binary []byte) Handle {
	if len(binary) == 0 {
		return 0
	}
	var result Result
	program := d.table.CreateProgramWithBinary(d.context, d.info.handle, binary, &result)
	if result != success {
		return 0
	}
	d.keep(nil, "clReleaseProgram", d.table.ReleaseProgram, program)
	if d.table.BuildProgram(program, d.info.handle, buildOptions) != success {
		return 0
	}
	return program
}

// binary returns what the driver built, nil where it does not tell.
func (d *Device) binary(program Handle) []byte {
	size := make([]byte, 8) // the program is built for one device
	if d.table.GetProgramInfo(program, programBinarySizes, size, nil) != success {
		return nil
	}
	bytes := binary.LittleEndian.Uint64(size)
	if bytes > mostBuilt {
		return nil
	}
	built := make([]byte, bytes)
	if bytes == 0 || d.table.GetProgramBinary(program, built) != success {
		return nil
	}
	return built
}

// log returns what the compiler said, "" where the driver does not tell.
func (d *Device) log(program Handle) string {
	var size uint64
	if d.table.GetProgramBuildInfo(program, d.info.handle, programBuildLog, nil, &size) != success || size == 0 {
		return ""
	}
	text := make([]byte, size)
	if d.table.GetProgramBuildInfo(program, d.info.handle, programBuildLog, text, nil) != success {
		return ""
	}
	return string(text[:size-1])
}
